"""Sums in a normal form: those over one range are joined, c sum_i f_i + sum_i g_i = sum_i (c f_i + g_i).

Conventions: `Sum` of sympy with one index, which gets one name; a coefficient free of it moves inside; a
joint summand that does not depend on it becomes (number of terms) x summand. Products of sums stay. Under a denominator
finite sums are taken apart instead: sum_i c f_i = c sum_i f_i, and one sum for each addend.
"""

from __future__ import annotations

from collections import defaultdict

import sympy as sp

from lemmata.theory.algebra.program import canonical


def joined(expr: sp.Expr) -> sp.Expr:
    """The expression with its linear sums joined, one for each range; equal to it term by term."""
    if not expr.has(sp.Sum):
        return expr
    summands: dict[tuple[sp.Expr, sp.Expr], sp.Expr] = defaultdict(lambda: sp.S.Zero)
    depth = max(sum(isinstance(e, sp.Sum) for e in sp.preorder_traversal(s)) for s in expr.atoms(sp.Sum))
    index = sp.Symbol(f"_i{depth}", integer=True)
    rest = []
    for term in sp.Add.make_args(sp.expand(expr)):
        sums = [f for f in sp.Mul.make_args(term) if _is_simple_sum(f)]
        if len(sums) != 1:
            rest.append(term.replace(_is_simple_sum, _renamed))
            continue
        i, low, high = sums[0].limits[0]
        coefficient = sp.Mul(*(f for f in sp.Mul.make_args(term) if f is not sums[0]))
        summands[low, high] += coefficient * joined(sums[0].function).subs(i, index)
    for (low, high), summand in summands.items():
        total = canonical(summand)
        if total.has(index) or (high == sp.oo and total != 0):
            rest.append(sp.Sum(total, (index, low, high)))
        elif total == 0:
            continue
        else:
            rest.append(total * (high - low + 1))
    return sp.Add(*rest)


def separated(expr: sp.Expr) -> sp.Expr:
    """The expression with its finite sums taken apart, constant factors before them; equal to it term by term."""
    return expr.replace(lambda e: _is_simple_sum(e) and e.limits[0][2] != sp.oo, _apart)


def _apart(e: sp.Sum) -> sp.Expr:
    named = _renamed(e)
    limits, total = named.limits[0], sp.S.Zero
    for term in sp.Add.make_args(sp.expand_mul(named.function)):
        coefficient, depends = term.as_independent(limits[0], as_Add=False)
        total += coefficient * (limits[2] - limits[1] + 1 if depends == 1 else sp.Sum(depends, limits))
    return total


def _is_simple_sum(e: sp.Expr) -> bool:
    return isinstance(e, sp.Sum) and len(e.limits) == 1 and len(e.limits[0]) == 3


def _renamed(e: sp.Sum) -> sp.Sum:
    i, low, high = e.limits[0]
    index = sp.Symbol(f"_i{sum(isinstance(s, sp.Sum) for s in sp.preorder_traversal(e))}", integer=True)
    return sp.Sum(e.function.subs(i, index), (index, low, high))
