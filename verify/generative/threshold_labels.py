"""Thresholds of one normal number."""

from lemmata import Settings
from lemmata.theory.generative.threshold_labels import claim

EXAMPLES = tuple({"t": t, "v": 2.05, "s": 1.4} for t in (1.3, 1.5, 1.7, 1.9))
settings = Settings(claim, examples=EXAMPLES, core=(0, 10), rest=(0, 4), replicates=(2**19, 2**22), first=2**14)
