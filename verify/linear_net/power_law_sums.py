"""All of an infinite power spectrum by multiplicities; nothing is drawn."""

from lemmata import Settings
from lemmata.theory.linear_net.power_law_sums import claim

settings = Settings(claim, examples=({"α": 2.0, "τ": 1e-3, "z": 1e-3},), core=(2, 16), rest=(0, 6), search=(60, 600))
