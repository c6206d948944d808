"""The two steps are compiled from the statement, with automatic differentiation."""

from lemmata import Settings
from lemmata.theory.sgd.two_step_expansion import claim

settings = Settings(claim)
