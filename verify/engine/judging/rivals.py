"""Competitors for an optimum: around the stated place at every scale, where descent leads, and the place moved by a tenth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.engine.judging.admissible import Admissible
from lemmata.verify.engine.scene import Scene, has_means

COMPETITORS = (512, 4096)
FEW, MORE = 4, 64  # of so few numbers, so many times as many competitors: they are cheap, and a minimum may be narrow
MOVE = 0.1
WANDER = 64
SIGHT = 1e-3


def competitors(scene: Scene, where: Admissible, start: Tensor) -> Tensor:
    """Free numbers of competitors: around the stated place at every scale, and all over the intervals that end."""
    means = has_means(where.objective)
    count = COMPETITORS[scene.setting.profile] * (MORE if len(start) <= FEW and not means else 1)
    if len(start) == 1 and (every := _every(where, count)) is not None:
        return torch.cat([start[None], every])
    draw = scene.draw("competitors", 0, count)
    noise, scales = draw.normal(len(start)), draw.uniform(1, low=-8.0, high=8.0)
    near = start + _size(start) * noise * 10.0**scales
    if not where.plain:
        near = where.folded(near)
        ends = [(low, high) for low, high in where.box()]
        for k, (low, high) in enumerate(ends):
            if low is not None and high is not None:
                spread = draw.uniform(1, low=low, high=high)[:, 0]
                near[:, k] = torch.where(torch.arange(count) % 4 == 3, spread, near[:, k])
    return torch.cat([start[None], near])


def _every(where: Admissible, count: int) -> Tensor | None:
    """All values of a whole number between two ends, where these are few."""
    ((low, high),) = where.box()
    if not bool(where.whole().any()) or low is None or high is None or high - low >= count:
        return None
    return torch.arange(int(low), int(high) + 1, dtype=torch.float64)[:, None]


def _size(start: Tensor) -> Tensor:
    return torch.where(start != 0, start.abs(), torch.full_like(start, max(float(start.abs().max()), 1.0)))


def followed(
    scene: Scene, where: Admissible, f: Callable[[Tensor], Tensor], sign: float, x: Tensor, steps: int
) -> list[Tensor]:
    """Where descent leads to from a place, as far as that is a place; a search without slopes beside it where some is none."""
    end = _descend(f, sign, x, steps, where.box())
    if where.plain:
        return [end]
    if not bool(where.allowed(end[None])[0]):
        shares = torch.linspace(0, 1, 257, dtype=torch.float64)[:, None]
        between = x + shares * (end - x)
        kept = where.allowed(between).nonzero()
        end = between[int(kept[-1])] if len(kept) else x
    return [end, _wandered(scene, where, f, sign, end, max(4, steps // 4))]


def _wandered(scene: Scene, where: Admissible, f: Callable[[Tensor], Tensor], sign: float, x: Tensor, rounds: int) -> Tensor:
    """The best place that steps at random lead to, of lengths that adapt, whole numbers by one at least."""
    if not where.rest and not bool(where.whole().any()):
        return x
    best, least, scale = x, float(sign * f(x[None])[0]), 0.1
    least = least if least == least and bool(where.allowed(x[None])[0]) else float("inf")
    draw = scene.draw("steps", 0, WANDER)
    for _ in range(rounds):
        step = _size(best) * draw.normal(len(x)) * scale * 10.0 ** draw.uniform(1, low=-2.0, high=1.0)
        step = torch.where(where.whole(), step + step.sign(), step)
        rows = where.folded(best + step)
        values = sign * f(rows)
        values = torch.where(torch.isfinite(values) & where.allowed(rows), values, torch.full_like(values, float("inf")))
        k = int(values.argmin())
        better = float(values[k]) < least
        best, least = (rows[k], float(values[k])) if better else (best, least)
        scale = min(1.0, 2 * scale) if better else scale / 2
    return best


def _descend(f: Callable[[Tensor], Tensor], sign: float, x: Tensor, steps: int, box: Sequence[Any]) -> Tensor:
    """Descent in units of the start, so that the scale of the problem does not matter."""
    from scipy import optimize

    size = float(x.abs().max()) or 1.0
    ended = any(end is not None for ends in box for end in ends)
    bounds = (
        [(-np.inf if low is None else low / size, np.inf if high is None else high / size) for low, high in box]
        if ended
        else None
    )

    def both(u: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        y = torch.tensor(u * size, dtype=torch.float64, requires_grad=True)
        value = sign * f(y[None])[0]
        (grad,) = torch.autograd.grad(value, y)
        return float(value.detach()), (grad * size).nan_to_num(0.0).numpy()

    try:
        found = optimize.minimize(
            both,
            x.numpy() / size,
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            options={"maxiter": steps, "maxfun": 4 * steps, "ftol": 0.0, "gtol": 0.0},  # at a kink the line search does not end
        )
    except (RuntimeError, ValueError):
        return x
    end = torch.as_tensor(found.x * size, dtype=torch.float64)
    if len(x) == 1 or not bool(torch.isfinite(end).all()):
        fallback = optimize.minimize(
            lambda u: float(sign * f(torch.as_tensor(u * size)[None])[0]),
            np.clip(x.numpy() / size, *zip(*bounds, strict=True)) if bounds else x.numpy() / size,
            method="Nelder-Mead",
            bounds=bounds,
            options={"xatol": 1e-12, "fatol": 0.0, "maxiter": 2 * steps},
        )
        other = torch.as_tensor(fallback.x * size, dtype=torch.float64)
        end = (
            other
            if not bool(torch.isfinite(end).all()) or float(sign * f(other[None])[0]) < float(sign * f(end[None])[0])
            else end
        )
    return end


def moved(where: Admissible, start: Tensor) -> list[Tensor]:
    """The stated place moved by a tenth of it, by less where a tenth leads out of where it may be."""
    step, count = MOVE * _size(start), len(start)
    if count > 6:
        signs = torch.where(torch.arange(count) % 2 == 0, 1.0, -1.0)
        steps = [step, -step, step * signs]
    else:
        steps = [s * step * torch.eye(count, dtype=start.dtype)[i] for i in range(count) for s in (1, -1)]
    if where.plain:
        return [start + s for s in steps]
    found, whole, home = [], where.whole(), flat(where, start)
    for s in steps:
        for share in (1.0, 0.5, 0.25, 0.1, 0.01):
            there = start + torch.where(whole, s.sign() * (share * s).abs().round().clamp_min(1.0) * (s != 0), share * s)
            apart = flat(where, there) - home
            if float(apart.abs().max()) > 0.1 * share * float(s.abs().max()) * SIGHT and bool(where.allowed(there[None])[0]):
                found.append(there)
                break
    return found


def flat(where: Admissible, x: Tensor) -> Tensor:
    return torch.cat([v.reshape(-1) for v in where.place(x).values()])
