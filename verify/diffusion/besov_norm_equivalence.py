"""Formulas alone: nothing is drawn; both sides of s = 7/2 among the examples."""

from lemmata import Settings
from lemmata.theory.diffusion.besov_norm_equivalence import claim

PLACES = ((0.7, 3.14159), (1.5, 0.0), (2.9, 1.0), (4.2, 2.0), (4.6, 3.0), (5.0, 2.5))
settings = Settings(
    claim, examples=tuple({"s": s, "M": 256, "f": 16, "ω": w} for s, w in PLACES), core=(0, 8), rest=(0, 0), search=(20, 200)
)
