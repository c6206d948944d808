"""Times at which runs for an even link arrive, in R^d at small d and by the chain of overlaps; the rest is exact."""

import math

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, hitting_times
from lemmata.numerics.models.single_index.chain_links import he4, minus_tanh
from lemmata.theory.sgd.generative_rate import claim


def timed(times):
    def arrivals(p, draw):
        sgd = Sgd(he4, minus_tanh, p.d, 2 / p.d, 0.583 / 2, fresh=bool(p.fresh))
        return {"time": times(sgd, 0.5 / math.sqrt(p.d), 0.5, p.horizon, draw, two_sided=True, fast=True)}

    return arrivals


POINT = {"k*": 3, "p": 5, "m+": 0.5, "δ": 1.0, "A": 1.0, "v": 1.0, "H": 24}
settings = Settings(
    claim,
    examples=({**POINT, "d": 16},),
    core=(0, 4),
    rest=(0, 4),
    first=512,
    chunk=2**12,
    calls=4,
    replicates=(2**14, 2**15),
    procedures={"run": timed(full_hitting_times), "chain": timed(hitting_times)},
)
