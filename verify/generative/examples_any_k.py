"""Certified switches, one point for every k; the coefficients of patterns with any switches are sampled."""

from lemmata import Settings
from lemmata.theory.generative.examples_any_k import claim

SWITCHES = {"s": 0.3, "u": 1.12, "v": 0.68}
settings = Settings(
    claim,
    core=(3, 30),
    rest=(0, 0),
    replicates=(2**18, 2**21),
    first=2**16,
    chunk=2**16,
    examples=tuple({"k": k, "a": 0.3, **SWITCHES} for k in (3, 4, 5, 6)),
)
