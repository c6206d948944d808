"""Changing the normal numbers under a mean: linear forms of centred normal samples are known by their covariances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.kernel import means
from lemmata.theory.kernel.binders import bound
from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.laws import NormalLaw
from lemmata.theory.language.operators import Expectation, Mean, VarianceOf, _Binder
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomNumber, RandomTerm, samples


class Gaussians(Core):
    """Facts about functions of linear forms in normal samples."""

    def joint_law(self, e: Any, forms: Mapping[Any, Any]) -> Fact:
        """E F(l_1, ..., l_k) = E F(m_1, ..., m_k) for linear forms of centred normal samples with the same covariances.

        Needs: a mean over everything in which the normal samples stand inside the given forms alone, forms without a
        constant, new samples that stand nowhere else, equal covariances of every two, and that the mean exists.
        Example: with {w'g: |w| Z}, E[max(0, w'g)] = E[max(0, |w| Z)] for a standard normal column g.
        """
        (e,) = self._terms("joint law", e)
        if not isinstance(e, Expectation) or isinstance(e, VarianceOf) or e.body.has(_Binder):
            raise Refused(f"the joint law is changed under a mean with no mean inside, not in {e}")
        body = expand(e.body)
        if set(e.bound) != set(samples(body)):
            raise Refused(f"the joint law is changed under a mean over everything that is random in it, not in {e}")
        table = {expand(old): expand(self._terms("joint law", new)[0]) for old, new in forms.items()}
        if not table:
            raise Refused("the joint law of nothing is asked for: give {form: new form}")
        caught = bound(body)
        for form in (*table, *table.values()):
            if within := sorted(map(str, form.free_symbols & caught)):
                raise Refused(f"{within[0]} in {form} is bound in {body}: one form would stand for many")
        held = {old: sp.Dummy("l", real=True) for old in table}
        outside = body.xreplace(held)
        for old, new in table.items():
            if not outside.has(held[old]):
                raise Refused(f"{old} does not stand in {body}")
            for form in (old, new):
                _linear_form(form)
        before, after = ([s for form in side for s in samples(form)] for side in (list(table), list(table.values())))
        if left := [s for s in before if outside.has(s)]:
            raise Refused(f"{left[0]} stands in {body} outside of the forms that are given: give all of them")
        names = {s.name for s in samples(outside)}
        if taken := [s for s in after if s.name in names]:
            raise Refused(f"the name {taken[0].name} stands in {body} already: take another for the new sample")
        conditions = [*where_defined(expand(e))]
        old_forms = list(table)
        for i, one in enumerate(old_forms):
            for two in old_forms[i:]:
                conditions += self._same_covariance((one, two), (table[one], table[two]))
        right = Mean(outside.xreplace({held[old]: new for old, new in table.items()}))
        return self._enter(e, "=", right, "normal numbers of the same covariances", conditions=conditions)

    def _same_covariance(self, old: tuple[Any, Any], new: tuple[Any, Any]) -> list[Condition]:
        values, conditions = [], list[Condition]()
        for one, two in (old, new):
            value, found = means.values(Mean(one * two))
            values.append(value)
            conditions += found
        if values[0] == values[1]:
            return conditions
        equal = self._equality(values[0], values[1])
        if equal is not None and equal[0].kind == "exact":
            return [*conditions, *equal[1]]
        relation = sp.Eq(values[0], values[1])
        if relation == sp.false:
            raise Refused(f"the covariance of {old[0]} and {old[1]} is {values[0]}, and that of the new forms {values[1]}")
        return [*conditions, *where_defined(values[0]), *where_defined(values[1]), Condition("relation", (relation,))]


def _linear_form(form: Any) -> None:
    terms = samples(form)
    if not terms or getattr(form, "is_Matrix", False):
        raise Refused(f"{form} is no number that is linear in normal samples")
    for s in terms:
        if type(s.law) is not NormalLaw or s.law.has(RandomTerm):
            raise Refused(f"{s} in {form} has the law {s.law}: the joint law is known by covariances for normal samples alone")
        if isinstance(s, RandomMatrix) and s.law.dependent and s.cols != 1:
            raise Refused(f"{s} has a covariance matrix and several columns: it is not known which of them it correlates")
    if not _linear(form):
        raise Refused(f"{form} is not seen to be linear in its samples, without a constant")


def _linear(e: Any) -> bool:
    """Whether a term is linear, without a constant, in the samples in it."""
    if isinstance(e, RandomNumber | RandomMatrix | RandomEntry):
        return True
    if isinstance(e, sp.Add | sp.MatAdd):
        return all(_linear(a) for a in e.args)
    if isinstance(e, sp.Mul | sp.MatMul):
        random = [a for a in e.args if samples(a)]
        return len(random) == 1 and _linear(random[0])
    if isinstance(e, sp.Trace | sp.Transpose):
        return _linear(e.args[0])
    if isinstance(e, MatrixElement):
        return not samples(sp.Tuple(*e.args[1:])) and _linear(e.args[0])
    if isinstance(e, sp.Sum):
        return _linear(e.function) and not any(samples(limit) for limit in e.limits)
    return False
