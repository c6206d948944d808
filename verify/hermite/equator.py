"""Links of every kind; there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.hermite.equator import claim

settings = Settings(claim, core=(2, 4), rest=(0, 0))
