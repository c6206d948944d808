"""Exponents by arithmetic; for k = p = 3 hitting times at two dimensions and the errors of the two schedules of steps."""

import math

import torch

from lemmata.numerics.models.single_index.chain import Sgd, hitting_times, reduced_chain
from lemmata.theory.sgd.complexity_landscape import DIMENSION, SPANS, claim
from lemmata.verify import experiment


def link(z):
    return (z * z - 3) * z / 6**0.5


def minus_cos(u):
    return -torch.cos(u / 2)


def hermite_slope(u):
    return 3 * (u * u - 1) / 6**0.5


def reuse(d, kappa=0.1):
    return Sgd(link, minus_cos, d, 1 / d, kappa)


def online(d, factor=1.0):
    return Sgd(link, hermite_slope, d, factor * d**-1.5, reuse=False)


def growth(make, sizes, limit, draw):
    times = [hitting_times(make(d), d**-0.5, 0.5, limit(d), draw) for d in sizes]
    late = sum((t > limit(d)).to(torch.float64) for t, d in zip(times, sizes, strict=True)).clamp(max=1)
    return torch.log(times[1] / times[0]) / math.log(sizes[1] / sizes[0]), late


@experiment(
    claim,
    examples=({"p": 3, "k": 3}, {"p": 3, "k": 1}, {"p": 2, "k": 2}),
    points=(4, 20),
    resolution=(0.2, 0.1),
    replicates=(2**10, 2**11),
    first=256,
)
def complexity_landscape(p, draw, variant):
    names = ("reuse_growth", "online_growth", "unfinished", "reuse_error", "online_error")
    if not variant:
        return {name: draw.tensor([0.0]).expand(draw.replicates) for name in names}
    d = DIMENSION
    reuse_growth, late = growth(reuse, (d, 4 * d), lambda size: 60 * size, draw)
    online_growth, later = growth(online, (d // 4, d), lambda size: 4 * size * size, draw)
    m = start = torch.full_like(late, d**-0.5)
    for kappa, span in zip((0.1, 0.03, 0.01), SPANS, strict=True):
        m = reduced_chain(reuse(d, kappa), m, span * d, draw)
    w = start
    for factor, spans in ((1.0, 2.0), (0.3, 0.5), (0.1, 0.5)):
        w = reduced_chain(online(d, factor), w, round(spans * d * d), draw)
    found = (reuse_growth, online_growth, torch.maximum(late, later), 1 - m**6, 1 - w**6)
    return dict(zip(names, found, strict=True))
