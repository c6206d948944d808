"""Derivatives: of scalars made of traces along a direction, of functions of a number; the gradient read off the slope.

A function of traces and log-determinants by the chain rule, their own slopes in ``derivation``. Only where the expression
is smooth: kinks, means and infinite sums under a derivative are refused.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import substituted
from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.derivation import Derivation, InNumber, read_off
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.letters import with_traces
from lemmata.theory.kernel.traces import Traces
from lemmata.theory.language.arrays import MatrixOf, VectorSymbol
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.calculus import Applied, Entrywise, GradientMatrix, GradientNumber, SlopeAlong
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import He, Phi, h, phi
from lemmata.theory.language.matrices import LogDet
from lemmata.theory.language.operators import _Binder

Value = tuple[Any, list[Condition]]
_SMOOTH = (
    sp.Add,
    sp.Mul,
    sp.Pow,
    sp.exp,
    sp.log,
    sp.sin,
    sp.cos,
    sp.tan,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.erf,
    sp.atan,
    He,
    h,
    phi,
    Phi,
)


def derivative(e: Any, declared: Declared = NOTHING) -> Value:
    """The value of a slope or gradient with the conditions under which the function is smooth there."""
    if isinstance(e, SlopeAlong):
        if e.variable.is_Matrix:
            return _matrix_slope(e.body, e.variable, e.at, e.along, e.order, declared)
        value, found = _number(e.body, e.variable, e.at, e.order, declared)
        return value * e.along**e.order, found
    if isinstance(e, GradientNumber):
        return _number(e.body, e.variable, e.at, 1, declared)
    if isinstance(e, GradientMatrix):
        return _gradient(e.body, e.variable, e.at, declared)
    raise Refused(f"{e} is no slope and no gradient: no rule takes this derivative")


def derivatives(e: Any, declared: Declared = NOTHING) -> Value:
    """The term with every slope and gradient in it, outside of other operators, replaced by its value."""
    if isinstance(e, (SlopeAlong, GradientNumber, GradientMatrix)):
        return derivative(e, declared)
    if not e.has(SlopeAlong, GradientNumber, GradientMatrix):
        return e, []
    if isinstance(e, _Binder | Binding | sp.Sum | sp.Product):
        raise Refused(f"{type(e).__name__} in {e}: a derivative inside it is not taken")
    values = [derivatives(a, declared) for a in e.args]
    return e.func(*(value for value, _ in values)), [c for _, found in values for c in found]


# -- of a number -----------------------------------------------------------------------------------------------------------


def _number(f: Any, x: Any, at: Any, order: int, declared: Declared) -> Value:
    if x.is_integer:
        raise Refused(f"{x} is an integer: there is no derivative in it")
    f = expand(f)
    if any(isinstance(node, sp.Trace | LogDet) and node.has(x) for node in sp.preorder_traversal(f)):
        value, found = _in_matrices(f, x, order, declared)
    else:
        smooth(f, x, declared)
        found = [_strict(c) for c in where_defined(f)]
        value = sp.diff(f, (x, order))
    if value.has(sp.Derivative, sp.Subs):
        raise Refused(f"the derivative of {f} in {x} has no closed form here")
    if at == x:
        return value, found
    return substituted(value, {x: at}), [c.mapped(lambda t: substituted(t, {x: at})) for c in found]


def smooth(f: Any, x: Any, declared: Declared = NOTHING) -> None:
    """Refuses a function of x that is not made of smooth pieces."""
    if not f.has(x) or f == x:
        return
    if isinstance(f, Applied):
        klass = declared.function_class(f.args[0])
        if klass.degree is None and not klass.smooth:
            raise Refused(
                f"{f.args[0]} is an arbitrary function that may have a kink: its derivative needs a class of smooth functions"
            )
    elif isinstance(f, _Binder):
        raise Refused(
            f"a derivative is not taken under the mean {f}: take the mean first, or cite a theorem with its hypotheses"
        )
    elif isinstance(f, sp.Sum):
        if f.has(sp.oo) or any(x in end.free_symbols for limit in f.limits for end in limit):
            raise Refused(f"a derivative is not taken under the infinite sum {f}")
    elif isinstance(f, Binding) or not isinstance(f, _SMOOTH):
        raise Refused(f"{type(f).__name__} in {f} is not smooth in {x}, or has no rule")
    if isinstance(f, He | h) and f.args[0].has(x):
        raise Refused(f"{f} is no function of the number {x} in its degree")
    for a in (f.function,) if isinstance(f, sp.Sum) else f.args:
        smooth(a, x, declared)


def _strict(c: Condition) -> Condition:
    """At the edge of a domain there is no derivative: roots need what they take to be positive."""
    if c.kind == "nonnegative" and not c.terms[0].is_integer:
        return Condition("positive", c.terms, c.given)
    return c


# -- in a matrix ------------------------------------------------------------------------------------------------------------


def _prepared(body: Any, X: Any, declared: Declared) -> tuple[Derivation, Any, Any, Any, list[Condition]]:
    """The words of the body with a fresh letter for the point and one for the direction."""
    if not isinstance(X, MatrixOf | VectorSymbol):
        raise Refused(f"{X} has a structure that a direction may break: differentiate in a general matrix or a column")
    body = expand(body)
    if body.has(_Binder) or any(isinstance(node, Binding) for node in sp.preorder_traversal(body)):
        raise Refused(f"a derivative is not taken under a mean or another operator in {body}")
    if any(isinstance(node, sp.Indexed) and str(node.base.label) == X.name for node in sp.preorder_traversal(body)):
        raise Refused(f"{X} stands in {body} by its entries: no rule differentiates this")
    point, direction = (sp.MatrixSymbol(f"{X.name}°{name}", *X.shape) for name in ("at", "along"))
    moved = body.xreplace({X: point})
    found = [_strict(c) for c in where_defined(with_traces(body))]
    _smooth_entries(body, X, declared)
    traces = Traces(declared)
    derivation = Derivation(traces, traces.letter(point), traces.letter(direction))
    e = traces.scalar(derivation.hide(moved))
    smooth_in_traces(e, traces, declared)
    for s in derivation.logs:
        smooth(e, s, declared)
    return derivation, e, point, direction, found + [c.mapped(lambda t: t.xreplace({point: X})) for c in traces.conditions]


def _smooth_entries(body: Any, x: Any, declared: Declared) -> None:
    """Refuses functions with a kink of entries in which the variable stands."""
    for node in body.atoms(Entrywise):
        if node.has(x):
            z = sp.Dummy("z", real=True)
            smooth(node.args[0](z) if isinstance(node.args[0], sp.Lambda) else Applied(node.args[0], z), z, declared)


def smooth_in_traces(e: Any, traces: Traces, declared: Declared) -> None:
    for s in e.free_symbols:
        if s in traces.words:
            smooth(e, s, declared)


def _matrix_slope(body: Any, X: Any, at: Any, along: Any, order: int, declared: Declared) -> Value:
    derivation, e, point, direction, found = _prepared(body, X, declared)
    for _ in range(order):
        e = derivation.scalar(e)
    value = derivation.shown(e).xreplace({direction: along, point: at})
    return value, _moved(found, X, at)


def _moved(found: list[Condition], X: Any, at: Any) -> list[Condition]:
    return found if at == X else [c.mapped(lambda t: substituted(t, {X: at})) for c in found]


def _gradient(body: Any, X: Any, at: Any, declared: Declared) -> Value:
    """The matrix G with Tr(G'V) = d/dt f(X + tV) for every V."""
    derivation, e, point, direction, found = _prepared(body, X, declared)
    slope = derivation.scalar(e)
    value = read_off(derivation.traces, slope, derivation.traces.letter(direction), X.shape, derivation.shown)
    return value.xreplace({point: at}), _moved(found, X, at)


# -- of a number that stands in matrices -----------------------------------------------------------------------------------


def _in_matrices(f: Any, x: Any, order: int, declared: Declared) -> Value:
    """The derivatives of a function of traces and log-determinants in which the number x stands."""
    if f.has(_Binder) or any(isinstance(node, Binding) for node in sp.preorder_traversal(f)):
        raise Refused(f"a derivative is not taken under a mean or another operator in {f}")
    _smooth_entries(f, x, declared)
    found = [_strict(c) for c in where_defined(with_traces(f))]
    traces = Traces(declared)
    derivation = InNumber(traces, x)
    e = traces.scalar(derivation.hide(f))
    for s in (x, *derivation.logs):
        smooth(e, s, declared)
    smooth_in_traces(e, traces, declared)
    for _ in range(order):
        e = derivation.scalar(e)
    return derivation.shown(e), [*found, *traces.conditions]
