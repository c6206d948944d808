"""Ordinary differential equations by the method of order eight of Dormand and Prince, with step control and an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor

from lemmata.theory.language.errors import NonFinite, NotConverged

TOLERANCE = 1e-10
UNIT = 2.0**-52
MOVED = 16  # steps after which a state is moved to see what rounding does
LOW = 1e-12  # of the largest that a state was: below this share it is followed in absolute terms
BEYOND = 1e6  # times its first size: a state that grows so far while its steps vanish runs away
STEPS = 20_000
TRIED = 250  # steps after which it is seen, from the second time on, whether as many as these are going to be enough
TIMES = tuple(k / 16 for k in range(17))

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
    method = dormand_prince()
    t, h, y, before, taken = 0.0, min(0.01, longest / 12), start, 0.0, 0
    slope = field(_at(t, start), y)
    peak = first = torch.zeros(()) if fake else _first_size(field, start, slope, rank)
    for step in range(2 if fake else STEPS):
        if step and step % TRIED == 0:
            left = step + (1.0 - t) / max(h, 1e-300) > 4 * STEPS and step / max(t, 1e-300) > 4 * STEPS
            if left and step > TRIED and h < 2 * before:  # where a flow slows down, its steps grow with the time
                raise _given_up(
                    f"would take more than {STEPS} steps: {step} led to the fraction {t:.6g} of its time; is it stiff, or its time very long?",
                    t,
                    peak,
                    first,
                )
            before = h
        h = min(h, 1.0 - t)
        k = [slope]
        for row, c in zip(method.stages[1:], method.places[1:], strict=True):
            k.append(field(_at(t + c * h, start), y + _combined(k, row, h)))
        end = y + _combined(k, method.end, h)
        k.append(field(_at(t + h, start), end))
        if fake:
            return end
        fifth, third = (_size(_combined(k, weights, h), rank) for weights in (method.fifth, method.third))
        local = fifth.square() / (fifth.square() + third.square() / 100).sqrt().clamp_min(1e-300)
        largest = torch.maximum(_size(y, rank), _size(end, rank))
        scale = torch.maximum(LOW * peak, largest).clamp_min(1e-290)
        ratio = float((local / (tolerance * scale)).max()) if local.numel() else 0.0
        if ratio != ratio:
            h /= 4
            if h < 1e-14:
                raise NonFinite(f"the differential equation leaves the numbers at the fraction {t:.6g} of its time")
            continue
        if ratio <= 1:
            t, y, slope, peak = t + h, end, k[-1], torch.maximum(peak, largest)
            done = t >= 1 - 1e-15
            if rounded and (done or taken % MOVED == 0):
                y = y + (torch.maximum(UNIT * largest, tolerance * LOW * peak) if done else UNIT * largest)
            taken += 1
            if done:
                return y
        h = min(h * min(5.0, max(0.1, 0.9 * max(ratio, 1e-12) ** -0.125)), longest)
        if h < 1e-14:
            raise _given_up(
                f"needs steps below 1e-14 of its time at the fraction {t:.6g}; is it stiff or singular?", t, peak, first
            )
    raise _given_up(f"took {STEPS} steps to the fraction {t:.6g} of its time; is it stiff?", t, peak, first)


def _combined(slopes: list[Tensor], weights: list[float], h: float) -> Tensor:
    """h times the sum of the slopes with these weights."""
    total = torch.zeros_like(slopes[0])
    for weight, slope in zip(weights, slopes, strict=True):
        if weight:
            total = torch.add(total, slope, alpha=h * weight)
    return total


def _given_up(why: str, t: float, peak: Tensor, first: Tensor) -> Exception:
    if bool((peak > BEYOND * first).any()):
        return NonFinite(
            f"the differential equation runs away at the fraction {t:.6g} of its time, and has no value at its end"
        )
    return NotConverged(f"the differential equation {why}")


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
