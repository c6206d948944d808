"""Deterministic equivalents along n up to ten thousand with d = c n; exact conditional risks along n up to 320."""

import torch

from numerics.models.ridge import conditional_risk
from numerics.models.spectra import spectrum
from theory.ridge.tsigler_bartlett import claim
from verify import experiment


def point(**changes):
    return {"shape": "power", "a": 1.5, "c": 4.0, "lambda": 0.01, "sigma2": 1.0, **changes}


EXAMPLES = (
    point(),
    point(sigma2=100.0),
    point(sigma2=0.001),
    point(a=2.0, sigma2=0.001),
    point(shape="flat", a=0.0, sigma2=1000.0, **{"lambda": 1.0}),
    point(a=0.3, **{"lambda": 0.001}),
    point(shape="two_level", a=3.0),
    point(shape="just_over", a=0.0, **{"lambda": 1e-9}),
)


def instance(p, draw):
    d = p.n + 1 if p.shape == "just_over" else max(2, round(p.c * p.n))  # just over n: the variance is of order n
    index = torch.arange(1, d + 1, dtype=torch.float64, device=draw.device)[None]
    return {"d": d, "l": spectrum("flat" if p.shape == "just_over" else p.shape, d, p.a, draw), "b": index**-2}


@experiment(claim, instance=instance, examples=EXAMPLES, points=(2, 40), replicates=(32, 400))
def tsigler_bartlett(p, draw):
    found = conditional_risk(p.l[0], p.b[0].sqrt(), p.n, p.lam, draw)
    return {"bias": found["bias"], "variance": found["variance"]}
