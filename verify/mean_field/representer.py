"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.mean_field.representer import claim

settings = Settings(claim, core=(3, 40), rest=(1, 20), search=(30, 1000))
