"""A transformed label makes n ≍ d enough: the overlap of θ̂ = (1/n) Σ T(y_i) x_i.

With c_1 = E[Tz], E<θ̂, θ> = c_1 and E|θ̂|² = c_1² + ((d - 1)E T² + E[T²z²] - c_1²)/n, so that the squared overlap tends to
c_1²/(c_1² + (d/n)E T²), a constant fraction at n ≍ d whatever the information exponent, if c_1 ≠ 0. The best T is E[z | y]:
λ_1²/(λ_1² + d/n). With T(y) = y and information exponent at least 2 c_1 = 0, and nothing is learned. What c_1 is for thresholds:
generative.threshold_labels. Even links need the matrix version of the estimator, which is not judged here.
"""

from lemmata import *
from lemmata.theory.generative.notation import Z, source
from lemmata.theory.language.calculus import Z as z

d, n = Symbol("d", "dimension", Naturals), Symbol("n", "number of samples", Naturals)
r = Symbol("r", "samples per dimension", Naturals)
cubic = z**3 - 3 * z


def above(label, level):
    return Piecewise((1, label > level), (0, True))


LABELS = FunctionClass(
    "transformed labels, bounded",
    {
        "He_3 above 1/2": above(cubic, Rational(1, 2)),
        "He_3 above 3": above(cubic, 3),
        "z² − z above 1": above(z**2 - z, 1),
        "sine of He_3": sin(cubic / 2),
    },
)
T = Function("T", "transformed label, as a function of ⟨x,θ⟩", of=LABELS)
theta = Array("θ", "unknown direction", d, kind=UnitVector)
X = Sampled("X", Normal(), n, d)
estimate = X.T * T.entrywise(X * theta) / n
other = Sampled("Z'", Normal())
c1, T2, T2z2 = Mean(T(Z) * Z), Mean(T(Z) ** 2), Mean(T(Z) ** 2 * Z**2)
squared = Mean(T(Z) * Z * T(other) * other)  # c_1², by an independent copy


def norm(first=1, second=1):
    """E|θ̂|², and the same with a term wrong."""
    return squared * (1 - 1 / n) + ((d - 1) * first * T2 + second * T2z2) / n


one, second, product = (
    Symbol("c_1", "mean of T z", Reals),
    Symbol("T_2", "mean of T²", Positive),
    Symbol("T_2z", "mean of T²z²", Positive),
)
size = Symbol("N", "dimension, of ladders", Naturals)
finite = (one**2 + (product - one**2) / (r * size)) / (one**2 + ((size - 1) * second + product - one**2) / (r * size))

claim = Claim(
    "generative.label_transform_estimator",
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(
        r >= 6, core=(n <= 4, d <= 4, r <= 8, one >= -1, one <= 1, second >= 0.1, second <= 1, product >= 0.1, product <= 1)
    ),
    parts={
        "main": Part(
            Identity(Mean(sq(estimate)), norm()),
            says="(1/n) Σ T(y_i) x_i has the mean square c_1² + ((d−1)E T² + E[T²z²] − c_1²)/n, c_1 = E[Tz]",
            wrong={"no_fourth_moment": {"right": norm(second=0)}, "whole_dimension": {"right": norm() + T2 / n}},
        ),
        "along": Part(Identity(Mean(dot(theta, estimate)), c1, scale=Rational(1, 4)), says="Its mean component along θ is c_1"),
        "limit": Part(
            Limit(
                finite,
                one**2 / (one**2 + second / r),
                ladder=Ladder(size, (50, 200, 800, 3200, 12800)),
                expansion=(1 / size, size**-2),
                scale=1,
            ),
            says="At n = rd the ratio of these means tends to c_1²/(c_1² + E T²/r)",
        ),
    },
    uses=("generative.definition",),
    notes="Labels are noiseless. What the estimator reaches at n ≍ d is run in generative.constant_fraction.",
)
