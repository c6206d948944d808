"""Roots of a scalar equation in an interval: all of them by a scan, then the one that is asked for, batched.

The scan looks for changes of sign on a grid that clusters at the ends and at zero, refined where the residual comes close to
zero without changing sign; a change of sign at a pole is no root. A bracket is closed by Chandrupatla's method, so the
root lies within the width reported. That no root was missed is a certificate only where ``certify`` gives a reason: the
equation is monotone, or a polynomial whose roots are counted exactly (Sturm).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.language.errors import DomainError, NoSolution, NotConverged

Residual = Callable[[Tensor], Tensor]  # (G, *batch) -> (G, *batch)
LOST = 1e-7  # the share of the residual beside a root that rounding may leave at it
MOST = 24  # changes of sign that are followed up
POINTS = 1 << 22  # values of the residual at one time


@dataclass(frozen=True)
class Found:
    """The roots of every member of the batch: places (K, *batch), nan where there are fewer; slopes' signs; widths."""

    places: Tensor
    signs: Tensor  # of the residual just above the root
    widths: Tensor


@lru_cache(maxsize=16)
def grid(kind: tuple[bool, bool], level: int = 0) -> tuple[tuple[float, bool], ...]:
    """Offsets in order, and whether each is counted down from the upper end: equally spaced ones, and geometric ones towards
    finite ends and zero. ``kind``: whether the lower and the upper end are finite; if both are, shares of the width."""
    dense, per_decade = 256 * (1 + level), 12 * (1 + level)
    if all(kind):
        near = {10 ** (-k / per_decade) / 2 for k in range(14 * per_decade)} | {(k + 0.5) / dense for k in range(dense // 2)}
        return (*((s, False) for s in sorted(near)), *((s, True) for s in sorted(near - {0.5}, reverse=True)))
    if any(kind):
        away = {10 ** (k / per_decade) for k in range(-14 * per_decade, 14 * per_decade + 1)} | {k / 16 for k in range(1, 161)}
        return tuple((s, kind[1]) for s in sorted(away, reverse=kind[1]))
    powers = {10 ** (k / per_decade) for k in range(-12 * per_decade, 12 * per_decade + 1)}
    points = {0.0} | powers | {-s for s in powers} | {k / 16 for k in range(-160, 161)}
    return tuple((s, False) for s in sorted(points))


def _points(low: Tensor, high: Tensor, batch: tuple[int, ...], like: Tensor, level: int) -> tuple[Tensor, Tensor]:
    """The grid of every member of the batch, and what lies strictly inside its interval."""
    kind = (bool(torch.isfinite(low).all()), bool(torch.isfinite(high).all()))
    offsets = grid(kind, level)
    shape = (-1, *[1] * len(batch))
    s = torch.tensor([o for o, _ in offsets], dtype=like.dtype, device=like.device).reshape(shape)
    down = torch.tensor([d for _, d in offsets], device=like.device).reshape(shape)
    width = high - low if all(kind) else torch.ones_like(like)
    from_low = low + width * s if kind[0] else s
    x = torch.where(down, high - width * s, from_low) if kind[1] else from_low
    x = x.expand(-1, *batch)
    return x, (x > low) & (x < high)


def roots(g: Residual, low: Tensor, high: Tensor, batch: tuple[int, ...], like: Tensor, label: Any, level: int = 0) -> Found:
    """All roots that the scan sees; the ends may differ between the members of the batch."""
    x, within = _points(low, high, batch, like, level)
    y = torch.where(within, _values(g, x), math.nan)
    for _ in range(3):
        x, y, added = _refined(g, x, y)
        if not added:
            break
    left, right = y[:-1], y[1:]
    change = (torch.sign(left) * torch.sign(right) < 0) | ((left == 0) & (right != 0))
    count = int(change.sum(0).max()) if change.numel() else 0
    if count > MOST:
        raise NotConverged(f"{label} changes its sign {count} times in the interval; narrow it with inside=(low, high)")
    order = torch.where(change, torch.arange(change.shape[0], device=x.device).reshape(-1, *[1] * len(batch)), change.shape[0])
    order = order.sort(0).values[: max(count, 1)]
    present, place = order < change.shape[0], order.clamp(max=change.shape[0] - 1)
    a, b = x.gather(0, place), x.gather(0, place + 1)
    fa, fb = left.gather(0, place), right.gather(0, place)
    where, width, rest = _close(g, a, b, fa, fb)
    # at a root the residual goes to zero, or to rounding where the grid has met the root; at a pole it grows, at a jump it stays
    least = torch.minimum(fa.abs(), fb.abs())
    outer = [y.abs().gather(0, (place + k).clamp(0, y.shape[0] - 1)).nan_to_num(0.0) for k in (-1, 0, 1, 2)]
    real = present & ((rest.abs() <= least / 2) | (rest.abs() <= LOST * torch.stack(outer).amax(0))) & (count > 0)
    nan = torch.full_like(where, math.nan)
    return Found(torch.where(real, where, nan), torch.where(real, torch.sign(fb), nan), torch.where(real, width, nan))


def beside(g: Residual, root: Tensor, low: Tensor, high: Tensor, batch: tuple[int, ...]) -> Tensor | None:
    """The roots of equations that differ from one with this root by rounding alone; None where they are not beside it."""
    for share in (1e-13, 1e-10, 1e-7, 1e-4):
        room = share * root.abs()
        a, b = (t.expand(1, *batch) for t in (torch.maximum(root - room, low), torch.minimum(root + room, high)))
        fa, fb = g(a).expand_as(a), g(b).expand_as(b)
        if bool((torch.sign(fa) * torch.sign(fb) < 0).all()):
            return _close(g, a, b, fa, fb)[0][0]
    return None


def _values(g: Residual, x: Tensor) -> Tensor:
    step = max(1, POINTS // max(1, math.prod(x.shape[1:])))
    y = torch.cat([g(part).expand_as(part) for part in x.split(step)])
    return torch.where(torch.isinf(y), math.nan, y)  # a pole on the grid separates: nothing changes its sign through it


def _refined(g: Residual, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor, bool]:
    """More points where |residual| has a least value between two neighbours of the same sign."""
    size = y.abs()
    dip = (size[1:-1] < size[:-2]) & (size[1:-1] <= size[2:]) & (torch.sign(y[:-2]) == torch.sign(y[2:])) & (y[1:-1] != 0)
    dip &= torch.sign(y[1:-1]) == torch.sign(y[:-2])
    rows = dip.flatten(1).any(1).nonzero().flatten() if dip.ndim > 1 else dip.nonzero().flatten()
    if not rows.numel() or rows.numel() > 64:
        return x, y, False
    share = torch.arange(1, 16, dtype=x.dtype, device=x.device).reshape(15, *[1] * (x.ndim - 1)) / 16
    gaps = torch.cat([rows, rows + 1])[:, None]
    new = (x[gaps] + (x[gaps + 1] - x[gaps]) * share).flatten(0, 1)
    x2, y2 = torch.cat([x, new]), torch.cat([y, _values(g, new)])
    order = x2.sort(0).indices
    return x2.gather(0, order), y2.gather(0, order), True


def _close(g: Residual, a: Tensor, b: Tensor, fa: Tensor, fb: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Chandrupatla's method on every bracket: the root, the width of the last bracket, the residual."""
    eps = torch.finfo(a.dtype).eps
    x1, f1, x2, f2 = b, fb, a, fa  # x1 is the newer point
    x3, f3 = x2, f2
    t = torch.full_like(a, 0.5)
    best, rest, width = torch.where(f1.abs() < f2.abs(), x1, x2), torch.where(f1.abs() < f2.abs(), f1, f2), (b - a).abs()
    for _ in range(200):
        x = x1 + t * (x2 - x1)
        f = g(x).expand_as(x)
        same = torch.sign(f) == torch.sign(f1)
        x3, f3 = torch.where(same, x1, x2), torch.where(same, f1, f2)
        x2, f2 = torch.where(same, x2, x1), torch.where(same, f2, f1)
        x1, f1 = x, f
        closer = f1.abs() < f2.abs()
        best, rest = torch.where(closer, x1, x2), torch.where(closer, f1, f2)
        width = (x2 - x1).abs()
        tolerance = 2 * eps * best.abs() + 1e-300
        done = (width <= 2 * tolerance) | (rest == 0) | ~torch.isfinite(f)
        if bool(done.all()):
            break
        xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
        quadratic = (phi.square() < xi) & ((1 - phi).square() < 1 - xi)
        step = f1 / (f2 - f1) * f3 / (f2 - f3) + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2)
        t = torch.where(quadratic & torch.isfinite(step), step, 0.5)
        least = (tolerance / width).clamp(max=0.5)
        t = torch.minimum(torch.maximum(t, least), 1 - least)
    return best, width + 4 * eps * best.abs(), rest


def choose(found: Found, which: str, label: Any) -> tuple[Tensor, Tensor]:
    """The root asked for and the width of its bracket; a sentence where there is none or a choice is missing."""
    there = ~torch.isnan(found.places)
    wanted = there & (found.signs < 0) if which == "stable" else there
    count = wanted.sum(0)
    if bool((count == 0).any()):
        kind = "stable root" if which == "stable" else "root"
        raise NoSolution(f"{label} has no {kind} in the interval (the scan found {int(there.sum())} changes of sign)")
    if which in ("only", "stable") and bool((count > 1).any()):
        member = int((count > 1).flatten().nonzero()[0])
        places = found.places.flatten(1)[:, member] if found.places.ndim > 1 else found.places
        mask = wanted.flatten(1)[:, member] if wanted.ndim > 1 else wanted
        shown = ", ".join(f"{v:.6g}" for v in sorted(places[mask].tolist()))
        what = "stable roots" if which == "stable" else "roots"
        raise DomainError(
            f"{label} has {int(mask.sum())} {what} in the interval ({shown}); say which, or narrow it with inside=(low, high)"
        )
    edge = -math.inf if which == "largest" else math.inf
    ranked = torch.where(wanted, found.places, edge)
    index = (ranked.argmax(0) if which == "largest" else ranked.argmin(0)).unsqueeze(0)
    return found.places.gather(0, index)[0], found.widths.gather(0, index)[0]


def certify(residual: sp.Expr, x: sp.Symbol, low: sp.Expr, high: sp.Expr, env: dict[str, Any]) -> str:
    """Why there is exactly one root in the open interval, or nothing: monotone by signs, or counted by Sturm's theorem."""
    inside = sp.Dummy(x.name, positive=True) if low.is_nonnegative else sp.Dummy(x.name, real=True)
    g = residual.xreplace({x: inside})
    if not g.has(sp.MatrixExpr, sp.Indexed):
        for factor, name in (
            (1, "the equation"),
            (1 / inside, "the equation over the unknown"),
            (inside, "the equation times the unknown"),
        ):
            if factor != 1 and not low.is_nonnegative:
                continue
            slope = sp.expand(sp.expand(g * factor).diff(inside))
            if slope.is_positive or slope.is_negative:
                return f"{name} is monotone"
    values = {
        s: sp.nsimplify(env[s.name], rational=True)
        for s in g.free_symbols - {inside}
        if isinstance(env.get(s.name), int | float)
    }
    number = sp.together(g.subs(values))
    top, bottom = sp.fraction(number)
    if g.free_symbols - {inside} - set(values) or not top.is_polynomial(inside) or not bottom.is_polynomial(inside):
        return ""
    ends = [e.subs({s: sp.nsimplify(env[s.name], rational=True) for s in e.free_symbols if s.name in env}) for e in (low, high)]
    poly = sp.Poly(top, inside)
    if not all(c.is_Rational for c in poly.all_coeffs()) or not all(e.is_Rational or e.is_infinite for e in ends):
        return ""
    reduced = poly.quo(sp.gcd(poly, sp.Poly(bottom, inside))) if inside in bottom.free_symbols else poly
    count = reduced.count_roots(*[None if e.is_infinite else e for e in ends])
    count -= sum(1 for e in ends if e.is_Rational and reduced.eval(e) == 0)
    return "the polynomial has exactly one root there, by Sturm's theorem" if count == 1 else ""


def span(values: Sequence[Any]) -> tuple[float, float]:
    """The ends of an interval as numbers; they must be the same for the whole batch."""
    return float(values[0]), float(values[1])
