"""Closed sums at any length; nothing is drawn."""

from lemmata import Settings
from lemmata.theory.ridge.effective_rank import claim

EXAMPLES = ({"k": 4, "a": 0.3, "b": 0.3, "α": 0.7, "d": 1}, {"k": 9, "a": 0.3, "b": 0.3, "α": 0.7, "d": 100})
settings = Settings(claim, examples=EXAMPLES, core=(2, 12), rest=(2, 8))
