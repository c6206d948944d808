"""Probabilities that one random number lies on a half-line, by its distribution function."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, positive
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import Phi
from lemmata.theory.language.laws import ExponentialLaw, NormalLaw, UniformLaw
from lemmata.theory.language.operators import ProbabilityOf
from lemmata.theory.language.sampled import RandomNumber, RandomTerm, samples

_LESS = (sp.StrictLessThan, sp.LessThan)
_MORE = (sp.StrictGreaterThan, sp.GreaterThan)


class Tails(Core):
    """Facts about probabilities."""

    def tail(self, e: Any) -> Fact:
        """P(c X + d > t) in closed form for one normal, uniform or exponential number X; also with >=, < and <=.

        Needs: a factor c whose sign its set gives, and parameters that make sense.
        Example: P(Z > a) = Phi(-a) for a standard normal Z.
        """
        (e,) = self._terms("tail", e)
        value, conditions = closed(e)
        return self._enter(e, "=", value, "the distribution function", conditions=conditions)


def closed(e: Any) -> tuple[Any, list[Condition]]:
    """The probability that c X + d lies on a half-line, and what it needs."""
    if not isinstance(e, ProbabilityOf) or not isinstance(e.body, (*_LESS, *_MORE)):
        raise Refused(f"the rule of tails takes the probability of an inequality, not {e}")
    gap = expand(e.body.lhs - e.body.rhs)
    bound = next((node for node in gap.atoms(Binding) if node.has(RandomTerm)), None)
    if bound is not None:  # written out, the steps of a path are many, and what is drawn within them stays there
        raise Refused(f"the rule of tails is about c X + d, and {type(bound).__name__} holds something random")
    gap = sp.expand(gap)
    terms = samples(gap)
    if len(terms) != 1 or not isinstance(terms[0], RandomNumber) or terms[0].law.has(RandomTerm):
        raise Refused(f"the rule of tails is about one random number, and {e} has {len(terms)}")
    X = terms[0]
    slope = gap.coeff(X, 1)
    rest = sp.expand(gap - slope * X)
    if rest.has(X) or slope.has(X) or not (slope.is_positive or slope.is_negative):
        raise Refused(f"{gap} is not c {X} + d with a c whose sign its set gives")
    at = -rest / slope
    above = isinstance(e.body, _MORE) == bool(slope.is_positive)
    value, conditions = _above(X.law, at) if above else _below(X.law, at)
    return value, [*conditions, *where_defined(gap), *where_defined(value)]


def _above(law: Any, t: Any) -> tuple[Any, list[Condition]]:
    """P(X > t), which is P(X >= t), for these laws have no atoms."""
    if type(law) is NormalLaw and not law.dependent:
        return Phi(-t / sp.sqrt(law.variance)), [positive(law.variance)]
    if type(law) is UniformLaw:
        low, high = law.args[0], law.args[1]
        return sp.Min(1, sp.Max(0, (high - t) / (high - low))), [positive(high - low)]
    if type(law) is ExponentialLaw:
        return sp.exp(-sp.Max(0, t) / law.args[0]), [positive(law.args[0])]
    raise Refused(f"no rule knows the tail of the law {law}")


def _below(law: Any, t: Any) -> tuple[Any, list[Condition]]:
    """P(X < t)."""
    if type(law) is NormalLaw and not law.dependent:
        return Phi(t / sp.sqrt(law.variance)), [positive(law.variance)]
    if type(law) is UniformLaw:
        low, high = law.args[0], law.args[1]
        return sp.Min(1, sp.Max(0, (t - low) / (high - low))), [positive(high - low)]
    value, conditions = _above(law, t)
    return 1 - value, conditions
