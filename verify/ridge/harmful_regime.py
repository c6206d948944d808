"""d = c n^(y/(1 - a)), or d = r n where the boundary is swept; any d by multiplicities; exact conditional risks of designs."""

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.solve.power_law import spectrum
from lemmata.theory.ridge.harmful_regime import claim
from lemmata.verify import experiment

LEAST = 1.1  # d/n where the boundary is swept: the search for a control also looks at 1e-8


def instance(p, draw):
    d = max(p.r, LEAST) * p.n if "r" in p else round(p.c * p.n ** (p.y / (1 - p.a)))
    return spectrum(d, p.a, draw) | {"d": d}


def point(**changes):
    return {"a": 0.4, "c": 2.0, "y": 1, "lambda": 0, "sigma2": 1.0, "n": 30, **changes}


@experiment(
    claim,
    instance=instance,
    examples=(point(a=0.35), point(a=0.33, c=8.0, **{"lambda": 0.5}), point(y=1.5)),
    points=(1, 24),
    replicates=(1024, 4096),
    first=64,
    resolution=(0.1, 0.02),
)
def harmful_regime(p, draw):
    index = torch.arange(1, int(p.d) + 1, dtype=torch.float64, device=draw.device)
    found = conditional_risk(index**-p.a, 1 / index, p.n, float(p.lam), draw)
    return {"risk": found["bias"] + p.sigma2 * found["variance"]}
