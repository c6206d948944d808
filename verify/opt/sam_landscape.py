"""Formulas and a path on the line: nothing is drawn; radii on both sides of the threshold among the examples."""

from lemmata import Settings
from lemmata.theory.opt.sam_landscape import claim

PLACES = (
    (0.0014, 0.0273),
    (1.0, 0.03),
    (0.0, 0.022),
    (0.002, 0.1),
    (0.5, 0.15),
    (1.0, 0.4),
    (0.0014, 0.01),
    (0.3, 0.034),
    (0.3, 0.056),
    (0.5, 0.5),
    (1.3, 0.05),
    (-0.2, 0.03),
)
settings = Settings(claim, examples=tuple({"w": w, "τ": tau} for w, tau in PLACES), core=(1, 6), rest=(0, 0), search=(60, 800))
