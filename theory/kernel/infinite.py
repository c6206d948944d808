"""Rules of infinite series, each under the condition that the series converges absolutely."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel import means
from lemmata.theory.kernel.binders import bound, substituted
from lemmata.theory.kernel.conditions import Condition, integer, integrable, nonnegative, positive, summable
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import below
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.kernel.integrable import BOUNDED
from lemmata.theory.kernel.lawful import law_conditions
from lemmata.theory.kernel.series import of_index
from lemmata.theory.kernel.signs import Signs
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.operators import Expectation, Mean, VarianceOf, _Binder
from lemmata.theory.language.sampled import samples

HIGHEST = 12  # degree of a polynomial in the index beside a geometric factor


class Infinite(Core):
    """Facts about sums over i >= a."""

    def series(self, e: Any) -> Fact:
        """The sum of a known series over i >= a: of P(i) r^i for a polynomial P, of x^i/i!.

        Needs: |r| < 1; from a symbol on only a constant P, else a number as first index.
        Example: the sum of r^j over j >= 0 = 1/(1 - r) for -1 < r < 1.
        """
        (e,) = self._terms("known series", e)
        index, low = _infinite(expand(e), "a known series")
        value, conditions = _known(expand(e).function, index, low)
        conditions += [*where_defined(expand(e)), *where_defined(value)]
        return self._enter(e, "=", value, "known series", conditions=conditions)

    def first_terms(self, e: Any, count: Any) -> Fact:
        """The first terms of a series taken off: the sum over i >= a = the sum over a <= i < a + m, plus that over i >= a + m.

        Needs: a series that converges absolutely, and a number of terms that is a non-negative integer.
        Example: the sum of r^j over j >= 0 = 1 + r + the sum over j >= 2, for |r| < 1.
        """
        e, count = self._terms("first terms", e, count)
        index, low = _infinite(expand(e), "first terms")
        if index in count.free_symbols:
            raise Refused(f"the number of terms {count} contains the index {index}")
        f = expand(e).function
        value = sp.Sum(f, (index, low, low + count - 1))
        if low.is_Integer and count.is_Integer and 0 <= count <= 50:
            value = sp.Add(*(substituted(f, {index: low + k}) for k in range(int(count))))
        value += sp.Sum(f, (index, low + count, sp.oo))
        conditions = [integer(count), nonnegative(count), *where_defined(expand(e)), *of_index(index, low + count)]
        return self._enter(e, "=", value, "first terms of a series", conditions=conditions)

    def exchange(self, e: Any) -> Fact:
        """E sum_i f_i = sum_i E f_i for a series over i >= a; E (sum_i f_i)(sum_j g_j) = sum_i sum_j E f_i g_j for two.

        Needs: that the sum of E |f_i| is finite: f_i >= 0 with means in closed form that are summable; or second moments in
        closed form whose roots are (beside a factor with a second moment); or f_i = c_i times what lies in [-1, 1] with
        summable c_i. Of two series: both by their second moments.
        Example: E of the sum of r^j h_j(Z) over j >= 0 = the sum of r^j E h_j(Z), for |r| < 1.
        """
        (e,) = self._terms("mean of a series", e)
        if not isinstance(e, Expectation) or isinstance(e, VarianceOf) or e.args[1] or e.body.has(_Binder):
            raise Refused(f"the mean of a series is taken over everything, with no mean inside, not in {e}")
        body = expand(e.body)
        factor, totals = _series_in(body)
        ranges = [_infinite(total, "the mean of a series") for total in totals]
        indices = [index for index, _ in ranges]
        rest = sp.Tuple(factor, *(low for _, low in ranges))
        if len(set(indices)) < len(indices) or any(i in rest.free_symbols | bound(rest) for i in indices):
            raise Refused(f"an index of {body} stands outside of its series as well, or in both: rename it")
        if len(totals) == 1:
            conditions = self._dominated(factor, totals[0].function, *ranges[0])
        else:
            if samples(factor):
                raise Refused(f"two series are multiplied by what is not random, not by {factor}")
            conditions = [c for total, r in zip(totals, ranges, strict=True) for c in self._squares(total.function, *r)]
        inner = factor * sp.Mul(*(total.function for total in totals))
        conditions += [c for s in samples(inner) for c in law_conditions(s.law)]
        for c in where_defined(inner):
            for index, low in ranges:
                c = below(c, index, low, sp.oo)
            conditions.append(c)
        right = Mean(inner)
        for index, low in reversed(ranges):
            right = sp.Sum(right, (index, low, sp.oo))
            conditions += [integer(low), *of_index(index, low)]
        return self._enter(e, "=", right, "mean of a series term by term", conditions=conditions)

    def _dominated(self, factor: Any, f: Any, index: Any, low: Any) -> list[Condition]:
        """The condition under which sum E |factor f_i| is finite, in the first of four ways that the kernel sees to hold."""
        whole = factor * f
        left = sp.Mul(*(g for g in sp.Mul.make_args(whole) if not (isinstance(g, UNIT) and all(a.is_real for a in g.args))))
        ways: list[list[Condition]] = [] if samples(left) else [[summable(left, index, low)]]
        refusals = []
        signs = Signs(self._decider.signs.hypotheses.without({index}).with_(index >= low))
        try:
            if signs.nonnegative(whole):
                value, found = means.values(Mean(whole))
                sign = nonnegative(whole).within(index, low)  # what is seen of it may rest on the domain
                ways.append([sign, summable(value, index, low), *(below(c, index, low, sp.oo) for c in found)])
        except Refused as error:
            refusals.append(str(error))
        fixed = sp.Mul(*(g for g in sp.Mul.make_args(whole) if not g.has(index)))
        for outside, inside in ((sp.Integer(1), whole), (fixed, sp.Mul(*(g for g in sp.Mul.make_args(whole) if g.has(index))))):
            try:
                beside = [integrable(outside**2, tuple(samples(outside)))] if samples(outside) else []
                ways.append([*self._squares(inside, index, low), *beside])
            except Refused as error:
                refusals.append(str(error))
        for way in ways:
            if all(self._decider.holds(c) for c in way):
                return way
        why = "; ".join(refusals) or ", ".join(str(way[0]) for way in ways)
        raise Refused(f"it is not seen that the sum of E |f_i| is finite for f_i = {whole}: {why}")

    @staticmethod
    def _squares(f: Any, index: Any, low: Any) -> list[Condition]:
        """That the sum of (E f_i²)^(1/2) is finite."""
        value, found = means.values(Mean(f**2)) if samples(f) else (f**2, [])
        root = sp.sqrt(value)
        root = sp.powsimp(sp.expand_power_base(root)) if value.is_nonnegative else root
        return [summable(root, index, low), *(below(c, index, low, sp.oo) for c in found)]


UNIT = tuple(c for c in BOUNDED if c is not sp.atan)  # these lie in [-1, 1]


def _infinite(e: Any, what: str) -> tuple[Any, Any]:
    """The index of a series and where it begins."""
    if not isinstance(e, sp.Sum) or len(e.limits) != 1 or len(e.limits[0]) != 3 or e.limits[0][2] != sp.oo:
        raise Refused(f"{what} takes a sum over one index from a first value to oo, not {e}")
    index, low, _ = e.limits[0]
    if not index.is_integer or index in bound(e.function):
        raise Refused(f"the index {index} of {e} is no integer, or is bound twice: use another Index")
    return index, low


def _series_in(body: Any) -> tuple[Any, list[Any]]:
    """A body that is a factor times one series or two."""
    factors = sp.Mul.make_args(body)
    totals = sorted((f for f in factors if isinstance(f, sp.Sum) and f.has(sp.oo)), key=sp.default_sort_key)
    if len(totals) not in (1, 2):
        raise Refused(
            f"the mean of a series takes one series or two of different indices, with or without a factor, not {body}"
        )
    return sp.Mul(*(f for f in factors if f not in totals)), totals


def _known(f: Any, index: Any, low: Any) -> tuple[Any, list[Condition]]:
    constant, geometric, polynomial, factorial = sp.Integer(1), sp.Integer(1), sp.Integer(1), False
    for factor in sp.Mul.make_args(sp.powsimp(f)):
        base, power = factor.as_base_exp()
        if not factor.has(index):
            constant *= factor
        elif not base.has(index) and power.is_polynomial(index) and sp.degree(power, index) == 1:
            slope, rest = sp.Poly(power, index).all_coeffs()
            geometric, constant = geometric * base**slope, constant * base**rest
        elif factor.is_polynomial(index):
            polynomial *= factor
        elif factor == 1 / sp.factorial(index) and not factorial:
            factorial = True
        else:
            raise Refused(
                f"{factor} in the series over {index} is of no known kind: a polynomial times r^{index}, or x^{index}/{index}!"
            )
    if factorial:
        if polynomial != 1 or not low.is_Integer:
            raise Refused(f"only x^{index}/{index}! from a number on has a closed form here")
        first = [geometric**k / sp.factorial(k) for k in range(int(low))]
        return constant * (sp.exp(geometric) - sp.Add(*first)), [nonnegative(low)]
    if geometric == 1:
        raise Refused(f"there is no geometric factor in {f}: no rule knows this series")
    inside = [positive(1 - geometric), positive(1 + geometric)]
    if isinstance(geometric, sp.exp):
        inside = [positive(-geometric.exp)]
    if not sp.sympify(polynomial).has(index):
        return constant * polynomial * geometric**low / (1 - geometric), inside
    if not low.is_Integer or low < 0 or sp.degree(polynomial, index) > HIGHEST:
        raise Refused(f"a polynomial times r^{index} is summed from a number that is not negative on, not from {low}")
    r = sp.Dummy("r")
    total, moment = sp.Integer(0), 1 / (1 - r)
    for c in reversed(sp.Poly(polynomial, index).all_coeffs()):  # sum i^k r^i = (r d/dr)^k 1/(1 - r)
        total += c * moment
        moment = sp.together(r * sp.diff(moment, r))
    first = [substituted(polynomial, {index: sp.Integer(k)}) * geometric**k for k in range(int(low))]
    return constant * (sp.factor(total).xreplace({r: geometric}) - sp.Add(*first)), inside
