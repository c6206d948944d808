"""The one root of an equation that is monotone by the signs of its terms: Newton's method inside a bracket.

Such an equation needs no scan for further roots. Where it cannot be seen to be monotone and continuous from its terms, or
where Newton's method does not settle, nothing is returned and the scan decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

STEPS = 60
EVERYWHERE = (sp.exp, sp.tanh, sp.sinh, sp.cosh, sp.atan, sp.erf)  # functions without poles or branches on the real line
Both = Callable[[Tensor], Sequence[Tensor]]


@lru_cache(maxsize=4096)
def direction(residual: Any, x: Any, low: Any) -> tuple[int, Any]:
    """Whether the residual rises (1) or falls (-1) in x by the signs of its terms, and its slope; (0, None) where that is not seen."""
    if residual.has(sp.MatrixExpr, sp.Piecewise) or (x.is_positive and not low.is_nonnegative):
        return 0, None
    if not _continuous(residual, x):
        return 0, None
    slope = residual.diff(x)
    sign = 1 if slope.is_positive else -1 if slope.is_negative else 0
    return (sign, slope) if sign else (0, None)


def _continuous(e: Any, x: Any) -> bool:
    """Whether the formula has no pole, jump or branch in x, by the signs that its terms are known to have."""
    if x not in e.free_symbols:
        return True
    if e == x:
        return True
    if isinstance(e, sp.Add | sp.Mul):
        return all(_continuous(a, x) for a in e.args)
    if isinstance(e, sp.Sum):
        return _continuous(e.function, x) and not any(x in limit.free_symbols for limit in e.limits)
    if isinstance(e, sp.Pow) and x not in e.exp.free_symbols:
        whole = bool(e.exp.is_integer and e.exp.is_nonnegative)
        return _continuous(e.base, x) and (whole or bool(e.base.is_positive) or bool(e.exp.is_integer and e.base.is_negative))
    if isinstance(e, sp.log):
        return _continuous(e.args[0], x) and bool(e.args[0].is_positive)
    return isinstance(e, EVERYWHERE) and _continuous(e.args[0], x)


def newton(both: Both, low: float, high: float, batch: tuple[int, ...], like: Tensor, sign: int) -> Tensor | None:
    """The root of every member of the batch; ``both`` gives the residual and its slope. None where one is not reached.

    Steps are taken in the logarithm where the interval is positive; one that leaves the bracket is replaced by its middle.
    """
    log = low >= 0
    a = torch.full(batch, low, dtype=like.dtype, device=like.device)
    b = torch.full(batch, high, dtype=like.dtype, device=like.device)
    u = torch.full(batch, _start(low, high), dtype=like.dtype, device=like.device)
    close = (
        torch.finfo(like.dtype).eps ** 0.625
    )  # of a step after which the next one is lost in rounding, for it is as its square
    for _ in range(STEPS):
        value, slope = both(u)
        value, slope = value.expand(batch) * sign, slope.expand(batch) * sign
        if not bool((torch.isfinite(value) & (slope > 0)).all()):
            return None
        a, b = torch.where(value <= 0, u, a), torch.where(value >= 0, u, b)
        step = -value / slope
        near = u * torch.exp((step / u).clamp(-40, 40)) if log else u + step
        last = step.abs() <= close * u.abs()
        inside = (near >= a) & (near <= b)
        if bool((last & inside).all()):
            return near
        middle = _middle(a, b, u, log)
        u = torch.where(inside & (near != u), near, torch.where(last, u, middle))
    return None


def _start(low: float, high: float) -> float:
    if math.isinf(low) or math.isinf(high):
        end = 0.0 if math.isinf(low) and math.isinf(high) else high if math.isinf(low) else low
        return end + (1.0 if math.isinf(high) else -1.0) * (end != 0.0 or math.isfinite(low) or math.isfinite(high))
    return math.sqrt(low) * math.sqrt(high) if low > 0 else (low + high) / 2


def _middle(a: Tensor, b: Tensor, u: Tensor, log: bool) -> Tensor:
    if log:
        found = torch.where(a > 0, torch.sqrt(a) * torch.sqrt(b), u / 64)
        return torch.where(torch.isinf(b), u * 64, found)
    found = (a + b) / 2
    found = torch.where(torch.isinf(b), u + 2 * (u - a).clamp(min=1.0), found)
    return torch.where(torch.isinf(a), u - 2 * (b - u).clamp(min=1.0), found)
