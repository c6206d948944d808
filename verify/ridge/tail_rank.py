"""Closed sums beyond any n; nothing is drawn."""

from lemmata import Settings
from lemmata.theory.ridge.tail_rank import claim

settings = Settings(claim, examples=({"a": 1.5, "n": 1}, {"a": 2.5, "n": 30}), core=(2, 12), rest=(2, 8))
