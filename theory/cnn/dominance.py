"""With (ReLU)³ every fitted sample is carried by signal or noise; the other stays at the size of the start, which is what "≈ 0" means.

A sample's margin is at most the mean over its class's neurons of σ(<w, yμ>) + σ(<w, ξ>), and at least -log(e^(nL) - 1) at the mean
loss L: both cannot be small (together 0.71 at least at nL = 2/5, so that one of them is 0.35 at least). Which one wins is decided
by n SNR³; the loser of the race u' = au², v' = bv², with one common factor |ℓ'| of both, ends where v blows up, at 1/u = 1/u_0 -
a/(b v_0): σ_0 times a number that is free of σ_0. A neuron sees the signal of the samples with y_i = sgn<w, μ>, be that its class
or not, and its γ gains from these. For ReLU both are of order one, in proportion to n SNR²: the print does not state the
activation. Units σ_ξ²d = 1, noise orthogonal to the signal, m = 16, until the training loss is at most 2/(5n).
Long, as runs in R^d, runs in infinite dimension and the race behind both are judged.
"""

from lemmata import *
from lemmata.theory.cnn.common.runs import PARAMETERS, cube, h, training
from lemmata.theory.cnn.notation import W0, Xi, d, j, loss, m, mu, n, sigma, source, y

size, often, level = 2 * h, Rational(3, 4), Rational(89, 100)
s0 = Symbol("s₀", "standard deviation of <w, ξ> at the start", Positive, latex="s_0")
raced = Procedure(
    "race",
    "training in the limit of infinite dimension, and the starts that decide the race",
    PARAMETERS,
    {
        "signal": "largest γ",
        "from": "where <w, jμ> of that neuron started",
        "spent": "sum over the samples with y_i = sgn<w, μ> of 1/(|ξ_i|²v_i), v_i the largest start <w, ξ_i> of their class",
        "noise": "largest ρ of a sample and a neuron of its class",
        "below": "where that <w, ξ_i> started",
        "length": "|ξ_i|²",
        "ahead": "largest start <w, jμ> of that class",
        "train": "training loss",
    },
)


def snr(v):
    """The SNR at n SNR³ = v."""
    return (v / size) ** Rational(1, 3)


def run(v, q=3):
    return cube(size, 200 * h, snr(v), q=q, s0=s0, across=1, tests=0, stop=Rational(2, 5) / size)


def memorises(v, q=3):
    """All samples are memorised, and the signal keeps the size of its start."""
    found = run(v, q)
    return And(found["kept"] >= level, found["signal"] <= Rational(3, 10) * s0)


def learns(v, q=3):
    """Both classes learn the signal, and the noise keeps the size of its start."""
    found = run(v, q)
    return And(found["weakest"] >= level, found["noise"] <= 6 * s0)


def limit(v):
    ratio = snr(v)
    pace = Rational(1, 10) / Maximum(1, size * ratio**2)
    fixed = {"q": 3, "m": 16, "across": 1, "tests": 0, "steps": 4000, "stop": Rational(2, 5) / size}
    return raced(n=size, d=0, snr=ratio, s0=Rational(3, 100), rate=pace, **fixed)


def close(found, value):
    return Abs(found / value - 1) <= Rational(3, 100)


def loser(start, spent):
    """What a loser has gained when the winner has blown up."""
    return 1 / (1 / start - spent) - start


weak, strong = limit(Rational(1, 5)), limit(15)


def predicted(half=2):
    return loser(strong["below"], half * strong["length"] / (size * snr(15) ** 2 * strong["ahead"]))


def kept(over=1):
    return loser(weak["from"], snr(third) ** 2 * weak["spent"] / over)


hidden = sigma.entrywise(W0 * mu * y.T) + sigma.entrywise(W0 * Xi.T)
weights = Array("p", "weights of the samples, a probability vector", n, kind=Simplex)


def class_mean(side=1):
    """The mean of the hidden values of a sample over the neurons of its class, averaged over the samples."""
    return dot(weights, hadamard(OneMatrix(2 * m, n) + side * j * y.T, hidden).T * OneMatrix(2 * m, 1)) / (2 * m)


needed = -log(exp(n * loss(W0)) - 1)
a, b = Symbol("a", "factor of the first law", Positive), Symbol("b", "factor of the second law", Positive)
u0, v0 = Symbol("u₀", "first start", Positive, latex="u_0"), Symbol("v₀", "second start", Positive, latex="v_0")
x, clock, part = Symbol("x", "state", Positive), Symbol("τ", "time", Positive), Symbol("t", "time of the look", Positive)


def flow(factor, start, power=2):
    """x' = factor |ℓ'| x² with |ℓ'| = e^(-time)/2, up to a time before both blow up."""
    until = part / (1 + part) / (a * u0 + b * v0)
    return Flow(x, factor * x**power * exp(-clock) / 2, start, until, clock=clock)


def difference(u, v):
    return 1 / (a * u) - 1 / (b * v)


def proportional(s):
    """A ReLU network at n SNR² = s has learned both to more than 1/2."""
    found = cube(size, 200 * h, (s / size) ** Rational(1, 2), q=1, s0=s0, across=1, tests=0, stop=Rational(2, 5) / size)
    return And(found["signal"] >= Rational(1, 2), found["noise"] >= Rational(1, 2))


def least(v):
    return run(v)["least"] >= level


third, fixed = Rational(1, 5), Rational(1, 10)
claim = Claim(
    "cnn.dominance",
    source=source("BENIGN OVERFITTING WITH FEATURE LEARNING (KEY IDEA)"),
    domain=Domain(
        (h <= 7, h >= 4, s0 >= Rational(1, 50), s0 <= Rational(1, 10)),
        core=(
            (n <= 6, m <= 3, d <= 12, a >= fixed, a <= 3, b >= fixed, b <= 3),
            (u0 >= fixed, u0 <= 3, v0 >= fixed, v0 <= 3, part <= 5),
        ),
    ),
    parts={
        "main": Part(
            Guarantee(learns(15), often),
            says="At n SNR³ = 15 three quarters of the (ReLU)³ networks have max_r γ ≥ 0.89 for both signs and all |ρ| at most 6 times the start",
            printed=Print(
                readings={"cube": ({"event": learns(40)}, "holds"), "relu": ({"event": learns(15, 1)}, "fails")},
                erratum=Erratum.unclear(
                    "the activation is not printed there, and ≈ 0 is no number: with (ReLU)³ the loser keeps the order of its start; with ReLU it does not"
                ),
            ),
            wrong={"swapped": {"event": memorises(15)}, "other_side": {"event": learns(third)}},
        ),
        "harmful": Part(
            Guarantee(memorises(third), often),
            says="and at n SNR³ = 1/5 max_r ρ ≥ 0.89 for every sample and its class, and all γ at most 3/10 of the start",
            wrong={
                "swapped": {"event": learns(third)},
                "every_neuron": {"event": least(third)},
                "of_order_one": {"event": run(third)["signal"] >= fixed},
                "relu": {"event": memorises(third, 1)},
            },
        ),
        "relu": Part(
            Guarantee(proportional(Rational(3, 10)), often),
            says="In three quarters of the ReLU networks both the largest γ and the largest |ρ| are above 1/2 at n SNR² = 3/10",
            wrong={"small": {"event": run(Rational(3, 10), 1)["signal"] <= Rational(3, 10) * s0}},
        ),
        "relu_strong": Part(
            Guarantee(proportional(5), often),
            says="and at n SNR² = 5",
            wrong={"small": {"event": run(5, 1)["noise"] <= 6 * s0}},
        ),
        "carried": Part(
            Inequality(needed, class_mean()),
            says="A sample's class mean of σ(<w, yμ>) + σ(<w, ξ>), or any average of these, is at least −log(e^(nL) − 1), L the mean loss of n samples",
            wrong={"half": {"right": class_mean() / 2}, "other_class": {"right": class_mean(-1)}},
        ),
        "closed_form": Part(
            Guarantee(close(strong["noise"], predicted()), often),
            says="In infinite dimension the largest ρ at n SNR³ = 15 is in three quarters of the runs (1/v₀ − 2|ξ|²/(n|μ|²u₀))⁻¹ − v₀ up to 3 %, "
            "u₀ the largest start of ⟨w, jμ⟩ in the class",
            wrong={"whole_sample": {"event": close(strong["noise"], predicted(1))}},
        ),
        "closed_form_harmful": Part(
            Guarantee(close(weak["signal"], kept()), often),
            says="and the largest γ at n SNR³ = 1/5 is (1/u₀ − Σ|μ|²/(|ξ_i|²v_i))⁻¹ − u₀ up to 3 %, u₀ = ⟨w, jμ⟩ and v_i = max ⟨w, ξ_i⟩ at the "
            "start, the sum over the samples with y_i = sgn⟨w, μ⟩",
            wrong={
                "one_sample": {"event": close(weak["signal"], kept(h))},
                "whole_sample": {"event": close(weak["signal"], kept(Rational(1, 2)))},
            },
        ),
        "difference": Part(
            Identity(difference(flow(a, u0), flow(b, v0)), difference(u0, v0), scale=1 / (a * u0) + 1 / (b * v0)),
            says="Along u′ = a|ℓ'|u², v′ = b|ℓ'|v² with |ℓ'| = e^(−τ)/2 for both, 1/(au) − 1/(bv) does not move: where v blows up 1/u = 1/u₀ − a/(bv₀)",
            wrong={
                "cubes": {"left": difference(flow(a, u0, 3), flow(b, v0, 3))},
                "no_factors": {"left": 1 / flow(a, u0) - 1 / flow(b, v0), "right": 1 / u0 - 1 / v0},
            },
        ),
    },
    procedures=(training, raced),
    uses=("cnn.growth_poly", "cnn.cao_phase"),
)
