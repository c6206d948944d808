"""Gradients in R^d by automatic differentiation, against means in the plane of w and θ."""

from lemmata import Settings
from lemmata.theory.sgd.sign_label import claim

settings = Settings(
    claim,
    examples=tuple({"d": d, "ψ": 0.8, "η": eta, "θ,ν:style": "generic"} for d, eta in ((3, 0.4), (3, 0.3), (4, 0.3))),
    core=(0, 8),
    rest=(0, 0),
    replicates=(2**18, 2**20),
    search=(0, 0),
)
