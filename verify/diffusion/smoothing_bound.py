"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.smoothing_bound import claim

PLACES = ((40.0, 0.3, 2.0), (12.0, 0.5, 0.02), (3.0, 0.2, 0.2), (1.5, 0.4, 1.0))
settings = Settings(
    claim,
    examples=tuple(
        {"N": 100.0, "d": 2, "s": 1.0, "k": k, "δ": delta, "t": t, "ω": k**0.5, "n": 10, "x": 1.0} for k, delta, t in PLACES
    ),
    core=(3, 12),
    rest=(0, 2),
    search=(60, 600),
)
