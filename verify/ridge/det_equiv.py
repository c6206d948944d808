"""Exact conditional bias and variance, averaged over designs; d = c n, eigenvalues e^(-a j/d), a decreasing target."""

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.theory.ridge.det_equiv import claim
from lemmata.verify import experiment


def instance(p, draw):
    d = max(1, round(p.c * p.n))
    index = torch.arange(1, d + 1, dtype=torch.float64, device=draw.device)[None]
    place = (index - 0.5) / d
    return {"d": d, "l": torch.exp(-p.a * place), "b": 2 * (1 - place) / d}


@experiment(claim, instance=instance, points=(2, 8), replicates=(6144, 2**14), chunk=3072, resolution=(0.08, 0.05))
def det_equiv(p, draw):
    found = conditional_risk(p.l[0], p.b[0].sqrt(), p.n, p.lam, draw, entries=p.entries)
    return {name: found[name] for name in ("bias", "variance", "dof", "train_bias")}
