"""Exact conditional bias and variance, averaged over designs; d = c n, eigenvalues j^-a, target j^-1."""

import torch

from numerics.models.ridge import conditional_risk
from theory.ridge.det_equiv import claim
from verify import experiment


def instance(p, draw):
    d = max(1, round(p.c * p.n))
    index = torch.arange(1, d + 1, dtype=torch.float64, device=draw.device)[None]
    return {"d": d, "l": index**-p.a, "b": index**-2}


@experiment(claim, instance=instance, points=(2, 12), replicates=(4096, 16384), chunk=4096, resolution=(0.05, 0.02))
def det_equiv(p, draw):
    found = conditional_risk(p.l[0], p.b[0].sqrt(), p.n, p.lam, draw, entries=p.entries)
    return {name: found[name] for name in ("bias", "variance", "dof")}
