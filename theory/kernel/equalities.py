"""Rules that make equations: normal form, words, means, derivatives, sums, rewriting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from lemmata.theory.kernel import means, slopes
from lemmata.theory.kernel.binders import rewritten, same
from lemmata.theory.kernel.conditions import Condition, integer, integrable, nonnegative
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.defined import outer_conditions as outside
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.kernel.lawful import law_conditions
from lemmata.theory.kernel.series import of_index
from lemmata.theory.language.arrays import General, MatrixOf, VectorSymbol
from lemmata.theory.language.calculus import FunctionSymbol
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import Coefficients, He
from lemmata.theory.language.laws import NormalLaw
from lemmata.theory.language.operators import Expectation, Mean, VarianceOf
from lemmata.theory.language.sampled import RandomNumber, samples


class Equalities(Core):
    """Facts left = right."""

    def normal(self, left: Any, right: Any) -> Fact:
        """Exact equality by normal form, under the conditions that both sides are defined.

        Needs: that both sides are defined: denominators not 0, logarithms of positive numbers, finite sums.
        Example: (x² - 1)/(x - 1) = x + 1 where x is not 1.
        """
        return self._equal("normal form", left, right)

    def words(self, left: Any, right: Any) -> Fact:
        """Equality of matrices, or of scalars made of traces, read off the matrix expressions themselves.

        Needs: sizes that fit, and the invertibility of what is inverted; inverses are multiplied out (Woodbury,
        differences of resolvents).
        Example: Tr[X X' M] = Tr[X' X P] for M = (X X' + a)^-1, P = (X' X + a)^-1.
        """
        return self._equal("matrix words", left, right)

    def _equal(self, rule: str, left: Any, right: Any) -> Fact:
        left, right = self._terms(rule, left, right)
        if left == right:
            raise Refused(f"{rule}: both sides are {left} on construction, nothing would be shown")
        found = self._equality(left, right)
        if found is None:
            raise Refused(f"{rule}: no rule takes {left} to {right}")
        return self._enter(left, "=", right, rule, conditions=found[1], how=found[0])

    def push_through(self, X: Any, c: Any) -> Fact:
        """X (X'X + c)^-1 = (XX' + c)^-1 X.

        Needs: that both inverses exist.
        Example: X (X' X + 2)^-1 = (X X' + 2)^-1 X.
        """
        X, c = self._terms("push-through", X, c)
        rows, columns = X.shape
        left = X * (X.T * X + c * sp.Identity(columns)).inv()
        return self._equal("push-through", left, (X * X.T + c * sp.Identity(rows)).inv() * X)

    # -- means ----------------------------------------------------------------------------------------------------------

    def mean(self, e: Any) -> Fact:
        """The term with every mean in it replaced by its closed form.

        Needs: convergence, and laws with parameters that make sense; polynomials of Gaussian matrices by pairings
        (Isserlis).
        Example: E[cos(a Z)] = exp(-a²/2); E[X D X'] = Tr(D) 1 for a standard Gaussian X.
        """
        (e,) = self._terms("mean", e)
        self._admission.check(expand(e))
        value, conditions = means.values(e)
        return self._enter(e, "=", value, "taking means in closed form", conditions=conditions)

    def linear(self, e: Any) -> Fact:
        """E(a X + b Y) = a E X + b E Y, where both means exist.

        Needs: that each mean exists.
        Example: E[x tanh(Z) + 2 Z] = x E[tanh(Z)] + 2 E[Z].
        """
        (e,) = self._terms("linearity", e)
        if not isinstance(e, Expectation) or isinstance(e, VarianceOf):
            raise Refused(f"linearity takes a mean, not {e}")
        bound, total, conditions = e.bound, [], [*where_defined(expand(e.body))]
        for term in sp.Add.make_args(sp.expand(expand(e.body))):
            outside = sp.Mul(*(f for f in sp.Mul.make_args(term) if not f.has(*bound)))
            inside = sp.Mul(*(f for f in sp.Mul.make_args(term) if f.has(*bound)))
            conditions.append(integrable(inside, bound))
            over = tuple(t for t in e.args[1] if inside.has(t))
            whole = set(over) == set(samples(inside))
            total.append(outside * (Mean(inside, over=None if whole else over or None) if inside.has(*bound) else inside))
        return self._enter(e, "=", sp.Add(*total), "linearity of the mean", conditions=conditions)

    def average(self, fact: Fact) -> Fact:
        """From X = Y or X <= Y for all values of the samples the same of E X and E Y, where both exist.

        Needs: a fact with samples whose conditions do not speak of them, and that both means exist; of an equation, that on the right.
        Example: from 2 Z W <= Z² + W² the inequality E[2 Z W] <= E[Z² + W²].
        """
        content = self.content(fact)
        sides = [expand(content.left), expand(content.right)]
        bound_here = tuple(dict.fromkeys(s for side in sides for s in samples(side)))
        if content.relation not in ("=", "<=", ">=") or not bound_here:
            raise Refused(
                f"the mean is taken of an equation or inequality with samples, not of {content.left} {content.relation} {content.right}"
            )
        for c in content.conditions:
            if any(t.has(*bound_here) for t in (*c.terms, *c.given)):
                raise Refused(
                    f"{content.left} {content.relation} {content.right} holds only where {c}, which is about a sample"
                )
        if content.relation == "=" and sides[1].has(*bound_here):
            sides = sides[1:]  # equal for all values, so that the mean of the one exists with that of the other
        conditions = [integrable(side, tuple(samples(side))) for side in sides if samples(side)]
        laws = [c for sample in bound_here for c in law_conditions(sample.law)]
        left, right = Mean(content.left), Mean(content.right)
        return self._enter(
            left,
            content.relation,
            right,
            "mean of both sides",
            premises=(fact,),
            conditions=[*content.conditions, *laws, *conditions],
        )

    def stein(self, e: Any, Z: Any) -> Fact:
        """E Z g(Z) = v E g'(Z) for Z ~ N(0, v) and smooth g, where both means exist.

        Needs: a normal Z, a smooth g, and the means of Z g(Z), g'(Z) and g(Z).
        Example: E[Z f(Z)] = E[f'(Z)] for a polynomial f.
        """
        if not isinstance(e, Expectation) or isinstance(e, VarianceOf) or not isinstance(Z, RandomNumber) or Z not in e.bound:
            raise Refused(f"Stein's lemma takes a mean E[Z g(Z)] and the sample Z, not {e} and {Z}")
        if type(Z.law) is not NormalLaw:
            raise Refused(f"Stein's lemma is about a normal law, and {Z} has the law {Z.law}")
        factors = sp.Mul.make_args(expand(e.body))
        power = next(
            (f for f in factors if f.as_base_exp()[0] == Z and f.as_base_exp()[1].is_Integer and f.as_base_exp()[1] > 0), None
        )
        if power is None:
            raise Refused(f"the body of {e} has no factor {Z}")
        rest = sp.Mul(*(f for f in factors if f is not power)) * Z ** (power.as_base_exp()[1] - 1)
        z = sp.Dummy("z", real=True)
        slopes.smooth(rest.xreplace({Z: z}), z, self._declared)
        slope = sp.diff(rest.xreplace({Z: z}), z).xreplace({z: Z})
        over = tuple(e.args[1]) or None
        conditions = [
            nonnegative(Z.law.variance),
            integrable(e.body, e.bound),
            integrable(slope, e.bound),
            integrable(rest, e.bound),
        ]
        right = Z.law.variance * (
            Mean(slope, over=over if over and slope.has(*over) else None) if slope.has(*e.bound) else slope
        )
        return self._enter(e, "=", right, "Stein's lemma", conditions=[*conditions, *where_defined(e), *where_defined(slope)])

    def coefficients(self, left: Any, right: Any, *, of: Any, proof: Callable[[Any, Any], Any]) -> Fact:
        """An equation for every polynomial of a class follows from the one for sum_m c_m He_m with arbitrary c.

        Needs: a function of a class of polynomials, and a proof for arbitrary coefficients.
        Example: f(t) = sum of its Hermite projections, for every polynomial f.
        """
        left, right = self._terms("coefficients", left, right)
        degree = self._declared.function_class(of).degree if isinstance(of, FunctionSymbol) else None
        if degree is None:
            raise Refused(f"{of} is no function of a class of polynomials")
        z, m = sp.Symbol("z", real=True), sp.Symbol("m°", integer=True, nonnegative=True)
        c = Coefficients(f"c°{of.name}", real=True)
        if any(
            isinstance(node, sp.Indexed) and node.base == c
            for side in (left, right)
            for node in sp.preorder_traversal(expand(side))
        ):
            raise Refused(f"the name {c} of the coefficients already stands in the equation")
        self._admission.fresh |= {c.label, m}
        # where the degree is a number the sum is written out, so that powers of it can be expanded
        polynomial = sp.Sum(c[m] * He(m, z), (m, 0, degree))
        if degree.is_Integer:
            polynomial = sp.Add(*(c[k] * He(sp.Integer(k), z) for k in range(int(degree) + 1)))
        table = {of: sp.Lambda(z, polynomial)}
        new = [expand(side).xreplace(table) for side in (left, right)]
        fact = proof(*new)
        content = self._equation(fact, "coefficients")
        if not (same(content.left, new[0]) and same(content.right, new[1])):
            raise Refused(
                f"the fact for polynomials by coefficients is {content.left} = {content.right}, not {new[0]} = {new[1]}"
            )
        if any(
            isinstance(node, sp.Indexed) and node.base == c
            for k in content.conditions
            for t in k.terms
            for node in sp.preorder_traversal(t)
        ):
            raise Refused("the fact holds only under conditions on the coefficients")
        conditions = [*content.conditions, integer(degree), nonnegative(degree)]
        return self._enter(left, "=", right, "every polynomial by its coefficients", premises=(fact,), conditions=conditions)

    # -- derivatives ------------------------------------------------------------------------------------------------------

    def derivative(self, e: Any) -> Fact:
        """The term with every slope and gradient in it replaced by its value by the rules of differentiation.

        Needs: that the expression is smooth there: no kink, no mean and no infinite sum under the derivative.
        Example: the slope of log |det(K + a)| in a is Tr (K + a)^-1.
        """
        (e,) = self._terms("differentiation", e)
        e0 = expand(e)
        self._admission.check(e0)
        value, conditions = slopes.derivatives(e0, self._declared)
        if value == e0:
            raise Refused(f"{e0} holds no slope and no gradient: no rule takes this derivative")
        conditions += [*outside(e0), *where_defined(expand(value))]
        return self._enter(e, "=", value, "differentiation", conditions=conditions)

    # -- rewriting ------------------------------------------------------------------------------------------------------------

    def rewrite(self, fact: Fact, *, by: Fact) -> Fact:
        """The right side of a fact with the left side of an equation replaced by its right side, wherever it stands.

        Needs: an equation whose left side stands on the right of the fact; below a binder its conditions may not
        speak of what is bound.
        Example: from y = E[Z²] + 1 by E[Z²] = 1 the fact y = 2.
        """
        content, rule = self.content(fact), self._equation(by, "rewriting")
        if content.relation not in ("=", "<=", ">="):
            raise Refused(f"a fact of the kind {content.relation} is not rewritten")
        blocked = {s for c in rule.conditions for s in c.free}
        speaks = {s for side in (rule.left, rule.right) for s in side.free_symbols | side.atoms(sp.Symbol)}
        narrow = {s for s in speaks if not self._any_value(s)}
        right, count, ranges = rewritten(expand(content.right), expand(rule.left), expand(rule.right), blocked, speaks, narrow)
        if not count:
            raise Refused(f"{rule.left} does not stand in {content.right}: nothing to rewrite")
        more: list[Condition] = [c for index, low in ranges for c in of_index(index, low)]
        conditions = [*content.conditions, *rule.conditions, *more]
        return self._enter(content.left, content.relation, right, "rewriting", premises=(fact, by), conditions=conditions)

    def _any_value(self, s: Any) -> bool:
        """Whether a variable ranges over all numbers, or over all arrays of its shape."""
        if isinstance(s, sp.MatrixSymbol):
            return isinstance(s, MatrixOf | VectorSymbol) and self._declared.kind_of_any_size(s) is General
        known = (s.is_integer, s.is_positive, s.is_negative, s.is_nonnegative, s.is_nonpositive, s.is_zero)
        return not isinstance(s, sp.Symbol) or all(k is None for k in known)
