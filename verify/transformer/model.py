"""Both sides are compiled from the statement, gradients by automatic differentiation."""

from lemmata import Settings
from lemmata.theory.transformer.model import claim

settings = Settings(claim, core=(2, 8), rest=(0, 4), search=(200, 2000))
