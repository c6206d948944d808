"""Formulas, and sums of uniform numbers."""

from lemmata import Settings
from lemmata.theory.diffusion.bspline_basics import claim

PLACES = ((3, 1, 0.3, 2.3), (2, 0, -0.9, 0.4), (2, 1, -0.8, 1.7), (1, 1, 0.2, 1.6), (1, 1, 0.6, 2.4))
settings = Settings(
    claim,
    examples=tuple({"m": m, "k": k, "x": x, "a": 1, "b": 1, "y": y, "ω": 1.0} for m, k, x, y in PLACES),
    core=(1, 6),
    rest=(0, 0),
    search=(10, 100),
    replicates=(2**15, 2**17),
    first=2**12,
)
