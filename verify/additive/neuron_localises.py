"""Neurons trained in R^d."""

from lemmata import Settings
from lemmata.numerics.models.additive.additive_chain import localised
from lemmata.theory.additive.neuron_localises import claim

PACE, ROUNDS = 0.2, 24


def run(p, draw):
    d = int(p["d"])
    return localised(2, d, PACE * d**-1.5 * 2**-0.5, ROUNDS * d**2, draw)


settings = Settings(
    claim, examples=({"d": 12},), core=(0, 3), rest=(0, 0), replicates=(2**10, 2**11), first=2**8, procedures={"trained": run}
)
