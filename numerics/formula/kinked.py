"""Functions of one variable with corners: their derivatives off the corners, and the declared value at them.

No two libraries agree on the derivative of max(z, 0) at 0, so none is asked: backward passes multiply by the
derivative that sympy finds between the corners, and by the declared value at a corner; without a declaration the
derivative there is not a number, which is an error that names the term.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.walking import distinct

CORNERS = (sp.Abs, sp.sign, sp.Heaviside, sp.Max, sp.Min, sp.Piecewise, sp.floor, sp.ceiling, sp.frac)
Z = sp.Symbol("z", real=True)


class Kinked(sp.Expr):  # type: ignore[misc]
    """The k-th derivative at x of a function with corners; args: x, Lambda, value of f' at a corner (or nan), k."""

    is_commutative = True

    def _eval_is_real(self) -> bool:
        return True


@lru_cache(maxsize=4096)  # asked for wherever the function stands, in a statement and in its wrong versions
def real_variable(f: sp.Lambda) -> sp.Expr:
    """The formula of a function in the real variable ``Z``, so that |z|' is sign z."""
    if len(f.variables) != 1:
        raise CompileError(f"{f} is a function of {len(f.variables)} variables; give a Lambda of one")
    return f.expr.xreplace({f.variables[0]: Z})


def switches(f: sp.Expr) -> list[sp.Expr]:
    """The expressions whose zeros are the corners and jumps of f."""
    found: list[sp.Expr] = []
    for node in distinct(f):
        if isinstance(node, sp.Abs | sp.sign | sp.Heaviside):
            found.append(node.args[0])
        elif isinstance(node, sp.Max | sp.Min):
            found += [p - q for k, p in enumerate(node.args) for q in node.args[k + 1 :]]
        elif isinstance(node, sp.core.relational.Relational) and Z in node.free_symbols:
            found.append(node.lhs - node.rhs)
    return list(dict.fromkeys(found))


@lru_cache(maxsize=512)
def derivative(f: sp.Expr, order: int, kink: Any) -> sp.Expr:
    """The derivative of a formula in ``Z``: between the corners the usual one; at a corner ``kink`` (order 1) or nan."""
    if order == 0:
        return f
    between = f.diff((Z, order)).replace(lambda e: isinstance(e, sp.DiracDelta), lambda e: sp.S.Zero)
    if between.has(sp.Derivative, sp.Subs):
        raise CompileError(f"the derivative of {f} of order {order} has no closed form")
    corners = switches(f)
    if not corners:
        return between
    at = sp.nan if order > 1 or kink is None or kink is sp.nan else sp.sympify(kink)
    return sp.Piecewise((at, sp.Or(*(sp.Eq(g, 0) for g in corners))), (between, True), evaluate=False)


def has_corner(f: sp.Expr) -> bool:
    return bool(f.has(*CORNERS))


def apply(f: sp.Expr, kink: Any, order: int, x: Tensor) -> Tensor:
    """The function on a tensor, differentiable any number of times by the rule above."""
    return _Function.apply(x, f, kink, order)  # type: ignore[no-any-return, no-untyped-call]


def _value(f: sp.Expr, kink: Any, order: int, x: Tensor) -> Tensor:
    from lemmata.numerics.formula.compile import compile_expr

    value: Tensor = compile_expr(derivative(f, order, kink), dtype=x.dtype)({"z": x}, x.device, check=False)
    return value.expand_as(x)


class _Function(torch.autograd.Function):
    """f^(k) with f^(k+1) as its derivative."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, f: sp.Expr, kink: Any, order: int) -> Tensor:
        ctx.save_for_backward(x)
        ctx.formula = (f, kink, order)
        with torch.no_grad():
            return _value(f, kink, order, x.detach()).clone()

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        (x,) = ctx.saved_tensors
        f, kink, order = ctx.formula
        return grads[0] * apply(f, kink, order + 1, x), None, None, None


class _Larger(torch.autograd.Function):
    """max(x, y) whose derivative where x = y is not a number."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, y: Tensor) -> Tensor:
        ctx.save_for_backward(x, y)
        return torch.maximum(x, y)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        x, y = ctx.saved_tensors
        first = torch.where(x == y, torch.nan, (x > y).to(x.dtype))
        return _summed(grads[0] * first, x), _summed(grads[0] * (1 - first), y)


def _summed(grad: Tensor, like: Tensor) -> Tensor:
    return grad.sum_to_size(like.shape) if grad.shape != like.shape else grad


def larger(x: Tensor, y: Tensor) -> Tensor:
    """max(x, y); where it is differentiated, x = y is refused (it gives not a number)."""
    if x.requires_grad or y.requires_grad:
        return _Larger.apply(*torch.broadcast_tensors(x, y))  # type: ignore[no-any-return, no-untyped-call]
    return torch.maximum(x, y)


class _RampPower(torch.autograd.Function):
    """max(x, 0)^m with m max(x, 0)^(m - 1) as its derivative: 0 below 0, and at 0 where m > 1; there is none at 0 for other m."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, m: Tensor) -> Tensor:
        ctx.save_for_backward(x, m)
        return torch.pow(x.clamp(min=0.0), m)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Any:
        x, m = ctx.saved_tensors
        one = torch.ones_like(x)
        # away from its places a power is of 1, so that no infinite slope is multiplied by 0
        up, zero, smooth = x > 0, torch.zeros_like(x), m > 1
        above = m * _RampPower.apply(torch.where(up, x, one), m - 1)  # type: ignore[no-untyped-call]
        at = m * _RampPower.apply(torch.where(smooth, x, one), torch.where(smooth, m - 1, one))  # type: ignore[no-untyped-call]
        edge = torch.where(smooth, at, torch.full_like(x, torch.nan))
        return _summed(grads[0] * torch.where(up, above, torch.where(x < 0, zero, edge)), x), None


def ramp_power(x: Tensor, m: Tensor | int) -> Tensor:
    """max(x, 0)^m; where it is differentiated in x, its derivative at 0 is that of the power if there is one."""
    if x.requires_grad and not (isinstance(m, Tensor) and m.requires_grad):
        m = torch.full_like(x, m) if isinstance(m, int) else m
        return _RampPower.apply(*torch.broadcast_tensors(x, m))  # type: ignore[no-any-return, no-untyped-call]
    return torch.pow(larger(x, torch.zeros_like(x)), m)


def smaller(x: Tensor, y: Tensor) -> Tensor:
    """min(x, y), likewise."""
    return -larger(-x, -y) if x.requires_grad or y.requires_grad else torch.minimum(x, y)


def absolute(x: Tensor) -> Tensor:
    """|x|, likewise at 0."""
    return apply(sp.Abs(Z), None, 0, x) if x.requires_grad else x.abs()
