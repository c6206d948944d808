r"""Birth and death of particles that do not move: $\partial_t\mu=-\mu V$, $V=\frac{\delta\mathcal L}{\delta\mu}$, and refreshing.

Atoms are fixed features act_j(x) a_j, tensors (B, P, N, k) at equally likely inputs; the true and the learned measure
are masses (B, P) on the same atoms.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.models.feature_attention import icl
from lemmata.numerics.models.feature_attention.icl_mixtures import heads, masses
from lemmata.numerics.models.feature_attention.icl_particles import runge_kutta
from lemmata.numerics.random.draw import Draw


def random_atoms(k: int, d: int, count: int, inputs: int, draw: Draw) -> Tensor:
    """Tanh neurons with heads in the unit ball."""
    act = torch.tanh(draw.normal(inputs, d) @ draw.normal(count, d).mT)
    return act.mT[..., None] * heads(count, k, draw)[:, :, None, :]


def pair_atoms(correlation: float, draw: Draw) -> Tensor:
    """Two features of unit norm with this correlation, k = 1."""
    signs = icl.signs(2, draw)
    second = correlation * signs[..., 0] + (1 - correlation**2) ** 0.5 * signs[..., 1]
    return torch.stack([signs[..., 0], second], dim=1)[..., None]


def mean(atoms: Tensor, p: Tensor) -> Tensor:
    """The features (B, N, k) of masses p."""
    return (p[..., None, None] * atoms).sum(dim=1)


def first_variation(atoms: Tensor, f: Tensor, p: Tensor) -> tuple[Tensor, Tensor]:
    """V at every atom (B, P), and the slope -2 Tr[S B] of the loss towards the true features (B,)."""
    h = mean(atoms, p)
    residual, regression = icl.moments(f, h)
    pull = -2 * ((f - h @ regression.mT) @ regression) / f.shape[-2]
    slope = -2 * (residual * regression.mT).sum((-1, -2))
    return (atoms * pull[:, None]).sum((-1, -2)), slope


def divergence(p: Tensor, q: Tensor) -> Tensor:
    """KL(p || q)."""
    return (p * (p / q).log()).sum(-1)


def birth_death(atoms: Tensor, true: Tensor, p: Tensor, time: float, steps: int) -> dict[str, Tensor]:
    """Masses after the flow, with the time integrals of L'(0) towards the true measure, of V² and |V| under mu, of sup V+.

    The supremum is over the support of the true measure.
    """
    f, count = mean(atoms, true), p.shape[-1]

    def field(state: Tensor) -> Tensor:
        mass = state[..., :count]
        v, slope = first_variation(atoms, f, mass)
        parts = [
            slope,
            (mass * v.square()).sum(-1),
            (mass * v.abs()).sum(-1),
            torch.where(true > 0, v, 0.0).clamp(min=0).amax(-1),
        ]
        return torch.cat([-mass * v, torch.stack(parts, dim=-1)], dim=-1)

    state = torch.cat([p, p.new_zeros(*p.shape[:-1], 4)], dim=-1)
    for _ in range(steps):
        state = state + runge_kutta(field, state, time / steps)
    names = ("slope", "square", "modulus", "rise")
    return {"p": state[..., :count], **{name: state[..., count + i] for i, name in enumerate(names)}}


def random_instance(k: int, draw: Draw) -> tuple[Tensor, Tensor, Tensor]:
    """Eight tanh atoms with random true and learned masses."""
    return random_atoms(k, 3, 8, 24, draw), masses(8, draw), masses(8, draw)
