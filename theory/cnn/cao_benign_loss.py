"""Where the signal dominates, the test loss of a (ReLU)³ network is at most 6 times its training loss, and in fact equal to it.

A margin of a fresh sample differs from that of a training sample by the noise that the network sees. If that is at most b the loss
grows by a factor e^b at most, and 6 leaves room for b = log 6; when the noise has not been learned b is near 0, and both losses are
log(1 + e^(-γ³/m)), γ the coefficient of the neuron that has learned the signal. The printed exp(-n²) is e^(-64) at n = 8 already. "n
SNR^q = Ω̃(1)" has a threshold: at n SNR³ = 2 half of the networks violate the bound, at 15 hardly any; it depends on q and on the
start (at q = 4 and σ_0σ_ξ√d = 3/10 a few violate it at 15). Units σ_ξ²d = 1, noise orthogonal to the signal, that of fresh data
too, m = 16, σ_0σ_ξ√d = 1/10, full batch until the training loss is at most ε = 1/100.
"""

from lemmata import *
from lemmata.theory.cnn.cao_phase import literal, training
from lemmata.theory.cnn.notation import source

h = Symbol("h", "number of samples of each class", Naturals)
d = Symbol("d", "dimension of a patch", Naturals)
z = Symbol("z", "margin", Reals)
b = Symbol("b", "how much the margin falls", NonNegative)
n, often, eps = 2 * h, Rational(3, 4), Rational(1, 100)
PACE = TENTH = Rational(1, 10)


def run(v, count=n, size=d, by=training):
    """A network with (ReLU)³ at n SNR³ = v, trained to a loss of at most ε."""
    ratio = (v / count) ** Rational(1, 3)
    rate = PACE / Maximum(1, count * ratio**2)
    return by(n=count, d=size, SNR=ratio, m=16, s0=Rational(1, 10), q=3, rate=rate, stop=eps)


def bounded(v, factor=6, *where):
    """The training loss is at most ε, and the printed bound holds with it."""
    found = run(v, *where)
    return And(found["train"] <= eps, found["loss"] <= factor * found["train"] + exp(-((where[0] if where else n) ** 2)))


def near(v, value):
    found = run(v)
    return And(found["train"] <= eps, Abs(found["loss"] / found["train"] - value) <= Rational(1, 10))


def harmful(v, least=TENTH):
    found = run(v)
    return And(found["train"] <= eps, found["loss"] >= least)


def lost(factor):
    return Inequality(log(1 + exp(b - z)), factor * log(1 + exp(-z)))


claim = Claim(
    "cnn.cao_benign_loss",
    source=source("MAIN RESULTS"),
    domain=Domain(h >= 4, d >= 200 * h, h <= 16, d <= 4000, core=(b <= 4, Abs(z) <= 8)),
    parts={
        "main": Part(
            Guarantee(bounded(15), often),
            says="At n SNR³ = 15 three quarters of the (ReLU)³ networks have a test loss of at most 6 times their training loss, plus exp(−n²)",
            wrong={"half": {"event": bounded(15, Rational(1, 2))}, "at_half": {"event": bounded(Rational(1, 2))}},
        ),
        "equal": Part(
            Guarantee(near(15, 1), often),
            says="and in fact equal to it up to 10 %",
            wrong={"twice": {"event": near(15, 2)}, "at_two": {"event": near(2, 1)}},
        ),
        "in_space": Part(
            Guarantee(bounded(40, 6, 8, 60, literal), often),
            says="The bound holds for three quarters at n SNR³ = 40, n = 8 and d = 60, by descent on the weights in R^d",
            wrong={"half": {"event": bounded(40, Rational(1, 2), 8, 60, literal)}},
        ),
        "threshold": Part(
            Guarantee(harmful(2, 6 * eps), Rational(1, 4)),
            says="At n SNR³ = 2 a quarter at least, trained to a loss of 1/100, have a test loss of at least 6/100: n SNR³ = 2 is not above the threshold",
            wrong={"at_fifteen": {"event": harmful(15, 6 * eps)}},
        ),
        "harmful": Part(
            Guarantee(harmful(Rational(3, 10)), often),
            says="At n SNR³ = 3/10 the test loss is at least 0.1 for three quarters that fit the sample",
            wrong={"at_fifteen": {"event": harmful(15)}},
        ),
        "factor": Part(
            lost(exp(b)),
            says="A margin that falls by b multiplies the logistic loss by e^b at most: 6 is room for b = log 6",
            wrong={"root": {"right": exp(b / 2) * log(1 + exp(-z))}, "linear": {"right": (1 + b) * log(1 + exp(-z))}},
        ),
    },
    procedures=(literal, training),
    uses=("cnn.cao_phase", "cnn.growth_poly"),
)
