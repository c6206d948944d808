"""Explicit and denoising score matching differ by a constant that no estimate changes, at every time t > 0.

With X = μX_0 + σZ the conditional score is −Z/σ, and its mean given X is the score of X; so the two losses of an estimate ŝ(X)
differ by C_t = d/σ² − J(p_t) = (μ²/σ⁴) E tr Cov(X_0|X). The print has ŝ(Y_t) in the last loss, where Y_t is the reverse process and
not the point X_t at which the conditional score is taken: with Y_t apart from X_t the loss of ŝ is E|ŝ(Y_t)|² and a constant,
whatever the data are. It also integrates from 0, where C_t is not integrable: ∫ d/σ² dt from 1/n to T is (d/2) log[(e^{2T} −
1)/(e^{2/n} − 1)], about (d/2) log n. Judged on the line for X_0 = ±b (with any estimate), and in R^d for X_0 ~ N(0, vI) and
linear estimates.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import T, at, deviation, mu, noise, shrink, sigma, sigma2, source, tau, v, variance
from lemmata.theory.language.calculus import Z as z

ESTIMATES = FunctionClass(
    "estimates of the score", {"linear": -z, "tanh": tanh(2 * z) - z, "wave": cos(2 * z), "shifted": 1 - z / 2}
)
f = Function("f", "an estimate of the score", of=ESTIMATES)
b = Symbol("b", "the data are b or −b", Positive)
s = Symbol("s", "forward time of the reverse process, T − t", Positive)
n = Symbol("n", "one over the time at which it stops", Naturals)
d = Symbol("d", "dimension", Naturals)
x = sp.Symbol("x", real=True)


start, other_start = Sampled("S", Rademacher()), Sampled("S'", Rademacher())  # signs of X_0 and of an X_0 apart from it
noise_of_x, noise_of_y = Sampled("ζ", Normal()), Sampled("ζ'", Normal())
X = mu * b * start + sigma * noise_of_x
Y = shrink(s) * b * other_start + deviation(s) * noise_of_y  # the reverse process where it stands for X_s


def score(at_x):
    return (mu * b * tanh(mu * b * at_x / sigma2) - at_x) / sigma2


def point(sign):
    return sign * b * mu + sigma * x


def difference(value, conditional=-noise_of_x / sigma):
    """The explicit loss of f less its denoising loss with an estimate at some place."""
    return Mean((score(X) - f(X)) ** 2 - (conditional - value) ** 2)


# even functions of the sign: one sign is enough
constant = mu**2 * b**2 / sigma2**2 * GaussMean(1 / cosh(mu * b * point(1) / sigma2) ** 2, x)
fisher = GaussMean(score(point(1)) ** 2, x)

B = Array("B", "a linear estimate", d, d)
data, Z = Sampled("X_0", Normal(v), d), Sampled("Z", Normal(), d)
place = mu * data + sigma * Z
left = Mean(sq(-place / variance(at) - B * place))
right = Mean(sq(-Z / sigma - B * place))
gap = d * (1 / sigma2 - 1 / variance(at))
closed = variance(at) * Trace((B + I(d) / variance(at)).T * (B + I(d) / variance(at)))


spent = Integral(1 / noise(tau), (tau, 1 / n, T))
far = Ladder(n, (10**5, 10**6, 10**7, 10**8, 10**9))
claim = Claim(
    "diffusion.score_matching_identity",
    source=source("Score matching", "oko2023"),
    domain=Domain(
        (at >= Rational(1, 10), at <= 3, s >= Rational(1, 10), s <= 3, b <= 3, b >= Rational(1, 4), T <= 10, n * T > 1),
        core=(
            (at <= Rational(1, 2), s >= Rational(1, 5), s <= 2, b >= Rational(1, 2), b <= Rational(5, 4)),
            (v >= Rational(1, 10), v <= 3, T >= Rational(1, 2), T <= 3, d <= 4, n >= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(difference(f(X)), fisher - 1 / sigma2, scale=1 / sigma2),
            says="For X_0 = ±b the explicit loss of any estimate less its denoising loss is J(p_t) − 1/σ², what it is for the estimate 0",
            printed=Print(
                left=difference(f(Y)),
                erratum=Erratum.misprint(
                    "the estimate stands at ŝ(Y_t, t) beside the conditional score at X_t: it has to be ŝ(X_t, t); with a Y_t that is not "
                    "X_t the loss has lost its cross term and does not depend on the data"
                ),
            ),
            wrong={
                "deviation_once": {"left": difference(f(X), -noise_of_x)},
                "other_sign": {"left": difference(f(X), noise_of_x / sigma)},
            },
        ),
        "constant": Part(
            Identity(1 / sigma2 - fisher, constant, scale=1 / sigma2),
            says="which is −(μ²/σ⁴) E Var(X_0|X_t)",
            wrong={"data_alone": {"right": mu**2 * b**2 / sigma2**2}},
        ),
        "gaussian": Part(
            Identity(left, right - gap, scale=d * (1 + 1 / sigma2) + sq(B)),
            says="In R^d with X_0 ~ N(0, vI) and any linear estimate the losses differ by d(1/σ² − 1/v_t)",
            wrong={"without_the_data": {"right": right - d / sigma2}, "plus": {"right": right + gap}},
        ),
        "lower_limit": Part(
            Limit(spent / log(n), Rational(1, 2), ladder=far, expansion=(1 / log(n), 1 / (n * log(n)), 1 / (n**2 * log(n)))),
            says="From the time 1/n on the loss of ŝ = 0 given X_0 integrates to about ½ log n per coordinate",
            printed=Print(
                value=0,
                erratum=Erratum.condition_missing(
                    "the integrals start at 0, where the loss and the constant are infinite: start at a time above 0"
                ),
            ),
            wrong={"once": {"value": 1}},
        ),
        "spent": Part(
            Identity(spent, log((exp(2 * T) - 1) / (exp(Integer(2) / n) - 1)) / 2),
            says="exactly to ½ log[(e^(2T) − 1)/(e^(2/n) − 1)]",
            wrong={"without_half": {"right": log((exp(2 * T) - 1) / (exp(Integer(2) / n) - 1))}},
        ),
    },
)
