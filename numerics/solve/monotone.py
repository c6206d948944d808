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
CLOSE, NEAR = 1e-7, 1e-2  # steps, relative to the number, between which two values give a slope and a secant is believed
EVERYWHERE = (sp.exp, sp.tanh, sp.sinh, sp.cosh, sp.atan, sp.erf)  # functions without poles or branches on the real line
SHORT = 1e-5  # a step, relative to the number, after which the slope before it still serves
ROUGH = 1e-8  # the precision, of the square of a step, at which a first look ends
Both = Callable[[Tensor, int], Sequence[Tensor]]


@lru_cache(maxsize=4096)
def direction(residual: Any, x: Any, low: Any) -> tuple[int, Any]:
    """Whether the residual rises (1) or falls (-1) in x by the signs of its terms, and its slope; (0, None) where that is not seen."""
    if residual.has(sp.MatrixExpr, sp.Piecewise) or (x.is_positive and not low.is_nonnegative):
        return 0, None
    plain = _plain(residual, x, {})
    if not _continuous(plain, x):
        return 0, None
    sign = _sign(plain.diff(x))
    return (sign, residual.diff(x)) if sign else (0, None)


def _plain(e: Any, x: Any, known: dict[Any, Any]) -> Any:
    """The formula with a positive number for every power without x of a positive base: where it has a value, that is its sign.

    Of an exponent such as 1/(1 - a) sympy does not know that it is real, and then of the power that it is positive.
    """
    if isinstance(e, sp.Pow) and x not in e.free_symbols:
        base = _plain(e.base, x, known)
        if base.is_positive and not e.is_positive:
            return known.setdefault(e, sp.Dummy(positive=True))
        return e
    if not e.args or isinstance(e, sp.Indexed):
        return e
    args = [_plain(a, x, known) for a in e.args]
    return e if all(new is old for new, old in zip(args, e.args, strict=True)) else e.func(*args)


def _sign(e: Any) -> int:
    """1 where a formula is nowhere negative by the signs of its terms, -1 where it is nowhere positive, 0 where that is not seen.

    That it is not 0 at the root either is seen when it is evaluated there.
    """
    if e.is_nonnegative or e.is_nonpositive:
        return 1 if e.is_nonnegative else -1
    if isinstance(e, sp.Add):
        signs = {_sign(a) for a in e.args}
        return signs.pop() if len(signs) == 1 else 0
    if isinstance(e, sp.Mul):
        return math.prod(_sign(a) for a in e.args)
    if isinstance(e, sp.Sum) or (isinstance(e, sp.Integral) and _upwards(e)):
        return _sign(e.function)
    return 0


def _upwards(e: Any) -> bool:
    return all(len(limit) == 3 and (limit[2] - limit[1]).is_nonnegative for limit in e.limits)


def _continuous(e: Any, x: Any) -> bool:
    """Whether the formula has no pole, jump or branch in x, by the signs that its terms are known to have."""
    if x not in e.free_symbols:
        return True
    if e == x:
        return True
    if isinstance(e, sp.Add | sp.Mul):
        return all(_continuous(a, x) for a in e.args)
    if isinstance(
        e, sp.Sum | sp.Integral
    ):  # of terms that are monotone, else no sign is seen: then integrals are continuous too
        return _continuous(e.function, x) and not any(x in limit.free_symbols for limit in e.limits)
    if isinstance(e, sp.Pow) and x not in e.exp.free_symbols:
        whole = bool(e.exp.is_integer and e.exp.is_nonnegative)
        return _continuous(e.base, x) and (whole or bool(e.base.is_positive) or bool(e.exp.is_integer and e.base.is_negative))
    if isinstance(e, sp.log):
        return _continuous(e.args[0], x) and bool(e.args[0].is_positive)
    return isinstance(e, EVERYWHERE) and _continuous(e.args[0], x)


def newton(
    both: Both, low: Tensor, high: Tensor, batch: tuple[int, ...], like: Tensor, sign: int, rough: Both | None = None
) -> Tensor | None:
    """The root of every member of the batch; ``both(u, 2)`` gives the residual and its slope, ``both(u, 1)`` the residual.

    Two steps of Newton, then of the secant, which needs no slope; in the logarithm where the interval is positive. One that
    leaves the bracket is replaced by its middle. It ends where the error after a step, which is as the product of this step
    and the one before, is lost in rounding. None where a root is not reached. One point starts at the root of ``rough``,
    which is close to ``both`` and much quicker; nothing else of it enters the result.
    """
    if not batch:
        sides = float(low), float(high)
        start = None if rough is None else _single(rough, *sides, like, sign, unit=ROUGH)
        place = _single(both, *sides, like, sign, start)
        return None if place is None else torch.tensor(place, dtype=like.dtype, device=like.device)
    log = bool((low >= 0).all())
    ends = zip(*(t.expand(batch).flatten().tolist() for t in (low, high)), strict=True)
    a, b = (t.expand(batch).to(like) for t in (low, high))
    u = torch.tensor([_start(*pair) for pair in ends], dtype=like.dtype, device=like.device).reshape(batch)
    unit = torch.finfo(like.dtype).eps
    before = value = slope = torch.full(batch, math.nan, dtype=like.dtype, device=like.device)
    for count in range(STEPS):
        moved = u - before
        full = count < 2 or count % 4 == 1 or bool((moved.abs() <= CLOSE * u.abs()).any())  # there is no slope in rounding
        found = [t.expand(batch) * sign for t in both(u, 2 if full else 1)]
        gained, value = found[0] - value, found[0]
        slope = found[1] if full else gained / moved
        if not bool((torch.isfinite(value) & (slope > 0)).all()):
            return None
        a, b = torch.where(value <= 0, u, a), torch.where(value >= 0, u, b)
        step = -value / slope
        near = u * torch.exp((step / u).clamp(-40, 40)) if log else u + step
        size = step.abs() * (step.abs() if full else torch.maximum(step.abs(), moved.abs()))
        last = (size <= unit / 8 * u**2) & (full | (moved.abs() <= NEAR * u.abs())) | (value == 0)
        inside = (near >= a) & (near <= b)
        if bool((last & inside).all()):
            return near
        useful = inside & (near != u) & (not _halve(count))
        before, u = u, torch.where(useful, near, torch.where(last, u, _middle(a, b, u, log)))
    return None


def _single(
    both: Both, low: float, high: float, like: Tensor, sign: int, start: float | None = None, unit: float | None = None
) -> float | None:
    """The same for one number, in numbers of python: of tensors without size the operations around the residual would cost most."""
    log, unit = low >= 0, unit or torch.finfo(like.dtype).eps
    a, b, u = low, high, _start(low, high) if start is None else start
    before = value = slope = math.nan
    for count in range(STEPS):
        moved = u - before
        again = count == 1 and start is not None and abs(moved) <= SHORT * abs(u)  # the slope is known well enough
        full = not again and (count < 2 or count % 4 == 1 or abs(moved) <= CLOSE * abs(u))
        found = [sign * float(t) for t in both(torch.tensor(u, dtype=like.dtype, device=like.device), 2 if full else 1)]
        gained, value = found[0] - value, found[0]
        slope = found[1] if full else slope if again else gained / moved
        if not (math.isfinite(value) and slope > 0):
            return None
        a, b = (u if value <= 0 else a), (u if value >= 0 else b)
        step = -value / slope
        near = u * math.exp(min(max(step / u, -40.0), 40.0)) if log else u + step
        size = abs(step) * (abs(step) if full else max(abs(step), abs(moved)))
        last = (size <= unit / 8 * u * u and (full or abs(moved) <= NEAR * abs(u))) or value == 0
        inside = a <= near <= b
        if last and inside:
            return near
        useful = inside and near != u and not _halve(count)
        before, u = u, near if useful else u if last else _between(a, b, u, log)
    return None


def _halve(count: int) -> bool:
    """Far from the root of a power Newton's method creeps: where it takes long, each third step halves the bracket."""
    return count > 6 and count % 3 == 0


def _between(a: float, b: float, u: float, log: bool) -> float:
    return float(_middle(*(torch.tensor(v, dtype=torch.float64) for v in (a, b, u)), log))


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
