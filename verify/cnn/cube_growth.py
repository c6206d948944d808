"""The experiment is compiled from the statement: one step by automatic differentiation."""

from lemmata import Settings
from lemmata.theory.cnn.cube_growth import claim

BY_HAND = {"n": 2, "m": 1, "d": 3, "η": 0.1, "μ,Ξ,W0,y,j:style": "by hand", "σ₃": "cube"}
settings = Settings(claim, core=(1, 10), rest=(0, 4), size_limit=400, examples=(BY_HAND,))
