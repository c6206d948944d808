"""Every link of the list, and exact landscapes; there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.hermite.information_exponent import claim

settings = Settings(claim, core=(2, 4), rest=(0, 0))
