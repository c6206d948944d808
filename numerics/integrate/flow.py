"""Ordinary differential equations by the method of order eight of Dormand and Prince, with step control and an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import torch

from lemmata.numerics.integrate.states import Arithmetic, arithmetic
from lemmata.theory.language.errors import NonFinite, NotConverged

TOLERANCE = 1e-10
UNIT = 2.0**-52
MOVED = 16  # steps after which a state is moved to see what rounding does
LOW = 1e-12  # of the largest that a state was: below this share it is followed in absolute terms
BEYOND = 1e6  # times its first size: a state that grows so far while its steps vanish runs away
STEPS = 20_000
TRIED = 250  # steps after which it is seen, from the second time on, whether as many as these are going to be enough
TIMES = tuple(k / 16 for k in range(17))

Field = Callable[[Any, Any], Any]  # (time in [0, 1], state) -> derivative in that time


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
    start: Any,
    tolerance: float = TOLERANCE,
    rank: int = 0,
    *,
    fake: bool = False,
    longest: float = 1.0,
    rounded: bool = False,
) -> Any:
    """The state at time 1: a tensor, an array of numbers or one number, as the start is.

    A state has one size, the largest of its entries (the last ``rank`` dimensions), and at every step the local error of all of them is
    below the tolerance times it, or times 10⁻¹² of the largest that it was. ``longest``: of the steps, so that a short
    pulse of the field is met and runs at two tolerances do not take the same steps. ``rounded``: the state is moved by an ulp of its
    size (or what is not followed of a state near 0) at every sixteenth step and at the end, so that sixteen times the change of
    the result is what rounding may have added up to.
    """
    method, its = dormand_prince(), arithmetic(start, rank)
    t, h, y, before, taken = 0.0, min(0.01, longest / 12), start, 0.0, 0
    slope = field(its.time(t, start), y)
    peak: Any = None if fake else _first_size(its, field, start, slope)
    first = peak

    def given_up(why: str) -> Exception:
        return _given_up(why, t, its.worst(peak > BEYOND * first) > 0)

    for step in range(2 if fake else STEPS):
        if step and step % TRIED == 0:
            left = step + (1.0 - t) / max(h, 1e-300) > 4 * STEPS and step / max(t, 1e-300) > 4 * STEPS
            if left and step > TRIED and h < 2 * before:  # where a flow slows down, its steps grow with the time
                raise given_up(
                    f"would take more than {STEPS} steps: {step} led to the fraction {t:.6g} of its time; is it stiff, or its time very long?"
                )
            before = h
        h = min(h, 1.0 - t)
        k = [slope]
        for row, c in zip(method.stages[1:], method.places[1:], strict=True):
            k.append(field(its.time(t + c * h, start), y + its.combined(k, row, h)))
        end = y + its.combined(k, method.end, h)
        k.append(field(its.time(t + h, start), end))
        if fake:
            return end
        fifth, third = (its.size(its.combined(k, weights, h)) for weights in (method.fifth, method.third))
        local = fifth * fifth / its.at_least(its.root(fifth * fifth + third * third / 100), 1e-300)
        largest = its.larger(its.size(y), its.size(end))
        scale = its.at_least(its.larger(LOW * peak, largest), 1e-290)
        ratio = its.worst(local / (tolerance * scale))
        if ratio != ratio:
            h /= 4
            if h < 1e-14:
                raise NonFinite(f"the differential equation leaves the numbers at the fraction {t:.6g} of its time")
            continue
        if ratio <= 1:
            t, y, slope, peak = t + h, end, k[-1], its.larger(peak, largest)
            done = t >= 1 - 1e-15
            if rounded and (done or taken % MOVED == 0):
                y = y + (its.larger(UNIT * largest, tolerance * LOW * peak) if done else UNIT * largest)
            taken += 1
            if done:
                return y
        h = min(h * min(5.0, max(0.1, 0.9 * max(ratio, 1e-12) ** -0.125)), longest)
        if h < 1e-14:
            raise given_up(f"needs steps below 1e-14 of its time at the fraction {t:.6g}; is it stiff or singular?")
    raise given_up(f"took {STEPS} steps to the fraction {t:.6g} of its time; is it stiff?")


def _given_up(why: str, t: float, runs_away: bool) -> Exception:
    if runs_away:
        return NonFinite(
            f"the differential equation runs away at the fraction {t:.6g} of its time, and has no value at its end"
        )
    return NotConverged(f"the differential equation {why}")


def _first_size(its: Arithmetic, field: Field, start: Any, slope: Any) -> Any:
    """The size of the start; of a start at 0, the way that the field would go if it stayed there."""
    size = its.spread(its.size(start), slope)
    if its.worst(size <= 0) == 0:
        return size
    with torch.no_grad():
        return its.filled(size, [its.size(field(its.time(t, start), start)) for t in TIMES])
