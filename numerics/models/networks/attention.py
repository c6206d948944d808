"""Descent on the single-head softmax attention with average pooling on signal-noise data, in R^d and in the coordinates that it moves.

Samples have L tokens: y mu, and L - 1 of noise, N(0, 1/d) in every coordinate, labels alternate; mu = SNR e_1, so |xi| is near 1. With
tokens as rows f(X) = 1/L sum_l softmax(x_l W_Q W_K' X') X W_V w_o, a fixed head with entries +-1/sqrt(h), mean logistic loss, full
batch. W_Q, W_K (d x h) start as N(0, s0^2), W_V as N(0, v0^2). ``literal`` moves all weights of R^d;
``trained`` keeps what multiplies the tokens of the sample, W = W(0) + P'C, P the signal and all noise tokens: the same path. As the head
is a unit vector that does not move, W_V enters by W_V w_o alone.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.random.draw import Draw

Weights = tuple[Tensor, Tensor, Tensor]  # W_Q, W_K (B, d, h) and W_V w_o (B, d)


def labels(n: int, device: torch.device, dtype: torch.dtype = torch.float64) -> Tensor:
    """1, -1, 1, ..."""
    return 1 - 2 * (torch.arange(n, dtype=dtype, device=device) % 2)


def outputs(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """f (B, n) and the attention (B, n, L, L) of queries and keys (B, n, L, h) and values (B, n, L)."""
    share = torch.softmax(q @ k.mT, dim=-1)
    return (share @ v[..., None]).mean((-2, -1)), share


def attended(x: Tensor, weights: Weights) -> tuple[Tensor, Tensor]:
    """f and the attention on tokens (B, n, L, d)."""
    wq, wk, u = weights
    q, k, v = ((x.flatten(1, 2) @ w).unflatten(1, x.shape[1:3]) for w in (wq, wk, u[..., None]))
    return outputs(q, k, v[..., 0])


def gradient(q: Tensor, k: Tensor, v: Tensor, label: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Of the mean logistic loss in queries, keys and values, and the loss."""
    f, share = outputs(q, k, v)
    pull = (-label * torch.sigmoid(-label * f) / (f.shape[-1] * q.shape[-2]))[..., None, None]
    centred = v[..., None, :] - share @ v[..., None]
    logits = pull * share * centred
    return logits @ k, logits.mT @ q, (pull * share).sum(-2), softplus(-label * f).mean(-1)


def of_tokens(own: Tensor, n: int, label: Tensor) -> Tensor:
    """What belongs to the tokens (B, n, L, ...) from what belongs to mu and to the noise tokens (B, 1 + n (L - 1), ...)."""
    rest = own[:, 1:].unflatten(1, (n, -1))
    first = own[:, :1, None] * label.reshape(-1, *[1] * (own.dim() - 1))
    return torch.cat([first, rest], dim=2)


def _head(p: Mapping[str, float], draw: Draw) -> Tensor:
    """1, -1, 1, ... over sqrt(h)."""
    return labels(int(p["h"]), draw.device, draw.dtype) / float(p["h"]) ** 0.5


def _collected(change: Tensor, label: Tensor) -> Tensor:
    """The same backwards, summed over the samples."""
    first = (change[:, :, 0] * label.reshape(-1, *[1] * (change.dim() - 3))).sum(1, keepdim=True)
    return torch.cat([first, change[:, :, 1:].flatten(1, 2)], dim=1)


def _start(p: Mapping[str, float], draw: Draw) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """mu and the noise tokens (B, 1 + n (L - 1), d); the weights at the start, W_V as a matrix."""
    d, h, rows = int(p["d"]), int(p["h"]), int(p["n"]) * (int(p["L"]) - 1)
    noise = draw.normal(rows, d, fast=True).div_(d**0.5)
    axis = torch.cat([draw.tensor([float(p["SNR"])], draw.dtype), torch.zeros(d - 1, dtype=draw.dtype, device=draw.device)])
    tokens = torch.cat([axis.expand(draw.replicates, 1, d), noise], dim=1)
    wq, wk = (float(p["s0"]) * draw.normal(d, h, fast=True) for _ in range(2))
    return tokens, wq, wk, float(p["v0"]) * draw.normal(d, h, fast=True)


def _seen(p: Mapping[str, float], x: Tensor, weights: Weights, draw: Draw) -> dict[str, Tensor]:
    """What is observed of trained weights, on the sample and on fresh data."""
    n, L, d, tests = (int(p[name]) for name in ("n", "L", "d", "tests"))
    label = labels(n, draw.device, draw.dtype)
    q, k, v = ((x.flatten(1, 2) @ w).unflatten(1, x.shape[1:3]) for w in (*weights[:2], weights[2][..., None]))
    logits = (q @ k.mT).mean(-2)  # averaged over queries
    values = v[..., 0] * label[:, None]
    f, share = outputs(q, k, v[..., 0])
    other = labels(tests, draw.device, draw.dtype)
    fresh = draw.normal(tests, L - 1, d, fast=True).div_(d**0.5)
    first = other[:, None, None] * (x[:, :1, :1] * label[0])
    out, _ = attended(torch.cat([first, fresh], dim=2), weights)
    wrong = (other * out < 0).to(out.dtype)
    return {
        "train": softplus(-label * f).mean(-1),
        "loss": softplus(-other * out).mean(-1),
        "error": wrong.mean(-1),
        "attention": share[..., 0].mean((1, 2)),
        "signal": logits[..., 0].mean(-1),
        "noise": logits[..., 1:].amax(-1).mean(-1),
        "signal_value": values[..., 0].mean(-1),
        "noise_value": values[..., 1:].amax(-1).mean(-1),
        "above": (v[..., 1:, 0].amax(-1) > values[..., 0]).to(v.dtype).mean(-1),
    }


def slopes(x: Tensor, weights: Weights, wo: Tensor, label: Tensor) -> tuple[Weights, Tensor]:
    """The gradients of the mean loss on tokens (B, n, L, d) in W_Q, W_K and W_V (B, d, h) with the head wo, and the loss."""
    flat = x.flatten(1, 2)
    q, k, v = ((flat @ w).unflatten(1, x.shape[1:3]) for w in (*weights[:2], (weights[2] @ wo)[..., None]))
    *by, loss = gradient(q, k, v[..., 0], label)
    in_q, in_k, in_v = (flat.mT @ g.flatten(1, 2) for g in (*by[:2], by[2][..., None]))
    return (in_q, in_k, in_v * wo), loss


def literal(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Descent on all weights of R^d."""
    tokens, *weights = _start(p, draw)
    n, rate = int(p["n"]), float(p["rate"]) * int(p["n"])
    label, wo = labels(n, draw.device, draw.dtype), _head(p, draw)
    x = of_tokens(tokens, n, label)
    for _ in range(int(p["steps"])):
        change, _ = slopes(x, (weights[0], weights[1], weights[2]), wo, label)
        weights = [w - rate * g for w, g in zip(weights, change, strict=True)]
    return _seen(p, x, (weights[0], weights[1], weights[2] @ wo), draw)


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The same path in the coefficients of the tokens; `rate` is the step size over n."""
    tokens, wq, wk, wv = _start(p, draw)
    n, rate = int(p["n"]), float(p["rate"]) * int(p["n"])
    label = labels(n, draw.device, draw.dtype)
    first = [wq, wk, (wv @ _head(p, draw))[..., None]]
    gram = tokens @ tokens.mT
    now = [tokens @ w for w in first]
    total = [torch.zeros_like(w) for w in now]
    for _ in range(int(p["steps"])):
        q, k, v = (of_tokens(w, n, label) for w in now)
        *by, _ = gradient(q, k, v[..., 0], label)
        change = torch.cat([_collected(g, label) for g in (by[0], by[1], by[2][..., None])], dim=-1)
        moved = (rate * change).split([w.shape[-1] for w in now], dim=-1)
        along = (gram @ (rate * change)).split([w.shape[-1] for w in now], dim=-1)
        now = [w - a for w, a in zip(now, along, strict=True)]
        total = [c - m for c, m in zip(total, moved, strict=True)]
    ends = [w + tokens.mT @ c for w, c in zip(first, total, strict=True)]
    return _seen(p, of_tokens(tokens, n, label), (ends[0], ends[1], ends[2][..., 0]), draw)


def compared(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The largest difference of what is observed of the two, from the same draws; ``literal`` takes steps ``times`` as long."""
    one, other = trained(p, draw.named("run")), literal({**p, "rate": p["rate"] * p["times"]}, draw.named("run"))
    return {"gap": torch.stack([(one[name] - other[name]).abs() for name in one]).amax(0)}
