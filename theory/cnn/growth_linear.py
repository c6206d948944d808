"""With ReLU a step of descent adds a constant to each inner product that is positive: signal and noise grow in the ratio n SNR²/2.

Noise orthogonal to the signal and to itself. γ_r = j_r<w_r, μ> gains (η/nm)|μ|² Σ|ℓ'_i| over the samples with y_i = sgn<w_r, μ>,
whichever sign j_r the neuron has: one that starts on the wrong side gains as well, through the other class, until it crosses
zero. <w_r, ξ_i> > 0 gains (η/nm)|ξ_i|²|ℓ'_i| where y_i = j_r. While all |ℓ'_i| are equal the ratio of the two is n SNR²/2 for
balanced classes. The print γ + η'_γ, ρ + η'_ξ says this. Random noise patches overlap, which adds relative terms of order √(n/d).
The runs have n samples, d = 200n, 16 neurons of each sign, starts of size 1/100 and take ten steps of e_0 = ησ_ξ²d/(nm) = 1/500.
"""

from sympy import OneMatrix

from lemmata import Abs, Claim, Counts, Domain, Function, Guarantee, Identity, Iterate, Maximum, Naturals, Part, Positive
from lemmata import Procedure, Rational, Reduction, Symbol, hadamard
from lemmata.theory.cnn.notation import d, eta, m, n, source
from lemmata.theory.cnn.one_step import POSITIVE, W0, Xi, entries, j, lengths, mu, own, pull, rate, stepped, strength, y, z
from lemmata.theory.language.calculus import FunctionClass

RELU = FunctionClass("the ReLU", {"relu": Maximum(z, 0)}, open=False)
sigma = Function("σ", "activation", of=RELU, kink=0, latex=r"\sigma")
after, force = stepped(sigma), pull(sigma)
seen, sides = W0 * Xi.T, entries(z / abs(z), W0 * mu)  # sgn<w_r, μ>
same_side = (OneMatrix(2 * m, n) + sides * y.T) / 2
above = entries(POSITIVE, seen)


def grown(samples=same_side, mean=rate, size=strength):
    """What a step adds to γ."""
    return mean * size * samples * force


def memorised(size=lengths, mean=rate, where=above):
    """What a step adds to <w_r, ξ_i>."""
    return mean * hadamard(where, j * hadamard(y, force).T) * size


h = Symbol("h", "samples of each class", Naturals)
snr2 = Symbol("SNR²", "|μ|²/|ξ_i|²", Positive, latex=r"\mathrm{SNR}^2")
noise2 = Symbol("|ξ|²", "squared length of the noise", Positive, latex=r"|\xi|^2")
slope = Symbol("|ℓ'|", "size of ℓ' at every sample", Positive, latex=r"|\ell'|")
signal_gain = rate.subs(n, 2 * h) * snr2 * noise2 * h * slope
noise_gain = rate.subs(n, 2 * h) * noise2 * slope
T = Symbol("T", "number of steps", Counts)
x, gain = Symbol("x", "inner product", Positive), Symbol("η′", "what a step adds", Positive, latex=r"\eta'")
start = Symbol("u₀", "inner product at the start", Positive, latex="u_0")


def path(length, step=x + gain):
    return Iterate(x, step, start, length)


def linear(k):
    """Induction over the number of steps."""

    def longer(known):
        one = k.rewrite(k.step(path(T + 1).at(T + 1)), by=k.horizon(path(T + 1).at(T), T))
        return k.rewrite(one, by=known).to(start + (T + 1) * gain)

    return k.induction(k.start(path(0).at(0)), longer, over=T)


first_steps = Procedure(
    "first_steps",
    "the first steps of descent on the two-layer ReLU network with random noise",
    ("n", "d", "s", "m", "s0", "rate", "steps"),
    {"ratio": "mean of what j_r<w_r, μ> has gained over the mean of what <w_r, ξ_i> has where y_i = j_r and it was positive"},
)
