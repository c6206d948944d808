"""Exact risks over designs of d = 1000 along a, against their deterministic equivalents."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.trained_net import Setting, curves
from lemmata.theory.linear_net.experiment import D, claim


def slide(p, draw):
    n, s2 = int(p["n"]), float(p["σ²"])
    index = torch.arange(1, D + 1, dtype=torch.float64, device=draw.device)
    return curves(Setting(1 / index, index ** -float(p["a"]), n, 50 * n, s2, 2 * s2), draw)


POINT = {"n": 100, "a": 0.0, "σ²": 1.0}
settings = Settings(
    claim,
    examples=(POINT, {**POINT, "a": 1.0}, {**POINT, "n": 50, "a": 4.0}, {**POINT, "a": 10.0}),
    core=(0, 8),
    rest=(0, 0),
    search=(30, 300),
    replicates=(40, 400),
    first=40,
    chunk=20,
    procedures={"curves": slide},
)
