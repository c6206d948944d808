"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.error_decomposition import claim

PLACES = ((0.5, 0.02, 1.0, 0.01), (0.2, 0.01, 1.2564, 0.2), (0.3, 0.1, 3.0, 0.01))
settings = Settings(
    claim,
    examples=tuple({"v": v, "r": r, "T": T, "g": g, "n": 10} for v, r, T, g in PLACES),
    core=(0, 8),
    rest=(0, 2),
    search=(30, 600),
)
