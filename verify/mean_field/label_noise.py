"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.mean_field.label_noise import claim

settings = Settings(claim)
