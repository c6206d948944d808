"""One small network trained at a time, and random ones for what they can read."""

import torch

from lemmata import Settings
from lemmata.numerics.models.in_context import gpt
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.once import once
from lemmata.theory.icl_single_index.gpt2_adam import claim

READER = gpt.Shape(4, 16, 2, 2, 6)


def reader(p, draw):
    parameters = gpt.initial(READER, draw)
    return {"change": gpt.change_before(parameters, READER, draw, causal=not p.ahead, label_first=bool(p.label_first))}


def adam(p, draw):
    gradient = draw.normal()
    weight = torch.zeros_like(gradient, requires_grad=True)
    optimiser = torch.optim.Adam([weight], lr=p["η"], eps=p["ε"])
    weight.grad = gradient
    optimiser.step()
    return {"gradient": gradient, "move": weight.detach()}


def fitted(r, draw):
    shape = gpt.Shape(8, 32, 2, 2, r + 3)
    single = Draw(draw.key, 1, draw.device, torch.float32, draw.engine)
    found = gpt.train(shape, r, 300 if r == 1 else 2500, single, rate=4e-3 if r == 1 else 3e-3)
    return shape, {name: value.double() for name, value in found.items()}


def trained(p, draw):
    shape, parameters = once(draw, fitted, p.r, everywhere=True)
    return {"risk": gpt.squared_errors(parameters, shape, p.r, draw)[:, p.r + 1]}


settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 1),
    replicates=(2**13, 2**16),
    chunk=4096,
    procedures={"reader": reader, "adam": adam, "trained": trained},
)
