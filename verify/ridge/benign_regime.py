"""d = 2 n^(1 + x a/(1 - a)), or d = r n where the boundary is swept; any d by multiplicities; exact conditional risks."""

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.solve.power_law import spectrum
from lemmata.theory.ridge.benign_regime import claim
from lemmata.verify import experiment

LEAST = 1.1  # d/n where the boundary is swept: the search for a control also looks at 1e-8


def instance(p, draw):
    d = max(p.r, LEAST) * p.n if "r" in p else round(2 * p.n ** (1 + p.x * p.a / (1 - p.a)))
    return spectrum(d, p.a, draw) | {"d": d}


@experiment(
    claim,
    instance=instance,
    examples=(
        {"a": 0.35, "x": 0, "n": 30, "sigma2": 1.0},
        {"a": 0.35, "x": 0.5, "n": 40, "sigma2": 1.0},
        {"a": 0.65, "x": 0.5, "n": 30, "sigma2": 1.0},
    ),
    points=(1, 24),
    replicates=(1024, 4096),
    first=64,
    resolution=(0.1, 0.02),
)
def benign_regime(p, draw):
    index = torch.arange(1, int(p.d) + 1, dtype=torch.float64, device=draw.device)
    found = conditional_risk(index**-p.a, 1 / index, p.n, 0.0, draw)
    return {"risk": found["bias"] + p.sigma2 * found["variance"]}
