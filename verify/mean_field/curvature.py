"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.mean_field.curvature import claim

settings = Settings(claim, core=(4, 30), rest=(2, 15), search=(30, 600))
