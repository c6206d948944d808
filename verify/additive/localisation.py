"""Flows from random starts, Jacobians by automatic differentiation, and neurons trained by online SGD on two tasks."""

import torch

from lemmata.numerics.models.additive.additive import field, flow_to_rest, jacobian
from lemmata.numerics.models.additive.additive_chain import localised
from lemmata.theory.additive.localisation import claim
from lemmata.verify import experiment

CUBIC = {"M": 2, "k": 3, "s": 2, "c": 1.0, "epsilon": 1e-4}
D, PACE, ROUNDS = 24, 0.2, 12


def instance(p, draw):
    c = draw.uniform(p.M, low=0.5, high=2.0)[0]
    corner = torch.zeros_like(c)
    corner[0] = 1.0
    centre = torch.full((p.s,), p.s**-0.5, dtype=c.dtype, device=draw.device)
    same = torch.full_like(centre, p.c)
    at_corner, at_two = jacobian(corner, c, p.k), jacobian(corner, c, 2)
    return {
        "c_all": c,
        "c_own": c[:1],
        "c_best": c[1:].amax()[None],
        "v": at_corner.diagonal()[1:].amax()[None],
        "v2": at_two.diagonal()[1:].amax()[None],
        "J": jacobian(centre, same, p.k)[None],
        "K": jacobian(centre, same, 2)[None],
    }


@experiment(claim, instance=instance, examples=(CUBIC,), points=(5, 30), replicates=(1024, 2**13), first=256, rounding=1e-12)
def localisation(p, draw, variant):
    if variant == "chain":
        found = localised(p.M, D, PACE * D**-1.5 * p.M**-0.5, ROUNDS * p.M * D**2, draw)
        lone = ((found["first"] > 0.8) & (found["second"] < 0.3)).double()
        return dict.fromkeys(("winner", "rival", "u1", "u2", "rate", "lone"), lone)
    c, k = p.c_all, p.k
    flow = flow_to_rest(c, k, draw)
    start, end = flow["start"], flow["end"]
    strength = c * start ** (k - 2)
    found = {
        name: end.gather(1, score.argmax(dim=1, keepdim=True))[:, 0]
        for name, score in (("winner", strength), ("rival", c * start ** (k - 1)))
    }
    move = field(start, c, k) / start
    return {
        **found,
        "u1": strength[:, 0],
        "u2": strength[:, 1],
        "rate": (k - 2) * (move[:, 0] - move[:, 1]),
        "lone": torch.zeros_like(strength[:, 0]),
    }
