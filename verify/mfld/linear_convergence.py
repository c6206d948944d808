"""Formulas alone: nothing is drawn; b = 0 among the examples."""

from lemmata import Settings
from lemmata.theory.mfld.linear_convergence import claim

PLACES = ((0.0, 2.0, 1.0), (2.0, 1.0, 1.0), (1.0, 0.0, 5.0))
settings = Settings(
    claim,
    examples=tuple({"a": 1.0, "b": b, "λ_2": 0.3, "x": x, "r": r, "t": 0.7} for b, x, r in PLACES),
    core=(1, 8),
    rest=(0, 4),
    search=(40, 600),
)
