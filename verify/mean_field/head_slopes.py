"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.mean_field.head_slopes import claim

settings = Settings(claim, core=(4, 20), rest=(1, 6))
