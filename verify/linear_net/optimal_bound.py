"""The closed form of the least criterion, over designs, tasks and noise; the law of YYᵀ is drawn, not the tasks."""

import torch

from lemmata.numerics.models.linear_net.linear_net import least_criterion
from lemmata.theory.linear_net.optimal_bound import claim
from lemmata.verify import experiment

SHARP = {"n": 5, "d": 2, "m": 20_000, "a": 0.0, "c": 50.0, "sigma2": 1.0, "r": 2.0}
MANY_TASKS = {"n": 20, "d": 40, "m": 20_000, "a": 2.0, "c": 1.0, "sigma2": 1.0, "r": 2.0}


def instance(p, draw):
    index = torch.arange(1, p.d + 1, dtype=torch.float64, device=draw.device)[None]
    return {"mu": p.c * index**-p.a}


@experiment(
    claim, instance=instance, examples=(SHARP, MANY_TASKS), points=(6, 40), resolution=(0.05, 0.01), replicates=(2**13, 2**17)
)
def optimal_bound(p, draw):
    mu = p.mu[0]
    found = least_criterion(mu, torch.ones_like(mu), p.n, p.m, p.sigma2, p.r * p.sigma2, draw)
    return {"least": found["infimum"], "given_design": found["expected"]}
