"""The experiment is compiled from the statement: automatic differentiation beside the formulas."""

from lemmata import Settings
from lemmata.theory.cnn.model import claim

settings = Settings(claim, core=(1, 8), rest=(0, 4), size_limit=400)
