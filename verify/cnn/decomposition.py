"""The experiment is compiled from the statement: descent by automatic differentiation beside the recursion."""

from lemmata import Settings
from lemmata.theory.cnn.decomposition import claim

SMALL = {"n": 2, "m": 2, "d": 6, "T": 3, "η": 0.5, "t": 3, "g": "tanh", "μ,Ξ,W0,y,j:style": "generic"}
settings = Settings(
    claim, core=(2, 10), rest=(0, 4), size_limit=400, examples=tuple({**SMALL, "σ": f"power {q}"} for q in (1, 2, 3))
)
