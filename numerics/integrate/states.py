"""The arithmetic of the states of a flow: tensors, a few numbers side by side, or one number.

A step of the method combines thirteen slopes and compares three sizes. For one number a tensor costs about fifty times what the
number does, so a state of one number is a Python float and a few of them are an array of numpy; the formulas are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor


class Arithmetic(NamedTuple):
    """What is done to states of one kind."""

    time: Callable[[float, Any], Any]  # a time, for a state like this
    combined: Callable[[Sequence[Any], Sequence[float], float], Any]  # h times the sum of the slopes with these weights
    size: Callable[[Any], Any]  # the largest entry of each state, without its sign
    larger: Callable[[Any, Any], Any]
    at_least: Callable[[Any, float], Any]
    root: Callable[[Any], Any]
    worst: Callable[[Any], float]  # the largest of all
    spread: Callable[[Any, Any], Any]  # a size, for all states that a slope is of
    filled: Callable[[Any, list[Any]], Any]  # a size, where it is 0 the largest of others


def arithmetic(start: Any, rank: int) -> Arithmetic:
    """That of a start: a tensor whose last ``rank`` dimensions are one state, an array of numbers, or a number."""
    if isinstance(start, float):
        return NUMBER
    if isinstance(start, np.ndarray):
        return NUMBERS

    def size(state: Tensor) -> Tensor:
        found = state.detach().abs()
        return found.amax(tuple(range(-rank, 0)), keepdim=True) if rank and found.numel() else found

    def spread(found: Tensor, slope: Tensor) -> Tensor:
        return found + torch.zeros_like(size(slope))

    return Arithmetic(_at, _combined, size, torch.maximum, torch.clamp_min, torch.sqrt, _worst, spread, _filled)


def _at(t: float, like: Tensor) -> Tensor:
    return torch.full((), t, dtype=like.dtype, device=like.device)


def _worst(found: Tensor) -> float:
    return float(found.max()) if found.numel() else 0.0


def _combined(slopes: Sequence[Tensor], weights: Sequence[float], h: float) -> Tensor:
    total: Tensor | None = None
    for weight, slope in zip(weights, slopes, strict=True):
        if weight:
            total = slope * (h * weight) if total is None else torch.add(total, slope, alpha=h * weight)
    return torch.zeros_like(slopes[0]) if total is None else total


def _filled(found: Tensor, others: list[Tensor]) -> Tensor:
    return torch.where(found > 0, found, torch.stack(others).nan_to_num(0.0, 0.0, 0.0).amax(0))


def _summed(slopes: Sequence[Any], weights: Sequence[float], h: float) -> Any:
    """Of numbers: the sum first, which takes one product less for each."""
    total = 0.0
    for weight, slope in zip(weights, slopes, strict=True):
        if weight:
            total = total + weight * slope
    return h * total


def _larger(a: float, b: float) -> float:
    """What is no number stays none."""
    return a if a >= b or a != a else b


def _filled_numbers(found: Any, others: list[Any]) -> Any:
    return np.where(found > 0, found, np.nan_to_num(np.array(others), posinf=0.0).max(0))


def _now(t: float, like: Any) -> float:
    return t


NUMBER = Arithmetic(
    _now,
    _summed,
    abs,
    _larger,
    _larger,
    math.sqrt,
    float,
    lambda found, slope: found,
    lambda found, others: float(_filled_numbers(found, others)),
)
NUMBERS = Arithmetic(
    _now,
    _summed,
    np.abs,
    np.maximum,
    np.maximum,
    np.sqrt,
    lambda found: float(found.max()),
    lambda found, slope: np.broadcast_to(found, np.shape(slope)),
    _filled_numbers,
)
