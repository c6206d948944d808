"""Gradients are taken of the formulas; nothing is drawn."""

from lemmata import Settings
from lemmata.theory.opt.sam_update import claim

settings = Settings(claim, core=(2, 10), rest=(0, 4))
