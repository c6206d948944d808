"""Bounds on what arithmetic may produce from a user's formula, looked at before a large number is formed."""

from __future__ import annotations

import operator
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.tokens import LARGEST

MAX_POWER = 1000
LONGEST = 10**18  # numerator and denominator of an exponent
MAX_BITS = 20_000  # of numerator and denominator of an exact number
_ELEMENTARY = (
    *(
        sp.Add,
        sp.Mul,
        sp.Pow,
        sp.Number,
        sp.NumberSymbol,
        type(sp.I),
        sp.exp,
        sp.log,
        sp.sin,
        sp.cos,
        sp.tan,
        sp.sinh,
        sp.cosh,
        sp.tanh,
    ),
    *(sp.atan, sp.erf, sp.erfc, sp.Abs, sp.sign, sp.Heaviside, sp.Max, sp.Min),
)
_NOT_FINITE = (sp.zoo, sp.nan, sp.oo, -sp.oo)


def power(base: Any, exponent: Any) -> Any:
    """base ** exponent, refused where the result would be too large to form or is a tower."""
    if isinstance(exponent, sp.Expr):
        if exponent.is_number:
            _number(base, exponent)
        elif any(_varies(node.exp) for node in exponent.atoms(sp.Pow)):
            raise DomainError(f"the exponent {exponent} is itself a power with an exponent that varies; towers are not taken")
    return operator.pow(base, exponent)


def _number(base: Any, exponent: sp.Expr) -> None:
    """A numeric exponent is at most MAX_POWER, and a power of numbers has a bounded number of digits."""
    size = _magnitude(exponent)
    if size > MAX_POWER:
        raise DomainError(f"the power {_shown(exponent)} is too large; the largest is {MAX_POWER}")
    if any(max(abs(r.p), r.q) > LONGEST for r in exponent.atoms(sp.Rational)):
        raise DomainError(f"the exponent {_shown(exponent)} has more than {len(str(LONGEST)) - 1} digits")
    if not isinstance(base, sp.Expr):
        return
    bits = max((max(abs(r.p), r.q).bit_length() for r in base.atoms(sp.Rational)), default=0)
    if base.is_number and bits * max(1.0, size) > MAX_BITS:
        raise DomainError(f"the power {_shown(exponent)} of {_shown(base)} has more than {MAX_BITS} binary digits")
    if size > 1 and (inner := max((_magnitude(p.exp) for p in base.atoms(sp.Pow) if p.exp.is_number), default=1.0)) > 1:
        if inner * size > MAX_POWER:
            raise DomainError(f"the power {_shown(exponent)} of a power comes to {inner * size:g}; the largest is {MAX_POWER}")


def unfit(value: Any, arguments: tuple[Any, ...]) -> str | None:
    """Why a value that has arisen from these arguments is not taken further, or None."""
    if not isinstance(value, sp.Expr):
        return None
    if value.is_Rational:
        if max(abs(value.p).bit_length(), value.q.bit_length()) > MAX_BITS:
            return f"has a number of more than {MAX_BITS} binary digits"
        beyond = value != 0 and not sp.Integer(10) ** -LARGEST <= abs(value) <= sp.Integer(10) ** LARGEST
        return f"has a number beyond 1e{LARGEST} or below 1e-{LARGEST}; rescale it" if beyond else None
    infinite = [x for x in _NOT_FINITE if value.has(x) and not any(isinstance(a, sp.Basic) and a.has(x) for a in arguments)]
    if infinite:
        return "is not real and finite: it divides by zero there, or takes a logarithm of 0"
    if value.is_number and all(isinstance(a, sp.Expr) for a in arguments) and _magnitude(value) > 10.0**LARGEST:
        return f"has a number beyond 1e{LARGEST}; rescale it"
    return None


def _magnitude(number: sp.Expr) -> float:
    """The size of a constant, infinite where floats end; 1 where it is not made of elementary functions."""
    if number.is_Rational:
        p, q = abs(int(number.p)), int(number.q)
        return p / q if p.bit_length() - q.bit_length() < 1020 else float("inf")
    if not all(isinstance(node, _ELEMENTARY) for node in sp.preorder_traversal(number)):
        return 1.0
    value = sp.Abs(number).evalf(8, maxn=60)
    if value.is_Rational:
        return _magnitude(value)
    if not value.is_Float:
        return 1.0
    return float(value) if value < sp.Float("1e305") else float("inf")


def _varies(expr: sp.Expr) -> bool:
    return not expr.is_number


def _shown(expr: sp.Expr) -> str:
    text = str(expr)
    return text if len(text) <= 30 else f"{text[:27]}..."
