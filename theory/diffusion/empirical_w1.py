"""The empirical measure is n^{−1/d} away in W_1: memorising the sample cannot be faster than that in d ≥ 3 dimensions.

Every law on n points of [0, 1]^d has W_1 ≥ (d/(d + 1))(nω_d)^{−1/d} from the uniform law, ω_d the volume of the unit ball: W_1 is
at least the mean distance to the points, and n balls of volume 1/n are the best case. Judged for random points, whose mean distance
is measured by one more uniform point, for equispaced midpoints on the line, where it is an equality, and for the square grid, at
1.017 of it. On the line E W_1(μ_n, U[0, 1]) = ∫ E|F_n − t| dt = (2/n) Σ_ν ν C(n, ν) ∫_{(ν−1)/n}^{ν/n} t^ν (1 − t)^{n−ν+1} dt: 1/3,
11/48, 5/27, 245/1536 for n = 1, ..., 4; times √n it tends to √(2/π) π/8.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import source

n, d = Symbol("n", "number of points", Naturals), Symbol("d", "dimension", Naturals)
t = sp.Symbol("t", real=True)
v = Index("ν")
points = Procedure(
    "points",
    "n uniform points of the unit cube, and one more",
    ("n", "d"),
    {"nearest": "distance of the last point to the others", "line": "W_1 of the first coordinates' law from U[0, 1]"},
)
drawn = points(n=n, d=d)


def bound(factor, volume=None):
    ball = pi ** (d / Rational(2)) / gamma(d / Rational(2) + 1) if volume is None else volume
    return factor * (n * ball) ** (-1 / d)


def on_the_line(size):
    piece = v * binomial(size, v) * Integral(t**v * (1 - t) ** (size - v + 1), (t, (v - 1) / size, v / size))
    return 2 * Sum(piece, (v, 1, size)) / size


grid = (
    8 * n * Integral((1 / (2 * sqrt(n) * cos(t))) ** 3 / 3, (t, 0, pi / 4))
)  # of n squares: the mean distance from the centre
least = bound(d / (d + 1))
claim = Claim(
    "diffusion.empirical_w1",
    source=source("Existing work on error analysis", "debortoli2022"),
    procedures=(points,),
    domain=Domain(core=(n >= 2, n <= 30, d <= 4)),
    parts={
        "main": Part(
            Inequality(least, Mean(drawn["nearest"])),
            says="Random points of the cube are at a mean distance of at least (d/(d+1))(nω_d)^(−1/d)",
            wrong={"twice": {"left": 2 * least}},
        ),
        "midpoints": Part(
            Identity(2 * n * Integral(t, (t, 0, 1 / (2 * n))), least.subs(d, 1)),
            says="For the midpoints of n intervals on the line that is an equality, 1/(4n)",
            wrong={"without_factor": {"right": bound(Integer(1)).subs(d, 1)}},
        ),
        "grid": Part(
            Inequality(least.subs(d, 2), grid),
            says="For the square grid it is met up to 2 %",
            wrong={
                "without_factor": {"left": bound(Integer(1)).subs(d, 2)},
                "without_volume": {"left": bound(d / (d + 1), 1).subs(d, 2)},
            },
        ),
        "line": Part(
            Identity(Mean(drawn["line"]), on_the_line(n)),
            says="On the line E W_1(μ_n, U[0, 1]) is (2/n) Σ_ν ν C(n, ν) ∫ t^ν (1 − t)^(n−ν+1) dt over [(ν−1)/n, ν/n]",
            wrong={"half": {"right": on_the_line(n) / 2}},
        ),
        "limit": Part(
            Limit(
                sqrt(n) * on_the_line(n),
                sqrt(2 / pi) * pi / 8,
                ladder=Ladder(n, (4, 8, 16, 32)),
                expansion=(1 / n, n**-2, n**-3),
            ),
            says="and times √n it tends to √(2/π) π/8",
            wrong={"deviation_for_mean": {"value": pi / 8}},
        ),
    },
)
