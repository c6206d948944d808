"""Wide and thin designs with noisy labels of many tasks; the variance of the interpolator is exact given the design."""

import torch

from lemmata.numerics.models.linear_net.linear_net_training import descended
from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.theory.linear_net.no_reg_collapse import claim
from lemmata.verify import experiment


def instance(p, draw):
    draw = draw.free_of("c")
    n, d, q = p.n, p.d, p.n // 2
    x, labels, eye = draw.normal(n, d), draw.normal(n, 2 * n), torch.eye(d, dtype=torch.float64, device=draw.device)
    second = labels @ labels.mT / (2 * n)
    reached = descended(x[0], second[0], p.lam, 0.0, eye[None])
    return {"X": x, "Z": draw.normal(n, q), "S": second, "W": 3 * draw.normal(3, q), "q": q, "p": 3, "reached": reached}


@experiment(claim, instance=instance, points=(4, 30), rounding=1e-9, chunk=2**12, replicates=(2**15, 2**18))
def no_reg_collapse(p, draw):
    d = p.n + p.g
    ones = torch.ones(d, dtype=torch.float64, device=draw.device)
    return conditional_risk(ones, ones, p.n, 0.0, draw)["variance"]
