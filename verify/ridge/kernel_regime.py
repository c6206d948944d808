"""Endless power laws by multiplicities; the best penalty by a refined grid; designs with d = 50 n and no noise."""

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.solve.power_law import endless, spectrum, tuned_worst_case
from lemmata.theory.ridge.kernel_regime import claim
from lemmata.verify import experiment


def instance(p, draw):
    return spectrum(endless(p.n, p.a), p.a, draw) | {"tuned": tuned_worst_case(p.n, p.a, p.sigma2, draw)}


@experiment(
    claim,
    instance=instance,
    examples=({"a": 2.0, "n": 40, "sigma2": 1.0}, {"a": 1.5, "n": 30, "sigma2": 0.5}, {"a": 3.0, "n": 24, "sigma2": 2.0}),
    points=(1, 20),
    replicates=(1024, 4096),
    first=64,
    resolution=(0.1, 0.02),
)
def kernel_regime(p, draw):
    index = torch.arange(1, 50 * p.n + 1, dtype=torch.float64, device=draw.device)
    return {"variance": conditional_risk(index**-p.a, torch.zeros_like(index), p.n, 0.0, draw)["variance"]}
