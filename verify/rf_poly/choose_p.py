"""Formulas alone: nothing is drawn; the last two examples have more degrees of freedom than samples, and than features."""

from lemmata import Settings
from lemmata.theory.rf_poly.choose_p import claim

POINT = {"χ": 0.5, "h": 0.5, "k": 0.5, "q": 0.5, "m": 0.5, "t": 0.3, "S": 1.0, "F²": 1.0, "δ": 1.5, "ψ": 2.0}
FEW = {**POINT, "χ": 0.1, "q": 0.1, "m": 1.0, "t": 0.1}
settings = Settings(
    claim,
    examples=(POINT, {**FEW, "δ": 0.3, "ψ": 100.0}, {**FEW, "δ": 100.0, "ψ": 0.3}),
    core=(1, 6),
    rest=(0, 4),
    search=(8, 300),
)
