"""Gradients in R^d by automatic differentiation, against means in the plane of w and θ."""

from lemmata import Settings
from lemmata.theory.sgd.correlational_query import claim

COMMON = {
    "ψ": 0.8,
    "y": 1.0,
    "p": "monomial",
    "s:style": "generic",
    "o:style": "generic",
    "b:style": "generic",
    "θ,ν:style": "generic",
}
POINTS = ((3, 0.5, 0.7, "wave", 0.4), (3, 0.8, 1.0, "tanh", 0.3), (4, 0.3, 0.5, "steep", 0.3))
settings = Settings(
    claim,
    examples=tuple({"d": d, "m": m, "ρ": rho, "σ": f, "η": eta, **COMMON} for d, m, rho, f, eta in POINTS),
    core=(0, 8),
    rest=(0, 0),
    replicates=(2**18, 2**20),
    search=(0, 0),
)
