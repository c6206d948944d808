"""Chains of overlaps that run until the last of them has crossed 1/2, and through the schedules of steps."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, reduced_chain, reduced_paths
from lemmata.theory.sgd.complexity_landscape import ONLINE, SPANS, claim

BLOCK, MOST = 512, 400  # steps at a time, and the most blocks: chains that have not crossed by then are an error


def link(z):
    return (z * z - 3) * z / 6**0.5


def slope(u):
    return -torch.cos(u / 2)


def hermite_slope(u):
    return 3 * (u * u - 1) / 6**0.5


def algorithm(d, reuse, size=1.0):
    if reuse:
        return Sgd(link, slope, d, 1 / d, 0.1 * size)
    return Sgd(link, hermite_slope, d, size * d**-1.5, reuse=False)


def crossing(d, reuse, draw):
    """The steps until m > 1/2."""
    m = torch.full((draw.replicates,), d**-0.5, dtype=draw.dtype, device=draw.device)
    times = torch.zeros_like(m)
    waiting = torch.ones_like(m, dtype=torch.bool)
    for _ in range(MOST):
        path = reduced_paths(algorithm(d, reuse), m, BLOCK, 1, draw)
        above = path > 0.5
        step = torch.where(above.any(dim=1), above.to(torch.uint8).argmax(dim=1) + 1, BLOCK)
        times = times + torch.where(waiting, step, 0)
        waiting, m = waiting & ~above.any(dim=1), path[:, -1]
        if not waiting.any():
            return times
    raise RuntimeError(f"some overlaps are below 1/2 after {MOST * BLOCK} steps")


def train(p, draw):
    d, reuse = int(p["d"]), bool(p["reuse"])
    m = torch.full((draw.replicates,), d**-0.5, dtype=draw.dtype, device=draw.device)
    spans = [span * d for span in SPANS] if reuse else [round(float(span) * d * d) for span in ONLINE]
    for size, span in zip((1.0, 0.3, 0.1), spans, strict=True):
        m = reduced_chain(algorithm(d, reuse, size), m, span, draw)
    return {"error": 1 - m**6}


def hit(p, draw):
    return {"log_time": crossing(int(p["d"]), bool(p["reuse"]), draw).log()}


def steps(p, draw):
    return {"overlap": reduced_chain(algorithm(int(p["d"]), True), p["m0"], int(p["T"]), draw)}


settings = Settings(
    claim,
    examples=tuple({"p": p, "k": k, "D": 48, "d": 4, "T": 24, "m0": 0.3} for p, k in ((3, 3), (3, 1), (2, 2))),
    core=(0, 6),
    rest=(0, 0),
    replicates=(2**12, 2**13),
    first=2**8,
    chunk=2**8,
    procedures={"train": train, "hit": hit, "steps": steps},
)
