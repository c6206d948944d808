"""The score of a spline approximation is off by N^{−2s}/σ² in the mean square, at times where σ² is of the order of the squared cell.

∇log p̂ − ∇log p = ∇(p̂ − p)/p̂ − (p̂ − p)∇p/(p p̂): where p and p̂ are bounded from below the first term is of the order N^{−s}/σ.
Run on the circle: p_0 = 1 + A Σ 2^{−ks} cos(2π(2^k x + θ_k)) with random phases, whose smoothness is s and no more, its L²
projection on N periodic cubic splines (no sampling), both smoothed by a normal of variance σ² = 2t, t = 1/(50N²); on the line the
print has N^{−2s/d} with d = 1 and a logarithm more, which is not seen here. The norm is that of L²(p_t). At a fixed t far above
N^{−2} the error falls much faster, which is why the slides treat that part apart.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import source

N, s = Symbol("N", "number of splines", Naturals), Symbol("s", "smoothness", Positive)
x = Symbol("x", "position", Reals)
p, q, a, b = (
    Symbol(name, what, Positive)
    for name, what in (
        ("p", "density"),
        ("q", "approximation"),
        ("a", "growth rate of the density"),
        ("b", "growth rate of the approximation"),
    )
)
projection = Procedure(
    "projection",
    "a density with random phases, its projection on splines, and their scores after smoothing",
    ("count", "s", "late"),
    {"error": "σ² times the squared error of the score, averaged over p_t"},
)


error = Mean(projection(count=N, s=s, late=Rational(1, 50))["error"])


first, second = p * exp(a * x), q * exp(b * x)  # any two positive numbers with any slopes
left = sp.diff(log(second) - log(first), x)
right = sp.diff(second - first, x) / second - (second - first) * sp.diff(first, x) / (first * second)
claim = Claim(
    "diffusion.score_error_bound",
    source=source("Error bound of score", "oko2023"),
    procedures=(projection,),
    domain=Domain(
        (N >= 8, N <= 64, s >= Rational(7, 10), s <= Rational(6, 5)),
        core=(p >= 0.1, p <= 3, q >= 0.1, q <= 3, a <= 3, b <= 3, x >= -1, x <= 1),
    ),
    parts={
        "main": Part(
            Within(error * N ** (2 * s), Rational(1, 200), Rational(1, 10)),
            says="At t = 1/(50N²) σ² times the mean squared error of the score of N cubic splines (8 ≤ N ≤ 64) is from 1/200 to 1/10 of N^(−2s)",
            wrong={
                "smoothness_once": {"quantity": error * N**s},
                "slope_lost": {"quantity": error * N ** (2 * s + 1)},
                "late": {"quantity": Mean(projection(count=N, s=s, late=Rational(1, 5))["error"]) * N ** (2 * s)},
            },
        ),
        "split": Part(
            Identity(left, right, scale=a + b),
            says="The scores differ by ∇(p̂ − p)/p̂ − (p̂ − p)∇p/(p p̂), here of p e^(ax) and q e^(bx)",
            proof="normal",
            wrong={"first_term_alone": {"right": sp.diff(second - first, x) / second}},
        ),
    },
)
