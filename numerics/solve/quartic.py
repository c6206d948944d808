"""The roots of many polynomials of the second to fourth degree: their extrema are known in closed form, so none is missed.

Between two neighbouring extrema a polynomial is monotone: it has one root where its signs at them differ, and none where they
agree. Newton's method inside the bracket finds it. Where a sign at an extremum is near rounding (two roots that almost meet),
where the degree drops, or where there is no such root, nothing is returned and the scan decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import sympy as sp
import torch
from torch import Tensor

STEPS = 80
CLEAR = 1e-8  # the least |p| at an extremum, over the sum of the sizes of its terms, that has a sign


def coefficients(residual: Any, x: Any) -> list[Any] | None:
    """Those of 1, x, x^2, ... where the residual is such a polynomial in x."""
    if not _plain(residual, x) or not residual.is_polynomial(x) or not 2 <= sp.degree(residual, x) <= 4:
        return None
    return [sp.factor_terms(c) for c in reversed(sp.Poly(residual, x).all_coeffs())]


def _plain(e: Any, x: Any) -> bool:
    """Whether x enters by +, * and powers alone."""
    if x not in e.free_symbols or e == x:
        return not e.has(sp.MatrixExpr)
    return isinstance(e, sp.Add | sp.Mul | sp.Pow) and all(_plain(a, x) for a in e.args)


def _value(c: Sequence[Tensor], x: Tensor) -> Tensor:
    return reduce(lambda total, a: total * x + a, reversed(c))  # Horner


def _slope(c: Sequence[Tensor]) -> list[Tensor]:
    return [k * a for k, a in enumerate(c)][1:]


def _extrema(c: Sequence[Tensor]) -> list[Tensor]:
    """The real roots of p', each once or more often, by size; without an extremum beyond the first any number may stand there."""
    d = _slope(c)
    if len(d) == 2:
        return [-d[0] / d[1]]
    if len(d) == 3:
        spread = (d[1].square() - 4 * d[2] * d[0]).clamp(min=0).sqrt()
        ends = (-d[1] - spread) / (2 * d[2]), (-d[1] + spread) / (2 * d[2])
        return [torch.minimum(*ends), torch.maximum(*ends)]
    a, b, e = (d[k] / d[3] for k in (2, 1, 0))
    p, q = b / 3 - a.square() / 9, (a * (2 * a.square() / 27 - b / 3) + e) / 2  # t^3 + 3pt + 2q, x = t - a/3
    apart = q.square() + p**3
    root = (-p).clamp(min=0).sqrt()
    angle = torch.acos((-q / root**3).clamp(-1, 1)).nan_to_num(0.0) / 3
    far = -torch.sign(q) * (q.abs() + apart.clamp(min=0).sqrt()) ** (1 / 3)
    alone = torch.where(far == 0, far, far - p / far)
    found = []
    for k in (2, 1, 0):
        t = torch.where(apart > 0, alone, 2 * root * torch.cos(angle - 2 * math.pi * k / 3)) - a / 3
        moved = t - _value(d, t) / _value(_slope(d), t)
        found.append(torch.where((moved - t).abs() <= 1e-4 * t.abs(), moved, t))
    first, second, third = found
    low, high = torch.minimum(first, second), torch.maximum(first, second)
    return [torch.minimum(low, third), torch.maximum(low, torch.minimum(high, third)), torch.maximum(high, third)]


def root(c: Sequence[Tensor], low: Tensor, high: Tensor, which: str) -> Tensor | None:
    """The only, first or largest root in (low, high) of every polynomial; ``c`` are as long as one another."""
    n = len(c) - 1
    reach = 2 * torch.stack([(c[n - k] / c[n]).abs() ** (1 / k) for k in range(1, n + 1)]).amax(
        0
    )  # Fujiwara's bound of all roots
    ends = [torch.maximum(low, -reach * 1.01), *_extrema(c), torch.minimum(high, reach * 1.01)]
    ends = [ends[0], *(torch.minimum(torch.maximum(e, ends[0]), ends[-1]) for e in ends[1:-1]), ends[-1]]
    x = torch.stack(ends)
    y = _value(c, x)
    size = _value([a.abs() for a in c], x.abs())
    if not bool((torch.isfinite(x) & (y.abs() > CLEAR * size)).all()):
        return None
    change = torch.sign(y[:-1]) != torch.sign(y[1:])
    count = change.sum(0)
    if not bool((count == 1 if which == "only" else count >= 1).all()):
        return None
    if which == "largest":
        place = n - 1 - change.flip(0).to(torch.uint8).argmax(0, keepdim=True)
    else:
        place = change.to(torch.uint8).argmax(0, keepdim=True)
    a, b = (x.gather(0, place + k)[0] for k in (0, 1))
    return _newton(c, a, b, torch.sign(y.gather(0, place + 1)[0]))


def _newton(c: Sequence[Tensor], a: Tensor, b: Tensor, sign: Tensor) -> Tensor | None:
    """The root between a and b, where the polynomial changes to this sign."""
    c = [sign * t for t in c]
    d, unit = _slope(c), torch.finfo(a.dtype).eps
    u = (a + b) / 2
    for count in range(STEPS):
        value = _value(c, u)
        below = value < 0
        a, b = torch.where(below, u, a), torch.where(below, b, u)
        near = u - value / _value(d, u)
        near = torch.where((near >= a) & (near <= b), near, (a + b) / 2)
        if count % 4 == 3:  # now and then, as a device waits for the answer
            if bool(((near - u).abs() <= 16 * unit * u.abs()).all()):
                return near
        u = near if count < 20 or count % 3 else (a + b) / 2
    return None


def polished(g: Callable[[Tensor], Tensor], near: Tensor, low: Tensor, high: Tensor) -> Tensor | None:
    """The roots of the residual itself, whose form may lose fewer digits: a secant in a bracket too narrow for it to bend; or None."""
    for share in (1e-13, 1e-10, 1e-8):
        room = share * near.abs()
        a, b = torch.maximum(near - room, low), torch.minimum(near + room, high)
        fa, fb = g(a), g(b)
        if bool((torch.sign(fa) * torch.sign(fb) < 0).all()):
            return a - fa * ((b - a) / (fb - fa))
    return None
