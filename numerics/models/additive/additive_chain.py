"""One neuron on an additive model with orthonormal tasks, as the exact Markov chain of its M overlaps m_j.

m_j = <w, theta_j>, |w| = 1. Gaussian data in R^d, labels y = M^-1/2 sum_j h_3(<x, theta_j>), activation h_3,
correlation loss, batch 1, gradients projected at w. With z_1, ..., z_M, zeta standard normal and c chi-square of
d - M - 1 degrees of freedom, all independent, s = sqrt(1 - |m|^2):

    z2 = <m, z> + s zeta,   r2 = |P_w x|^2 = |z|^2 + zeta^2 + c - z2^2,   step = eta y h_3'(z2),
    m_j <- (m_j + step (z_j - m_j z2)) / sqrt(1 + step^2 r2).

A step costs O(M) for every d. Source: 2406.11828 (orthonormal tasks, one neuron).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

BLOCK = 1 << 18


def _paths(start: Tensor, d: int, eta: float, steps: int, draw: Draw) -> Iterator[Tensor]:
    """The overlaps (B, M) after every step, from `start` (B, M)."""
    tasks = start.shape[-1]
    if d < tasks + 2:
        raise DomainError(f"{tasks} orthonormal tasks and a free neuron do not fit in dimension {d}: give d >= {tasks + 2}")
    m, one = draw.tensor(start, draw.dtype), torch.ones((), dtype=draw.dtype, device=draw.device)
    length = max(1, BLOCK // (draw.replicates * (tasks + 1)))
    scale = 1 / math.sqrt(6 * tasks)
    for done in range(0, steps, length):
        count = min(length, steps - done)
        z = draw.normal(count, tasks + 1, fast=True).transpose(0, 1).contiguous()
        tail = draw.chi2(d - tasks - 1, count, fast=True).mT
        total = z.square().sum(dim=-1) + tail
        tasks_z, zeta = z[..., :tasks], z[..., tasks]
        push = (eta * math.sqrt(3 / 2) * scale) * (tasks_z**3 - 3 * tasks_z).sum(dim=-1)
        for z_t, zeta_t, push_t, total_t in zip(tasks_z.unbind(), zeta.unbind(), push.unbind(), total.unbind(), strict=True):
            free = torch.sub(one, (m * m).sum(dim=-1)).clamp_(min=0).sqrt_()
            z2 = torch.addcmul((m * z_t).sum(dim=-1), free, zeta_t)
            squared = z2 * z2
            step = push_t * (squared - 1)
            norm = torch.addcmul(one, step * step, total_t - squared).rsqrt_()
            m = torch.addcmul(m * torch.addcmul(one, step, z2, value=-1)[:, None], z_t, step[:, None]) * norm[:, None]
            yield m


def task_overlaps(start: Tensor, d: int, eta: float, steps: int, draw: Draw) -> Tensor:
    """The overlaps (B, M) after `steps` steps from `start` (B, M)."""
    return deque(_paths(start, d, eta, steps, draw), maxlen=1)[0]


def growth_time(tasks: int, d: int, start: float, factor: float, eta: float, steps: int, draw: Draw) -> Tensor:
    """The step (B,), at most `steps`, at which the overlap with task 1 has grown by `factor`, the others beginning at 0."""
    begin = torch.zeros((draw.replicates, tasks), dtype=draw.dtype, device=draw.device)
    begin[:, 0] = start
    waiting = torch.ones((draw.replicates,), dtype=torch.bool, device=draw.device)
    count = torch.ones((draw.replicates,), dtype=torch.float64, device=draw.device)
    for m in _paths(begin, d, eta, steps - 1, draw):
        waiting = waiting & (m[:, 0] < factor * start)
        if is_fake(waiting) or not bool(waiting.any()):
            break
        count += waiting
    return count


def localised(tasks: int, d: int, eta: float, steps: int, draw: Draw) -> dict[str, Tensor]:
    """Largest and second largest |overlap| (B,) of a neuron trained in R^d from a random start, after `steps` and as many at eta / 5."""
    w = draw.sphere(d, dtype=torch.float64)
    for rate in (eta, eta / 5):
        for _ in range(steps):
            x = draw.normal(d, dtype=torch.float64)
            z, out = x[:, :tasks], (x * w).sum(dim=-1, keepdim=True)
            label = ((z**3 - 3 * z) / math.sqrt(6)).sum(dim=-1, keepdim=True) / math.sqrt(tasks)
            w = w + rate * label * math.sqrt(1.5) * (out * out - 1) * (x - out * w)
            w = w / torch.linalg.vector_norm(w, dim=-1, keepdim=True)
    top = torch.sort(w[:, :tasks].abs(), dim=-1, descending=True).values
    return {"first": top[:, 0], "second": top[:, 1]}
