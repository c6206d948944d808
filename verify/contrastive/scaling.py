"""Descent in full: both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.contrastive.scaling import claim

settings = Settings(claim, core=(2, 8), rest=(0, 4))
