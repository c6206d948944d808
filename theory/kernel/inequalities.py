"""Rules that make inequalities: signs, comparison, monotone functions, minimum and maximum, Jensen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import sympy as sp

from lemmata.theory.kernel import slopes
from lemmata.theory.kernel.conditions import Condition, integrable, nonnegative, positive
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.decide import Decider
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, How, Refused
from lemmata.theory.kernel.intervals import positive_on_interval
from lemmata.theory.kernel.lawful import law_conditions
from lemmata.theory.language.calculus import Applied, FunctionSymbol
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import RandomTerm, samples


def _squared(e: Any) -> Any:
    return e**2


# an increasing function, and what it asks of the smaller side
MONOTONE: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Condition] | None]] = {
    "exp": (sp.exp, None),
    "log": (sp.log, positive),
    "sqrt": (sp.sqrt, nonnegative),
    "square": (_squared, nonnegative),
}


class Inequalities(Core):
    """Facts left <= right."""

    def nonneg(self, e: Any, given: Iterable[Any] = ()) -> Fact:
        """0 <= e by the signs of its parts, by bounds of its symbols, or by balls on an interval.

        Needs: signs that follow from the sets of the symbols, from the conditions, or by enclosures on an interval;
        traces of two positive semidefinite matrices.
        Example: 0 <= Tr(K M C M) for positive semidefinite K, M, C.
        """
        (e,) = self._terms("non-negativity", e)
        how, used = self._sign(expand(e), tuple(given))
        return self._enter(sp.Integer(0), "<=", e, "non-negativity", conditions=[*where_defined(expand(e)), *used], how=how)

    def compare(self, left: Any, right: Any, given: Iterable[Any] = ()) -> Fact:
        """left <= right, because the difference is not negative.

        Needs: that the difference is seen not to be negative.
        Example: 2 x y <= x² + y².
        """
        left, right = self._terms("comparison", left, right)
        if left == right:
            raise Refused(f"comparison: both sides are {left} on construction, nothing would be shown")
        a, b = expand(left), expand(right)
        how, used = self._sign(b - a, tuple(given))
        conditions = [*where_defined(a), *where_defined(b), *used]
        return self._enter(left, "<=", right, "comparison", conditions=conditions, how=how)

    def _sign(self, e: Any, given: tuple[Any, ...]) -> tuple[How, list[Condition]]:
        """Without hypotheses, then with those given, then with the domain's; what was needed becomes a condition."""
        self._admission.check(e, *given)
        if any(r.atoms(RandomTerm) for r in given):
            raise Refused("a sign is not concluded from a relation on a sample")
        if getattr(e, "is_Matrix", False):
            raise Refused(f"{e} is a matrix: compare numbers")
        expanded = cache(lambda: sp.expand(e))  # of a long formula only where the formula itself does not show its sign
        for relations in ((), given, (*self._relations, *given)):
            signs = Decider(relations, self._declared).signs
            tried: set[Any] = set()
            for make in (lambda: e, expanded, lambda signs=signs: sp.expand(signs.resolved(e))):
                form = make()
                if form not in tried and signs.nonnegative(form):
                    return How("exact"), [Condition("relation", (r,)) for r in relations]
                tried.add(form)
        for relations in (given, (*self._relations, *given)):
            if detail := positive_on_interval(e, Decider(relations).signs.hypotheses):
                return How("ball", detail=detail), [Condition("relation", (r,)) for r in relations]
        raise Refused(
            f"it is not seen that {e} >= 0 under {', '.join(map(str, (*self._relations, *given))) or 'no conditions'}"
        )

    def _inequality(self, fact: Any, rule: str) -> tuple[Any, Any, tuple[Condition, ...]]:
        """The smaller side, the larger one, and the conditions."""
        content = self.content(fact)
        if content.relation not in ("=", "<=", ">="):
            raise Refused(f"{rule} takes an equation or an inequality, not a fact of the kind {content.relation}")
        if getattr(content.left, "is_Matrix", False):
            raise Refused(f"{rule} takes numbers, and {content.left} is a matrix")
        sides = (content.right, content.left) if content.relation == ">=" else (content.left, content.right)
        return *sides, content.conditions

    def le(self, *facts: Fact) -> Fact:
        """a <= b <= ... <= z, link by link.

        Needs: facts that meet end to end.
        Example: a <= b, b = c and c <= d give a <= d.
        """
        if not facts:
            raise Refused("a chain has at least one fact")
        result = facts[0]
        for fact in facts[1:]:
            result = self.then(result, fact)
        self.content(result)
        return result

    def flip(self, fact: Fact) -> Fact:
        """The same fact read from the right.

        Needs: an equation or an inequality.
        Example: from a <= b the fact b >= a.
        """
        c = self.content(fact)
        turned = {"=": "=", "<=": ">=", ">=": "<="}.get(c.relation)
        if turned is None:
            raise Refused(f"a fact of the kind {c.relation} has no other side")
        return self._enter(c.right, turned, c.left, "read from the right", premises=(fact,), conditions=c.conditions)

    def add(self, first: Fact, second: Fact) -> Fact:
        """a <= b and c <= d give a + c <= b + d; two equations give one.

        Needs: two equations or inequalities of numbers.
        Example: a <= b and c <= d give a + c <= b + d.
        """
        if self.content(first).relation == self.content(second).relation == "=":
            relation = "="
        else:
            relation = "<="
        a, b, one = self._inequality(first, "addition")
        c, d, two = self._inequality(second, "addition")
        return self._enter(a + c, relation, b + d, "addition", premises=(first, second), conditions=[*one, *two])

    def scale(self, fact: Fact, factor: Any) -> Fact:
        """Both sides times c; for an inequality c >= 0.

        Needs: for an inequality a factor that is not negative.
        Example: from a <= b the inequality x² a <= x² b.
        """
        (factor,) = self._terms("scaling", factor)
        a, b, conditions = self._inequality(fact, "scaling")
        relation = "=" if self.content(fact).relation == "=" else "<="
        more = [nonnegative(factor)] if relation == "<=" else []
        conditions = (*conditions, *more, *where_defined(expand(factor)))
        return self._enter(factor * a, relation, factor * b, "scaling", premises=(fact,), conditions=conditions)

    def negate(self, fact: Fact) -> Fact:
        """a <= b gives -b <= -a.

        Needs: an equation or inequality of numbers.
        Example: from a <= b the inequality -b <= -a.
        """
        a, b, conditions = self._inequality(fact, "negation")
        relation = "=" if self.content(fact).relation == "=" else "<="
        return self._enter(-b, relation, -a, "negation", premises=(fact,), conditions=conditions)

    def monotone(self, fact: Fact, function: str) -> Fact:
        """f(a) <= f(b) for f = exp, log, sqrt, square (a >= 0); 1/b <= 1/a for ``inverse`` (a > 0).

        Needs: for log and inverse a positive smaller side, for sqrt and square one that is not negative.
        Example: from -x² <= 0 the inequality exp(-x²) <= 1.
        """
        a, b, conditions = self._inequality(fact, "monotone function")
        relation = "=" if self.content(fact).relation == "=" else "<="
        if function == "inverse":
            return self._enter(1 / b, relation, 1 / a, "reciprocals", premises=(fact,), conditions=[*conditions, positive(a)])
        if function not in MONOTONE:
            raise Refused(f'no rule knows {function} as monotone: use "exp", "log", "sqrt", "square" or "inverse"')
        f, where = MONOTONE[function]
        more = [where(a)] if where is not None else []
        return self._enter(f(a), relation, f(b), f"monotone: {function}", premises=(fact,), conditions=[*conditions, *more])

    def minmax(self, e: Any, value: Any) -> Fact:
        """Max(a, b) = a where a >= b; Min(a, b) = a where a <= b.

        Needs: that the comparison holds.
        Example: Max(x, y) = x where x >= y.
        """
        e, value = self._terms("minimum and maximum", e, value)
        if not isinstance(e, sp.Max | sp.Min) or value not in e.args:
            raise Refused(f"{value} is none of the arguments of {e}")
        others = [a for a in e.args if a != value]
        sign = 1 if isinstance(e, sp.Max) else -1
        conditions = [*where_defined(expand(e)), *(nonnegative(sign * (value - a)) for a in others)]
        return self._enter(e, "=", value, "minimum and maximum", conditions=conditions)

    def extreme(self, e: Any, argument: Any) -> Fact:
        """Min(a, b) <= a, and a <= Max(a, b).

        Needs: one of the arguments.
        Example: Min(x, y) <= x.
        """
        e, argument = self._terms("minimum and maximum", e, argument)
        if not isinstance(e, sp.Max | sp.Min) or argument not in e.args:
            raise Refused(f"{argument} is none of the arguments of {e}")
        sides = (argument, e) if isinstance(e, sp.Max) else (e, argument)
        return self._enter(sides[0], "<=", sides[1], "minimum and maximum", conditions=where_defined(expand(e)))

    def jensen(self, f: Any, X: Any) -> Fact:
        """f(E X) <= E f(X) for smooth f with f'' >= 0 on the line (on (0, oo) for X > 0), where both means exist.

        Needs: a function that is seen to be convex on the range of X, or one of a class that is declared to be convex, and both
        means.
        Example: (E X)² <= E X².
        """
        (X,) = self._terms("Jensen", X)
        if isinstance(f, FunctionSymbol) and samples(X):
            return self._declared_convex(f, X)
        if not isinstance(f, sp.Lambda) or len(f.variables) != 1 or not samples(X):
            raise Refused("Jensen takes a function Lambda(z, ...) and a random number")
        if f.expr.atoms(RandomTerm):
            raise Refused(
                f"Jensen: the function {f.expr} holds a sample of its own, which would not be averaged on both sides alike"
            )
        above = Decider().signs.positive(expand(X))
        z = sp.Dummy("z", positive=True) if above else sp.Dummy("z", real=True)
        self._admission.check(f.expr.xreplace({f.variables[0]: sp.Integer(1)}))
        inner = f.expr.subs(f.variables[0], z)
        slopes.smooth(inner, z, self._declared)
        for c in where_defined(inner):
            if z in c.free and not Decider().holds(c):
                raise Refused(f"Jensen: {f.expr} is not defined on the whole range of {X}")
        second = sp.diff(inner, z, 2)
        if not any(
            Decider((), self._declared).signs.nonnegative(form) for form in (second, sp.expand(second), sp.factor(second))
        ):
            raise Refused(f"Jensen: it is not seen that {f.expr} is convex")
        constants = [c for c in where_defined(inner) if z not in c.free]
        mean, image = Mean(X), inner.xreplace({z: X})
        conditions = [*constants, *where_defined(expand(X)), *(c for s in samples(X) for c in law_conditions(s.law))]
        conditions += [integrable(expand(X), tuple(samples(X))), integrable(expand(image), tuple(samples(image)))]
        return self._enter(inner.xreplace({z: mean}), "<=", Mean(image), "Jensen", conditions=conditions)

    def _declared_convex(self, f: Any, X: Any) -> Fact:
        """Jensen's inequality for a function of a class that is declared to be convex; it may have corners."""
        if not self._declared.function_class(f).convex:
            raise Refused(f"Jensen: {f} is not declared to be convex: FunctionClass(..., convex=True)")
        over, image = tuple(samples(X)), Applied(f, X)
        conditions = [*where_defined(expand(X)), integrable(expand(X), over), integrable(expand(image), over)]
        conditions += [c for s in over for c in law_conditions(s.law)]
        return self._enter(Applied(f, Mean(X)), "<=", Mean(image), "Jensen", conditions=conditions)
