"""E He_j(X) He_k(Y) = [j = k] k! r^k for normal X, Y of variance 1 and correlation r (Mehler).

From the generating functions: E exp(s X - s²/2 + t Y - t²/2) = exp(r s t), whose coefficients of s^j t^k are compared.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel import scalars
from lemmata.theory.kernel.conditions import Condition, integer, nonnegative
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.functions import He
from lemmata.theory.language.laws import NormalLaw
from lemmata.theory.language.sampled import RandomNumber

Value = tuple[Any, list[Condition]]


def mean(factors: list[Any], variables: list[Any]) -> Value | None:
    """The mean of a product of at most two Hermite polynomials in linear forms of independent normal numbers, or None."""
    found: list[tuple[Any, Any]] = []  # degree and form
    constant = sp.Integer(1)
    for f in factors:
        base, power = f.as_base_exp()
        if not f.has(*variables):
            constant *= f
        elif isinstance(base, He) and power in (1, 2) and not base.args[0].has(*variables):
            found += [(base.args[0], base.args[1])] * int(power)
        elif f in variables:
            found.append((sp.Integer(1), f))
        else:
            return None
    if not found or len(found) > 2:
        return None
    forms = [_coefficients(form, variables) for _, form in found]
    if any(c is None for c in forms):
        return None
    conditions = [c for degree, _ in found for c in (integer(degree), nonnegative(degree))]
    for form in forms:
        conditions += _unit(_product(form, form, variables))
    if len(found) == 1:
        return constant * sp.KroneckerDelta(found[0][0], 0), conditions
    (j, _), (k, _) = found
    value = sp.factorial(k) * _product(forms[0], forms[1], variables) ** k
    return constant * value * (sp.Integer(1) if j == k else sp.KroneckerDelta(j, k)), conditions


def _coefficients(form: Any, variables: list[Any]) -> dict[Any, Any] | None:
    """The coefficients of a homogeneous linear form in normal numbers."""
    form = sp.expand(form)
    if not form.is_polynomial(*variables):
        return None
    table: dict[Any, Any] = {}
    for powers, c in sp.Poly(form, *variables).terms():
        if sum(powers) != 1:
            return None
        v = variables[powers.index(1)]
        if type(_law(v)) is not NormalLaw or _law(v).dependent:
            return None
        table[v] = c
    return table or None


def _law(v: Any) -> Any:
    return v.law if isinstance(v, RandomNumber) else v.args[0].law


def _product(one: Any, two: Any, variables: list[Any]) -> Any:
    """The covariance of two forms."""
    return sp.expand(sp.Add(*(one[v] * two[v] * _law(v).variance for v in variables if v in one and v in two)))


def _unit(variance: Any) -> list[Condition]:
    """That a variance is 1: by normal form, or a relation that the domain states."""
    return equal_conditions(variance, sp.Integer(1), "the variance of what a Hermite polynomial takes")


def equal_conditions(left: Any, right: Any, what: str) -> list[Condition]:
    """The conditions under which two numbers are equal; refused where they plainly are not."""
    if left == right:
        return []
    how = scalars.equal(left, right)
    if how is not None and how.kind == "exact":
        return [*where_defined(left), *where_defined(right)]
    relation = sp.Eq(left, right)
    if relation == sp.false:
        raise Refused(f"{what} is {left} and not {right}")
    return [*where_defined(left), *where_defined(right), Condition("relation", (relation,))]
