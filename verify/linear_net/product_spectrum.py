"""Pairs of positive definite matrices of every kind."""

from lemmata import Settings
from lemmata.theory.linear_net.product_spectrum import claim

settings = Settings(claim, examples=({"d": 12, "i": 3, "k": 4},), core=(16, 40), rest=(1, 10), search=(40, 1000))
