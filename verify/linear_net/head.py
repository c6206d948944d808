"""Designs and first layers of every kind; there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.linear_net.head import claim

settings = Settings(claim, core=(8, 30), rest=(4, 20), search=(120, 1500))
