"""What a formula holds of the things that make its value costly or inexact: looked for once, asked at every point."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.numerics.formula.special import GAMMA_LIKE
from lemmata.theory.language import calculus, iteration, solved
from lemmata.theory.language import matrices as words
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.operators import BINDERS

ALONE = (sp.Integral, GaussMean, *BINDERS)  # what is made of many values itself
SOLVED = (*ALONE, solved.RootOf)
FLOWS = (iteration.FlowNumber, iteration.FlowMatrix)
REFINED = (*SOLVED, *FLOWS, *GAMMA_LIKE)
NO_BALL = (sp.Integral, GaussMean, *FLOWS, words.SpectralFunction)  # or one in seconds
MANY_VALUES = (calculus.GradientMatrix, calculus.HessianMatrix, words.Eigenvalue, words.SingularValue, words.NuclearNorm)
STATES = (iteration.StateNumber, iteration.StateMatrix)
ONE_BY_ONE = (*ALONE, solved.LeastValue, solved.Minimiser, *STATES)


@lru_cache(maxsize=65536)  # wrong versions of a formula share most of their terms with it
def kinds(expr: Any) -> frozenset[type]:
    """The classes of all that stands in it."""
    return frozenset([type(expr)]).union(*(kinds(arg) for arg in getattr(expr, "args", ())))


@lru_cache(maxsize=16384)  # the same formulas are asked about at every point
def has(expr: Any, classes: tuple[Any, ...]) -> bool:
    """Whether something of these classes stands in it."""
    return any(issubclass(kind, classes) for kind in kinds(expr))


@lru_cache(maxsize=16384)
def terms_of(e: Any) -> int:
    """How many terms the sums and products with numbers as ends have, those inside each other multiplied."""
    inner = max((terms_of(arg) for arg in getattr(e, "args", ())), default=1)
    if not isinstance(e, sp.Sum | sp.Product):
        return inner
    ranges = [high - low + 1 for _, low, high in e.limits if (high - low).is_Integer]
    return inner * math.prod(max(int(r), 1) for r in ranges)


def is_upper_bound(expr: Any) -> bool:
    """Whether the value comes from a search for a minimum, which finds a value and no proof that it is the least."""
    return has(expand(sp.sympify(expr)), (solved.LeastValue, solved.Minimiser))
