"""Formulas alone: nothing is drawn; a low barrier among the examples."""

from lemmata import Settings
from lemmata.theory.mfld.lsi_holley_stroock import claim

PLACES = ((0.01, 1.0), (0.5, 1.0), (2.0, 2.5))
settings = Settings(
    claim,
    examples=tuple({"λ_1": 0.2, "λ_2": 0.3, "M": M, "r": r} for M, r in PLACES),
    core=(2, 12),
    rest=(0, 0),
    search=(40, 600),
)
