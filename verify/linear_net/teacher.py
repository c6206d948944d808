"""A fixed design, first layer and tasks; fresh label noise, heads fitted by normal equations task by task."""

import torch

from lemmata.numerics.models.linear_net.linear_net_training import first_layer, fitted_heads
from lemmata.theory.linear_net.teacher import claim
from lemmata.verify import experiment
from lemmata.verify.linear_net.bayes import covariance


def instance(p, draw):
    w, _ = first_layer("invertible", p.d, draw)
    tasks = draw.normal(p.d, p.m)
    given = {"X": draw.normal(p.n, p.d), "W": w / 2, "Sigma": covariance(p.d, draw), "tasks": tasks}
    return {**given, "T": tasks @ tasks.mT / p.m, "p": p.d}


@experiment(claim, instance=instance, points=(6, 40))
def teacher(p, draw):
    fixed = (torch.as_tensor(p[name][0]) for name in ("X", "W", "tasks", "Sigma"))
    found = fitted_heads(*fixed, p.lam, p.sigma2, p.sigma2p, draw)
    return {"R": found["criterion"], "energy": found["energy"], "risk": found["risk"]}
