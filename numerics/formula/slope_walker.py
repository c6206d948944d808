"""Derivatives and iterations in balls and rationals, by truncated power series."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.numerics.formula import kinked
from lemmata.numerics.formula.matrix_walker import HighWalker, own_letter, register
from lemmata.numerics.formula.series import Series, matrix
from lemmata.numerics.formula.walker import Closure, Scope
from lemmata.theory.language import calculus, iteration
from lemmata.theory.language.errors import CompileError


@register(kinked.Kinked)
def _kinked(w: HighWalker, e: Any) -> Closure:
    x, f, kink, order = e.args
    formula = kinked.derivative(kinked.real_variable(f), int(order), kink)
    part, (z, formula) = w.build(x), own_letter(formula, kinked.Z)
    body = w.open([z], formula)
    return lambda s: body({**s, z: part(s)})


def _coefficient(value: Any, k: int) -> Any:
    """k! times the coefficient of t^k; zero of what does not depend on t."""
    if not isinstance(value, Series):
        return value * 0
    factor = 1
    for i in range(2, k + 1):
        factor *= i
    return value.terms[k] * factor


def _alone(s: Scope, e: Any) -> None:
    """All series are in one letter t, so a derivative inside another one is refused: its t would be taken for the outer one."""
    if any(isinstance(v, Series) for v in s.values()):
        raise CompileError(f"{e} stands inside another derivative and has no power series; state it in one derivative")


@register(calculus.SlopeAlong)
def _slope(w: HighWalker, e: Any) -> Closure:
    at, along, body, order = w.build(e.at), w.build(e.along), w.open([e.variable], e.body), e.order

    def slope(s: Scope) -> Any:
        _alone(s, e)
        line: list[Any] = [at(s), along(s)]
        line += [line[0] * 0] * (order - 1)
        return _coefficient(body({**s, e.variable: Series(line)}), order)

    return slope


@register(calculus.GradientNumber)
def _gradient_number(w: HighWalker, e: Any) -> Closure:
    return w.build(calculus.SlopeAlong(e.body, e.variable, e.at, sp.Integer(1), sp.Integer(1)))


@register(calculus.GradientMatrix)
def _gradient(w: HighWalker, e: Any) -> Closure:
    at, body = w.build(e.at), w.open([e.variable], e.body)

    def gradient(s: Scope) -> Any:
        _alone(s, e)
        point = at(s)
        n, m = point.nrows(), point.ncols()
        units = [[_unit(w, n, m, i, j) for j in range(m)] for i in range(n)]
        return matrix([[_coefficient(body({**s, e.variable: Series([point, u])}), 1) for u in row] for row in units])

    return gradient


def _unit(w: HighWalker, n: int, m: int, i: int, j: int) -> Any:
    one, zero = w.number(1), w.number(0)
    return matrix([[one if (k, l) == (i, j) else zero for l in range(m)] for k in range(n)])


@register(calculus.HessianMatrix)
def _hessian(w: HighWalker, e: Any) -> Closure:
    at, body = w.build(e.at), w.open([e.variable], e.body)

    def hessian(s: Scope) -> Any:
        _alone(s, e)
        point = at(s)
        n, zero = point.nrows(), point * 0

        def second(v: Any) -> Any:
            return _coefficient(body({**s, e.variable: Series([point, v, zero])}), 2)

        units = [_unit(w, n, 1, i, 0) for i in range(n)]
        own = [second(u) for u in units]
        pairs = [
            [own[i] if i == j else (second(units[i] + units[j]) - own[i] - own[j]) / 2 for j in range(n)] for i in range(n)
        ]
        return matrix(pairs)

    return hessian


@register(iteration.StateNumber, iteration.StateMatrix)
def _state(w: HighWalker, e: Any) -> Closure:
    path = e.path
    if path.fresh:
        raise CompileError(f"{e} draws anew at each step and has no single value")
    variables = [*path.states, *([path.clock] if path.clock is not None else [])]
    step, start, last = [w.open(variables, f) for f in path.step], [w.build(v) for v in path.start], w.integer(e.time)

    def run(s: Scope) -> Any:
        state = [v(s) for v in start]
        for t in range(last(s)):
            scope = {**s, **dict(zip(path.states, state, strict=True))}
            if path.clock is not None:
                scope[path.clock] = w.number(t)
            state = [f(scope) for f in step]
        return state[e.component]

    return run
