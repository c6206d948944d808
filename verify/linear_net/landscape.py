"""Several rows and one, more dimensions than samples, labels below σ'², and two directions for one row."""

from lemmata import Settings
from lemmata.theory.linear_net.landscape import claim

POINT = {"n": 3, "d": 3, "p": 1, "λ": 0.5, "σ'²": 0.3, "c": 1.0, "S:style": "generic"}
EXAMPLES = (
    {**POINT, "d": 4},
    {**POINT, "n": 2, "Γ": [[2.4, 0.0], [0.0, 1.6]], "F₀": [[0.01, 0.01]]},  # one row reaches one eigenvalue of two
    {**POINT, "σ'²": 50.0},
    {**POINT, "n": 1},
    {**POINT, "n": 3, "d": 5, "p": 4, "σ'²": 1.2},
)

settings = Settings(claim, examples=EXAMPLES, core=(1, 20), rest=(1, 6), search=(4, 300), size_limit=30)
