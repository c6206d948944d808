"""The effective rank R = (Σ l_j)²/Σ l_j² of the eigenvalues l_j = j^-a, j <= d.

By Cauchy and Schwarz R is at most the number of eigenvalues. R ~ d(1-2a)/(1-a)² for a < 1/2, 4d/log d at 1/2,
d^(2-2a)/((1-a)²ζ(2a)) for 1/2 < a < 1, 6 log²d/π² at 1. Sums up to d are written by Hurwitz' ζ(s, q) = Σ_{j>=0} (j + q)^-s, continued
to s < 1. R is what makes a tail of the spectrum a penalty: ridge.tail_is_ridge; that of a tail with a > 1 is ridge.tail_rank.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.ridge.notation import j, source

a, b = Symbol("a", "decay of a slow spectrum, below 1/2", Positive), Symbol("b", "the same, at most 2/5", Positive)
f = Symbol("α", "decay of a faster one, between 3/5 and 4/5", Positive)
d, k = Symbol("d", "length of the spectrum", Naturals), Symbol("k", "number of any eigenvalues", Naturals)
l = Array("l", "any eigenvalues", k, of=Positive)
half = Rational(1, 2)
total, squares = Trace(diag(l)), Trace(diag(l) * diag(l))


def first(power, end=d):
    """Σ_{j<=d} j^-power."""
    return sp.zeta(power) - sp.zeta(power, end + 1)


def rank(power):
    """R of the whole spectrum."""
    return first(power) ** 2 / first(2 * power)


def ranks(found, value, says, **wrong):
    ladder = Ladder(d, (10**6, 10**12, 10**18, 10**24, 10**30), quick=(10**6, 10**12, 10**18, 10**24))
    versions = {name: {"quantity": found / v} for name, v in wrong.items()}
    powers = (
        d ** Rational(-1, 5),
        d ** Rational(-1, 2),
        1 / d,
    )  # at the ends of the decays corrections fall like the first one
    return Part(Limit(found / value, 1, ladder=ladder, expansion=powers), says=says, wrong=versions)


harmonic = sp.digamma(d + 1) + sp.EulerGamma

claim = Claim(
    "ridge.effective_rank",
    source=source("Slow decay plays regularization", "bartlett2019"),
    domain=Domain(
        (a < half, b <= Rational(2, 5), f >= Rational(3, 5), f <= Rational(4, 5)),
        core=(a >= 0.1, a <= 0.4, b >= 0.1, d <= 200, k >= 2, k <= 30),
    ),
    parts={
        "main": Part(
            Within(rank(a) / d, (1 - 2 * a) / (1 - a) ** 2, 1),
            says="For l_j = j^−a, a < 1/2, j ≤ d, R is of the order d, with constants: between (1 − 2a)/(1 − a)² and 1 times d",
            wrong={"narrower": {"low": (1 - 2 * a) / (1 - a) ** 3}},
        ),
        "at_most": Part(
            Inequality(total**2, k * squares),
            proof=lambda kernel: kernel.to(kernel.cauchy_schwarz(diag(l), I(k)), k * squares),
            says="R is at most the number of the eigenvalues, whatever they are",
        ),
        "partial_sums": Part(
            Identity(Sum(j**-a, (j, 1, d)), first(a)),
            says="Σ_{j≤d} j^−a is ζ(a) − ζ(a, d + 1), with Hurwitz' ζ continued below 1",
            wrong={"shifted": {"right": first(a, d - 1)}},
        ),
        "slow": ranks(
            rank(b),
            d * (1 - 2 * b) / (1 - b) ** 2,
            "The lower constant is the limit: for a ≤ 2/5 R is d(1−2a)/(1−a)² as d grows",
            rank_is_d=d,
        ),
        "half": ranks(
            first(half) ** 2 / harmonic,
            4 * d / (log(d) + sp.EulerGamma),
            "For a = 1/2 it is 4d/(log d + γ), γ Euler's constant",
        ),
        "fast": ranks(
            rank(f), d ** (2 - 2 * f) / ((1 - f) ** 2 * sp.zeta(2 * f)), "For 3/5 ≤ a ≤ 4/5 it is d^(2−2a)/((1−a)²ζ(2a))"
        ),
        "one": ranks(harmonic**2 / first(2), 6 * (log(d) + sp.EulerGamma) ** 2 / pi**2, "For a = 1 it is 6(log d + γ)²/π²"),
    },
    uses=("ridge.tail_is_ridge",),
    notes="With Euler's constant the limits at a = 1/2 and a = 1 are reached fast; beside them they hold, too slowly for a ladder.",
)
