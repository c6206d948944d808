"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.diffused_bspline import claim

PLACES = ((2, 1, 0.4, 0.1), (2, -1, 0.3, 0.05), (1, 0, 0.2, 0.5))
settings = Settings(
    claim,
    examples=tuple({"a": a, "b": b, "x": x, "t": t, "u": 0.7} for a, b, x, t in PLACES),
    core=(2, 10),
    rest=(0, 0),
    search=(30, 300),
)
