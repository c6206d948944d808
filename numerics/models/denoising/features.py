"""Descent on the denoising loss of the tied quadratic network, averaged over the noise, in the coordinates that it moves.

Data: patches mu_1 or mu_-1 (orthogonal, of one length, classes balanced) and xi_i ~ N(0, sigma^2 I_d), i <= n, so that the loss is
that of the patches with the weights 1/2, 1/2, 1/n, ..., 1/n. Weights stay in the span of the data and of their start; the Gram
matrix of what is normal is a Bartlett factor, so that the reduction is exact in law at every d. The loss is the closed form of
the mean over the noise (it is compared with the formula of the claims in a test).

`descend`: first descent with steps of 5 % of |W| from a small start until the largest neuron has length `early`, then at most
1500 steps of Barzilai and Borwein, none longer than a tenth of |W|, ended when every replicate stands still; `still` is |W| |grad|/d
at the end. With `flipped` the signals are mu and -mu.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.models.networks.descent import Field
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett

START, STEP, FIRST, SECOND = 1e-6, 0.05, 400, 1500
LOOK, STILL = 50, 1e-6  # how often it is looked at, and when, whether any replicate still moves
AT_REST = 1e-9  # what is so still is set aside


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
    return slopes(x, weight, alpha, beta)(w)


def slopes(x: Tensor, weight: Tensor, alpha: float, beta: float) -> Callable[[Tensor], Tensor]:
    """The gradient of the loss as a function of the weights (B, m, D)."""
    across, weighed = alpha * x.mT, alpha * weight[:, None] * x
    total, b2 = weight.sum(), beta**2

    def gradient(w: Tensor) -> Tensor:
        m, gram, seen = w.shape[-2], w @ w.mT, w @ across
        own = gram.diagonal(dim1=-2, dim2=-1)[..., None]
        second, squares = torch.addcmul(b2 * own, seen, seen), gram * gram  # E z^2
        pulled = gram @ second
        by_mean = torch.baddbmm(-4 * beta / m**0.5 * own, squares, seen, alpha=8 * b2 / m)
        by_mean.addcmul_(pulled, seen, value=4 / m)
        by_gram = torch.baddbmm(squares * (6 * b2**2 / m * total), second * weight, second.mT, alpha=1 / m)
        by_gram.addcmul_((seen * weight) @ seen.mT, gram, value=8 * b2 / m)
        by_own = (2 * b2 / m * pulled - 4 * beta / m**0.5 * seen) @ weight
        by_gram.diagonal(dim1=-2, dim2=-1).add_(by_own)
        return torch.baddbmm(by_mean @ weighed, by_gram, w, alpha=2)

    return gradient


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

    gradient = slopes(x, weight, alpha, beta)
    for step in range(int(p.get("first", FIRST))):
        small = w.norm(dim=-1).amax(-1)[:, None, None] < float(p["early"])
        if step % LOOK == LOOK - 1 and not is_fake(w) and not bool(small.any()):
            break
        g = gradient(w)
        w = w - STEP * small * g * _size(w) / _size(g).clamp(min=1e-300)
    mean = (x * weight[:, None]).sum(1, keepdim=True)
    early = balance(w, x)
    found = {"aligned": early / balance(mean, x), "first": early / (float(p["s"]) / 2)}
    if not p["run"]:
        return found | {"ratio": early, "still": torch.ones_like(early)}
    g = gradient(w)
    length, field, across = 0.02 * _size(w) / _size(g).clamp(min=1e-300), Field(len(w), w.device), x
    for k in range(SECOND):
        new = torch.addcmul(w, length, g, value=-1)
        fresh = gradient(new)
        move, change = (new - w).flatten(1)[:, None], (fresh - g).flatten(1)[:, :, None]
        bend = move @ change
        tried = move @ move.mT / bend if k % 2 else bend / (change.mT @ change)
        size, steep = _size(new), _size(fresh)
        most = 0.1 * size / steep.clamp(min=1e-300)
        length = torch.where((bend > 0) & (tried < most), tried, most)
        w, g = new, fresh
        if k % LOOK == LOOK - 1 and not is_fake(w):
            still = (size * steep)[:, 0, 0] / float(p["d"])
            if bool((still < STILL).all()):
                break
            before = len(w)
            w, g, length, across = field.thinned(still > AT_REST, [w, g, length], [across])
            if len(w) < before:
                gradient = slopes(across, weight, alpha, beta)
    w, g, _ = field.whole(w, g, length)
    return found | {"ratio": balance(w, x), "still": (_size(w) * _size(g))[:, 0, 0] / float(p["d"])}
