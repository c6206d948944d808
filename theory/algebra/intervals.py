r"""Bounds read off a term: interval arithmetic over random terms of bounded support and over bounded functions.

The ends are formulas of the parameters, so that one calculation serves every point: $|\cos|\le1$, a sample of
$U[-s,s]$ lies in $[-s,s]$, and for positive semidefinite $K$ (random or not), $c>0$, $p\le q$,
$0\le\operatorname{Tr}[K^p(K+cI)^{-q}]\le n\max_{k\ge0}k^p/(k+c)^q$, with $\operatorname{Tr}S$ for $n$ where a
deterministic $S\succeq0$ stands in the trace. Nothing is said to be tight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.algebra.psd import resolvent_trace
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import Phi, phi
from lemmata.theory.language.operators import Expectation, ProbabilityOf, VarianceOf
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomNumber, samples

Ends = tuple[Any, Any]
EVERYTHING: Ends = (-sp.oo, sp.oo)
_SIGNS = ("positive", "nonnegative", "negative", "nonpositive")


def bounds(expr: Any, domain_signs: Mapping[Any, str] | None = None) -> Ends | None:
    """An interval that holds the term almost surely, both ends finite; None where none is found.

    ``domain_signs``: what the domain says of the signs of parameters beyond their own sets, ``{a: "positive"}``.
    """
    expr = expand(sp.sympify(expr))
    if expr.has(sp.I):
        return None
    marked = {s: sp.Dummy(s.name, real=True, **{sign: True}) for s, sign in (domain_signs or {}).items() if sign in _SIGNS}
    found = _ends(expr.xreplace(marked))
    if any(not e.is_finite and e.has(sp.oo, -sp.oo, sp.zoo, sp.nan) for e in found):
        return None
    back = {dummy: s for s, dummy in marked.items()}
    return found[0].xreplace(back), found[1].xreplace(back)


def _ends(e: Any) -> Ends:
    if isinstance(e, RandomNumber):
        return e.law.support
    if isinstance(e, RandomEntry):
        return _entry(e.args[0])
    if isinstance(e, MatrixElement) and isinstance(e.args[0], RandomMatrix):
        return _entry(e.args[0])
    if not samples(e):
        return (e, e) if not e.has(sp.oo) else EVERYTHING
    for cls, rule in _RULES.items():
        if isinstance(e, cls):
            return rule(e)
    if isinstance(e, sp.Function) and len(e.args) == 1 and type(e) in _MONOTONE:
        return _monotone(e)
    return EVERYTHING


def _entry(matrix: RandomMatrix) -> Ends:
    return matrix.law.support if matrix.law.word != "Wishart" else EVERYTHING


def _sum(e: sp.Add) -> Ends:
    parts = [_ends(a) for a in e.args]
    return sp.Add(*(low for low, _ in parts)), sp.Add(*(high for _, high in parts))


def _product(e: sp.Mul) -> Ends:
    found: Ends = (sp.Integer(1), sp.Integer(1))
    for a in e.args:
        found = _times(found, _ends(a))
    return found


def _times(x: Ends, y: Ends) -> Ends:
    if x == y == (1, 1) or x == (1, 1):
        return y
    if y == (1, 1):
        return x
    for first, second in ((x, y), (y, x)):
        if first[1].is_nonpositive and not (first[1].is_zero and first[0].is_zero):
            low, high = _times((-first[1], -first[0]), second)
            return -high, -low
    if any(_infinite(v) for v in (*x, *y)):
        for first, second in ((x, y), (y, x)):
            if first[0] == first[1] and first[0].is_positive:
                return first[0] * second[0], first[0] * second[1]
        return (x[0] * y[0], sp.oo) if x[0].is_nonnegative and y[0].is_nonnegative else EVERYTHING
    for first, second in ((x, y), (y, x)):
        if first[0].is_nonnegative:  # the lower end is first[1] y0 or first[0] y0, by the sign of y0
            low = first[0] if second[0].is_nonnegative else first[1] if second[0].is_nonpositive else None
            high = first[1] if second[1].is_nonnegative else first[0] if second[1].is_nonpositive else None
            if low is not None and high is not None:
                return low * second[0], high * second[1]
    corners = list(dict.fromkeys(a * b for a in x for b in y))
    compared = not any(c.has(sp.Sum, sp.Integral) for c in corners)  # sympy evaluates these to compare them, for seconds
    return sp.Min(*corners, evaluate=compared), sp.Max(*corners, evaluate=compared)


def _infinite(v: Any) -> bool:
    return bool(v.has(sp.oo, -sp.oo))


def _power(e: sp.Pow) -> Ends:
    if samples(e.exp):
        return EVERYTHING
    low, high = _ends(e.base)
    k = e.exp
    if k.is_Integer and k > 0 and k % 2:
        return low**k, high**k
    if k.is_Integer and k > 0:
        if low.is_nonnegative:
            return low**k, high**k
        if high.is_nonpositive:
            return high**k, low**k
        return sp.Integer(0), (sp.oo if _infinite(low) or _infinite(high) else sp.Max(low**k, high**k))
    if k.is_positive and low.is_nonnegative:
        return low**k, high**k
    if k.is_negative and low.is_positive:
        return (sp.Integer(0) if _infinite(high) else high**k), low**k
    return EVERYTHING


def _absolute(e: sp.Abs) -> Ends:
    low, high = _ends(e.args[0])
    if low.is_nonnegative:
        return low, high
    if _infinite(low) or _infinite(high):
        return sp.Integer(0), sp.oo
    return sp.Integer(0), sp.Max(-low, high)


def _pick(e: Any) -> Ends:
    parts = [_ends(a) for a in e.args]
    return e.func(*(low for low, _ in parts)), e.func(*(high for _, high in parts))


def _cases(e: sp.Piecewise) -> Ends:
    parts = [_ends(value) for value, _ in e.args]
    return sp.Min(*(low for low, _ in parts)), sp.Max(*(high for _, high in parts))


def _added_up(e: sp.Sum) -> Ends:
    if any(samples(b) for limit in e.limits for b in limit[1:]):
        return EVERYTHING
    made = []
    for end in _ends(e.function):
        for index, first, last in e.limits:
            end = (last - first + 1) * end if index not in end.free_symbols else sp.Sum(end, (index, first, last))
        made.append(end)
    return made[0], made[1]


def _spread(e: VarianceOf) -> Ends:
    low, high = _ends(e.body)
    return sp.Integer(0), (sp.oo if _infinite(low) or _infinite(high) else (high - low) ** 2 / 4)


def _trace(e: sp.Trace) -> Ends:
    matrix = e.args[0]
    if isinstance(matrix, sp.MatAdd):
        return _sum(sp.Add(*(sp.Trace(a) for a in matrix.args), evaluate=False))
    found = resolvent_trace(matrix)
    return EVERYTHING if found is None else _times(found[0], found[1])


def _between(low: Any, high: Any) -> Callable[[Any], Ends]:
    return lambda e: (sp.sympify(low), sp.sympify(high))


# functions that grow, and their limits
_MONOTONE: dict[type, tuple[Any, Any]] = {
    sp.exp: (0, sp.oo),
    sp.tanh: (-1, 1),
    sp.erf: (-1, 1),
    sp.atan: (-sp.pi / 2, sp.pi / 2),
    Phi: (0, 1),
    sp.sinh: (-sp.oo, sp.oo),
    sp.asinh: (-sp.oo, sp.oo),
}


def _monotone(e: sp.Function) -> Ends:
    low, high = _ends(e.args[0])
    bottom, top = (sp.sympify(v) for v in _MONOTONE[type(e)])
    return (bottom if _infinite(low) else e.func(low)), (top if _infinite(high) else e.func(high))


_RULES: dict[type, Callable[[Any], Ends]] = {
    sp.Add: _sum,
    sp.Mul: _product,
    sp.Pow: _power,
    sp.Abs: _absolute,
    sp.Max: _pick,
    sp.Min: _pick,
    sp.Piecewise: _cases,
    sp.Sum: _added_up,
    sp.Trace: _trace,
    VarianceOf: _spread,
    ProbabilityOf: _between(0, 1),
    Expectation: lambda e: _ends(e.body),
    Relational: _between(0, 1),
    sp.cos: _between(-1, 1),
    sp.sin: _between(-1, 1),
    sp.sign: _between(-1, 1),
    sp.Heaviside: _between(0, 1),
    phi: _between(0, 1 / sp.sqrt(2 * sp.pi)),
}
