"""The experiment is compiled from the statement; the examples have a quadratic term that weighs as much as the others."""

from lemmata import Settings
from lemmata.theory.hermite.expansion import claim

POINT = {"p": 2, "t": 2.0, "i": 1}
settings = Settings(
    claim,
    core=(3, 12),
    rest=(0, 0),
    replicates=(2**17, 2**20),
    first=2**17,
    chunk=2**16,
    examples=(
        {**POINT, "σ": "monomial", "f": "cosine"},
        {**POINT, "σ": "even", "f": "shifted"},
        {"p": 1, "t": 0.1, "σ": "generic", "i": 0, "f": "shifted"},
    ),
)
