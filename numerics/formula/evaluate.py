"""The rounding error of a formula, from the formula (see ``magnitude``): first-order running error analysis.

``value_with_error`` prefers a comparison with mpmath, which needs no such model, where the expression is scalar and the
point is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.formula.lowering import UNIT
from lemmata.numerics.formula.magnitude import magnitude
from lemmata.theory.language.errors import CompileError, NonFinite, NotConverged
from lemmata.theory.language.functions import GaussMean

SLACK = 8  # operations along one path of a formula, beyond what the magnitude counts


def rounding_error(e: sp.Expr, env: Mapping[Any, Any], device: Any = None) -> Tensor:
    """An estimate, with slack, of the floating-point error of the compiled expression."""
    try:
        size = compile_expr(magnitude(e))(env, device)
    except (CompileError, NonFinite, NotConverged):  # |f'| infinite or not integrable where f is: perturb the inputs
        return perturbation(e, env, device)
    return SLACK * UNIT * size


def perturbation(e: sp.Expr, env: Mapping[Any, Any], device: Any = None) -> Tensor:
    """The largest change of the value over ulp-sized changes of the inputs (eight fixed sign patterns), doubled."""
    compiled = compile_expr(e)
    base = compiled(env, device)
    worst = UNIT * base.abs()
    for pattern in range(8):
        moved: dict[Any, Any] = {}
        for place, (name, value) in enumerate(sorted(env.items(), key=lambda item: str(item[0]))):
            moved[name] = _nudged(value, pattern * 7 + place * 3 + 1)
        worst = torch.maximum(worst, (compiled(moved, device, check=False) - base).abs().nan_to_num(torch.inf))
    return 2 * SLACK * worst


def _nudged(value: Any, seed: int) -> Any:
    if isinstance(value, bool | int) or not isinstance(value, float | Tensor | list | tuple):
        return value
    tensor = torch.as_tensor(value, dtype=None if isinstance(value, Tensor) else torch.float64)
    if not tensor.is_floating_point():
        return value
    place = torch.arange(tensor.numel(), device=tensor.device).reshape(tensor.shape) + seed
    sign = (1 - 2 * ((place * 2654435761 >> 7) & 1)).to(tensor.dtype)
    return torch.where(tensor == tensor.round(), tensor, tensor * (1 + UNIT * sign))


LONG = 2000  # terms beyond which a reference in high precision costs too much


def value_with_error(
    e: Any, env: Mapping[Any, Any], errors: Mapping[str, Any] | None = None, device: Any = None, *, reference: bool = True
) -> tuple[Tensor, Tensor]:
    r"""The float64 value and its absolute error.

    At one point, for scalar expressions over arrays of at most 2000 elements (and with ``reference``): the
    difference from a 34-digit mpmath evaluation of the same expression at the same floats. Otherwise an estimate:
    the running-error magnitude times 8 ulp; with matrices, or where that is not available, sixteen times the
    largest change under one-ulp changes of the inputs. Quadratures add their change under refinement. ``errors``
    are absolute errors of inputs (``{name: error}``), propagated by evaluating at the value plus and minus them.
    """
    e = sp.sympify(e)
    named = {str(getattr(k, "name", k)): v for k, v in env.items()}
    compiled = compile_expr(e)
    value = compiled(named, device)
    error = _own_error(e, named, value, device, reference)
    for name, size in (errors or {}).items():
        if name in compiled.names:
            center, size = (torch.as_tensor(t, dtype=torch.float64, device=device) for t in (named[name], size))
            shifted = (compiled({**named, name: center + sign * size}, device, check=False) for sign in (1, -1))
            changes = [(t - value).abs() for t in shifted]
            error = error + torch.maximum(*(c.nan_to_num(nan=0.0, posinf=0.0) for c in changes))
    return value, error


def _own_error(e: sp.Expr, env: Mapping[str, Any], value: Tensor, device: Any, reference: bool) -> Tensor:
    small = all(torch.as_tensor(v).numel() <= LONG for v in env.values() if isinstance(v, Tensor | list | tuple))
    if e.has(sp.Sum, sp.Product):
        small = small and all(abs(v) <= LONG for v in env.values() if isinstance(v, int | float))
    if reference and small and value.ndim == 0 and value.is_floating_point():
        from lemmata.numerics.formula.balls import mp

        try:
            precise, slack = mp(e, env, 34)
            return torch.full_like(value, float(abs(precise - float(value))) + float(slack))
        except (CompileError, NotConverged):
            pass
    if not value.is_floating_point():
        return torch.zeros(value.shape, dtype=torch.float64, device=value.device)
    matrix = getattr(e, "is_Matrix", False) or e.has(sp.MatrixExpr)
    error = perturbation(e, env, device) if matrix else rounding_error(e, env, device)
    if e.has(sp.Integral, GaussMean):
        error = error + (compile_expr(e, level=1.5)(env, device) - value).abs()
    return error.expand_as(value)
