"""Tails drawn for the moments, any length by multiplicities for the ranks, exact and random tails beside a head."""

from lemmata import Settings
from lemmata.theory.ridge.tail_is_ridge import claim

POINT = {"n": 5, "k": 40, "h": 2, "e": 5, "λ": 0.2, "t": 5.0, "m₄": 1.0, "a": 0.3, "α": 0.7, "a'": 1.5}
settings = Settings(
    claim, examples=(POINT, {**POINT, "m₄": 3.0}), core=(0, 10), rest=(0, 4), replicates=(2**14, 2**17), search=(40, 800)
)
