"""Tails drawn for the moments, exact and random tails beside a head."""

from lemmata import Settings
from lemmata.theory.ridge.tail_is_ridge import claim

POINT = {"n": 4, "k": 12, "h": 2, "e": 5, "λ": 0.2, "t": 5.0, "m₄": 1.0}
settings = Settings(
    claim,
    examples=(POINT, {**POINT, "m₄": 3.0}),
    core=(0, 10),
    rest=(0, 4),
    replicates=(2**15, 2**17),
    first=2**13,
    chunk=2**10,
    search=(40, 800),
)
