"""Exact risks over designs of d = 1000 along a."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.trained_net import Setting, curves
from lemmata.theory.linear_net.experiment import claim
from lemmata.theory.linear_net.experiment_equivalents import D


def slide(p, draw):
    n, s2 = int(p["n"]), float(p["σ²"])
    index = torch.arange(1, D + 1, dtype=torch.float64, device=draw.device)
    return curves(Setting(1 / index, index ** -float(p["a"]), n, 50 * n, s2, 2 * s2), draw)


settings = Settings(
    claim,
    examples=tuple({"n": 50, "a": a, "σ²": 1.0} for a in (0.0, 0.25, 0.5, 4.0, 7.0, 10.0)),
    core=(1, 8),
    rest=(0, 0),
    replicates=(256, 1024),
    first=256,
    chunk=32,
    procedures={"curves": slide},
)
