"""Cardinal B-splines of degree m: the density of a sum of m + 1 uniform numbers, with the active indices of the level k on [−1, 1].

N_m(x) = (1/m!) Σ_j (−1)^j C(m+1, j) (x − j)_+^m is the mean of N_{m−1} over [x − 1, x]: m + 1 factors 1_[0,1] convolved, of degree
m on [0, m + 1]. (The slide's number of factors cannot be read, and "order m" may mean m or m + 1 factors; its other formulas agree
with m + 1.) On [−1, 1] the splines N_m(2^k x − j) that do not vanish are those with −2^k − m ≤ j ≤ 2^k − 1, and their sum is 1. The
printed J(k) begins above −m and loses every spline that is needed left of 0. The printed tensor product has N_m(2^a − b) for
N_m(2^a x − b). Its integral is (1/(m + 1)!) Σ_j (−1)^j C(m+1, j) (x − j)_+^{m+1}.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import source, spline

m, level, a = Symbol("m", "degree", Naturals), Symbol("k", "level", Counts), Symbol("a", "level of a coordinate", Counts)
b = Symbol("b", "index of the spline", Integers)
x = Symbol("x", "position", NumberSet("[−1, 1)", -1, 1, closed=(True, False), ordinary=(-1, 0.999), assumptions={"real": True}))
y, omega = Symbol("y", "position", Reals), Symbol("ω", "frequency", Positive)
i, j = Index("i"), sp.Symbol("j", integer=True)
u = sp.Symbol("u", real=True)


def total(first, last):
    """The sum over the indices of level k."""
    return Sum(spline(2**level * x - j, m), (j, first, last))


wave = Sum(Integral(cos(omega * (b + i - 1 + u) / 2**a) * spline(i - 1 + u, m), (u, 0, 1)), (i, 1, m + 1)) / 2**a
half = omega / 2 ** (a + 1)
closed = (sin(half) / half) ** (m + 1) * cos(half * (2 * b + m + 1)) / 2**a
constant = spline(2**a - b, m) * (sin(2 * half * (b + m + 1)) - sin(2 * half * b)) / omega  # the print, over the same support
U = Sampled("U", Uniform(0, 1), m + 1)
below = Sum(-((-1) ** i) * binomial(m + 1, i - 1) * Maximum(y - i + 1, 0) ** (m + 1), (i, 1, m + 2)) / factorial(m + 1)
two_scale = 2 ** (-m) * Sum(binomial(m + 1, i - 1) * spline(2 * y - i + 1, m), (i, 1, m + 2))
claim = Claim(
    "diffusion.bspline_basics",
    source=source("B-spline basis decomposition / Cardinal B-spline interpolation", "devore1988"),
    domain=Domain(
        (m <= 4, level <= 3, a <= 4, b >= -8, b <= 8, y >= -2, y <= 6, omega >= Rational(1, 10), omega <= 8),
        core=(m <= 3, level <= 2, a <= 2, b >= -4, b <= 4, y >= 0, y <= 3, omega <= 4),
    ),
    parts={
        "main": Part(
            Identity(total(-(2**level) - m, 2**level - 1), 1),
            says="On [−1, 1) the splines N_m(2^k x − j) with −2^k − m ≤ j ≤ 2^k − 1 sum to 1",
            printed=Print(
                left=total(-m + 1, 2 ** (level + 1) + m - 1),
                erratum=Erratum.wrong(
                    "J(k) = {−m < j < 2^(k+1) + m} has no spline that is positive left of 0 but those next to it, and −m itself is left out; for "
                    "arguments 2^k(x + 1) − j the set is −m ≤ j ≤ 2^(k+1) − 1; k_i has to be k, and the sum runs over k ∈ N and j ∈ J(k)"
                ),
            ),
            wrong={
                "first_left_out": {"left": total(-(2**level) - m + 1, 2**level - 1)},
                "on_0_1": {"left": total(-m, 2**level - 1)},
            },
        ),
        "factor": Part(
            Identity(wave, closed, scale=2 ** (-a)),
            says="∫ cos(ωy) N_m(2^a y − b) dy is 2^(−a) (sin h/h)^(m+1) cos(h(2b + m + 1)), h = ω/2^(a+1): m + 1 factors 1_[0,1] convolved",
            printed=Print(
                left=constant,
                erratum=Erratum.misprint(
                    "the printed factor N_m(2^a_j − b_j) does not depend on x: it is N_m(2^a_j x_j − b_j)"
                ),
            ),
            wrong={"m_factors": {"right": closed.subs(m, m - 1)}, "level_0": {"right": closed * 2**a}},
        ),
        "two_scale": Part(
            Identity(two_scale, spline(y, m), scale=1),
            says="N_m(y) = 2^(−m) Σ_j C(m+1, j) N_m(2y − j)",
            wrong={
                "half": {"left": two_scale / 2},
                "lower_row": {"left": two_scale.xreplace({binomial(m + 1, i - 1): binomial(m, i - 1)})},
            },
        ),
        "uniform_numbers": Part(
            Identity(Probability(dot(U, OneMatrix(m + 1, 1)) < y), below, scale=1),
            says="It is the density of a sum of m + 1 uniform numbers: drawn, the sum is below y with probability (1/(m+1)!) Σ_j (−1)^j C(m+1, j)(y − j)_+^(m+1)",
            wrong={"m_numbers": {"left": Probability(dot(Sampled("V", Uniform(0, 1), m), OneMatrix(m, 1)) < y)}},
        ),
    },
)
