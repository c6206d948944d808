"""The in-context loss with its key matrix as a second, faster variable; and the flow with the key matrix eliminated, until it has learned.

Particles h(x) = (1/M) sum_j a_j tanh(w_j.x) on N inputs, f of k whitened features of 12 tanh neurons, A = E[f h'], S = E[h h'],
L(Gamma) = E|f - A Gamma h|^2. Joint flow: theta' = -M grad_theta L, Gamma' = -kappa grad_Gamma L = -2 kappa A'A (Gamma S - 1). A step of
length dt is explicit in theta and implicit in Gamma, which is then exact on the slow manifold to first order in dt at every kappa
(a full relaxation in each step would follow the reduced flow by construction); the reduced flow has Gamma = S^-1 and the same steps.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.feature_attention.icl_particles import Problem
from lemmata.numerics.random.draw import Draw


def _white(h: Tensor) -> Tensor:
    """What turns features (B, N, k) into ones of second moment 1."""
    values, vectors = torch.linalg.eigh(h.mT @ h / h.shape[-2])
    return (vectors / values.clamp(min=1e-300).sqrt()[:, None]) @ vectors.mT


def population(p: Mapping[str, float], draw: Draw) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Inputs (B, N, d), true features (B, N, k), heads (B, M, e) and weights (B, M, d), all normal before whitening; e is k where not given."""
    count, k, d, particles = int(p["N"]), int(p["k"]), int(p["d"]), int(p["M"])
    x = draw.normal(count, d)
    f = torch.tanh(x @ draw.normal(12, d).mT) @ draw.normal(12, k)
    return x, f @ _white(f), draw.normal(particles, int(p.get("e", k))), draw.normal(particles, d)


def _moments(f: Tensor, h: Tensor) -> tuple[Tensor, Tensor]:
    return f.mT @ h / h.shape[-2], h.mT @ h / h.shape[-2]


def separated(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Largest distance of the losses of joint and reduced flow up to time 1 for kappa = `few`, `some`, `many` times kappa*, from
    whitened features, kappa* = 1/(least eigenvalue of A'A): `slope` is log(gap_many/gap_some)/log(many/some), `drop` gap_many/gap_few."""
    x, f, a, w = population(p, draw)
    phi = torch.tanh(x @ w.mT)
    a = a @ _white(phi @ a / a.shape[-2])
    steps, size = int(p["steps"]), a.shape[-2]
    cross, _ = _moments(f, phi @ a / size)
    least = torch.linalg.eigvalsh(cross.mT @ cross)[:, 0].clamp(min=1e-300)
    width = a.shape[-1]
    one = torch.eye(width, dtype=a.dtype, device=a.device)

    def losses(kappa: Tensor | None) -> Tensor:
        """The loss along the way (steps + 1, B); for several kappas, one after the other, (steps + 1, kappas B)."""
        times = 1 if kappa is None else len(kappa) // len(a)
        # a particle a column: products that end in one particle a row are slow
        x_, f_, heads, weights = (t.repeat(times, 1, 1) for t in (x, f, a.mT, w.mT))
        dt, found = 1 / steps, list[Tensor]()
        gamma = one.expand(len(heads), *one.shape)
        for _ in range(steps + 1):
            value = torch.tanh(x_ @ weights)
            h = value @ heads.mT / size
            cross, second = _moments(f_, h)
            if kappa is None:
                gamma = torch.linalg.inv(second)
            elif found:
                # gamma + pace C gamma S = target, an equation for the entries of gamma
                pulled = (2 * dt * kappa)[:, None, None] * (cross.mT @ cross)
                both = torch.einsum("bip,bqj->bijpq", pulled, second).flatten(3, 4).flatten(1, 2)
                both.diagonal(dim1=1, dim2=2).add_(1)
                gamma = torch.linalg.solve(both, (gamma + pulled).flatten(1)).unflatten(1, (width, width))
            rest = f_ - h @ gamma.mT @ cross.mT
            found.append(rest.square().sum(-1).mean(-1))
            pull = -2 / x.shape[-2] * (rest @ cross @ gamma + f_ @ (rest.mT @ h) @ gamma.mT / x.shape[-2])
            moved = x_.mT @ ((1 - value.square()) * (pull @ heads))
            heads, weights = heads - dt * pull.mT @ value, weights - dt * moved
        return torch.stack(found)

    reduced = losses(None)
    paces = [float(p[key]) for key in ("few", "some", "many")]
    joint = losses(torch.cat([pace / least for pace in paces])).unflatten(1, (len(paces), -1))
    gaps = (joint - reduced[:, None]).abs().amax(0)
    ratio = torch.log(gaps[2] / gaps[1]) / torch.log(draw.tensor([float(p["many"]) / float(p["some"])]))
    return {"slope": ratio, "drop": gaps[2] / gaps[0]}


def learned(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Euler steps of the reduced flow of e features: the loss over k, what h leaves on f over |h|^2, the ends of the singular values of R = E[h f'],
    and the distance of R R' from a multiple of 1, over it."""
    x, f, a, w = population(p, draw)
    k, e = f.shape[-1], a.shape[-1]
    problem = Problem(
        x, torch.full_like(x[0, :, 0], 1 / x.shape[1]), f, torch.full_like(a[0, :, 0], 1 / a.shape[1]), features=e
    )
    theta = torch.cat([a, w], -1)
    for _ in range(int(p["steps"])):
        theta = theta + float(p["dt"]) * problem.field(theta)
    h = torch.tanh(x @ theta[..., e:].mT) @ theta[..., :e] / a.shape[1]
    r = h.mT @ f / x.shape[1]
    values = torch.linalg.svdvals(r)
    return {
        "loss": problem.loss(theta) / k,
        "left": (h - f @ r.mT).square().sum((-1, -2)) / h.square().sum((-1, -2)),
        "least": values[:, -1],
        "largest": values[:, 0],
        "condition": values[:, 0] / values[:, -1].clamp(min=1e-300),
    }
