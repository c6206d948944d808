"""Starting from N(0, I) instead of p_T costs at most √(KL/2), with q = e^{−T} and KL ≤ ½[q²E|X_0|² − d(q² + log(1 − q²))].

Given X_0 = m the law at T is N(qm, (1 − q²)I), whose divergence from N(0, I) is the formula with |m|² for E|X_0|²; divergence is
convex, so the mean over m bounds that of the mixture, and what it lacks is the mutual information of X_0 and X_T. The rate e^{−T} is
sharp where E X_0 ≠ 0: a point mass at m has TV/q → |m|/√(2π). Where E X_0 = 0 it is e^{−2T}: for ±b TV/q² → |b² − 1| φ(1), which
is ¼|E X_0² − 1| E|Z² − 1|, and for b = 1 it is smaller still.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import T, deviation, distance, noise, shrink, source

unit = NumberSet("(0, 1)", 0, 1, ordinary=(0.1, 0.9), assumptions={"positive": True})
d, n = Symbol("d", "dimension", Naturals), Symbol("n", "e^T", Naturals)
m = Array("m", "a point", d)
weight = Symbol("w", "weight of the first point", unit)
a, e = Symbol("a", "the first point", Reals), Symbol("e", "distance of the second point from it", Positive)
c = Symbol("c", "the data are c or −c", Positive)
width = Symbol("v", "variance of the data", Positive)
Z = Sampled("Z", Normal(), d)
z, x = sp.Symbol("z", real=True), Symbol("x", "position", Positive)
q, var, dev = shrink(T), noise(T), deviation(T)


def bound(second, size=1):
    """On the divergence, from E|X_0|²."""
    return (q**2 * second - size * (q**2 + log(1 - q**2))) / 2


place = q * m + dev * Z
ratio = (sq(place) - sq(Z) - d * log(var)) / 2


def log_ratio(y):
    """log p_T/φ for the two points."""
    parts = [w * exp(-((y - q * m_i) ** 2) / (2 * var) + y**2 / 2) for w, m_i in ((weight, a), (1 - weight, a + e))]
    return log(sum(parts) / dev)


def under(function):
    """The mean of a function of the position and the number of the point that it came from."""
    return sum(
        w * GaussMean(function(q * m_i + dev * z, i), z) for i, (w, m_i) in enumerate(((weight, a), (1 - weight, a + e)))
    )


def told(y, i):
    """log of the probability of point i given the position, over its weight."""
    other = exp((1 - 2 * i) * (q * e * (y - q * a) - q**2 * e**2 / 2) / var)
    return -log(weight + (1 - weight) * other if i == 0 else 1 - weight + weight * other)


divergence, information = under(lambda y, i: log_ratio(y)), under(told)
second = weight * a**2 + (1 - weight) * (a + e) ** 2
narrow = 1 - 1 / n**2
point = distance(narrow, Integer(1), -c / n)
# the densities of ±c at T and of N(0, 1) cross at x, near 1
cross = Root(
    x,
    Eq(log(cosh(c * x / (n * narrow))) - c**2 / (2 * n**2 * narrow) - log(narrow) / 2, x**2 / (2 * n**2 * narrow)),
    "only",
    (Rational(1, 2), 2),
)
pair = Abs(2 * Phi(cross) - Phi((cross - c / n) / sqrt(narrow)) - Phi((cross + c / n) / sqrt(narrow)))
claim = Claim(
    "diffusion.trunc_high",
    source=source("Error decomposition", "oko2023"),
    domain=Domain(
        (T <= 4, T >= Rational(1, 5), a >= -3, a <= 1, e >= Rational(1, 2), e <= 3),
        (c >= Rational(5, 4), c <= 3, weight >= Rational(1, 10), weight <= Rational(9, 10)),
        core=(T >= Rational(3, 10), T <= 3, a >= -2, d <= 4, width <= 3, width >= Rational(1, 10)),
    ),
    parts={
        "main": Part(
            Inequality((q**2 * (sq(m) + d * width) - d * q**2 - d * log(var + q**2 * width)) / 2, bound(sq(m) + d * width, d)),
            says="For Gaussian data N(m, vI) in R^d KL(p_T | N(0, I)) ≤ ½[q²E|X_0|² − d(q² + log(1 − q²))], q = e^(−T)",
            wrong={
                "unit_second_moment": {"right": bound(d, d)},
                "sign": {"right": (q**2 * (sq(m) + d * width) + d * (q**2 + log(1 - q**2))) / 2},
            },
        ),
        "two_points": Part(
            Identity(divergence + information, bound(second), scale=q**2 * (1 + second)),
            says="For two points on the line what KL lacks of the bound is the mutual information of X_0 and X_T, which is not negative",
            wrong={"without_information": {"left": divergence}, "unit_second_moment": {"right": bound(1)}},
        ),
        "point": Part(
            Identity(Mean(ratio), bound(sq(m), d), scale=d + q**2 * sq(m)),
            says="For a point in R^d that is an equality",
            proof="mean",
            wrong={"one_dimension": {"right": bound(sq(m))}, "without_data": {"right": bound(0, d)}},
        ),
        "variation": Part(
            Inequality(distance(var, Integer(1), -q * c), sqrt(bound(c**2) / 2)),
            says="and the distance in total variation of a point on the line is at most √(KL/2)",
            wrong={"quarter": {"right": sqrt(bound(c**2) / 4)}, "rate_of_centred_data": {"right": sqrt(q**2 * bound(c**2))}},
        ),
        "sharp": Part(
            Limit(
                n * point, c / sqrt(2 * pi), ladder=Ladder(n, (10, 30, 100, 300, 1000, 3000)), expansion=(n**-2, n**-4, n**-6)
            ),
            says="For a point c the distance over e^(−T) tends to c/√(2π): the rate is sharp",
            wrong={"by_pinsker": {"value": c / 2}},
        ),
        "centred": Part(
            Limit(
                n**2 * pair, Abs(c**2 - 1) * phi(1), ladder=Ladder(n, (10, 30, 100, 300, 1000)), expansion=(n**-2, n**-4, n**-6)
            ),
            says="For ±c, c > 1, the distance over e^(−2T) tends to |c² − 1| φ(1)",
            wrong={"without_the_unit": {"value": c**2 * phi(1)}, "half": {"value": Abs(c**2 - 1) * phi(1) / 2}},
        ),
    },
)
