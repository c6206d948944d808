"""The rate n^{−s/(2s+d)} in total variation: a lower bound for every estimator, in every dimension, and projections on splines that attain it on the line.

p_w = 1 + Σ_{j<K} w_j A K^{−s} ψ(Kx − j), ψ = sin 2πu, w_j = ±1, on the circle: changing one sign moves the distance by (2/π)A K^{−s−1} and a sample's
Bhattacharyya coefficient is BC = 1 − (1/K)∫(1 − √(1 − A²K^{−2s} sin² 2πu))du. By Assouad's lemma every estimator has an expected distance of at least
(A/π)K^{−s}(1 − √(1 − BC^{2n})); with K = n^{1/(2s+1)} this is in the limit (A/π)(1 − √(1 − e^{−A²/2})) n^{−s/(2s+1)}. In d dimensions K^d products of
such bumps, n = K^{2s+d}: the distance of a sign is (2/π)^d A K^{−s−d}, and by 1 − √(1 − x) ≤ (x + x²)/2 the coefficient is at least 1 −
K^{−d}(A²K^{−2s}2^{−d} + A⁴K^{−4s}(3/8)^d)/2. Estimator: L² projection of n samples on 2n^{1/(2s+1)} periodic cubic splines, cut off at 0, of a
density with random phases whose smoothness is s = 1 and no more. The exact score of the fitted density, started from its own law at T, generates it
(diffusion.reverse_sde), so this is the law of the generated sample but for early stopping. The network class, the logarithm, and estimators in d > 1
(grids of thousands of cells) are not judged.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import source

K = Symbol("K", "number of bumps", Naturals)
A = Symbol("A", "size of the bumps", Positive)
u = sp.Symbol("u", real=True)
d = Symbol("d", "dimension", Naturals)
fit = Procedure(
    "fit",
    "a density with random phases, n samples of it, and their projection on splines",
    ("n", "count", "s"),
    {"distance": "total variation between the two"},
)


def lost(s):
    """K(1 − BC)."""
    square = A**2 * K ** (-2 * s) * sin(2 * pi * u) ** 2
    return Integral(square / (1 + sqrt(1 - square)), (u, 0, 1))


def lower(s, bumps=1):
    """The bound at n = K^{2s+1}, times n^{s/(2s+1)} = K^s."""
    samples = K ** (2 * s + 1)
    overlap = exp(2 * samples * log(1 - lost(s) / K))
    return A / pi * (1 - sqrt(1 - overlap)) * bumps


def everywhere(samples):
    """The bound for s = 1 in d dimensions with that many samples, times K."""
    most = (A**2 * K**-2 * 2**-d + A**4 * K**-4 * Rational(3, 8) ** d) / 2
    return (2 / pi) ** d * A / 2 * (1 - sqrt(1 - exp(2 * samples * log(1 - most / K**d))))


def limit(power):
    return (2 / pi) ** d * A / 2 * (1 - sqrt(1 - exp(-(A**2) * power)))


value = A / pi * (1 - sqrt(1 - exp(-(A**2) / 2)))
rungs, far = Ladder(K, (160, 320, 640, 1280, 2560)), Ladder(K, (10**4, 10**5, 10**6, 10**7, 10**8))
cells = Symbol("k", "cube root of the number of samples", Naturals)
risk = Mean(fit(n=cells**3, count=2 * cells, s=1)["distance"])
claim = Claim(
    "diffusion.tv_rate",
    source=source("Convergence rate result", "oko2023"),
    procedures=(fit,),
    domain=Domain(A <= 2, cells >= 8, cells <= 24, core=(A >= Rational(1, 4), A <= Rational(3, 2), d <= 4)),
    parts={
        "main": Part(
            Limit(lower(1), value, ladder=rungs, expansion=(K**-2, K**-3, K**-4)),
            says="For s = 1 Assouad's bound times n^(1/3) tends to (A/π)(1 − √(1 − e^(−A²/2))) > 0: no estimator is faster than n^(−s/(2s+1))",
            wrong={"one_bump": {"value": value / 2}, "exponent": {"value": A / pi * (1 - sqrt(1 - exp(-(A**2))))}},
        ),
        "rougher": Part(
            Limit(lower(Rational(1, 2)), value, ladder=far, expansion=(1 / K, K**-2, K**-3)),
            says="and for s = 1/2 that times n^(1/4)",
            wrong={"exponent": {"value": A / pi * (1 - sqrt(1 - exp(-(A**2))))}},
        ),
        "any_dimension": Part(
            Limit(everywhere(K ** (2 + d)), limit(2**-d), ladder=rungs, expansion=(K**-2, K**-3, K**-4)),
            says="In d dimensions and for s = 1 that times n^(1/(2+d)) tends to ½(2/π)^d A(1 − √(1 − e^(−A²/2^d))) > 0",
            wrong={
                "as_on_the_line": {"value": limit(Rational(1, 2))},
                "one_more_dimension": {"quantity": everywhere(K ** (3 + d))},
            },
        ),
        "projection": Part(
            Within(risk * cells, Rational(1, 2), Rational(13, 20)),
            says="Projections of n = k³ samples (8 ≤ k ≤ 24) on 2k cubic splines are at a mean distance of 0.5 to 0.65 n^(−1/3) from densities of smoothness 1",
            wrong={
                "d_plus_1": {"quantity": risk * cells ** Rational(3, 4)},
                "without_variance": {"quantity": risk * cells ** Rational(3, 2)},
                "squared": {"quantity": risk * cells**2},
            },
        ),
    },
)
