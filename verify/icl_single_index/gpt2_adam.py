"""A network of the stated size, trained from one initialisation; the same network with random weights for what it can
read."""

from dataclasses import replace

import torch

from lemmata.numerics.models.in_context import gpt
from lemmata.numerics.random.draw import Draw
from lemmata.theory.icl_single_index.gpt2_adam import claim
from lemmata.verify import experiment

EXAMPLE = {"r": 1, "d": 8, "n": 4, "D": 32, "L": 2, "q": 3, "eta": 1e-3, "epsilon": 0.02}
STEPS = {1: 300}
LONG = 2500
BATCH = 8


def shape(p):
    return gpt.Shape(p.d, p.D, 2, p.L, p.n)


def adam_step(g, p):
    weight = torch.zeros_like(g, requires_grad=True)
    optimiser = torch.optim.Adam([weight], lr=p.eta, eps=p.epsilon)
    weight.grad = g
    optimiser.step()
    return weight.detach()


def instance(p, draw):
    g = draw.normal()
    single = Draw(replace(draw.key, stage="train"), 1, device=draw.device, dtype=torch.float32)
    network = gpt.train(shape(p), p.r, STEPS.get(p.r, LONG), single, rate=4e-3 if p.r in STEPS else 3e-3)
    counts = {"P": shape(p).count(), "P_12": gpt.Shape(20, 256, 8, 12, 101).count(), "P_1": gpt.Shape(3, 6, 2, 1, 7).count()}
    return {**counts, "g": g, "Delta": adam_step(g, p), "network": {name: value.double() for name, value in network.items()}}


@experiment(
    claim, instance=instance, examples=(EXAMPLE,), points=(0, 2), resolution=(0.05, 0.02), replicates=(2**13, 2**17), first=512
)
def gpt2_adam(p, draw, variant):
    made = dict.fromkeys(("change", "c", "risk"), torch.zeros(draw.replicates, dtype=draw.dtype, device=draw.device))
    if variant == "overlap":
        made["c"] = (draw.sphere(p.q) * draw.sphere(p.q)).sum(-1)
    elif variant:
        reader = {"causal": variant != "reads_ahead", "label_first": variant == "label_first"}
        made["change"] = gpt.change_before(gpt.initial(shape(p), draw), shape(p), draw, **reader)
    else:
        made["risk"] = gpt.squared_errors(p.network, shape(p), p.r, draw, BATCH)[:, p.r + 1]
    return made
