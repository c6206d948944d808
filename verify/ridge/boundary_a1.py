"""1/j up to d = c n, n² or e^(s n), by multiplicities; exact conditional risks of designs at d = c n."""

import math

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.solve.power_law import spectrum
from lemmata.theory.ridge.boundary_a1 import claim
from lemmata.verify import experiment


def instance(p, draw):
    d = round(p.c * p.n) if p.growth == 1 else p.n**2 if p.growth == 2 else math.exp(p.s * min(p.n, 400))
    return spectrum(d, 1.0, draw) | {"d": float(d)}


def point(growth, **changes):
    return {"growth": growth, "c": 10.0, "s": 0.8, "n": 40, "sigma2": 1.0, **changes}


@experiment(
    claim,
    instance=instance,
    examples=(point(1), point(1, c=60.0), point(2), point(3)),
    points=(2, 24),
    replicates=(1024, 4096),
    first=64,
    resolution=(0.1, 0.02),
)
def boundary_a1(p, draw):
    index = torch.arange(1, int(p.d) + 1, dtype=torch.float64, device=draw.device)
    found = conditional_risk(1 / index, 1 / index, p.n, 0.0, draw)
    return {"risk": found["bias"] + p.sigma2 * found["variance"]}
