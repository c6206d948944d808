"""Ordinary differential equations by the embedded pair of Dormand and Prince, with step control and an error."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.theory.language.errors import NonFinite, NotConverged

A = (
    (),
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)
C = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
E = (71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)
TOLERANCE = 1e-10
STEPS = 20_000
TRIED = 500  # steps after which it is seen whether as many as these are going to be enough

Field = Callable[[Tensor, Tensor], Tensor]  # (time in [0, 1], state) -> derivative in that time


def flow(field: Field, start: Tensor, tolerance: float = TOLERANCE, fake: bool = False) -> tuple[Tensor, Tensor]:
    """The state at time 1 and the sum of the local errors (which a contracting flow bounds and an expanding one inflates)."""
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
        for row, c in zip(A[1:], C[1:], strict=True):
            stage = y
            for a, slope_ in zip(row, k, strict=True):
                stage = torch.add(stage, slope_, alpha=h * a) if a else stage
            k.append(field(_at(t + c * h, start), stage))
        local = h * E[0] * k[0]
        for e, slope_ in zip(E[1:], k[1:], strict=True):
            local = torch.add(local, slope_, alpha=h * e) if e else local
        if fake:
            return stage, local
        scale = 1e-3 + torch.maximum(y.detach().abs(), stage.detach().abs())
        ratio = float((local.detach().abs() / (tolerance * scale)).max()) if local.numel() else 0.0
        if ratio != ratio:
            h /= 4
            if h < 1e-14:
                raise NonFinite(f"the differential equation leaves the numbers at the fraction {t:.6g} of its time")
            continue
        if ratio <= 1:
            t, y, slope, total = t + h, stage, k[-1], total + local.detach().abs()
            if t >= 1 - 1e-15:
                return y, total
        h *= min(5.0, max(0.1, 0.9 * max(ratio, 1e-12) ** -0.2))
        if h < 1e-14:
            raise NotConverged(
                f"the differential equation needs steps below 1e-14 of its time at the fraction {t:.6g}; is it stiff or singular?"
            )
    raise NotConverged(f"the differential equation took {STEPS} steps to the fraction {t:.6g} of its time; is it stiff?")


def _at(t: float, like: Tensor) -> Tensor:
    return torch.full((), t, dtype=like.dtype, device=like.device)
