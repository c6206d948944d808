"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.krr.kernel_choice import claim

POINT = {"u": 0.5, "w": 0.4, "ν_0": 0.5, "δ": 1.0, "S": 1.0, "F²": 1.0, "c": 1.0, "t": 0.5}
settings = Settings(
    claim,
    examples=({**POINT, "T": 0.6, "λ": 0.01, "λ'": 0.2}, {**POINT, "T": 1.5, "λ": 0.1, "λ'": 0.5}),
    core=(1, 8),
    rest=(0, 4),
    search=(20, 600),
)
