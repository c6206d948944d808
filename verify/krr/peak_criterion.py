"""Formulas alone: nothing is drawn; both sides of the threshold among the examples."""

from lemmata import Settings
from lemmata.theory.krr.peak_criterion import claim

POINTS = (
    (0.5, 0.75, 0.15, 0.6, 3.5),
    (0.3, 0.7, 0.9, 0.6, 4.0),
    (0.2, 0.4, 0.2, 0.9, 6.0),
    (0.9, 0.95, 3.5, 0.3, 7.0),
    (0.95, 0.97, 1.5, 0.4, 6.0),
)
settings = Settings(
    claim,
    examples=tuple(dict(zip(("u", "t", "L", "v", "ν"), point, strict=True)) for point in POINTS),
    core=(6, 20),
    rest=(2, 10),
    search=(60, 1000),
)
