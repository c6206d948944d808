"""The experiment is compiled from the statement: descent by automatic differentiation beside the recursion."""

from lemmata import Settings
from lemmata.theory.cnn.coefficient_recursion import claim

BY_HAND = {"n": 2, "m": 1, "d": 3, "T": 3, "η": 0.1, "μ,Ξ,W0,y,j:style": "by hand"}
settings = Settings(
    claim, core=(1, 10), rest=(0, 4), size_limit=400, examples=tuple({**BY_HAND, "σ": f"power {q}"} for q in (1, 3))
)
