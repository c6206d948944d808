"""Rules of finite sums: shifting the index, taking off the last term, a Kronecker delta, sums of identities."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import bound, substituted
from lemmata.theory.kernel.conditions import Condition, integer, nonnegative
from lemmata.theory.kernel.facts import Refused

Value = tuple[Any, list[Condition]]


def limits(e: Any, endless: bool = False) -> tuple[Any, Any, Any]:
    """Index, first and last value of a sum over one index; finite, unless it may be endless."""
    if not isinstance(e, sp.Sum) or len(e.limits) != 1 or len(e.limits[0]) != 3:
        raise Refused(f"{e} is no sum over one index with two ends")
    if e.limits[0][2] == sp.oo and not endless:
        raise Refused(f"{e} is infinite: use series, first_terms, sum or exchange, which ask whether it converges")
    index, low, high = e.limits[0]
    if not index.is_integer:
        raise Refused(f"the index {index} of {e} is no integer: use Index")
    return index, low, high


def collapsed(e: Any) -> Value:
    """sum over n of [n = m] f(n) is f(m), for a <= m <= b."""
    if not isinstance(e, sp.Sum) or not e.has(sp.KroneckerDelta):
        return e, []
    index, low, high = limits(e, endless=True)
    total, rest, found = [], [], []
    for term in sp.Add.make_args(sp.expand(e.function)):
        deltas = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.KroneckerDelta) and index in f.args]
        delta, other = next(((f, a) for f in deltas for a in f.args if index not in a.free_symbols), (None, None))
        if other is None:
            rest.append(term)
            continue
        coefficient = sp.Mul(*(f for f in sp.Mul.make_args(term) if f is not delta))
        total.append(substituted(coefficient, {index: other}))
        found += [integer(other), nonnegative(other - low), *([nonnegative(high - other)] if high != sp.oo else [])]
    if rest:
        total.append(sp.Sum(sp.Add(*rest), (index, low, high)))
    return sp.Add(*total), found


def shifted(e: Any, shift: Any, index: Any = None) -> Value:
    """sum_{i=a}^{b} f(i) = sum_{j=a-s}^{b-s} f(j + s)."""
    old, low, high = limits(e)
    shift = sp.sympify(shift)
    new = old if index is None else index
    if not shift.is_integer:
        raise Refused(f"a sum is reindexed by an integer, not by {shift}")
    if new != old and (new in e.free_symbols or new in bound(e.function)):
        raise Refused(f"{new} already stands in {e}: take another index")
    if new in shift.free_symbols or old in shift.free_symbols:
        raise Refused(f"the shift {shift} contains the index")
    inner = substituted(e.function, {old: new + shift})
    return sp.Sum(inner, (new, low - shift, high - shift)), []


def peeled(e: Any) -> Value:
    """The last term taken off: sum_{i=a}^{b} f = sum_{i=a}^{b-1} f + f(b), for b >= a."""
    index, low, high = limits(e)
    last = substituted(e.function, {index: high})
    return sp.Add(sp.Sum(e.function, (index, low, high - 1)), last), [nonnegative(high - low), integer(low), integer(high)]


def terms(e: Any) -> Value:
    """A sum whose ends are numbers, as its terms."""
    index, low, high = limits(e)
    if not (low.is_Integer and high.is_Integer and low - 1 <= high <= low + 200):
        raise Refused(f"{e} is written out only between two numbers, not too far apart")
    return sp.Add(*(substituted(e.function, {index: sp.Integer(k)}) for k in range(int(low), int(high) + 1))), []
