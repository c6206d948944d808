"""Formulas alone: nothing is drawn; d = 1 among the examples."""

from lemmata import Settings
from lemmata.theory.diffusion.niles_weed_order import claim

PLACES = ((2, 1.75), (3, 1.0), (1, 0.25), (2, 0.5))
settings = Settings(
    claim,
    examples=tuple({"n": 10**6, "d": d, "s": 0.06, "γ": g, "K": 10.0, "ς": 1.0} for d, g in PLACES),
    core=(2, 12),
    rest=(0, 0),
    search=(30, 300),
)
