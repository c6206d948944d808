"""Closed forms; there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.icl_single_index.radial_part import claim

settings = Settings(claim, core=(2, 16), rest=(0, 4), search=(100, 1000))
