"""Gaussian means by quadrature; nothing is drawn."""

from lemmata import Settings
from lemmata.theory.one_step.hermite_constants import claim

settings = Settings(claim, core=(7, 20), rest=(0, 4))
