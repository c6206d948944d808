"""Training of the one-layer attention network with ReLU outputs on prompts of concepts with binary semantics, on fresh batches.

K concepts; a_k, b_k (and c_k, d_k of the labels) are the first 2K axes of R^d, which is no loss of generality for isotropic noise
and starts. A prompt has a concept, a query a_k + y b_k + noise with target y, and L examples a_k + y_l b_k + noise with labels c_k +
y_l d_k + noise, all y independent fair signs. f = r'relu(w_O sum_l p_l y_l), p the softmax of x_l'W_K'W_Q x_q, logistic loss,
r = +-1/m in equal parts; W_Q = W_K = `start` times 1, or (`normal`) both N(0, start^2), w_O ~ N(0, 1e-4). Stochastic descent with steps `rate` (and 5 `rate` for w_O).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

AT_ONCE = 16  # steps whose prompts are drawn together and stay in the cache


def _prompts(p: Mapping[str, float], count: int, draw: Draw) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Inputs and labels (B, count, L, d), queries (B, count, d), targets (B, count), semantics (B, count, L)."""
    concepts, length, d = int(p["K"]), int(p["L"]), int(p["d"])
    axes = torch.eye(d, dtype=torch.float32, device=draw.device)
    concept = draw.integers(0, concepts, count)
    semantics, target = draw.rademacher(count, length, dtype=torch.float32), draw.rademacher(count, dtype=torch.float32)
    a, b = axes[2 * concept], axes[2 * concept + 1]
    clean = a[:, :, None] + semantics[..., None] * b[:, :, None]
    noise = float(p["noise"])
    inputs, labels = (clean + noise * draw.normal(count, length, d, dtype=torch.float32, fast=True) for _ in range(2))
    query = a + target[..., None] * b + noise * draw.normal(count, d, dtype=torch.float32, fast=True)
    return inputs, labels, query, target, semantics


def _batches(p: Mapping[str, float], draw: Draw) -> Iterator[tuple[Tensor, ...]]:
    """The prompts of every step, drawn for several steps at once."""
    batch, steps = int(p["batch"]), int(p["steps"])
    for first in range(0, steps, AT_ONCE):
        drawn = _prompts(p, batch * min(AT_ONCE, steps - first), draw)[:4]
        yield from zip(*(t.split(batch, 1) for t in drawn), strict=True)


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """At the end: b'W_Qb and b'W_Kb (means over concepts), the largest change of a'W_Qa and a'W_Ka, accuracy on fresh prompts, and on those
    that have an example with the query's semantics; <w, c> and <w, d> averaged over concepts and neurons, by the sign of r."""
    concepts, m, d, start = int(p["K"]), int(p["m"]), int(p["d"]), float(p["start"])
    axes = torch.eye(d, dtype=torch.float32, device=draw.device)
    wq = wk = (start * axes).expand(draw.replicates, d, d)
    if p["normal"]:
        wq, wk = (start * draw.normal(d, d, dtype=torch.float32) for _ in range(2))
    first = {"query": wq, "key": wk}
    wo = 0.01 * draw.normal(m, d, dtype=torch.float32)
    r = draw.tensor([1.0, -1.0], dtype=torch.float32).repeat_interleave(m // 2) / m
    rate, batch = float(p["rate"]), int(p["batch"])

    def forward(x: Tensor, y: Tensor, q: Tensor) -> tuple[Tensor, ...]:
        asked = q @ wq.mT
        share = torch.softmax((x.flatten(1, 2) @ wk.mT).unflatten(1, x.shape[1:3]) @ asked[..., None], -2)
        seen = (share * y).sum(-2)
        hidden = seen @ wo.mT
        return asked, share, seen, hidden, hidden.clamp(min=0) @ r

    for x, y, q, target in _batches(p, draw):
        asked, share, seen, hidden, f = forward(x, y, q)
        pull = (-target * torch.sigmoid(-target * f) / batch)[..., None] * r * (hidden > 0)
        by_seen = pull @ wo
        value = y @ by_seen[..., None]
        logits = share * (value - (share * value).sum(-2, keepdim=True))
        z = (logits * x).sum(-2)
        by_key, by_query = asked.mT @ z, (z @ wk.mT).mT @ q
        wo = wo - 5 * rate * pull.mT @ seen
        wk, wq = wk - rate * by_key, wq - rate * by_query
    x, y, q, target, semantics = _prompts(p, int(p["tests"]), draw)
    right = (forward(x, y, q)[-1] * target > 0).to(torch.float32)
    met = (semantics == target[..., None]).any(-1).to(torch.float32)
    along = {name: torch.diagonal(w, dim1=1, dim2=2)[:, : 2 * concepts] for name, w in (("query", wq), ("key", wk))}
    moved = {name: along[name][:, ::2] - torch.diagonal(w, dim1=1, dim2=2)[:, : 2 * concepts : 2] for name, w in first.items()}
    plus, minus = wo[:, : m // 2, : 2 * concepts], wo[:, m // 2 :, : 2 * concepts]
    product = (wk * wq).sum(1)[:, 1 : 2 * concepts : 2]
    return {
        "query": along["query"][:, 1::2].mean(-1),
        "key": along["key"][:, 1::2].mean(-1),
        "query_concept": moved["query"].abs().amax(-1),
        "key_concept": moved["key"].abs().amax(-1),
        "product": product.amin(-1),
        "joint": (product * (plus[..., 1::2].mean(1) - minus[..., 1::2].mean(1))).amin(-1),
        "accuracy": right.mean(-1),
        "met": (right * met).sum(-1) / met.sum(-1).clamp(min=1),
        "plus_c": plus[..., ::2].mean((1, 2)),
        "plus_d": plus[..., 1::2].mean((1, 2)),
        "minus_c": minus[..., ::2].mean((1, 2)),
        "minus_d": minus[..., 1::2].mean((1, 2)),
    }
