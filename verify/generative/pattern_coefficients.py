"""Patterns with any switches, and those of the witness for 6."""

from lemmata import Settings
from lemmata.theory.generative.pattern_coefficients import claim

settings = Settings(
    claim,
    core=(3, 30),
    rest=(0, 0),
    replicates=(2**18, 2**21),
    first=2**16,
    chunk=2**16,
    examples=({"s": 0.3, "u": 1.12, "v": 0.68},),
)
