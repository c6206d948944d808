"""Rules of finite sums: of both sides of a fact, by another index, the last term, Kronecker deltas, written out."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel import sums
from lemmata.theory.kernel.binders import bound, is_plain
from lemmata.theory.kernel.conditions import Condition, integer, nonnegative, positive, summable
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.language.definitions import expand


class Series(Core):
    """Facts about finite sums."""

    def sum(self, fact: Fact, limits: tuple[Any, Any, Any]) -> Fact:
        """From f(i) R g(i) for all i the same of the sums over a <= i <= b; with b = oo of both series.

        Needs: integer ends; what holds only for some indices has to hold on the range; series that converge absolutely.
        Example: from (i + x)² = i² + 2 i x + x² the equation of the sums over i = 1..n.
        """
        content = self.content(fact)
        index, low, high = (sp.sympify(v) for v in limits)
        if not isinstance(index, sp.Symbol) or not index.is_integer or index in (low + high).free_symbols:
            raise Refused(f"a sum runs over an integer index with ends that do not contain it, not over {limits}")
        if content.relation not in ("=", "<=", ">=") or getattr(content.left, "is_Matrix", False):
            raise Refused(f"{content.left} {content.relation} {content.right} cannot be summed")
        if index in bound(expand(content.left)) | bound(expand(content.right)):
            raise Refused(f"the index {index} is bound inside the fact: sum over another one")
        conditions = [integer(low), *of_index(index, low)]
        if high != sp.oo:
            conditions += [integer(high), nonnegative(high - low + 1)]
        else:
            conditions += [summable(expand(side), index, low) for side in (content.left, content.right)]
        for c in content.conditions:
            if index in c.free and c.kind == "induction":
                raise Refused("the hypothesis of an induction is about one index and cannot be summed over it")
            conditions.append(c.within(index, low, high))
        left, right = (sp.Sum(side, (index, low, high)) for side in (content.left, content.right))
        return self._enter(left, content.relation, right, "sum", premises=(fact,), conditions=conditions)

    def reindex(self, e: Any, shift: Any, index: Any = None) -> Fact:
        """sum_{i=a}^{b} f(i) = sum_{j=a-s}^{b-s} f(j + s).

        Needs: an integer shift.
        Example: sum of 1/i over 1..n = sum of 1/(j + 1) over 0..n - 1.
        """
        return self._summed(e, "reindexing", lambda s: sums.shifted(s, shift, index))

    def peel(self, e: Any) -> Fact:
        """The last term of a sum taken off.

        Needs: a range that is not empty.
        Example: sum over 1..n + 1 of i = sum over 1..n of i, plus n + 1.
        """
        return self._summed(e, "last term", sums.peeled)

    def collapse(self, e: Any) -> Fact:
        """A Kronecker delta in a sum picks one term.

        Needs: that the index lies in the range.
        Example: sum over j = 0..p of [j = q] x^j = x^q for q <= p.
        """
        return self._summed(e, "Kronecker delta", sums.collapsed)

    def terms_of(self, e: Any) -> Fact:
        """A sum whose ends are numbers, written out.

        Needs: numbers as ends, at most 200 apart.
        Example: sum of i over 1..3 = 1 + 2 + 3.
        """
        return self._summed(e, "written out", sums.terms)

    def _summed(self, e: Any, rule: str, change: Any) -> Fact:
        (e,) = self._terms(rule, e)
        value, conditions = change(e)
        new = [n for n in value.atoms(sp.Sum) if n not in e.atoms(sp.Sum)]
        more = [c for s in new for c in of_index(s.limits[0][0], s.limits[0][1])]
        return self._enter(e, "=", value, rule, conditions=[*where_defined(expand(e)), *conditions, *more])


def of_index(index: Any, low: Any) -> list[Condition]:
    """That a range of an index lies in the index's own set."""
    if index.is_integer and not is_plain(index):
        raise Refused(f"the index {index} has assumptions that its range does not have: use Index")
    return [positive(low)] if index.is_positive else [nonnegative(low)] if index.is_nonnegative else []
