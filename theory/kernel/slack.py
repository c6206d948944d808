"""The sign of a rational expression under bounds of its symbols, by exact algebra.

A bound s >= L is used by writing s = L + t with t >= 0; when all coefficients that are left are positive, so is the whole.
A polynomial in one symbol is decided by counting its roots (Sturm), a quadratic form by its Gram matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import sympy as sp

from lemmata.theory.kernel.by_hypothesis import by_hypothesis
from lemmata.theory.kernel.hypotheses import Hypotheses
from lemmata.theory.kernel.opaque import opaque
from lemmata.theory.kernel.probing import negative_somewhere

ATTEMPTS = 40


class _Signs(Protocol):
    hypotheses: Hypotheses

    def sign(self, e: Any) -> int | None: ...


def polynomial_sign(e: Any, signs: _Signs) -> int | None:
    """The sign of numerator times denominator, factor by factor; then by one of the hypotheses."""
    names = opaque(e)
    numerator, denominator = sp.fraction(sp.together(e.xreplace(names)))
    given = {name: term for term, name in names.items()}
    total = 2
    for part in (numerator, denominator):
        found = _product(part, signs, denominator is part, given)
        if found is None:
            return by_hypothesis(e, signs.hypotheses)
        total = 0 if 0 in (total, found) else (2 if abs(total) == abs(found) == 2 else 1) * (1 if total * found > 0 else -1)
    return total


def _product(part: Any, signs: _Signs, below: bool, given: dict[Any, Any]) -> int | None:
    if not part.free_symbols and part.is_Rational:
        return 2 if part > 0 else -2 if part < 0 else 0
    varying = [f for f in sp.Mul.make_args(part) if isinstance(f, sp.Pow) and not f.exp.is_Rational]
    try:
        content, factors = sp.factor_list(sp.Mul(*(f for f in sp.Mul.make_args(part) if f not in varying)))
    except (sp.PolynomialError, TypeError):  # exponents that are no numbers cannot be put in an order
        return None
    total = signs.sign(content.xreplace(given))
    pairs = [*((f, sp.sympify(k)) for f, k in factors), *(f.as_base_exp() for f in varying)]
    for factor, power in ((f.xreplace(given), k.xreplace(given)) for f, k in pairs):
        if not power.is_Rational:
            found = _varying(factor, power, signs)
        else:
            found = _factor(factor, signs) if power % 2 else _even(factor, signs)
        if below and found is not None:
            found = 2 * (1 if found > 0 else -1) if found else None  # where it is defined, it is not 0
        if found is None or total is None:
            return None
        total = 0 if 0 in (total, found) else (2 if abs(total) == abs(found) == 2 else 1) * (1 if total * found > 0 else -1)
    return total


def _even(factor: Any, signs: _Signs) -> int:
    return 2 if _factor(factor, signs) in (2, -2) else 1


def _varying(base: Any, power: Any, signs: _Signs) -> int | None:
    """A power whose exponent is no number: a negative base gives either sign."""
    inner = signs.sign(base)
    if power.is_even:
        return 2 if inner in (2, -2) else 1
    return inner if inner in (1, 2) else None


def _factor(factor: Any, signs: _Signs) -> int | None:
    if not isinstance(factor, sp.Add):
        return signs.sign(factor)
    try:
        poly = sp.Poly(factor)
    except sp.PolynomialError:
        return None
    for sign, p in ((1, poly), (-1, -poly)):
        found = _one_symbol(p, signs) or _quadratic(p) or _by_slack(p, signs)
        if found:
            return sign * found
    return None


# -- one symbol: roots counted ------------------------------------------------------------------------------------------


def _one_symbol(p: sp.Poly, signs: _Signs) -> int | None:
    """2 or 1 where p > 0 or p >= 0 on the interval of its one symbol, if its ends are rational."""
    if len(p.gens) != 1 or not isinstance(p.gens[0], sp.Symbol) or not all(c.is_Rational for c in p.coeffs()):
        return None
    low, high = _interval(p.gens[0], signs.hypotheses)
    a, b = low[0], high[0]
    if a is not None and b is not None and a >= b:
        return None
    inside = (
        (a + b) / 2
        if a is not None and b is not None
        else a + 1
        if a is not None
        else b - 1
        if b is not None
        else sp.Integer(0)
    )
    odd = sp.Poly(1, *p.gens)
    for factor, power in p.sqf_list()[1]:
        odd *= factor if power % 2 else 1
    crossings = (
        odd.count_roots(a, b) - sum(1 for end in (a, b) if end is not None and odd.eval(end) == 0) if odd.degree() > 0 else 0
    )
    if crossings or _value_near(p, inside, a, b) <= 0:
        return None
    zeros = p.count_roots(a, b) - sum(1 for end, is_open in (low, high) if end is not None and is_open and p.eval(end) == 0)
    return 1 if zeros else 2


def _value_near(p: sp.Poly, inside: Any, a: Any, b: Any) -> Any:
    """The value at a point of the interval that is no root."""
    step = (b - a) / 4 if a is not None and b is not None else sp.Integer(1)
    toward = -1 if a is None and b is not None else 1
    for _ in range(p.degree() + 1):
        if p.eval(inside) != 0:
            break
        inside, step = inside + toward * step, step / 2
    return p.eval(inside)


def _interval(symbol: Any, hypotheses: Hypotheses) -> tuple[tuple[Any, bool], tuple[Any, bool]]:
    """Its rational ends (or None), each with whether it is excluded."""
    ends: list[tuple[Any, bool]] = [(None, True), (None, True)]
    for bound in hypotheses.bounds(symbol):
        if not bound.value.is_Rational:
            continue
        old, _ = ends[bound.upper]
        tighter = old is None or (bound.value < old if bound.upper else bound.value > old)
        if tighter or (bound.value == old and bound.strict):
            ends[bound.upper] = (bound.value, bound.strict)
    return ends[0], ends[1]


# -- quadratic forms -----------------------------------------------------------------------------------------------------


def _quadratic(p: sp.Poly) -> int | None:
    """1 or 2 for a polynomial of degree 2 over the reals whose Gram matrix is semidefinite or definite."""
    if p.total_degree() != 2 or len(p.gens) > 8 or not all(c.is_Rational for c in p.coeffs()):
        return None
    size = len(p.gens) + 1
    gram = sp.zeros(size, size)
    for powers, c in p.terms():
        where = [g + 1 for g, k in enumerate(powers) for _ in range(k)]
        i, j = [0, 0, *where][-2:]
        gram[i, j] += c / 2
        gram[j, i] += c / 2
    if gram.is_positive_definite:
        return 2
    return 1 if gram.is_positive_semidefinite else None


# -- bounds as slack ------------------------------------------------------------------------------------------------------


def _by_slack(p: sp.Poly, signs: _Signs) -> int | None:
    """Depth first over the bounds of the symbols: which of them is used for which symbol."""
    if negative_somewhere(p, signs):
        return None
    names = {g: name for g in p.gens for name in opaque(g).values()}
    inside = {name: g.free_symbols for g, name in names.items()}
    start = {names.get(g, g): signs.sign(g) for g in p.gens}
    for g, name in names.items():
        p = p.replace(g, name)
    stack: list[tuple[Callable[[], Any], dict[Any, int | None], tuple[Any, ...], bool]] = [(p.as_expr, start, (), True)]
    for _ in range(ATTEMPTS):
        if not stack:
            return None
        make, known, used, exact = stack.pop()
        expr = make()
        more = (g for g in expr.free_symbols if isinstance(g, sp.Symbol) and not isinstance(g, sp.Dummy))
        known = {**known, **{g: signs.sign(g) for g in more if g not in known}}
        gens = [g for g in known if expr.has(g)]
        if found := _coefficients(expr, gens, known, signs):
            return found if exact else 1
        free = sorted((g for g in gens if isinstance(g, sp.Symbol) and not isinstance(g, sp.Dummy) and g not in used), key=str)
        for symbol in free:
            if any(symbol in inside.get(g, g.free_symbols) for g in gens if g is not symbol):
                continue  # it stands inside another generator as well
            for new, slack, kind, strict in _rewritten(expr, symbol, signs.hypotheses, used):
                stack.append((new, {**known, slack: kind}, (*used, symbol), exact and strict))
    return None


def _rewritten(
    expr: Any, symbol: Any, hypotheses: Hypotheses, used: tuple[Any, ...]
) -> list[tuple[Callable[[], Any], Any, int, bool]]:
    """The expression with a slack for the symbol, multiplied out when its turn comes; the sign of the slack; whether strictness survives."""
    bounds = [b for b in hypotheses.bounds(symbol) if not b.value.free_symbols & {*used, symbol}]
    found: list[tuple[Callable[[], Any], Any, int, bool]] = []
    for low in bounds:
        t = sp.Dummy("t", positive=low.strict, nonnegative=True)
        value = low.value - t if low.upper else low.value + t
        found.append((partial(_shifted, expr, symbol, value), t, 2 if low.strict else 1, True))
    lower, upper = ([b for b in bounds if b.upper is side] for side in (False, True))
    if not (lower and upper and expr.is_polynomial(symbol)):
        return found[::-1]
    for low in lower:
        for high in upper:  # s = (L + U t)/(1 + t), t > 0, reaches the open interval; at a closed end only ">= 0" carries over
            t = sp.Dummy("t", positive=True)
            found.append((partial(_between, expr, symbol, low.value, high.value, t), t, 2, low.strict and high.strict))
    return found[::-1]


def _shifted(expr: Any, symbol: Any, value: Any) -> Any:
    return sp.expand(expr.xreplace({symbol: value}))


def _between(expr: Any, symbol: Any, low: Any, high: Any, t: Any) -> Any:
    """(1 + t)^k times the polynomial of degree k at s = (L + U t)/(1 + t)."""
    terms = sp.Poly(expr, symbol).all_coeffs()[::-1]
    top = len(terms) - 1
    return sp.expand(sp.Add(*(c * (low + high * t) ** k * (1 + t) ** (top - k) for k, c in enumerate(terms))))


def _coefficients(expr: Any, gens: list[Any], known: dict[Any, int | None], signs: _Signs) -> int | None:
    """1 or 2 where all terms are >= 0, 2 if one of them is positive."""
    if not gens:
        found = signs.sign(expr)
        return found if found in (1, 2) else None
    if not expr.is_polynomial(*gens):
        return None
    strict = False
    try:
        terms = sp.Poly(expr, *gens).terms()
    except sp.PolynomialError:
        return None
    for powers, c in terms:
        if not c.is_Rational or c < 0:
            return None
        for g, k in zip(gens, powers, strict=True):
            if k % 2 and known[g] not in (1, 2):
                return None
        strict |= all(not k or known[g] in (2, -2) for g, k in zip(gens, powers, strict=True))
    return 2 if strict else 1
