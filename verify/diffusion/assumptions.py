"""Formulas alone, with the counterexample of the print among the points."""

from lemmata import Settings
from lemmata.theory.diffusion.assumptions import claim

PLACES = ((1.3, 2, 0.6, 1.0), (0.3, 1, 0.7, 1.0), (0.5, 2, 1.5, 1.0), (0.4, 3, 2.0, 1.2))
settings = Settings(
    claim,
    examples=tuple({"a": a, "d": d, "s": s, "p": p, "n": 100, "k": 3, "δ": 0.1, "r": 0.5} for a, d, s, p in PLACES),
    core=(8, 24),
    rest=(2, 6),
    search=(60, 600),
)
