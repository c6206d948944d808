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
UNIT = 2.0**-52
MOVED = 16  # steps after which a state is moved to see what rounding does
LOW = 1e-12  # of the largest that a state was: below this share it is followed in absolute terms
STEPS = 20_000
TRIED = 250  # steps after which it is seen, from the second time on, whether as many as these are going to be enough
TIMES = tuple(k / 16 for k in range(17))

Field = Callable[[Tensor, Tensor], Tensor]  # (time in [0, 1], state) -> derivative in that time


def flow(
    field: Field,
    start: Tensor,
    tolerance: float = TOLERANCE,
    rank: int = 0,
    *,
    fake: bool = False,
    longest: float = 1.0,
    rounded: bool = False,
) -> Tensor:
    """The state at time 1.

    A state has one size, the largest of its entries (the last ``rank`` dimensions), and at every step the local error of all of them is
    below the tolerance times it, or times 10⁻¹² of the largest that it was. ``longest``: of the steps, so that a short
    pulse of the field is met and runs at two tolerances do not take the same steps. ``rounded``: the state is moved by an ulp of its
    size (or what is not followed of a state near 0) at every sixteenth step and at the end, so that sixteen times the change of
    the result is what rounding may have added up to.
    """
    t, h, y, before, taken = 0.0, min(0.01, longest / 12), start, 0.0, 0
    slope = field(_at(t, start), y)
    peak = torch.zeros(()) if fake else _first_size(field, start, slope, rank)
    for step in range(2 if fake else STEPS):
        if step and step % TRIED == 0:
            left = step + (1.0 - t) / max(h, 1e-300) > 4 * STEPS and step / max(t, 1e-300) > 4 * STEPS
            if left and step > TRIED and h < 2 * before:  # where a flow slows down, its steps grow with the time
                raise NotConverged(
                    f"the differential equation would take more than {STEPS} steps: {step} led to the fraction {t:.6g} of its time; "
                    "is it stiff, or its time very long?"
                )
            before = h
        h = min(h, 1.0 - t)
        k = [slope]
        for row, c in zip(A[1:], C[1:], strict=True):
            stage = y
            for a, slope_ in zip(row, k, strict=True):
                stage = stage + h * a * slope_ if a else stage
            k.append(field(_at(t + c * h, start), stage))
        local = sum((h * e * s for e, s in zip(E, k, strict=True)), torch.zeros_like(k[0]))
        if fake:
            return stage + local
        largest = torch.maximum(_size(y, rank), _size(stage, rank))
        scale = torch.maximum(LOW * peak, largest).clamp_min(1e-290)
        ratio = float((_size(local, rank) / (tolerance * scale)).max()) if local.numel() else 0.0
        if ratio != ratio:
            h /= 4
            if h < 1e-14:
                raise NonFinite(f"the differential equation leaves the numbers at the fraction {t:.6g} of its time")
            continue
        if ratio <= 1:
            t, y, slope, peak = t + h, stage, k[-1], torch.maximum(peak, largest)
            done = t >= 1 - 1e-15
            if rounded and (done or taken % MOVED == 0):
                y = y + (torch.maximum(UNIT * largest, tolerance * LOW * peak) if done else UNIT * largest)
            taken += 1
            if done:
                return y
        h = min(h * min(5.0, max(0.1, 0.9 * max(ratio, 1e-12) ** -0.2)), longest)
        if h < 1e-14:
            raise NotConverged(
                f"the differential equation needs steps below 1e-14 of its time at the fraction {t:.6g}; is it stiff or singular?"
            )
    raise NotConverged(f"the differential equation took {STEPS} steps to the fraction {t:.6g} of its time; is it stiff?")


def _size(state: Tensor, rank: int) -> Tensor:
    """The largest entry of each state, without its sign."""
    size = state.detach().abs()
    return size.amax(tuple(range(-rank, 0)), keepdim=True) if rank and size.numel() else size


def _first_size(field: Field, start: Tensor, slope: Tensor, rank: int) -> Tensor:
    """The size of the start; of a start at 0, the way that the field would go if it stayed there."""
    size = _size(start, rank) + torch.zeros_like(_size(slope, rank))
    if bool((size > 0).all()):
        return size
    with torch.no_grad():
        way = torch.stack([_size(field(_at(t, start), start), rank) for t in TIMES]).nan_to_num(0.0, 0.0, 0.0).amax(0)
    return torch.where(size > 0, size, way)


def _at(t: float, like: Tensor) -> Tensor:
    return torch.full((), t, dtype=like.dtype, device=like.device)
