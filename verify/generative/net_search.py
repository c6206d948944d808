"""Caps by uniform directions."""

from lemmata import Settings
from lemmata.theory.generative.net_search import claim

settings = Settings(claim, examples=({"d": 3, "t": 0.4},), core=(0, 6), rest=(0, 2), replicates=(2**17, 2**20))
