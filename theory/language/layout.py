"""How formulas are laid out, whatever they are printed in: order of factors and terms, squared norms, how tightly a term binds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from typing import Any

import sympy as sp

from lemmata.theory.language.dummies import closed
from lemmata.theory.language.matrices import SpectralFunction
from lemmata.theory.language.words import sq

Show = Callable[[Any], str]
RELATION, SUM, PRODUCT, POWER, ATOM = range(5)
ROUND = 10**6  # a number with so many in it is written as a power of ten, where it is a short multiple of one


def factors(x: Any) -> tuple[int, list[Any], list[Any]]:
    """Sign, numerator and denominator of a product of numbers, as lists of factors in the order they are written."""
    sign, above, below = 1, [], []
    for factor in sp.Mul.make_args(x) if closed(x) else x.as_ordered_factors():
        if factor.is_Rational:
            sign *= -1 if factor < 0 else 1
            above += _split(abs(factor.p)) if abs(factor.p) != 1 else []
            below += [sp.Integer(factor.q)] if factor.q != 1 else []
        elif factor.is_Float:
            sign *= -1 if factor < 0 else 1
            above.append(abs(factor))
        elif isinstance(factor, sp.Pow) and factor.base != sp.E and factor.exp.is_Rational and factor.exp < 0:
            below.append(sp.Pow(factor.base, -factor.exp))
        else:
            above.append(factor)
    last = (sp.Sum, sp.Product, sp.Integral)
    return sign, sorted(above, key=lambda f: isinstance(f, last)), below


def head_and_zeros(x: Any) -> tuple[int, int] | None:
    """(h, k) of a rational number that is written as h·10^k: it has a million in it, and h at most three digits."""
    p, q = abs(int(x.p)), int(x.q)
    if p < ROUND and q < ROUND:
        return None
    up = len(str(q)) - 1 if q > 1 else 0  # 10^up is a multiple of a q that divides a power of ten only if it is long enough
    while q > 1 and 10**up % q and up < 4 * len(str(q)):
        up += 1
    if 10**up % q:
        return None
    text = str(p * (10**up // q))
    head = text.rstrip("0")
    zeros = len(text) - len(head) - up
    return (int(head), zeros) if len(head) <= 3 and abs(zeros) >= 4 else None


def _split(number: int) -> list[Any]:
    """A whole number as a factor, or as two where it is written as a short number and a power of ten."""
    short = head_and_zeros(sp.Integer(number))
    return [sp.Integer(number)] if short is None or short[0] == 1 else [sp.Integer(short[0]), sp.Integer(10 ** short[1])]


@lru_cache(maxsize=4096)
def square_of(x: Any) -> Any:
    """The v of which x is v' v, or None: its trace is a squared norm."""
    if not isinstance(x, sp.MatMul) or x.as_coeff_matrices()[0] != 1:
        return None
    parts = list(x.args)
    for k in range(1, len(parts)):
        left, right = sp.MatMul(*parts[:k]).doit(deep=False), sp.MatMul(*parts[k:]).doit(deep=False)
        if left.shape == right.shape[::-1] and left == right.T and sq(right).arg == x:
            return right
    return None


_text = lru_cache(maxsize=4096)(str)


def _by_text(terms: list[Any]) -> list[Any]:
    return sorted(terms, key=_text) if len(terms) > 1 else terms


def ordered(x: Any) -> list[Any]:
    """The terms of a matrix sum as they are written: a positive one first, short ones before long ones."""
    return list(_ordered(x))


@lru_cache(maxsize=4096)  # a formula is written in two ways, and compared with its wrong versions
def _ordered(x: Any) -> list[Any]:
    groups = groupby(sorted(x.args, key=sp.count_ops), key=sp.count_ops)
    terms = [t for _, group in groups for t in _by_text(list(group))]  # matrices take long to write out
    minus = [t for t in terms if t.as_coeff_mmul()[0].could_extract_minus_sign()]
    return [t for t in terms if t not in minus] + minus


def flipped(x: Any) -> Any:
    """The sum of which a sum of transposes is the transpose, or None."""
    if not isinstance(x, sp.MatAdd) or not all(isinstance(t.as_coeff_mmul()[1], sp.Transpose) for t in x.args):
        return None
    return x.T


def one_based(x: Any) -> tuple[Any, ...]:
    """The indices of a matrix entry counted from 1; of a column, the first alone."""
    i, j = x.args[1] + 1, x.args[2] + 1
    return (i,) if x.parent.shape[1] == 1 else (i, j)


def interval(show: Show, low: Any, high: Any, member: str) -> str:
    """Where a root lies, unless that is the whole line or the positive half of it."""
    if high == sp.oo and low in (0, -sp.oo):
        return "" if low == -sp.oo else " > 0"
    return f"{member}({show(low)}, {show(high)})"


def _below_zero(x: Any) -> bool:
    """Whether this is a number that is written with a minus sign."""
    if not x.is_number or x.is_Matrix:
        return False
    return bool(x.as_coeff_Mul()[0].is_negative if closed(x) else x.is_negative)


def level(x: Any) -> int:
    """The precedence of what is printed for a term."""
    if getattr(x, "is_Relational", False) or getattr(x, "is_Boolean", False):
        return RELATION
    if isinstance(x, sp.Trace) and square_of(x.arg) is not None:
        return POWER
    if isinstance(x, sp.Trace) and tuple(x.arg.shape) == (1, 1):
        return POWER if isinstance(x.arg, sp.MatMul) and x.arg.as_coeff_matrices()[0] == 1 else level(x.arg)
    if isinstance(x, sp.MatAdd) and flipped(x) is not None:
        return POWER
    if isinstance(x, sp.Add | sp.Sum | sp.Product | sp.Integral) or _below_zero(x):
        return SUM
    if isinstance(x, sp.Rational) and (short := head_and_zeros(x)) is not None:
        return POWER if short[0] == 1 else PRODUCT
    if isinstance(x, sp.Mul | sp.MatMul | sp.HadamardProduct) or (isinstance(x, sp.Rational) and x.q != 1):
        return PRODUCT
    if isinstance(x, sp.Pow) and not isinstance(x, sp.exp):
        return PRODUCT if x.exp.is_Number and x.exp.is_negative and not x.exp.is_Float else POWER
    powers = sp.HadamardPower | sp.MatPow | sp.Inverse | sp.Transpose | sp.factorial
    return POWER if isinstance(x, powers) or spectral_power(x) is not None else ATOM


def spectral_power(x: Any) -> tuple[Any, Any] | None:
    """The matrix and the exponent of a fractional power of a symmetric matrix, A^(1/2) and its inverse A^(−1/2) among them."""
    if isinstance(x, sp.Inverse):
        found = spectral_power(x.arg)
        return None if found is None else (found[0], -found[1])
    if not isinstance(x, SpectralFunction):
        return None
    base, exponent = x.args[0].expr.as_base_exp()
    return (x.args[1], exponent) if base == x.args[0].variables[0] and exponent.is_Rational else None
