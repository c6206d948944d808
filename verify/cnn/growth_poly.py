"""The steps are taken in full, by automatic differentiation of the loss; the rest is formulas."""

from lemmata import Settings
from lemmata.theory.cnn.growth_poly import claim

settings = Settings(claim, core=(2, 10), rest=(1, 4), search=(30, 600), size_limit=400)
