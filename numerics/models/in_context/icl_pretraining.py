r"""Algorithm 2 on single-index tasks in context: one gradient step on the MLP, ridge regression for the attention.

Conventions as in `numerics.models.in_context.icl_single_index`; the gradient is written out, so that it runs under fake tensors.
Draws are made in single precision: the noise of a gradient over random prompts is far above rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.models.in_context.icl_single_index import attention, features, link, summary
from lemmata.numerics.random.draw import Draw

SINGLE = torch.float32


def phase1_gradient(w: Tensor, b: Tensor, gamma: Tensor, x: Tensor, y: Tensor, query: Tensor, label: Tensor) -> Tensor:
    """Gradient in W of the mean over tasks of (label - f)^2 at Gamma = diag(gamma), for each of m versions of the labels.

    w (B, N, d); b, gamma (B, N); tasks in the second axis: x (B, T, n, d), y (B, T, n), query (B, T, d), label (m, B, T).
    grad_j f = gamma_j [ (1/n) sum_i y_i 1{w_j x_i + b_j > 0} x_i s_j + u_j 1{w_j x + b_j > 0} x ] with s_j = relu(w_j x + b_j).
    """
    inner = x @ w[:, None].mT + b[:, None, None, :]
    n, count = x.shape[-2], x.shape[1]
    u = (y[..., None, :] @ torch.relu(inner))[..., 0, :] / n
    outer = query @ w.mT + b[:, None, :]
    s, on = torch.relu(outer), (outer > 0).to(x.dtype)
    f = (gamma[:, None] * u * s).sum(-1)
    weight = -2.0 / count * (label - f)[..., None] * gamma[:, None]  # (m, B, T, N)
    pulls = ((inner > 0).to(x.dtype) * (y / n)[..., None]).flatten(1, 2)  # (B, T n, N)
    context = (pulls * (weight * s).repeat_interleave(n, dim=-2)).mT @ x.flatten(1, 2)
    return context + (weight * u * on).mT @ query


@dataclass(frozen=True)
class Pretraining:
    """Sizes of Phase I: dimension d, subspace r, neurons N, prompt length n, tasks; tasks of one block are held in memory."""

    d: int
    r: int
    neurons: int
    n: int
    tasks: int
    block: int = 250
    gamma: float = 1e-3


def phase1(size: Pretraining, draw: Draw) -> dict[str, Tensor]:
    """One step of Phase I at lambda_1 = 1/eta_1: w^(1) up to its scale, (B, N, d).

    `whole`: all tasks; `part`: the first block of them; `foreign`: the label of the query taken from the next task.
    """
    w, b = draw.sphere(size.d, size.neurons, dtype=SINGLE), draw.uniform(size.neurons, low=-1.0, high=1.0, dtype=SINGLE)
    gamma = size.gamma * draw.rademacher(size.neurons, dtype=SINGLE)
    whole, foreign, part = (torch.zeros_like(w) for _ in range(3))
    blocks = max(1, size.tasks // size.block)
    for number in range(blocks):
        x, y = _prompts(size, size.block, size.n + 1, draw)
        labels = torch.stack((y[..., -1], y[..., -1].roll(1, dims=1)))
        step = phase1_gradient(w, b, gamma, x[..., :-1, :], y[..., :-1], x[..., -1, :], labels)
        whole, foreign = whole - step[0], foreign - step[1]
        if number == 0:
            part = whole
    return {"whole": whole, "foreign": foreign, "part": part}


def aligned(w: Tensor, r: int) -> Tensor:
    """|P_S w|/|w|, a mean over the neurons."""
    return (w[..., :r].norm(dim=-1) / w.norm(dim=-1)).mean(-1)


def algorithm2(
    size: Pretraining, tasks2: int, n2: int, lengths: tuple[int, int], draw: Draw, *, tests: int = 64, penalty: float = 1e-5
) -> dict[str, Tensor]:
    """Both phases, one run per replicate: alignments, and the mean over test tasks of e/(1 + e) for the squared error e.

    `short` and `long` are for prompts of the two lengths, `untrained` keeps Gamma^(0) with the longer one.
    """
    found = phase1(size, draw)
    made = {name: aligned(w, size.r) for name, w in found.items()}
    w = found["whole"] / found["whole"].norm(dim=-1).median(-1).values[:, None, None]
    b = draw.uniform(size.neurons, low=-2.0, high=2.0, dtype=SINGLE)
    x, y = _prompts(size, tasks2, n2 + 1, draw)
    u, s, label = (part.double() for part in _inputs(w, b, x, y, n2))
    gamma = attention(u, s, label, penalty).to(SINGLE)
    x, y = _prompts(size, tests, lengths[1] + 1, draw)
    for name, n in (("short", lengths[0]), ("long", lengths[1])):
        u, s, label = _inputs(w, b, x, y, n)
        e = (label - (s * (u @ gamma.mT)).sum(-1)).square()
        made[name] = (e / (1 + e)).mean(-1)
    e = (label - size.gamma * (s * u).sum(-1)).square()
    return made | {"untrained": (e / (1 + e)).mean(-1)}


def _prompts(size: Pretraining, count: int, n: int, draw: Draw) -> tuple[Tensor, Tensor]:
    theta, phase = draw.sphere(size.r, count, dtype=SINGLE), draw.uniform(count, low=0.0, high=2 * math.pi, dtype=SINGLE)
    x = draw.normal(count, n, size.d, dtype=SINGLE, fast=True)
    return x, link(phase[..., None], (x[..., : size.r] @ theta[..., None])[..., 0])


def _inputs(w: Tensor, b: Tensor, x: Tensor, y: Tensor, n: int) -> tuple[Tensor, Tensor, Tensor]:
    """u of the first n examples; features and label of the last input."""
    w, b = w[:, None], b[:, None]
    return summary(x[..., :n, :], y[..., :n], w, b), features(x[..., -1:, :], w, b)[..., 0, :], y[..., -1]
