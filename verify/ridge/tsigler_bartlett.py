"""Deterministic equivalents along n up to ten thousand with d = c n; exact conditional risks along n up to 320."""

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.models.ridge.spectra import spectrum
from lemmata.theory.ridge.tsigler_bartlett import claim
from lemmata.verify import experiment


def point(**changes):
    return {"shape": "power", "a": 1.5, "c": 4.0, "lambda": 0.01, "sigma2": 1.0, **changes}


HEAD = {"shape": "two_level", "a": 3.0, "lambda": 30.0}  # bias and noise of the head, whose shares depend on the noise
TAIL = {"shape": "flat", "a": 0.0, "lambda": 10.0}  # bias and noise of the tail
EXAMPLES = (
    point(sigma2=0.001),
    point(shape="just_over", a=0.0, **{"lambda": 1e-9}),
    # one of the four terms carries the risk, the others are below a fiftieth of it: none can be dropped
    point(**HEAD, sigma2=0.001),
    point(**TAIL, sigma2=0.001),
    point(shape="two_level", a=4.0, sigma2=1000.0, **{"lambda": 100.0}),
    point(shape="two_level", a=3.0, sigma2=1e7, **{"lambda": 1e4}),
    point(shape="flat", a=0.0, sigma2=1000.0, **{"lambda": 1.0}),
    # two terms nearly balance, one or the other the larger: with a wrong sign little is left
    point(**HEAD, sigma2=4.3),
    point(**HEAD, sigma2=4.85),
    point(**TAIL, sigma2=78.0),
    point(**TAIL, sigma2=84.0),
)


def instance(p, draw):
    d = p.n + 1 if p.shape == "just_over" else max(2, round(p.c * p.n))  # just over n: the variance is of order n
    index = torch.arange(1, d + 1, dtype=torch.float64, device=draw.device)[None]
    return {"d": d, "l": spectrum("flat" if p.shape == "just_over" else p.shape, d, p.a, draw), "b": index**-2}


@experiment(claim, instance=instance, examples=EXAMPLES, points=(1, 40), replicates=(40, 400))
def tsigler_bartlett(p, draw):
    found = conditional_risk(p.l[0], p.b[0].sqrt(), p.n, p.lam, draw)
    return {"bias": found["bias"], "variance": found["variance"]}
