"""Exact conditional risks over designs with d = N³: the tail of inputs enters through its own columns."""

import torch

from lemmata.numerics.models.linear_net.linear_net import bayes_risk
from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.theory.linear_net.example1 import claim
from lemmata.verify import experiment


def instance(p, draw):
    index = torch.arange(1, p.N**3 + 1, dtype=torch.float64, device=draw.device)
    return {"inputs": torch.where(index <= p.N, 1 / index, 1.0 / p.N)[None], "tasks": (index**-2)[None]}


@experiment(claim, instance=instance, points=(3, 16), replicates=(512, 8192), first=64, resolution=(0.05, 0.02))
def example1(p, draw):
    inputs, tasks = p.inputs[0], p.tasks[0]
    found = conditional_risk(inputs, tasks, p.N, p.lam, draw, random_effects=True)
    return {"trained": bayes_risk(inputs * tasks, p.N, p.sigma2, draw), "ridge": found["bias"] + p.sigma2 * found["variance"]}
