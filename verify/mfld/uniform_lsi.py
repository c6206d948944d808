"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.mfld.uniform_lsi import claim

POINT = {"a": 1.0, "b": 2.0, "λ_2": 0.3, "N": 5, "x": 1.0, "y": 1.0, "r": 3.0, "q": 0.0}
settings = Settings(
    claim, examples=(POINT, {**POINT, "r": 0.001}, {**POINT, "λ_2": 2.0, "r": 2.0}), core=(2, 12), rest=(0, 4), search=(60, 800)
)
