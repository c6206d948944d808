r"""Comparisons, cases and orthogonal polynomials: the parts of a formula that choose."""

from __future__ import annotations

from typing import Any

import sympy as sp
import torch

from lemmata.numerics.formula import polynomials
from lemmata.numerics.formula.lowering import Builder, handles
from lemmata.numerics.formula.program import Node, union
from lemmata.theory.language.errors import CompileError


@handles(*polynomials.POLYNOMIALS)
def _orthogonal(b: Builder, expr: sp.Function) -> Node:
    degree, *arguments = expr.args
    recurrence = polynomials.POLYNOMIALS[expr.func]
    nodes = b.all(arguments)
    if degree.is_Integer:
        n = int(degree)
        return b.apply(("poly", expr.func, n), lambda *xs: polynomials.at_degree(recurrence, n, *xs), nodes)
    steps = b.program.tensor(b.lower(degree))
    every = [steps, *nodes]
    ix = union(every)
    args = [b.program.tensor(b.program.align(n, ix)) for n in every]
    return b.program.emit(
        ("poly", expr.func, degree),
        lambda run, k, *xs: polynomials.at_degrees(recurrence, k, polynomials.top_degree(run, degree, k), *xs),
        args,
        ix,
    )


@handles(sp.Max, sp.Min)
def _extremum(b: Builder, expr: sp.Expr) -> Node:
    fn = torch.maximum if isinstance(expr, sp.Max) else torch.minimum
    nodes = [b.program.tensor(n) for n in b.all(expr.args)]
    return b.fold(type(expr).__name__, fn, nodes)


RELATIONS = {sp.Eq: torch.eq, sp.Ne: torch.ne, sp.Lt: torch.lt, sp.Le: torch.le, sp.Gt: torch.gt, sp.Ge: torch.ge}


@handles(*RELATIONS)
def _relation(b: Builder, expr: sp.Rel) -> Node:
    return b.apply(type(expr).__name__, RELATIONS[type(expr)], b.all(expr.args))


@handles(sp.logic.boolalg.BooleanTrue, sp.logic.boolalg.BooleanFalse)
def _truth(b: Builder, expr: Any) -> Node:
    return b.program.const(bool(expr))


@handles(sp.And, sp.Or, sp.Xor)
def _logic(b: Builder, expr: Any) -> Node:
    fn = {sp.And: torch.logical_and, sp.Or: torch.logical_or, sp.Xor: torch.logical_xor}[type(expr)]
    return b.fold(type(expr).__name__, fn, [b.program.tensor(n) for n in b.all(expr.args)])


@handles(sp.Not)
def _not(b: Builder, expr: sp.Not) -> Node:
    return b.apply("not", torch.logical_not, [b.lower(expr.args[0])])


@handles(sp.Implies, sp.Equivalent, sp.ITE, sp.Contains)
def _derived_logic(b: Builder, expr: Any) -> Node:
    return b.lower(sp.simplify_logic(expr, force=True) if not isinstance(expr, sp.Contains) else expr.as_set())


@handles(sp.Piecewise)
def _piecewise(b: Builder, expr: sp.Piecewise) -> Node:
    result = b.program.const(float("nan"))
    for value, condition in reversed(expr.args):
        node = b.program.const(float("nan")) if value is sp.nan else b.lower(value)
        if condition == True:  # noqa: E712  (sympy's true is not Python's)
            result = node
        else:
            result = b.apply("where", torch.where, [b.lower(condition), node, result])
    return result


@handles(sp.Derivative, sp.Subs)
def _pending(b: Builder, expr: sp.Expr) -> Node:
    done = expr.doit()
    if isinstance(done, type(expr)):
        raise CompileError(f"{expr} has no closed form here; state the derivative or give its value as a parameter")
    return b.lower(done)
