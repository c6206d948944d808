"""The size of the first gradient from a uniform start, and the number of samples at which its noise is as large.

For w uniform on the sphere and a unit vector θ, E⟨w,θ⟩^{2j} = (2j−1)!!/(d(d+2)⋯(d+2j−2)). The gradient E[σ'(z) σ'(u)] along θ is of
order m^{k−1} for a link of information exponent k, hence of size d^{−(k−1)/2}. Equating this with the error √(d/n) of the empirical
gradient gives the printed n of order d^k: a heuristic for one step on the full vector, not necessary for learning, as online SGD
averages and only the θ-component of the noise matters.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.hermite.notation import n, source

z, y = sp.Symbol("z", real=True), sp.Symbol("y", real=True)
d, j = Symbol("d", "dimension", Naturals), Symbol("j", "half the power", Naturals)
k, m = Symbol("k", "information exponent of the link", Naturals), Symbol("m", "overlap of student and target")
w, theta = Sampled("w", Sphere(1), d), Array("θ", "direction of the target", d, kind=UnitVector)
overlap = dot(w, theta)
moments = Product(2 * n - 1, (n, 1, j)) / Product(d + 2 * n - 2, (n, 1, j))
squared = Product((2 * n - 1) / (d + 2 * n - 2), (n, 1, k - 1))  # E⟨w,θ⟩^(2k−2)


def gradient(degree):
    """E[σ'(z) σ'(u)] for σ = He_k, an exact integral over z and u of covariance m."""
    slope = sp.diff(hermite_expr(degree, z), z)
    value = pair_expectation(sp.expand(slope * slope.subs(z, y)), z, y, m)
    leading = sp.LC(value, m)  # the value is leading m^(k−1)
    size = sqrt(leading**2 * moments.xreplace({j: Integer(degree - 1)}))
    ladder = Ladder(d, (8, 16, 32, 64, 128, 256), quick=(8, 16, 32, 64))
    return Part(
        Rate(size, -Rational(degree - 1, 2), ladder=ladder, expansion=(1 / d, d**-2)),
        says=f"For He_{degree} and w uniform on the sphere the root mean square of the first gradient along θ is of size d^(−{degree - 1}/2)",
        wrong={"half_k": {"exponent": -Rational(degree, 2)}},
    )


far = Ladder(d, (32, 64, 128, 256, 512, 1024), quick=(32, 64, 128, 256, 512))

claim = Claim(
    "hermite.first_gradient",
    source=source(),
    domain=Domain(core=(d >= 2, d <= 16, j <= 2, k <= 5)),
    parts={
        "moments": Part(
            Identity(Mean(overlap ** (2 * j)), moments),
            says="For w uniform on the sphere E⟨w,θ⟩^(2j) = (2j−1)!!/(d(d+2)⋯(d+2j−2))",
        ),
        "fourth_moment": Part(
            Identity(Mean(overlap**4), 3 / (d * (d + 2))),
            says="For w uniform on the sphere E⟨w,θ⟩⁴ = 3/(d(d+2))",
            wrong={"one": {"right": 1 / d**2}, "three": {"right": 3 / d**2}},
        ),
        "gradient_2": gradient(2),
        "gradient_3": gradient(3),
        "matching": Part(
            Rate(d / squared, k, ladder=far, expansion=(1 / d, d**-2)),
            says="n at which d/n equals E⟨w,θ⟩^(2k−2), w uniform on the sphere, is of order d^k",
            wrong={"k_minus_one": {"exponent": k - 1}},
        ),
    },
    uses=("hermite.information_exponent", "hermite.gradient_series", "hermite.gradient_concentration"),
    notes="That n of order d^k is required is a heuristic for one full-batch step: judged is that error and signal are equal there.",
)
