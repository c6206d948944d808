"""E p(z) max(0, a + b z)^k of a normal number z, with absolute values, minima and maxima of affine functions.

For L ~ N(a, s²) the moments on the half-line are m_0 = Phi(a/s), m_1 = a Phi(a/s) + s phi(a/s) and
m_k = a m_{k-1} + (k - 1) s² m_{k-2}, by parts.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, nonzero, positive
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.functions import Phi, phi

Value = tuple[Any, list[Condition]]
CORNERS = (sp.Max, sp.Min, sp.Abs)
HIGHEST = 40


def mean(g: Any, z: Any, variance: Any) -> Value:
    """E g(z) for z ~ N(0, variance), where g is a polynomial in z and in corners of affine functions of z."""
    ramps: dict[Any, Any] = {}  # symbols for max(0, L), by L
    g = sp.expand(_hidden(g, z, ramps))
    symbols = {symbol: L for L, symbol in ramps.items()}
    if not g.is_polynomial(z, *symbols):
        raise Refused(f"E[{_shown(g, z, symbols)}]: beside the corners only a polynomial has a closed form")
    total, found = [], list[Condition]()
    for powers, c in sp.Poly(g, z, *symbols).terms():
        used = {s: k for s, k in zip(symbols, powers[1:], strict=True) if k}
        value, more = _term(powers[0], {symbols[s]: k for s, k in used.items()}, z, variance)
        total.append(c * value)
        found += more
    return sp.expand(sp.Add(*total)), found


def _hidden(e: Any, z: Any, ramps: dict[Any, Any]) -> Any:
    """|L| = max(0, L) + max(0, -L), max(A, B) = B + max(0, A - B), each max(0, L) as a symbol."""
    if not e.has(*CORNERS) or not e.has(z):
        return e
    if not isinstance(e, CORNERS):
        return e.func(*(_hidden(a, z, ramps) for a in e.args))
    if any(a.has(*CORNERS) and a.has(z) for a in e.args) or len(e.args) > 2:
        raise Refused(f"{_shown(e, z, {})} has a corner inside a corner: split it into cases")
    if isinstance(e, sp.Abs):
        return _ramp(e.args[0], z, ramps) + _ramp(-e.args[0], z, ramps)
    first, second = sorted(e.args, key=lambda a: (not a.has(z), sp.default_sort_key(a)))  # the constant last
    if isinstance(e, sp.Max):
        return second + _ramp(first - second, z, ramps)
    return second - _ramp(second - first, z, ramps)


def _ramp(L: Any, z: Any, ramps: dict[Any, Any]) -> Any:
    L = sp.expand(L)
    if not L.is_polynomial(z) or sp.degree(L, z) != 1:
        raise Refused(f"{_shown(L, z, {})} is not affine: only corners of affine functions have a rule")
    return ramps.setdefault(L, sp.Dummy("ramp", real=True))


def _term(power: Any, ramps: dict[Any, int], z: Any, variance: Any) -> Value:
    """E z^m max(0, L)^k; max(0, L) max(0, -L) = 0."""
    power = int(power)
    if not ramps:
        return (sp.Integer(0) if power % 2 else sp.factorial2(power - 1) * variance ** (power // 2)), []
    (L, k), *others = ramps.items()
    if others:
        if any(sp.expand(L + other) == 0 for other, _ in others):
            return sp.Integer(0), []
        raise Refused(f"a product of corners of {_shown(L, z, {})} and {_shown(others[0][0], z, {})} has no rule")
    if power + k > HIGHEST:
        raise Refused(f"a moment of order {power + k} on a half-line is not written out: at most {HIGHEST}")
    b, a = sp.Poly(L, z).all_coeffs()
    size = sp.Abs(b) * sp.sqrt(variance)
    found = [] if a == 0 else [nonzero(b), positive(variance)]
    if not power:
        return _moment(k, a, size), found
    terms = sp.Poly((z - a) ** power, z).terms()  # z = (L - a)/b
    value = sp.Add(*(c * _moment(k + j, a, size) for (j,), c in terms)) / b**power
    return value, [*found, nonzero(b)]


def _moment(k: int, a: Any, s: Any) -> Any:
    """E max(0, L)^k for L ~ N(a, s²) and k >= 1."""
    zeroth = sp.S.Half if a == 0 else Phi(a / s)
    density = 1 / sp.sqrt(2 * sp.pi) if a == 0 else phi(a / s)
    values = [zeroth, a * zeroth + s * density]
    for j in range(2, k + 1):
        values.append(sp.expand(a * values[j - 1] + (j - 1) * s**2 * values[j - 2]))
    return values[k]


def _shown(e: Any, z: Any, symbols: dict[Any, Any]) -> Any:
    return e.xreplace({s: sp.Max(0, L) for s, L in symbols.items()}).xreplace({z: sp.Symbol("X")})
