"""Several rows and one, more dimensions than samples, and labels below σ'²."""

from lemmata import Settings
from lemmata.theory.linear_net.landscape import claim

POINT = {"n": 3, "d": 3, "p": 1, "λ": 0.5, "σ'²": 0.3, "c": 1.0, "S:style": "generic"}
EXAMPLES = (
    {**POINT, "d": 4},
    {**POINT, "d": 6},
    {**POINT, "d": 5},
    {**POINT, "σ'²": 50.0},
    {**POINT, "n": 1},
    {**POINT, "n": 3, "d": 5, "p": 4, "σ'²": 1.2},
)

settings = Settings(claim, examples=EXAMPLES, core=(1, 20), rest=(0, 6), search=(8, 300))
