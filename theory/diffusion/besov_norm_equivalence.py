"""The norm of spline coefficients is not equivalent to the Besov norm for every s: a single spline has all the first and not all the second.

A cubic B-spline of the level 3, made periodic on the unit circle, has the Fourier coefficients sinc(n/8)^4 and the norm N(f) = 2^{3s}·2^{−3/2} for
every s, while Σ(1 + n²)^s sinc(n/8)^8 is finite for s < m + 1/2 = 7/2 only. The slide states no condition; DeVore and Popov ask for d(1/p − 1)_+ < s
< min(m, m − 1 + 1/p), and for the infimum over decompositions in N(f). The Gram matrix of the cubic splines has its symbol in [17/315, 1], so that
coefficients and L² norms of a level differ by a factor of at most √(315/17). Of a wave e^{2πinx} the L² projection on the splines of level k has
coefficients of the size c_k = sinc(n/2^k)⁴/G(2πn/2^k), G the Gram symbol, and written on the level k that of level k − 1 is c_{k−1} cos⁴(πn/2^k) at
the frequency n and c_{k−1} sin⁴(πn/2^k) at n + 2^{k−1}: so for the decomposition by projections N(f)² = c_0² + Σ 2^{2sk}[(c_k − c_{k−1}cos⁴)² +
c_{k−1}²sin⁸]. Judged with p = q = 2 on the circle, the equivalence for waves on both sides; that for all functions, and for p ≠ 2 (which needs
quasi-interpolants), is quoted.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source, spline

s = Symbol("s", "smoothness", Positive)
M = Symbol("M", "highest frequency", Naturals)
omega = Symbol("ω", "angle", Reals)
wave, k = Symbol("f", "frequency of a wave", Naturals), Index("k")
n = Index("n")
EIGHTH = Rational(1, 8)
sinc = sin(pi * EIGHTH * n) / (pi * EIGHTH * n)
norm = sqrt(1 + 2 * Sum((1 + n**2) ** s * sinc**8, (n, 1, M)))
symbol = sum(spline(Integer(4 + j), 7).doit() * cos(j * omega) for j in range(-3, 4))


def size(level):
    """c_k of the wave."""
    at = wave / 2**level
    return (sin(pi * at) / (pi * at)) ** 4 / symbol.xreplace({omega: 2 * pi * at})


def coefficients(power):
    """N(f) of the wave on the levels 1 to 13; c_0 vanishes at every n ≥ 1."""
    angle = pi * wave / 2**k
    both = (size(k) - size(k - 1) * cos(angle) ** 4) ** 2 + size(k - 1) ** 2 * sin(angle) ** 8
    return sqrt(Sum(2 ** (2 * power * k) * both, (k, 1, 13)))


claim = Claim(
    "diffusion.besov_norm_equivalence",
    source=source("Cardinal B-spline interpolation (DeVore & Popov 1988)", "devore1988"),
    domain=Domain(core=(s >= Rational(1, 2), s <= 5, omega >= 0, omega <= 4)),
    parts={
        "main": Part(
            Order(norm, Integer(1), ladder=Ladder(M, (2**8, 2**10, 2**12, 2**14, 2**16)), direction="upper"),
            when=(s <= 3,),
            says="A cubic spline has a finite H^s norm for s ≤ 3: frequencies up to M contribute at most of the order 1",
            printed=Print(
                when=(),
                erratum=Erratum.condition_missing(
                    "the equivalence is stated without a condition on s: for s > m + 1/2 a single spline of degree m has a finite N(f) and no finite "
                    "norm; s < min(m, m − 1 + 1/p) and s > d(1/p − 1)_+ have to be asked for"
                ),
            ),
            wrong={"up_to_5": {"when": (s <= 5,)}},
        ),
        "above": Part(
            Order(norm, M ** (s - Rational(7, 2)), ladder=Ladder(M, (2**10, 2**12, 2**14, 2**16))),
            when=(s >= 4,),
            says="For s ≥ 4 they contribute the order M^(s−7/2)",
            wrong={"one_more": {"scale": M ** (s - Rational(5, 2))}},
        ),
        "waves": Part(
            Order(coefficients(s), wave**s, ladder=Ladder(wave, (4, 8, 16, 32, 64, 128))),
            when=(s <= 3,),
            says="Of a wave of frequency n the coefficients on the levels k ≤ 13 have N(f) of the order n^s for s ≤ 3, which is that of its H^s norm",
            wrong={
                "without_the_size_of_cells": {"quantity": coefficients(s + Rational(1, 2))},
                "weight_too_small": {"quantity": coefficients(s - Rational(1, 2))},
            },
        ),
        "gram": Part(
            Within(symbol, Rational(17, 315), 1),
            says="The Gram symbol of the cubic splines, Σ_k N_7(4 + k) cos kω, lies in [17/315, 1]",
        ),
    },
)
