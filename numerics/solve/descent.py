"""The least value that descent finds from several starts: an upper bound of the minimum, batched.

Limited-memory BFGS with backtracking, one direction per member of the batch; a member that cannot move any more stays.
An infimum may lie where the function is all rounding (a resolvent at an unbounded kernel), and a descent that trusts the
values there goes below it. So a step counts only as far as its decrease stands out of the rounding of the value that it
reaches, and that rounding is added to what is returned.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

MEMORY = 8
HALVINGS = 40
ULPS, TRIED, CHECKED = 32, range(1, 3), range(3, 9)  # how far and in which ways a point is moved to see the rounding
SAFETY = 8.0
STARTS = (0.0, 0.1, 1.0, 1.0, 1.0, 3.0, 10.0)  # scales of the random starts; nought is the origin

Objective = Callable[[Tensor], Tensor]  # (..., n) -> (...)


def starts(n: int, like: Tensor, level: int = 0) -> Tensor:
    """Fixed starts of several scales, (S, n): the same on every run and device; at a higher level others as well."""
    count = len(STARTS) * (1 + int(level))
    generator = torch.Generator().manual_seed(20)
    drawn = torch.randn(count, n, generator=generator, dtype=torch.float64)
    scales = torch.tensor(STARTS * (1 + int(level)), dtype=torch.float64)[:, None]
    return (drawn * scales).to(device=like.device, dtype=like.dtype)


def _slope(f: Objective, x: Tensor) -> tuple[Tensor, Tensor]:
    with torch.enable_grad():
        point = x.detach().clone().requires_grad_()
        value = f(point)
        (g,) = torch.autograd.grad(value.sum(), point, allow_unused=True)
    g = torch.zeros_like(x) if g is None else g
    return value.detach(), torch.where(torch.isfinite(g), g, 0.0)


def _rounding(f: Objective, x: Tensor, value: Tensor, patterns: range = TRIED) -> Tensor:
    """The rounding of a value: what some ulps up or down in every entry of x change, several times over.

    A single ulp is too little: pivots are quantised, and their error stays the same under it.
    """
    place = torch.arange(x.shape[-1], device=x.device)
    worst = torch.zeros_like(value)
    with torch.no_grad():
        for pattern in patterns:
            moves = (((place + 7 * pattern) * 2654435761 >> 7) % (2 * ULPS + 1) - ULPS).to(x.dtype)
            worst = torch.maximum(worst, (f(x * (1 + torch.finfo(x.dtype).eps * moves)) - value).abs())
    return SAFETY * worst


def descend(f: Objective, x: Tensor, iterations: int = 400) -> tuple[Tensor, Tensor]:
    """(point, value) after descent from x, (..., n)."""
    value, g = _slope(f, x)
    rounding = _rounding(f, x, value)  # the largest on the way: a point where it seems small by chance is not chosen for it
    value = (value + rounding).nan_to_num(nan=torch.inf)
    pairs: list[tuple[Tensor, Tensor, Tensor]] = []
    stays, plain = torch.zeros_like(value, dtype=torch.bool), torch.ones_like(value, dtype=torch.bool)
    for _ in range(iterations):
        direction = -_two_loops(g, pairs)
        uphill = (direction * g).sum(-1) >= 0
        direction = torch.where(uphill[..., None], -g, direction)
        slope = (direction * g).sum(-1)
        rate = torch.where(plain, 1 / g.norm(dim=-1).clamp(min=1.0), 1.0)
        moved, new, rough = x, value, rounding
        open_ = ~stays
        for _ in range(HALVINGS):
            trial = x + rate[..., None] * direction
            with torch.no_grad():
                at = f(trial)
            noise = torch.maximum(rounding, _rounding(f, trial, at))
            at = (at + noise).nan_to_num(nan=torch.inf)
            good = open_ & (at <= value + 1e-4 * rate * slope)
            moved, new = torch.where(good[..., None], trial, moved), torch.where(good, at, new)
            rough = torch.where(good, noise, rough)
            open_ = open_ & ~good
            if not bool(open_.any()):
                break
            rate = torch.where(open_, rate / 2, rate)
        still = open_ | (value - new <= 1e-15 * value.abs())
        stays, plain = stays | (still & plain), still & ~plain  # where the memory led nowhere, the gradient is tried
        if bool(stays.all()):
            x, value = moved, new
            break
        pairs = [(s, y, torch.where(plain, 0.0, rho)) for s, y, rho in pairs]
        _, after = _slope(f, moved)
        s, y = moved - x, after - g
        sy = (s * y).sum(-1)
        curved = sy > 1e-12 * s.norm(dim=-1) * y.norm(dim=-1)
        s, y = s * curved[..., None], y * curved[..., None]
        pairs = [*pairs[-MEMORY + 1 :], (s, y, torch.where(curved & (sy > 0), 1 / sy, 0.0))]
        x, value, g, rounding = moved, new, after, rough
    return x, value


def _two_loops(g: Tensor, pairs: list[tuple[Tensor, Tensor, Tensor]]) -> Tensor:
    q, weights = g, []
    for s, y, rho in reversed(pairs):
        a = rho * (s * q).sum(-1)
        weights.append(a)
        q = q - a[..., None] * y
    if pairs:
        s, y, rho = pairs[-1]
        gamma = (s * y).sum(-1) / y.square().sum(-1).clamp(min=1e-300)
        q = q * torch.where(rho > 0, gamma, torch.ones_like(gamma))[..., None]
    for (s, y, rho), a in zip(pairs, reversed(weights), strict=True):
        q = q + s * (a - rho * (y * q).sum(-1))[..., None]
    return q


def least(
    f: Objective, batch: tuple[int, ...], n: int, like: Tensor, first: Tensor | None, level: int = 0
) -> tuple[Tensor, Tensor]:
    """The best (point, value) over the starts, or from ``first`` alone where it is given."""
    if first is not None:
        points = first.expand(*batch, n).unsqueeze(0)
    else:
        fixed = starts(n, like, level)
        points = fixed.reshape(fixed.shape[0], *[1] * len(batch), n).expand(-1, *batch, n)
    x, value = descend(f, points, 400 * (1 + int(level)))
    with torch.no_grad():  # a point may have been chosen because its rounding seemed small: it is looked at afresh
        own = f(x)
    value = torch.maximum(value, own + _rounding(f, x, own, CHECKED)).nan_to_num(nan=torch.inf)
    best = value.argmin(0, keepdim=True)
    return x.gather(0, best[..., None].expand(1, *batch, n))[0], value.gather(0, best)[0]
