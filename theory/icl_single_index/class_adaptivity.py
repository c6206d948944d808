"""Knowing the class removes the dependence on d: least squares in a known S has risk s²r/(n − r − 1) in every dimension.

Labels are y = ⟨x,θ⟩ + s N(0,1) with θ on the unit sphere of S, dim S = r, and n > r + 1. Given the coordinates C of the inputs in S the
risk is s² Tr (CᵀC)⁻¹, and E Tr (CᵀC)⁻¹ = r/(n − r − 1). Minimum-norm least squares in R^d without noise has for every θ the risk
(1 − n/d)|θ|², n ≤ d. For sparse θ (d = 20, three entries N(0,1), no noise, n = 10) the LASSO is at least twice as good. The
slide's poly(r) is here linear in r. That algorithms which ignore S need n of order d is another claim.
"""

from typing import Any

from lemmata import *
from lemmata.theory.icl_single_index.notation import B, d, n, r, source, tau, theta

s = Symbol("s", "standard deviation of the label noise", Positive)
n0 = Symbol("n_0", "number of examples of minimum norm", Naturals)
X, eps = Sampled("X", Normal(), n, d), Sampled("ε", Normal(), n)
coordinates = X * B.T
estimate = B.T * (coordinates.T * coordinates).inv() * coordinates.T * (X * theta + s * eps)
error = Mean(sq(estimate - theta))


def design(p: Any, draw: Any) -> dict[str, Any]:
    return {"C": draw.normal(p.r + p.q, p.r)}


q = Symbol("q", "how many more examples than dimensions of S", Counts)
C = Array("C", "coordinates of the inputs in S, of full rank", r + q, r, kind=Tied(("C",), design))
noise = Sampled("ε_q", Normal(), r + q)
given = Mean(sq((C.T * C).inv() * C.T * (C * tau + s * noise) - tau))
known = s**2 * Trace((C.T * C).inv())

D, u = Sampled("D", Normal(), n0, d), Array("u", "direction", d, kind=UnitVector)
ambient = Mean(sq(D.T * (D * D.T).inv() * D * u - u))

sparse = Procedure(
    "sparse",
    "noiseless labels of a direction with a few normal entries, fitted by the LASSO and by minimum norm",
    ("d", "n", "entries", "penalty"),
    {"lasso": "squared error of the LASSO", "minimum_norm": "squared error of minimum norm"},
)(d=20, n=10, entries=3, penalty=0.01)

claim = Claim(
    "icl_single_index.class_adaptivity",
    source=source("Why Single-index Models? / Adaptivity to Low-dimensional Function Class", "garg2022"),
    domain=Domain(
        (r <= d, n >= r + 2, n0 <= d, eigenvalue(C.T * C, r) > 0),
        core=(r <= 4, n >= r + 9, n <= 18, d >= r + 2, d <= 9, s >= 0.2, s <= 2, n0 <= d - 1, q <= 8),
    ),
    parts={
        "main": Part(
            Identity(error, s**2 * r / (n - r - 1)),
            says="Least squares in a known subspace of dimension r has the risk s²r/(n − r − 1) in every dimension d",
            wrong={"no_correction": {"right": s**2 * r / n}, "ambient_dimension": {"right": s**2 * d / (n - r - 1)}},
        ),
        "given_inputs": Part(
            Identity(given, known),
            says="Given the coordinates C of the inputs in S it is s² Tr (CᵀC)⁻¹",
            proof="mean",
            wrong={"deviation": {"right": s * Trace((C.T * C).inv())}},
        ),
        "minimum_norm": Part(
            Identity(ambient, 1 - n0 / d, scale=1),
            says="Minimum norm in R^d has the risk 1 − n₀/d without noise, for every direction, which S does not change",
            wrong={"ratio_d_plus_1": {"right": 1 - n0 / (d + 1)}},
        ),
        "lasso": Part(
            Inequality(Mean(sparse["lasso"]), Mean(sparse["minimum_norm"]) / 2),
            says="With 10 examples in 20 dimensions the LASSO has at most half the risk of minimum norm on three normal entries",
            wrong={"lasso_gains_nothing": {"left": Mean(sparse["minimum_norm"]), "right": Mean(sparse["lasso"])}},
        ),
    },
    procedures=(sparse.procedure,),
    notes="For n ≤ r + 3 the error has infinite variance.",
)
