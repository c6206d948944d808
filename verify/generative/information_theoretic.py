"""Gaussian designs with fewer rows than columns, and a uniform direction."""

from lemmata import Settings
from lemmata.theory.generative.information_theoretic import claim

EXAMPLES = tuple({"d": d, "n": n} for d, n in ((2, 1), (5, 1), (6, 5)))
settings = Settings(claim, examples=EXAMPLES, core=(0, 10), rest=(0, 4), replicates=(2**15, 2**18), first=2**15)
