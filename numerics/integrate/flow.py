"""Ordinary differential equations by the method of order eight of Dormand and Prince, with step control and an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor

from lemmata.theory.language.errors import NonFinite, NotConverged

TOLERANCE = 1e-10
STEPS = 20_000
TRIED = 500  # steps after which it is seen whether as many as these are going to be enough

Field = Callable[[Tensor, Tensor], Tensor]  # (time in [0, 1], state) -> derivative in that time


class Method(NamedTuple):
    """Where the stages stand, and with which weights they take the slopes before them; the weights of the end and of two estimates of its
    error, which are put together."""

    places: list[float]
    stages: list[list[float]]
    end: list[float]
    fifth: list[float]
    third: list[float]


@cache
def dormand_prince() -> Method:
    from scipy.integrate import DOP853  # takes a while to load

    stages = [row[:k].tolist() for k, row in enumerate(DOP853.A)]
    return Method(DOP853.C.tolist(), stages, DOP853.B.tolist(), DOP853.E5.tolist(), DOP853.E3.tolist())


def flow(field: Field, start: Tensor, tolerance: float = TOLERANCE, fake: bool = False) -> tuple[Tensor, Tensor]:
    """The state at time 1 and the sum of the local errors (which a contracting flow bounds and an expanding one inflates)."""
    method = dormand_prince()
    t, h, y = 0.0, 0.01, start
    slope = field(_at(t, start), y)
    total = torch.zeros_like(slope)
    for step in range(2 if fake else STEPS):
        if step and step % TRIED == 0 and step + (1.0 - t) / max(h, 1e-300) > 4 * STEPS and step / max(t, 1e-300) > 4 * STEPS:
            raise NotConverged(
                f"the differential equation would take more than {STEPS} steps: {step} led to the fraction {t:.6g} of its time; "
                "is it stiff, or its time very long?"
            )
        h = min(h, 1.0 - t)
        k = [slope]
        for row, c in zip(method.stages[1:], method.places[1:], strict=True):
            k.append(field(_at(t + c * h, start), y + _combined(k, row, h)))
        end = y + _combined(k, method.end, h)
        k.append(field(_at(t + h, start), end))
        fifth, third = _combined(k, method.fifth, h).detach(), _combined(k, method.third, h).detach()
        local = fifth.square() / (fifth.square() + third.square() / 100).sqrt().clamp_min(1e-300)
        if fake:
            return end, local
        scale = 1e-3 + torch.maximum(y.detach().abs(), end.detach().abs())
        ratio = float((local / (tolerance * scale)).max()) if local.numel() else 0.0
        if ratio != ratio:
            h /= 4
            if h < 1e-14:
                raise NonFinite(f"the differential equation leaves the numbers at the fraction {t:.6g} of its time")
            continue
        if ratio <= 1:
            t, y, slope, total = t + h, end, k[-1], total + local
            if t >= 1 - 1e-15:
                return y, total
        h *= min(5.0, max(0.1, 0.9 * max(ratio, 1e-12) ** -0.125))
        if h < 1e-14:
            raise NotConverged(
                f"the differential equation needs steps below 1e-14 of its time at the fraction {t:.6g}; is it stiff or singular?"
            )
    raise NotConverged(f"the differential equation took {STEPS} steps to the fraction {t:.6g} of its time; is it stiff?")


def _combined(slopes: list[Tensor], weights: list[float], h: float) -> Tensor:
    """h times the sum of the slopes with these weights."""
    total = torch.zeros_like(slopes[0])
    for weight, slope in zip(weights, slopes, strict=True):
        if weight:
            total = torch.add(total, slope, alpha=h * weight)
    return total


def _at(t: float, like: Tensor) -> Tensor:
    return torch.full((), t, dtype=like.dtype, device=like.device)
