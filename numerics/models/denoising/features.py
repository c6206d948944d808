"""Descent on the denoising loss of the tied quadratic network, averaged over the noise, in the coordinates that it moves.

Data: patches mu_1 or mu_-1 (orthogonal, of one length, classes balanced) and xi_i ~ N(0, sigma^2 I_d), i <= n, so that the loss is
that of the patches with the weights 1/2, 1/2, 1/n, ..., 1/n. Weights stay in the span of the data and of their start; the Gram
matrix of what is normal is a Bartlett factor, so that the reduction is exact in law at every d. The loss is the closed form of
the mean over the noise (it is compared with the formula of the claims in a test).

`descend`: first descent with steps of 5 % of |W| from a small start until the largest neuron has length `early`, then 1500 steps
of Barzilai and Borwein, none longer than a tenth of |W|; `still` is |W| |grad|/d at the end. With `flipped` the signals are mu
and -mu.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett

START, STEP, FIRST, SECOND = 1e-6, 0.05, 400, 1500


def patches(p: Mapping[str, float], draw: Draw) -> tuple[Tensor, Tensor]:
    """Data (B, n + 2, D), the two signals first, and weights at the start (B, m, D), D = n + m + 2."""
    n, m, d = int(p["n"]), int(p["m"]), int(p["d"])
    signal = (float(p["s"]) / n * d) ** 0.5 * float(p["σ"])
    like = torch.empty(0, dtype=torch.float64, device=draw.device)
    rest = bartlett(draw.source(), n + m, d - 2, draw.replicates, like)
    rows = torch.cat([draw.normal(n + m, 2, dtype=torch.float64), rest], dim=-1)
    means = torch.zeros_like(rows[:, :2])
    means[:, 0, 0] = signal
    means[:, 1, 0 if p["flipped"] else 1] = -signal if p["flipped"] else signal
    return torch.cat([means, float(p["σ"]) * rows[:, :n]], dim=1), START * rows[:, n:]


def slope(w: Tensor, x: Tensor, weight: Tensor, alpha: float, beta: float) -> Tensor:
    """The gradient of the loss in the weights."""
    m, gram, seen = w.shape[-2], w @ w.mT, alpha * w @ x.mT
    own = gram.diagonal(dim1=-2, dim2=-1)[..., None]
    second = seen**2 + beta**2 * own  # E z^2
    pulled = gram @ second
    by_mean = (4 * pulled * seen + 8 * beta**2 * (gram * gram) @ seen) / m - 4 * beta / m**0.5 * own
    by_gram = (second * weight) @ second.mT + 6 * beta**4 * gram * gram * weight.sum()
    by_gram = (by_gram + 8 * beta**2 * ((seen * weight) @ seen.mT) * gram) / m
    by_own = ((2 * beta**2 / m * pulled - 4 * beta / m**0.5 * seen) * weight).sum(-1)
    return alpha * (by_mean * weight) @ x + 2 * (by_gram + torch.diag_embed(by_own)) @ w


def balance(w: Tensor, x: Tensor) -> Tensor:
    """Mean of |<w_r, mu>| over neurons and signals, over the mean of |<w_r, xi_i>|."""
    seen = (w @ x.mT).abs()
    return seen[..., :2].mean((-2, -1)) / seen[..., 2:].mean((-2, -1))


def _size(a: Tensor) -> Tensor:
    return a.norm(dim=(-2, -1), keepdim=True)


def descend(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`aligned`: the balance when the largest neuron has length `early`, over that of the mean patch; `first`: the same, over
    n SNR^2/2; `ratio`: at the end."""
    alpha = float(p["α"])
    beta = (1 - alpha**2) ** 0.5
    x, w = patches(p, draw)
    weight = torch.full_like(x[0, :, 0], 1 / int(p["n"]))
    weight[:2] = 0.5

    def gradient(at: Tensor) -> Tensor:
        return slope(at, x, weight, alpha, beta)

    for _ in range(int(p.get("first", FIRST))):
        small = w.norm(dim=-1).amax(-1)[:, None, None] < float(p["early"])
        g = gradient(w)
        w = w - STEP * small * g * _size(w) / _size(g).clamp(min=1e-300)
    mean = (x * weight[:, None]).sum(1, keepdim=True)
    early = balance(w, x)
    found = {"aligned": early / balance(mean, x), "first": early / (float(p["s"]) / 2)}
    if not p["run"]:
        return found | {"ratio": early, "still": torch.ones_like(early)}
    g = gradient(w)
    length = 0.02 * _size(w) / _size(g).clamp(min=1e-300)
    for k in range(SECOND):
        new = w - length * g
        fresh = gradient(new)
        move, change = new - w, fresh - g
        bend = (move * change).sum((-2, -1), keepdim=True)
        tried = (
            (move * move).sum((-2, -1), keepdim=True) / bend if k % 2 else bend / (change * change).sum((-2, -1), keepdim=True)
        )
        most = 0.1 * _size(new) / _size(fresh).clamp(min=1e-300)
        length = torch.where((bend > 0) & (tried < most), tried, most)
        w, g = new, fresh
    return found | {"ratio": balance(w, x), "still": (_size(w) * _size(g))[:, 0, 0] / float(p["d"])}
