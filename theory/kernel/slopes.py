"""Derivatives: of scalars made of traces along a direction, of functions of a number; the gradient read off the slope.

d Tr W replaces one letter at a time, d(Q^-1) = -Q^-1 dQ Q^-1; a function of traces by the chain rule. Only where the
expression is smooth: kinks, means and infinite sums under a derivative are refused.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import substituted
from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.letters import Poly, Word, with_traces
from lemmata.theory.kernel.traces import Traces
from lemmata.theory.language.arrays import MatrixOf, VectorSymbol
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.calculus import SMOOTH, Applied, Entrywise, GradientMatrix, GradientNumber, SlopeAlong
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import He, Phi, h, phi
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


# -- of a number -----------------------------------------------------------------------------------------------------------


def _number(f: Any, x: Any, at: Any, order: int, declared: Declared) -> Value:
    f = expand(f)
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
        if klass.degree is None and klass is not SMOOTH:
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


class _Derivation:
    """d/dt at t = 0 of scalars in traces, as the letter x moves by the letter v."""

    def __init__(self, traces: Traces, x: int, v: int) -> None:
        self.traces = traces
        self.moves = {x: v, traces.turn[x]: traces.turn[v]}
        self.x = traces.letters[x].node

    def scalar(self, e: Any) -> Any:
        total = []
        for s in sorted(e.free_symbols, key=str):
            if s in self.traces.words:
                moved = self.trace(self.traces.words[s])
                if moved != 0:
                    total.append(sp.diff(e, s) * moved)
        if e.has(self.x):
            raise Refused(f"{self.x} stands in {e} outside of traces: no rule differentiates this")
        return sp.expand(sp.Add(*total))

    def trace(self, w: Word) -> Any:
        """The derivative of Tr w; for an entrywise function Tr[(f'(M) ∘ dM) P] = Tr[(f'(M) ∘ P')' dM]."""
        total = []
        for k, letter in enumerate(w):
            node = self.traces.letters[letter].node
            if isinstance(node, Entrywise) and node.has(self.x):
                if node.args[0].has(self.x):
                    raise Refused(f"{self.x} stands inside the function of {node}: no rule differentiates this")
                rest = self.traces.turned(w[k + 1 :] + w[:k])
                slope = self.traces.poly(Entrywise(node.args[0], node.args[1], node.args[2] + 1))
                held = self.traces.hadamard_letter(tuple(sorted((rest, *slope.terms))), node.rows, node.cols)
                moved = self.matrix(self.traces.poly(node.args[1]))
                left = Poly(node.cols, node.rows, {(self.traces.turn[held],): sp.Integer(1)})
                total.append(self.traces.trace(self.traces.product([left, moved])))
            else:
                total.append(self.traces.trace(self._replaced(w, k)))
        return sp.Add(*total)

    def matrix(self, p: Poly) -> Poly:
        """The derivative of a polynomial whose coefficients do not move."""
        if any(c.has(self.x) or c.free_symbols & set(self.traces.words) for c in p.terms.values()):
            raise Refused(f"{self.x} stands in a coefficient of a matrix: no rule differentiates this")
        parts = [self.traces.scaled(self.word(w), c) for w, c in p.terms.items() if w]
        return self.traces.sum([Poly(p.rows, p.columns, {}), *parts])

    def _replaced(self, w: Word, k: int) -> Poly:
        """One letter replaced by its derivative."""
        rows, columns = self.traces.letters[w[0]].rows, self.traces.letters[w[-1]].columns
        inner = self.letter(w[k])
        return self.traces.reduced(Poly(rows, columns, {w[:k] + u + w[k + 1 :]: c for u, c in inner.terms.items()}))

    def word(self, w: Word) -> Poly:
        """The sum over the letters that move."""
        rows, columns = self.traces.letters[w[0]].rows, self.traces.letters[w[-1]].columns
        return self.traces.sum([Poly(rows, columns, {}), *(self._replaced(w, k) for k in range(len(w)))])

    def letter(self, letter: int) -> Poly:
        node = self.traces.letters[letter]
        nothing = Poly(node.rows, node.columns, {})
        if letter in self.moves:
            return Poly(node.rows, node.columns, {(self.moves[letter],): sp.Integer(1)})
        if letter in self.traces.inverses:
            E = self.traces.inverses[letter]
            moved = self.matrix(E)
            if not moved.terms:
                return nothing
            q = Poly(node.rows, node.columns, {(letter,): sp.Integer(-1)})
            return self.traces.product([q, moved, Poly(node.rows, node.columns, {(letter,): sp.Integer(1)})])
        if node.node.has(self.x):
            raise Refused(f"{node.node} depends on {self.x} in a way that no rule differentiates")
        return nothing


def _prepared(body: Any, X: Any, declared: Declared) -> tuple[Traces, Any, Any, Any, list[Condition]]:
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
    for node in body.atoms(Entrywise):
        if node.has(X):
            z = sp.Dummy("z", real=True)
            smooth(node.args[0](z) if isinstance(node.args[0], sp.Lambda) else Applied(node.args[0], z), z, declared)
    traces = Traces(declared)
    e = traces.scalar(moved)
    smooth_in_traces(e, traces, declared)
    return traces, e, point, direction, found + [c.mapped(lambda t: t.xreplace({point: X})) for c in traces.conditions]


def smooth_in_traces(e: Any, traces: Traces, declared: Declared) -> None:
    for s in e.free_symbols:
        if s in traces.words:
            smooth(e, s, declared)


def _matrix_slope(body: Any, X: Any, at: Any, along: Any, order: int, declared: Declared) -> Value:
    traces, e, point, direction, found = _prepared(body, X, declared)
    derivation = _Derivation(traces, traces.letter(point), traces.letter(direction))
    for _ in range(order):
        e = derivation.scalar(e)
    value = traces.restored(e).xreplace({direction: along, point: at})
    return value, _moved(found, X, at)


def _moved(found: list[Condition], X: Any, at: Any) -> list[Condition]:
    return found if at == X else [c.mapped(lambda t: substituted(t, {X: at})) for c in found]


def _gradient(body: Any, X: Any, at: Any, declared: Declared) -> Value:
    """The matrix G with Tr(G'V) = d/dt f(X + tV) for every V."""
    traces, e, point, direction, found = _prepared(body, X, declared)
    x, v = traces.letter(point), traces.letter(direction)
    slope = _Derivation(traces, x, v).scalar(e)
    symbols = [
        s for s in sorted(slope.free_symbols, key=str) if s in traces.words and {v, traces.turn[v]} & set(traces.words[s])
    ]
    parts = []
    for s in symbols:
        word = traces.words[s]
        if v not in word:
            word = traces.turned(word)
        k = word.index(v)
        rest = traces.turned(word[k + 1 :] + word[:k])
        coefficient = traces.restored(sp.diff(slope, s))
        parts.append(traces.word(rest, coefficient, Poly(X.rows, X.cols, {})))
    value = sp.MatAdd(*parts) if len(parts) > 1 else parts[0] if parts else sp.ZeroMatrix(*X.shape)
    return value.xreplace({point: at}), _moved(found, X, at)
