"""Gradients in R^d by automatic differentiation, against means in the plane of w and θ."""

from lemmata import Settings
from lemmata.theory.sgd.correlational_query import claim

STYLES = {f"{name}:style": "generic" for name in ("s", "o", "b", "θ,ν")}
POINTS = ((3, 0.5, 0.7, "wave"), (3, 0.8, 1.0, "tanh"), (4, 0.3, 0.5, "steep"))
settings = Settings(
    claim,
    examples=tuple({"d": d, "m": m, "ρ": rho, "σ": f, "y": 1.0, "p": "monomial", **STYLES} for d, m, rho, f in POINTS),
    core=(0, 8),
    rest=(0, 0),
    replicates=(2**18, 2**20),
    search=(0, 0),
)
