"""The empirical gradient errs by √(d/n) in mean square, with an exact constant.

For g_i = x_i σ'(⟨x_i,w⟩) σ*(⟨x_i,θ⟩), unit w and θ and F = σ*(z)σ'(u), E|E g − (1/n) Σ g_i|² is ((d−2) S_0 + S_2 − |E g|²)/n with
S_0 = E F² and S_2 = E F²(z² + ζ²), z and ζ the coordinates of x in span(θ,w): the average of independent vectors, and d − 2
coordinates independent of F. So the constant of the printed √(d/n) tends to √S_0, and can be far above it at finite d: for
σ* = σ = h_3 and m = 0 it is √((3d + 30)/d). At which n the signal is as large: hermite.first_gradient.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.gaussian import expectation_normals
from lemmata.theory.hermite.notation import SOME, WAVES, source, z
from lemmata.theory.sgd.notation import d, h3, m, n, start_at, theta

MORE = FunctionClass("links", {**WAVES.options, "He_2": (z**2 - 1) / 2, "cubic": z**3 / 6, "relu": Maximum(z, 0)})
star = Function("σ*", "link of the target", of=WAVES, latex=r"\sigma_*")
student = Function("σ", "activation of the student", of=MORE, kink=0)
X, x = Sampled("X", Normal(), n, d), Sampled("x", Normal(), d)
Z, zeta, Z2, zeta2 = (Sampled(name, Normal()) for name in ("Z", "ζ", "Z′", "ζ′"))
alpha = Array("α", "monic coefficients of a quadratic link", 3, start=0, kind=SOME)
beta = Array("β", "coefficients of the slope of a quadratic activation", 2, start=0, kind=SOME)
w = start_at(m)
average = X.T * hadamard(student.prime(X * w), star.entrywise(X * theta)) / n
gradient = Mean(x * student.prime(dot(x, w)) * star(dot(x, theta)))


def mean_square(F):
    """The formula, of a function F of two independent normals; |E g|² by an independent copy."""
    here, there = F(Z, zeta), F(Z2, zeta2)
    inside = Mean(here**2 * (Z**2 + zeta**2)) - Mean(here * there * (Z * Z2 + zeta * zeta2))
    return ((d - 2) * Mean(here**2) + inside) / n


def product(at, across):
    return star(at) * student.prime(m * at + sqrt(1 - m**2) * across)


def cubic(at, across):
    """σ* = σ = h_3 at m = 0."""
    return h3(at) * sp.diff(h3(z), z).subs(z, across)


a, b = sp.symbols("a b", real=True)
F = (alpha[0] + alpha[1] * a + alpha[2] * (a**2 - 1)) * (beta[0] + beta[1] * (m * a + sqrt(1 - m**2) * b))
S0, S2 = (expectation_normals(sp.expand(F**2 * factor), [a, b]) for factor in (1, a**2 + b**2))
square = sum(expectation_normals(sp.expand(F * coordinate), [a, b]) ** 2 for coordinate in (a, b))
ladder = Ladder(d, (32, 64, 128, 256, 512, 1024), quick=(32, 64, 128, 256, 512))

claim = Claim(
    "hermite.gradient_concentration",
    source=source(),
    domain=Domain(m > -1, m < 1, d >= 2, core=(d <= 6, n <= 6, m >= -0.9, m <= 0.9)),
    parts={
        "main": Part(
            Identity(Mean(sq(gradient - average)), mean_square(product)),
            says="E|E g − (1/n) Σ g_i|² = ((d−2) E F² + E F²(z²+ζ²) − |E g|²)/n with F = σ*(z)σ'(u)",
            wrong={
                "no_dimension": {"right": Mean(product(Z, zeta) ** 2) / n},
                "d_over_n": {"right": (d / n) ** 2 * Mean(product(Z, zeta) ** 2)},
                "no_student": {"right": mean_square(lambda at, across: star(at))},
                "limit_constant": {"right": d / n * Mean(product(Z, zeta) ** 2)},
            },
        ),
        "cubic": Part(
            Identity(mean_square(cubic), (3 * d + 30) / n),
            says="For σ* = σ = h_3 and m = 0 it is (3d + 30)/n",
            proof="mean",
            wrong={"limit_constant": {"right": 3 * d / n}},
        ),
        "constant": Part(
            Limit(((d - 2) * S0 + S2 - square) / d, S0, ladder=ladder, expansion=(1 / d, d**-2), scale=S0 + S2),
            says="So the square of the constant of √(d/n) tends to E F² (quadratic links, by exact moments)",
            wrong={"without_student": {"value": expectation_normals(sp.expand(F.subs({beta[1]: 0, beta[0]: 1}) ** 2), [a, b])}},
        ),
    },
    notes="The print is in probability, which costs logarithms; judged is the mean square, where the constant is exact.",
)
