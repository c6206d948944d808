"""Double-exponential rules on an interval, a half-line or the line, cut at given places: nodes, weights, coarse weights."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numerics.formula.program import Run

Rule = tuple[Any, Any, Any]  # nodes, weights, weights of the coarse rule


@lru_cache(maxsize=16)
def double_exponential(kind: str, level: int) -> Rule:
    """(offset from the end or x itself, weight, coarse weight) of the trapezoid rule after the substitution.

    ``finite``: fractions of the interval measured from the nearer end (negative: from the right end), so that an
    algebraic singularity at an end is resolved; ``half``: x on (0, oo); ``line``: x on the line.
    """
    step = 2.0 ** -(4 + level)
    reach = {"finite": 4.0, "half": 5.25, "line": 4.9}[kind] + level / 4  # what a slow decay leaves beyond shows in the change
    t = np.arange(-round(reach / step), round(reach / step) + 1) * step
    inner, slope = math.pi / 2 * np.sinh(t), math.pi / 2 * np.cosh(t)
    if kind == "finite":
        near = 1 / (1 + np.exp(2 * np.abs(inner)))
        x, w = np.where(t <= 0, near, -near), step * slope * 2 * near * (1 - near)
    elif kind == "half":
        x, w = np.exp(inner), step * slope * np.exp(inner)
    else:
        x, w = np.sinh(inner), step * slope * np.cosh(inner)
    coarse = np.zeros_like(w)
    coarse[::2] = 2 * w[::2]
    return x, w, coarse


def as_tensor(run: Run, array: np.ndarray) -> Tensor:
    """The array in the dtype and on the device of the run."""
    return torch.tensor(array, dtype=run.dtype, device=run.device)


def segments(run: Run, infinite: tuple[bool, bool], ends: tuple[Tensor, ...], level: int) -> Rule:
    """Double-exponential rules on every segment between the ends and the kinks."""
    if not ends:
        return tuple(as_tensor(run, a) for a in double_exponential("line", level))  # type: ignore[return-value]
    places = torch.stack(torch.broadcast_tensors(*ends), -1)
    low = None if infinite[0] else places[..., :1]
    high = None if infinite[1] else places[..., -1:]
    places = places.nan_to_num(nan=0.0)
    sign = None
    if low is not None and high is not None:
        sign = torch.where(high >= low, 1.0, -1.0).to(places)
        places = torch.minimum(torch.maximum(places, torch.minimum(low, high)), torch.maximum(low, high))
    elif low is not None or high is not None:
        places = (
            torch.maximum(places, low) if low is not None else torch.minimum(places, places[..., -1:] if high is None else high)
        )
    places = torch.sort(places, -1).values
    parts: list[Rule] = []
    if places.shape[-1] > 1:
        x, w, c = (as_tensor(run, a) for a in double_exponential("finite", level))
        left, right = places[..., :-1, None], places[..., 1:, None]
        width = right - left
        nodes = torch.where(x > 0, left + width * x, right + width * x)
        parts.append((nodes.flatten(-2), (width * w).flatten(-2), (width * c).flatten(-2)))
    x, w, c = (as_tensor(run, a) for a in double_exponential("half", level))
    if infinite[0]:
        parts.append((places[..., :1] - x, w.expand_as(x), c.expand_as(x)))
    if infinite[1]:
        parts.append((places[..., -1:] + x, w.expand_as(x), c.expand_as(x)))
    batch = places.shape[:-1]
    joined = tuple(torch.cat([p[k].expand(*batch, p[k].shape[-1]) for p in parts], -1) for k in range(3))
    if sign is not None:
        joined = (joined[0], joined[1] * sign, joined[2] * sign)
    return joined  # type: ignore[return-value]
