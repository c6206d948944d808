r"""Orthogonal polynomials by their three-term recurrences, for one degree or a tensor of degrees."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.functions import He, h

Recurrence = Callable[..., Iterator[Tensor]]


def three_term(start: Callable[..., Tensor], step: Callable[..., tuple[Any, Any]]) -> Recurrence:
    r"""Polynomials $p_0=1$, $p_1$ = ``start``, $p_{k+1}=u_kp_k-v_kp_{k-1}$ with $(u_k,v_k)$ = ``step(k, *xs)``."""

    def polynomials(*xs: Tensor) -> Iterator[Tensor]:
        previous, current = torch.ones_like(xs[0]), start(*xs)
        k = 1
        yield previous
        while True:
            yield current
            u, v = step(k, *xs)
            previous, current = current, u * current - v * previous
            k += 1

    return polynomials


POLYNOMIALS: dict[Any, Recurrence] = {
    He: three_term(lambda x: x, lambda k, x: (x, k)),
    h: three_term(lambda x: x, lambda k, x: (x / math.sqrt(k + 1), math.sqrt(k / (k + 1)))),
    sp.hermite: three_term(lambda x: 2 * x, lambda k, x: (2 * x, 2 * k)),
    sp.legendre: three_term(lambda x: x, lambda k, x: ((2 * k + 1) / (k + 1) * x, k / (k + 1))),
    sp.chebyshevt: three_term(lambda x: x, lambda k, x: (2 * x, 1)),
    sp.chebyshevu: three_term(lambda x: 2 * x, lambda k, x: (2 * x, 1)),
    sp.laguerre: three_term(lambda x: 1 - x, lambda k, x: ((2 * k + 1 - x) / (k + 1), k / (k + 1))),
    sp.assoc_laguerre: three_term(lambda a, x: 1 + a - x, lambda k, a, x: ((2 * k + 1 + a - x) / (k + 1), (k + a) / (k + 1))),
    sp.gegenbauer: three_term(lambda a, x: 2 * a * x, lambda k, a, x: (2 * (k + a) / (k + 1) * x, (k + 2 * a - 1) / (k + 1))),
}


def at_degree(recurrence: Recurrence, n: int, *xs: Tensor) -> Tensor:
    xs = tuple(torch.broadcast_tensors(*xs))
    return next(p for k, p in enumerate(recurrence(*xs)) if k == n)


def at_degrees(recurrence: Recurrence, degree: Tensor, top: int, *xs: Tensor) -> Tensor:
    """One polynomial per degree in a tensor of degrees, by a single run of the recurrence at the arguments as they are."""
    xs = tuple(torch.broadcast_tensors(*xs))
    found = [p for _, p in zip(range(top + 1), recurrence(*xs), strict=False)]
    axis = None if is_fake(degree) else _own_axis(degree, xs[0])
    if axis is not None:
        none = torch.full_like(xs[0], math.nan)
        wanted = (int(d) if d == int(d) and 0 <= d <= top else None for d in degree.flatten().tolist())
        return torch.cat([none if d is None else found[d] for d in wanted], axis)
    result = torch.full_like(xs[0], math.nan).expand(torch.broadcast_shapes(degree.shape, xs[0].shape))
    for k, p in enumerate(found):
        result = torch.where(degree == k, p, result)
    return result


def _own_axis(degree: Tensor, x: Tensor) -> int | None:
    """The one axis along which degrees vary, where arguments do not."""
    axes = [k for k in range(-degree.ndim, 0) if degree.shape[k] > 1]
    return axes[0] if len(axes) == 1 and x.ndim >= -axes[0] and x.shape[axes[0]] == 1 else None


def top_degree(run: Any, degree: sp.Expr, values: Tensor) -> int:
    known = run.static(degree)
    if known is not None:
        return int(known[1])
    if run.fake:
        raise CompileError(f"the degree {degree} must be a python integer in fake mode")
    return int(values.max())
