"""Equality of scalar expressions by an exact normal form; the conditions come from ``defined`` and are not looked at here.

Where all these conditions hold, the rules of the normal form (powers and logarithms of positive numbers, factorials of
non-negative integers, finite sums) are identities of real numbers. What no rule covers is a free generator.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.algebra.normal_form import TooLarge, Undefined, vanishes_exactly
from lemmata.theory.algebra.program import program_of
from lemmata.theory.algebra.sums import joined, separated
from lemmata.theory.algebra.zero import is_zero
from lemmata.theory.kernel.facts import How, Refused
from lemmata.theory.language.functions import He, Phi, h, phi

_VIA_EXP = (sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc, sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)


def equal(left: Any, right: Any) -> How | None:
    """How the two sides are shown to be equal, or None; neither says that they differ."""
    if any(getattr(side, "is_Matrix", False) or not side.is_commutative for side in (left, right)):
        raise Refused(f"{left} and {right} are matrices: compare them by words")
    left, right = written_out(left), written_out(right)
    if left == right:
        return How("exact", detail="the same after Hermite polynomials of given degree are written out")
    difference = joined(left - right)
    if not isinstance(difference, sp.Expr):
        return None
    if difference == 0:
        return How("exact", detail="the difference of the sides cancels term by term")
    try:
        program = program_of(difference)
        if vanishes_exactly(program):
            return How("exact", detail=f"normal form over {len(program.generators)} generators")
        if difference.has(sp.Sum):
            program = program_of(separated(left - right))
            if vanishes_exactly(program):
                return How("exact", detail=f"normal form over {len(program.generators)} generators, sums taken apart")
    except TooLarge:
        return _by_instances(difference)
    except Undefined:
        raise Refused(f"a denominator of {left} - ({right}) vanishes identically: neither side is defined") from None
    return None


def _by_instances(difference: Any) -> How | None:
    if difference.has(sp.oo):
        return None
    test = is_zero(difference)
    if test.status != "zero" or test.how not in ("exact", "identity test"):
        return None
    return How(test.how, test.error_probability, test.evidence)


def written_out(e: Any) -> Any:
    """Hermite polynomials of a given degree as polynomials; the normal law by exp and erf."""
    e = e.replace(lambda f: isinstance(f, He | h) and f.args[0].is_Integer, lambda f: f.doit(deep=False))
    e = e.replace(h, lambda k, x: He(k, x) / sp.sqrt(sp.factorial(k)))
    e = e.replace(phi, lambda x: sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi))
    return e.replace(Phi, lambda x: (1 + sp.erf(x / sp.sqrt(2))) / 2)
