"""Integer polynomials in every shape, by balls; the two tail terms are sampled."""

from lemmata import Settings
from lemmata.theory.generative.polynomial_at_most_2 import claim

ENDS = {"s": 0.5, "t": 1.2, "x": 0.7}
settings = Settings(
    claim,
    core=(10, 60),
    rest=(0, 0),
    replicates=(2**16, 2**20),
    first=2**14,
    examples=(
        {"p": 2, "m": 1, "e": [1, 0, 1], **ENDS},
        {"p": 2, "m": 3, "e": [1, 0, 1], **ENDS},
        {"p": 2, "m": 2, "e": [1, 0, 1], **ENDS},
        {"p": 4, "m": 0, "e": [3, 0, -6, 0, 1], **ENDS},
        {"p": 3, "m": 0, "e": [-1, -3, 1, 1], **ENDS},
        {"p": 4, "m": 0, "e": [1, -1, 0, 1, 1], **ENDS},
    ),
)
