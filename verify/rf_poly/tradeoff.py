"""Formulas alone: nothing is drawn; more samples than features, and fewer, among the examples."""

from lemmata import Settings
from lemmata.theory.rf_poly.tradeoff import claim

POINT = {"λ": 0.1, "σ²": 0.2, "m": 0.5, "F²": 1.0, **{f"μ_{k}": 0.6 for k in range(4)}, **{f"F_{k}": 0.7 for k in range(4)}}
settings = Settings(
    claim,
    examples=(
        {**POINT, "δ": 20.0, "ψ": 0.6, "χ": 0.6, "S": 2.0, "t": 0.05},
        {**POINT, "δ": 0.6, "ψ": 20.0, "χ": 5.0, "S": 0.1, "t": 2.0},
        {**POINT, "δ": 0.8, "ψ": 4.0, "χ": 0.5, "S": 0.2, "t": 0.1},
        {**POINT, "δ": 0.5, "ψ": 20.0, "χ": 0.1, "S": 0.1, "t": 0.1},  # D > δ
        {**POINT, "δ": 20.0, "ψ": 0.3, "χ": 0.1, "S": 0.1, "t": 0.1},  # D > ψ
    ),
    core=(1, 6),
    rest=(0, 4),
    search=(8, 300),
)
