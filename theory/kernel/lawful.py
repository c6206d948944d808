"""What the kernel knows of the laws of the language: when their parameters make sense, and their moments with conditions."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, nonnegative, positive
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.laws import (
    BernoulliLaw,
    ChiSquareLaw,
    ExponentialLaw,
    NormalLaw,
    RademacherLaw,
    SphereLaw,
    StudentLaw,
    UniformLaw,
)
from lemmata.theory.language.sampled import RandomTerm

KNOWN = (NormalLaw, UniformLaw, RademacherLaw, BernoulliLaw, ExponentialLaw, ChiSquareLaw, StudentLaw, SphereLaw)


def law_conditions(law: Any) -> list[Condition]:
    """That the parameters of a law are parameters of a law."""
    if type(law) not in KNOWN:
        raise Refused(f"no rule knows the law {law}: its moments would have to be cited")
    if law.has(RandomTerm):
        raise Refused(f"the law {law} depends on another sample: take the conditional mean first")
    return parameters(law)


def parameters(law: Any) -> list[Condition]:
    """That the numbers that a law takes make it a law."""
    if type(law) is NormalLaw:
        return [] if law.dependent else [nonnegative(law.variance)]
    if type(law) is UniformLaw:
        return [positive(law.args[1] - law.args[0])]
    if type(law) is BernoulliLaw:
        return [nonnegative(law.args[0]), nonnegative(1 - law.args[0])]
    if type(law) is RademacherLaw or type(law) not in KNOWN:
        return []
    if type(law) is SphereLaw:
        return [nonnegative(law.args[0])]
    return [positive(law.args[0])]


def plain_moment(law: Any, k: int) -> tuple[Any, list[Condition]]:
    """E X^k of one entry with the condition under which it exists."""
    conditions = law_conditions(law)
    if type(law) is SphereLaw or getattr(law, "dependent", False):
        raise Refused(f"the entries of {law} depend on each other: their moments are not those of one number")
    if type(law) is StudentLaw:
        df = law.args[0]
        conditions.append(positive(df - k))
        value = sp.Integer(0) if k % 2 else sp.Mul(*((2 * i - 1) * df / (df - 2 * i) for i in range(1, k // 2 + 1)))
        return value, conditions
    if type(law) is NormalLaw:
        return (sp.Integer(0) if k % 2 else sp.factorial2(k - 1) * law.variance ** (k // 2)), conditions
    if type(law) is BernoulliLaw:
        return (law.args[0] if k else sp.Integer(1)), conditions
    value = law.moment(k)
    if value is None:
        raise Refused(f"the moment of order {k} of {law} is not known")
    return sp.expand(value), conditions
