"""Variational inference by the kernel Stein discrepancy: its square has a first variation, the discrepancy itself has none at the posterior.

W(x, y) = s(x)s(y)k + s(x)∂_y k + s(y)∂_x k + ∂_x∂_y k with s = ∇log π: ∫W(x, y) π(dy) = 0 for every x, so that KSD²(μ) = ∬W dμ dμ
vanishes at π, and at (1 − ε)π + εδ_x it is ε²W(x, x). Its slope at π is 0, that of a first variation which is constant. KSD itself
has the slope √W(x, x), which is no integral of a function against δ_x − π: for the mean of two points it is smaller than the mean
of theirs. Only s is used, and so no constant of normalisation. Judged for π = N(0, 1) and a Gaussian kernel of width l, where W(x,
x) = x² + 1/l². The slide has F(μ) = KSD(μ) + λ_1 E|x|² and does not say whether its KSD is a square.
Particles are not run: W is not bounded, steps have to be short, and at their number the terms i = j, not the discrepancy, make most of F.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mfld.notation import source

width = Symbol("l", "width of the kernel", Positive)
x, y = Symbol("x", "a point", Reals), Symbol("y", "another point", Reals)
eps = Symbol("ε", "its share", NumberSet("(0, 1)", 0, 1, ordinary=(0.1, 0.9), assumptions={"positive": True}))
n = Symbol("n", "one over the share of the point", Naturals)
Z, other = Sampled("Z", Normal()), Sampled("Z'", Normal())
u, v = sp.Symbol("u", real=True), sp.Symbol("v", real=True)
kernel = exp(-((u - v) ** 2) / (2 * width**2))


def form(score=1, mixed=1):
    first, second = sp.diff(kernel, u), sp.diff(kernel, v)
    whole = score**2 * u * v * kernel - score * u * second - score * v * first + mixed * sp.diff(kernel, u, v)
    return sp.expand(whole / kernel) * kernel


def at(a, b, **changed):
    return form(**changed).xreplace({u: a, v: b})


def stein(**changed):
    return Mean(at(x, Z, **changed))


def squared(share):
    """KSD² of (1 − share)π + share δ_x."""
    return (1 - share) ** 2 * Mean(at(Z, other)) + 2 * share * (1 - share) * Mean(at(x, Z)) + share**2 * at(x, x)


own = x**2 + 1 / width**2
far = Ladder(n, (10, 100, 1000, 10**4, 10**5))
closed = own / n**2  # KSD² at the share 1/n
pair = (at(x, x) + 2 * at(x, y) + at(y, y)) / 4  # at the mean of two points
claim = Claim(
    "mfld.ksd_variational_inference",
    source=source("Other applications"),
    domain=Domain(core=(width >= 0.4, width <= 1.2, x >= -2, x <= 2, y >= -2, y <= 2, n >= 2)),
    parts={
        "main": Part(
            Limit(n * closed, 0, ladder=far, expansion=(1 / n, n**-2), scale=own),
            says="At the share 1/n of a point, n times what the squared discrepancy exceeds its value 0 at π = N(0, 1) tends to 0",
            printed=Print(
                readings={"a_square": (Edit(), "holds"), "no_square": ({"quantity": n * sqrt(closed)}, "fails")},
                erratum=Erratum.unclear(
                    "KSD(μ) has to be the squared discrepancy: without the square F has no first variation at the posterior, and the smoothness "
                    "that the theory assumes is lost"
                ),
            ),
        ),
        "square": Part(
            Identity(squared(eps), eps**2 * own, scale=own),
            says="At (1 − ε)π + εδ_x the squared discrepancy is ε²(x² + 1/l²)",
            wrong={"first_power": {"right": eps * own}, "without_kernel": {"right": eps**2 * x**2}},
        ),
        "stein": Part(
            Identity(stein(), 0, scale=1 + x**2 + 1 / width**2),
            says="as ∫W(x, y) π(dy) = 0",
            proof="mean",
            wrong={"without_mixed": {"left": stein(mixed=0)}, "score_twice": {"left": stein(score=2)}},
        ),
        "no_variation": Part(
            Inequality(sqrt(pair), (sqrt(at(x, x)) + sqrt(at(y, y))) / 2),
            says="The slopes √W of the discrepancy itself are not additive: at the mean of two points it is at most the mean",
            wrong={"additive": {"left": (sqrt(at(x, x)) + sqrt(at(y, y))) / 2, "right": sqrt(pair)}},
        ),
    },
    uses=("mfld.first_variation",),
)
