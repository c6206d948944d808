"""Polynomial links on given directions: orthogonal, random, close together, or equal and opposite."""

import torch

from lemmata.numerics.models.additive.additive import second_moment
from lemmata.theory.additive.normalisation import DEGREE, claim
from lemmata.verify import experiment

TIGHT = {"M": 2, "d": 4, "k": 3, "links": "equal", "directions": "close"}
OPPOSITE = {"M": 2, "d": 4, "k": 3, "links": "equal", "directions": "opposite"}
DIVERSE = {"M": 2, "d": 5, "k": 2, "links": "random", "directions": "random"}


def instance(p, draw):
    weights = draw.normal(p.M, DEGREE)[0]
    if p.links == "equal":  # the same He_k for all tasks
        weights = torch.zeros_like(weights)
        weights[:, p.k - 1] = 1.0
    weights[:, : p.k - 1] = 0.0
    theta = torch.linalg.qr(draw.normal(p.d, p.d)[0]).Q[: p.M]
    if p.directions == "random":
        theta = draw.sphere(p.d, p.M)[0]
    elif p.directions == "close":
        theta = theta + theta[:1] * 3**-0.5 if p.M > 2 else torch.stack([theta[0], theta[0] / 2 + theta[-1] * 0.75**0.5])[: p.M]
    elif p.directions == "opposite":
        signs = torch.where(torch.arange(p.M, device=draw.device) % 2 == 0, 1.0, -1.0).to(theta)
        theta = signs[:, None] * theta[:1]
    theta = theta / torch.linalg.vector_norm(theta, dim=-1, keepdim=True)
    gram = theta @ theta.mT
    off = gram - torch.diag(gram.diagonal())
    coefficients = weights / torch.tensor([1.0, 2.0, 6.0, 24.0], dtype=weights.dtype, device=draw.device).sqrt()
    return {"A": coefficients[None], "G": gram[None], "g": off.abs().amax()[None], "theta": theta}


@experiment(
    claim,
    instance=instance,
    examples=(TIGHT, OPPOSITE, DIVERSE),
    points=(5, 24),
    resolution=(0.05, 0.02),
    replicates=(2**18, 2**21),
    rounding=1e-12,
)
def normalisation(p, draw):
    full = torch.cat([torch.zeros_like(p.A[0, :, :1]), p.A[0]], dim=1)
    return second_moment(full, p.theta, draw)
