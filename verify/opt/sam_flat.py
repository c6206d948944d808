"""Paths are run; networks in the coordinates that descent moves."""

from lemmata import Settings
from lemmata.numerics.models.strategies.sharpness import curved
from lemmata.theory.opt.sam_flat import claim

PLACES = ((0.2, 5.0, 1.0, 3.0), (0.3, 2.0, 3.0, 1.0), (0.15, 4.0, 1.0, 2.0), (0.25, 3.0, 2.0, 5.0))
settings = Settings(
    claim,
    examples=tuple({"η": e, "a": a, "λ_k": k, "λ_i": i, "τ": 0.1, "w₀": 0.7, "t": 5} for e, a, k, i in PLACES),
    core=(2, 10),
    rest=(0, 0),
    search=(60, 400),
    replicates=(256, 640),
    first=(64, 160),
    chunk=64,
    calls=4,
    procedures={"curved": curved},
)
