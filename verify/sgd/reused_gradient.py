"""The gradients are compiled from the statement, with automatic differentiation."""

from lemmata import Settings
from lemmata.theory.sgd.reused_gradient import claim

settings = Settings(claim)
