"""Descent and sign descent on the softmax attention with two tokens, a coordinate signal and sparse noise, in R^d and in what moves.

Tokens y e_1 and xi, N(0, sigma^2) on s coordinates of its own (supports of the sample are disjoint), labels alternate; f(X) =
1/2 sum_l softmax(x_l W_Q W_K' X') X W_V w_o, a fixed head with entries +-1/h, mean logistic loss, full batch, all weights start as N(0, s0^2).
A rule that works coordinate by coordinate moves the rows of W_Q, W_K, W_V w_o that belong to a noise token in proportion to its
coordinates (descent) or to their signs (sign descent), so that products with the token move by |xi|^2 or by |xi|_1 times the step
that the rule takes in them: ``trained`` keeps these. ``literal`` moves all weights of R^d. A replicate stops at
the first training loss <= stop. Fresh noise has s coordinates of all but the first. ``sign`` is 1 for sign descent, 0 for descent.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.models.networks.attention import Weights, labels, outputs, slopes
from lemmata.numerics.models.strategies.rules import rule
from lemmata.numerics.random.draw import Draw

LEVELS = {"first": 0.05, "second": 0.01, "third": 0.001}


class _Clock:
    """Which replicates still move, and when each level was reached."""

    def __init__(self, p: Mapping[str, float], like: Tensor) -> None:
        self.stop, self.active, self.taken = float(p["stop"]), torch.ones_like(like), torch.zeros_like(like)
        self.at = {name: torch.full_like(like, float(p["steps"]) + 1) for name in LEVELS}

    def look(self, loss: Tensor) -> None:
        for name, level in LEVELS.items():
            self.at[name] = torch.where(loss <= level, self.at[name].minimum(self.taken), self.at[name])
        self.active = self.active * (loss > self.stop)
        self.taken = self.taken + self.active

    def over(self, step: int) -> bool:
        return step % 16 == 15 and not is_fake(self.active) and not bool(self.active.any())


def _start(p: Mapping[str, float], draw: Draw) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The noise tokens on their own coordinates (B, n, s); W_Q, W_K and W_V (B, d, h) at the start."""
    n, s, d, h = (int(p[name]) for name in ("n", "s", "d", "h"))
    xi = float(p["σ"]) * draw.normal(n, s, dtype=torch.float64)
    wq, wk, wv = (float(p["s0"]) * draw.normal(d, h, dtype=torch.float64) for _ in range(3))
    return xi, wq, wk, wv


def _seen(p: Mapping[str, float], xi: Tensor, weights: Weights, clock: _Clock, draw: Draw) -> dict[str, Tensor]:
    """What is observed of trained weights, on the sample and on fresh data."""
    n, s, d, tests = (int(p[name]) for name in ("n", "s", "d", "tests"))
    label = labels(n, draw.device)
    own = [w[:, 1 : 1 + n * s].reshape(*xi.shape, -1) for w in weights]
    wq, wk, u = weights
    q, k, v = ((xi[..., None] * w).sum(2) for w in own)
    first = (label[:, None] * w.reshape(len(xi), 1, -1) for w in (wq[:, 0], wk[:, 0], u[:, 0]))
    queries, keys, values = (torch.stack(pair, 2) for pair in zip(first, (q, k, v), strict=True))
    f, share = outputs(queries, keys, values[..., 0])
    index = draw.uniform(tests, d - 1, dtype=torch.float32, fast=True).topk(s, sorted=False).indices + 1
    fresh = float(p["σ"]) * draw.normal(tests, s, dtype=torch.float64)
    other = labels(tests, draw.device)
    rows = torch.cat([wq, wk, u.reshape(*u.shape[:2], 1)], -1)  # what a token sees of all weights takes one product
    noise = torch.zeros(len(xi), tests, d, dtype=xi.dtype, device=draw.device).scatter_(-1, index, fresh) @ rows
    both = torch.stack([other[:, None] * rows[:, :1], noise], 2)
    queries, keys, values = both.split([wq.shape[-1], wk.shape[-1], 1], -1)
    out, _ = outputs(queries, keys, values[..., 0])
    return {
        "train": softplus(-label * f).mean(-1),
        "loss": softplus(-other * out).mean(-1),
        "error": (other * out < 0).to(out.dtype).mean(-1),
        "attention": share[..., 0].mean((1, 2)),
        "signal_value": u[:, 0],
        "noise_value": (label * v[..., 0]).mean(-1),
        "signal_query": wq[:, 0].norm(dim=-1),
        "noise_query": q.norm(dim=-1).mean(-1),
        "signal_key": wk[:, 0].norm(dim=-1),
        "noise_key": k.norm(dim=-1).mean(-1),
        "steps": clock.taken,
        "length": xi.abs().sum(-1).mean(-1),
        **clock.at,
    }


def _head(h: int, draw: Draw) -> Tensor:
    return labels(h, draw.device) / h


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The run in products of weights with tokens."""
    n, h, rate = int(p["n"]), int(p["h"]), float(p["rate"])
    xi, wq, wk, wv = _start(p, draw)
    label = labels(n, draw.device)
    signs = bool(p["sign"])
    update = rule("sign" if signs else "descent", rate)
    shape = xi.sign() if signs else xi  # how the rows of a noise token move
    length = (shape * xi).sum(-1)[..., None]
    by_value = 1.0 if signs else 1.0 / h  # |w_o|_1 or |w_o|^2
    first = [wq, wk, (wv @ _head(h, draw))[..., None]]
    signal = [w[:, 0] for w in first]
    noise = [(xi[..., None] * w[:, 1 : 1 + xi[0].numel()].reshape(*xi.shape, -1)).sum(2) for w in first]
    total = [torch.zeros_like(w) for w in noise]
    clock = _Clock(p, xi[:, 0, 0])
    for step in range(int(p["steps"])):
        (q0, k0, v0), (q, k, v) = ([label[:, None] * w[:, None] for w in signal], noise)
        down = k - k0
        # shares of the noise token, for both queries, and what is left of them: exact where it is tiny
        logit = torch.stack([(q0 * down).sum(-1), (q * down).sum(-1)], -1)
        share, rest = torch.sigmoid(logit), torch.sigmoid(-logit)
        f = (share * v + rest * v0).mean(-1)
        clock.look(softplus(-label * f).mean(-1))
        if clock.over(step):
            break
        pull = (-label * torch.sigmoid(-label * f) / (2 * n))[..., None]
        by_logit = pull * share * rest * (v - v0)
        by_key = by_logit[..., :1] * q0 + by_logit[..., 1:] * q
        by = [
            (by_logit[..., :1] * down, by_logit[..., 1:] * down),
            (-by_key, by_key),
            ((pull * rest).sum(-1, keepdim=True), (pull * share).sum(-1, keepdim=True)),
        ]
        for i, (g0, g) in enumerate(by):
            size = clock.active[:, None] * (by_value if i == 2 else 1.0)
            signal[i] = signal[i] - size * update((label[:, None] * g0).sum(1), (g0, g0))[0]
            change = size[..., None] * update(g, (g, g))[0]
            noise[i], total[i] = noise[i] - change * length, total[i] + change
    ends = []
    for w, row, c in zip(first, signal, total, strict=True):
        moved = (w[:, 1 : 1 + xi[0].numel()].reshape(*xi.shape, -1) - shape[..., None] * c[:, :, None]).flatten(1, 2)
        ends.append(torch.cat([row[:, None], moved, w[:, 1 + xi[0].numel() :]], dim=1))
    return _seen(p, xi, (ends[0], ends[1], ends[2][..., 0]), clock, draw)


def literal(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The run on all weights of R^d."""
    n, d, h, s = (int(p[name]) for name in ("n", "d", "h", "s"))
    xi, *weights = _start(p, draw)
    label, wo = labels(n, draw.device), _head(h, draw)
    update = rule("sign" if p["sign"] else "descent", float(p["rate"]))
    place = (draw.tensor(range(n * s)).long() + 1).reshape(n, s)
    x = torch.zeros(len(xi), n, 2, d, dtype=xi.dtype, device=draw.device)
    x[:, :, 0, 0] = label
    x[:, :, 1] = x[:, :, 1].scatter(-1, place.expand(len(xi), n, s), xi)
    clock = _Clock(p, xi[:, 0, 0])
    for step in range(int(p["steps"])):
        by, loss = slopes(x, (weights[0], weights[1], weights[2]), wo, label)
        clock.look(loss)
        if clock.over(step):
            break
        still = clock.active[:, None, None]
        weights = [w - still * update(g, (g, g))[0] for w, g in zip(weights, by, strict=True)]
    return _seen(p, xi, (weights[0], weights[1], weights[2] @ wo), clock, draw)


def compared(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The largest difference of what is observed of the two, from the same draws; ``literal`` takes steps ``times`` as long."""
    one, other = trained(p, draw.named("run")), literal({**p, "rate": p["rate"] * p["times"]}, draw.named("run"))
    return {"gap": torch.stack([(one[name] - other[name]).abs() for name in one]).amax(0)}
