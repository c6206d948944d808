"""Random linear networks, and atoms (r, w) of which several share their w; least values from normal equations."""

import torch

from lemmata.theory.mean_field.parametrisations import claim
from lemmata.verify import bind


def least(features, weights, y, lam):
    """min over r of |y - sum_i p_i r_i f_i|²/n + lam sum_i p_i r_i², from the normal equations in r."""
    n = y.shape[-2]
    share = weights[..., None, :]
    system = (features * share).mT @ (features * share) / n + lam * torch.diag_embed(weights)
    head = torch.linalg.solve(system, (features * share).mT @ y / n)
    return (y - features @ (weights[..., None] * head)).square().sum(dim=(-2, -1)) / n + lam * (
        weights[..., None] * head.square()
    ).sum(dim=(-2, -1))


def instance(p, draw):
    x, y = draw.normal(p.n, p.d), draw.normal(p.n, 1)
    rows, beta = draw.normal(p.N, p.d), draw.normal(p.N, 1)
    # J atoms at every second place: those of a pair share their w
    pair = torch.arange(p.J, device=draw.device) // 2
    together = (pair[:, None] == pair).to(x.dtype)
    mass, value = draw.exponential(p.J) + 0.05, draw.normal(p.J)
    mass = mass / mass.sum(dim=-1, keepdim=True)
    conditional = ((mass * value) @ together) / (mass @ together)
    features = torch.tanh(x @ draw.normal(p.d, p.J))[..., pair]
    grouped = (features * mass[..., None, :]) @ features.mT
    shift = p.n * p.lam * torch.eye(p.n, dtype=x.dtype, device=x.device)
    ones = torch.ones_like(rows[..., 0])
    return {
        "X": x,
        "y": y,
        "W": rows,
        "beta": beta,
        "w": p.N**0.5 * rows,
        "a": p.N**0.5 * beta,
        "p": mass,
        "r": value,
        "c": conditional,
        "f": features[..., 0, :],
        "F_W": least(x @ rows.mT, ones, y, p.lam),
        "F_r": least(features, mass, y, p.lam),
        "F_mu": p.lam * (y * torch.linalg.solve(grouped + shift, y)).sum(dim=(-2, -1)),
    }


parametrisations = bind(claim, instance=instance, points=(12, 100), rounding=1e-9)
