"""The experiment is compiled from the statements."""

from lemmata import Settings
from lemmata.theory.sgd.second_layer import claim

settings = Settings(claim, core=(3, 8), rest=(0, 1), search=(100, 1000))
