"""The extremal spectra of both constants, one beyond the condition, and too few samples for what is drawn."""

from lemmata import Settings
from lemmata.theory.linear_net.predictive_bound import claim

POINT = {"n": 8, "d": 9, "p": 2, "κ": 1.0, "σ²": 1.0, "α": 0.6, "λ": 0.5, "σ'²": 2.0, "c": 3.0, "s": 0.1}
SHARP = {**POINT, "l,h:style": "sharp"}
EXAMPLES = (
    SHARP,
    {**SHARP, "α": 3.0},
    {**SHARP, "n": 9, "d": 10, "α": 0.5},
    {**SHARP, "n": 3, "d": 4},
    {**POINT, "l,h:style": "past half"},
    {**POINT, "α": 2.0, "l,h:style": "past half"},
    {**POINT, "n": 24, "d": 25, "α": 2.0, "l,h:style": "past half"},  # where the mean risk is not ruled by its tails
)

settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(2, 40),
    rest=(1, 10),
    search=(30, 1000),
    size_limit=200,
    replicates=(2**13, 2**15),
    first=4096,
)
