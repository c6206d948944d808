"""Runs through the schedules of steps and until 1/2 is crossed, in R^d at small d and as chains of overlaps."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_hitting_times, full_sgd, hitting_times, reduced_chain
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.theory.sgd.complexity_landscape import ONLINE, SPANS, claim


def hermite_slope(u):
    return 3 * (u * u - 1) / 6**0.5


def algorithm(d, reuse, size):
    """``size`` is κ with reuse, and ηd^{3/2} online."""
    return Sgd(he3, minus_cos, d, 1 / d, size) if reuse else Sgd(he3, hermite_slope, d, size * d**-1.5, reuse=False)


def trained(walk):
    def errors(p, draw):
        m = torch.full((draw.replicates,), p.d**-0.5, dtype=draw.dtype, device=draw.device)
        for span, size in SPANS if p.reuse else ONLINE:
            m = walk(
                algorithm(p.d, p.reuse, float(size)), m, round(float(span) * p.d ** (1 if p.reuse else 2)), draw, fast=True
            )
        return {"error": 1 - m**6}

    return errors


def timed(times):
    def arrivals(p, draw):
        return {"time": times(algorithm(p.d, p.reuse, 0.1 if p.reuse else 1.0), p.d**-0.5, 0.5, p.horizon, draw, fast=True)}

    return arrivals


settings = Settings(
    claim,
    core=(0, 4),
    rest=(0, 0),
    replicates=(2**10, 2**13),
    first=2**8,
    chunk=2**12,
    calls=4,
    procedures={
        "train": trained(full_sgd),
        "chain": trained(reduced_chain),
        "hit": timed(full_hitting_times),
        "quick": timed(hitting_times),
    },
)
