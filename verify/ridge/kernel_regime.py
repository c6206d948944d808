"""Endless power laws by multiplicities; designs with d = 50 n and no noise."""

from lemmata import Settings
from lemmata.numerics.models.ridge.ridge import DRAWN
from lemmata.theory.ridge.kernel_regime import claim

EXAMPLES = tuple({"a": a, "n": 40, "N": N, "σ²": s2, "z": 0.01} for a, N, s2 in ((2.0, 24, 1.0), (1.5, 30, 0.5)))
settings = Settings(claim, examples=EXAMPLES, core=(1, 8), rest=(0, 4), replicates=(2**13, 2**15), **DRAWN)
