"""Means over four numbers at each dimension, instead of whole networks: their law is stated in the claim."""

from lemmata import Settings
from lemmata.theory.one_step.initial_risk_limit import claim

settings = Settings(claim, core=(1, 4), rest=(0, 0), replicates=(2**18, 2**20))
