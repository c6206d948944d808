"""Runs through the schedules of steps and until 1/2 is crossed, in R^d at small d and as chains of overlaps.

The logarithms of the times had kurtoses from 2.6 to 3.3 in pilot runs under other keys.
"""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, full_sgd, hitting_times, reduced_chain
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.theory.sgd.complexity_landscape import ONLINE, REUSE, claim


def hermite_slope(u):
    return (u * u).sub_(1).mul_(3 / 6**0.5)


def reuse(d, kappa):
    return Sgd(he3, minus_cos, d, 1 / d, float(kappa))


def online(d, size):
    return Sgd(he3, hermite_slope, d, float(size) * d**-1.5, reuse=False)


def trained(walk, algorithm, schedule):
    def errors(p, draw):
        m = torch.full((draw.replicates,), p.d**-0.5, dtype=draw.dtype, device=draw.device)
        for span, size in schedule:
            steps = float(span) * (p.L * p.d if algorithm is reuse else p.d**2)
            m = walk(algorithm(p.d, size), m, round(steps), draw, fast=True)
        return {"error": 1 - m**6}

    return errors


def timed(times, algorithm, schedule):
    def arrivals(p, draw):
        return {"time": times(algorithm(p.d, schedule[0][1]), p.d**-0.5, 0.5, p.horizon, draw, fast=True)}

    return arrivals


WALKS = {"train": (trained, full_sgd, reduced_chain), "hit": (timed, full_hitting_times, hitting_times)}
settings = Settings(
    claim,
    core=(0, 2),
    rest=(0, 0),
    replicates=(2**10, 2**13),
    search=(50, 500),
    first=2**10,
    chunk=2**12,
    calls=4,
    kurtosis={"online_growth": 5, "reuse_growth": 5},
    procedures={
        f"{name}_{what}{kind}": make(walk, algorithm, schedule)
        for what, (make, full, chain) in WALKS.items()
        for kind, walk in (("", full), ("_chain", chain))
        for name, algorithm, schedule in (("reuse", reuse, REUSE), ("online", online, ONLINE))
    },
)
