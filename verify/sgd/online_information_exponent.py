"""Times at which runs that use every sample once arrive, in R^d at small d and by the chain of overlaps."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, hitting_times
from lemmata.numerics.models.single_index.chain_links import he1, he2, he3, minus_fast_cos, ones, tanh_half
from lemmata.theory.sgd.online_information_exponent import claim


def timed(times):
    def arrivals(p, draw):
        d, root = p.d, p.d**0.5
        link, slope, eta, start, end = {
            1: (he1, ones, 0.2 / d, 0.0, 0.5),
            2: (he2, tanh_half, 1.5 / d, 0.5 / root, 0.5),
            3: (he3, minus_fast_cos, 2 / (d * root), 0.5 / root, 0.7),
        }[p.k]
        sgd = Sgd(link, slope, d, eta, reuse=False)
        return {"time": times(sgd, start, end, p.horizon, draw, two_sided=p.k == 2, fast=True)}

    return arrivals


settings = Settings(
    claim,
    examples=({"d": 16},),
    core=(0, 4),
    rest=(0, 0),
    first=512,
    chunk=2**12,
    calls=4,
    replicates=(2**14, 2**15),
    procedures={"run": timed(full_hitting_times), "chain": timed(hitting_times)},
)
