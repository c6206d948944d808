"""Random networks and labels; the least value comes from the normal equations of the head, a system in the particles."""

import torch

from lemmata.numerics.models.mean_field.head_noise import network
from lemmata.theory.mean_field.representer import claim
from lemmata.verify import bind

INPUTS = 3


def instance(p, draw):
    made = network(p.n, p.N, INPUTS, p.sigma, draw)
    phi, gram, y = made["Phi"], made["K"], draw.normal(p.n, p.m)
    eye = torch.eye(p.N, dtype=phi.dtype, device=phi.device)
    head = torch.linalg.solve(phi.mT @ phi / (p.n * p.N**2) + p.lam / p.N * eye, phi.mT @ y / (p.n * p.N))
    least = (y - phi @ head / p.N).square().sum(dim=(-2, -1)) / p.n + p.lam * head.square().sum(dim=(-2, -1)) / p.N
    values, vectors = torch.linalg.eigh(gram)
    energies = (vectors.mT @ y).square().mean(dim=-1)
    return {
        "K": gram,
        "Phi": phi,
        "Y": y,
        "H": draw.normal(p.N, p.m),
        "k": values.clamp(min=0),
        "e": energies,
        "F_min": least / p.m,
    }


representer = bind(claim, instance=instance, points=(10, 60), rounding=1e-9)
