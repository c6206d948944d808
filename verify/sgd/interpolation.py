"""Runs in R^128, averaged over the second half of 40 d samples, beside the place of rest; the rest is evaluated."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_paths
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.numerics.models.single_index.overlap_drift import place_of_rest
from lemmata.theory.sgd.interpolation import claim

LIMIT = Sgd(he3, minus_cos, 64, 1.0)  # the limiting equation knows neither d nor the step


def ends(p, draw):
    run = Sgd(he3, minus_cos, p.d, p.a / p.d, p.κ / p.a)
    path = full_paths(run, 0.5, 40 * p.d, p.d // 4, draw, fast=True)
    rest, plain = (torch.full((draw.replicates,), place_of_rest(LIMIT, p.a, k)[0], dtype=draw.dtype) for k in (p.κ, 2 * p.κ))
    return {"settled": path[:, path.shape[1] // 2 :].mean(dim=1), "rest": rest, "plain": plain}


EXAMPLES = tuple(
    {"a": a, "b": 1.0, "κ": kappa, "K": K, "m": m}
    for a, kappa, K, m in ((0.717, 0.3, 50.0, 0.3215), (0.16, 0.3, 30.0, 0.75), (0.05, 0.3, 30.0, 0.5))
)
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(2, 8),
    rest=(1, 4),
    first=32,
    chunk=64,
    replicates=(64, 512),
    search=(0, 0),
    procedures={"ends": ends},
)
