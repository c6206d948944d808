"""Whether a mean exists: polynomials in samples with enough moments, times bounded functions, times one exponential.

(C + S)⁻¹ is bounded by C⁻¹ where C is positive definite and without samples, and S semidefinite.
"""

from __future__ import annotations

from typing import Any, Protocol

import sympy as sp

from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.kernel.definite import definite
from lemmata.theory.language.calculus import Applied
from lemmata.theory.language.functions import He, Phi, h, phi
from lemmata.theory.language.iteration import _State
from lemmata.theory.language.laws import (
    BernoulliLaw,
    ChiSquareLaw,
    ExponentialLaw,
    HaarLaw,
    NormalLaw,
    RademacherLaw,
    SphereLaw,
    StudentLaw,
    UniformLaw,
    WishartLaw,
)
from lemmata.theory.language.operators import Expectation, VarianceOf
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomNumber, RandomTerm

BOUNDED = (sp.sin, sp.cos, sp.tanh, sp.erf, sp.atan, sp.sign, Phi, phi, sp.KroneckerDelta)
_LINEAR = (sp.Abs, sp.Max, sp.Min, sp.asinh, sp.floor, sp.ceiling)
ALL_MOMENTS = (NormalLaw, UniformLaw, RademacherLaw, BernoulliLaw, ExponentialLaw, ChiSquareLaw, SphereLaw, HaarLaw, WishartLaw)


class _Signs(Protocol):
    hypotheses: Any

    def sign(self, e: Any) -> int | None: ...

    def nonzero(self, e: Any) -> bool: ...

    def positive(self, e: Any) -> bool: ...


def integrable(e: Any, bound: tuple[Any, ...], signs: _Signs, declared: Declared = NOTHING) -> bool:
    """Whether E |e| over these samples is finite, by growth; False where that is not seen.

    The growth is that of a polynomial of one degree in all samples together; products of different samples are
    bounded by the highest degree of each, and a law without all moments must have more than the whole degree of them.
    """
    e = _untilted(e, bound, signs)
    degree = growth(e.replace(_is_inverse, lambda m: _enclosed(m, bound, signs)), bound, declared)
    if degree is None:
        return False
    for sample in (s for s in bound if e.has(s)):
        if type(sample.law) in ALL_MOMENTS and not sample.law.has(RandomTerm):
            continue
        if (
            degree >= EVERY
            or type(sample.law) is not StudentLaw
            or sample.law.has(RandomTerm)
            or not signs.positive(sample.law.args[0] - degree)
        ):
            return False
    return True


def _untilted(e: Any, bound: tuple[Any, ...], signs: _Signs) -> Any:
    """Without a factor exp(t X + ...) that is linear in samples, each of which has E |X|^k exp(t X) finite for every k.

    One such factor alone: of two, each with a finite mean, the product may have none.
    """
    tilts = [f for f in sp.Mul.make_args(e) if isinstance(f, sp.exp) and f.has(*bound)]
    if len(tilts) != 1:
        return e
    inside = [s for s in bound if tilts[0].has(s)]
    if not all(isinstance(s, RandomNumber) for s in inside):
        return e
    exponent = sp.expand(tilts[0].args[0])
    if not exponent.is_polynomial(*inside) or sp.Poly(exponent, *inside).total_degree() > 1:
        return e
    for s in inside:
        t = exponent.coeff(s)
        if s.law.has(RandomTerm) or t.is_real is not True:
            return e
        if type(s.law) is ExponentialLaw:
            if not signs.positive(1 - t * s.law.args[0]):
                return e
        elif type(s.law) not in (NormalLaw, UniformLaw, RademacherLaw, BernoulliLaw):
            return e
    return sp.Mul(*(f for f in sp.Mul.make_args(e) if f is not tilts[0]))


def _is_inverse(e: Any) -> bool:
    return isinstance(e, sp.Inverse) or (isinstance(e, sp.MatPow) and e.exp.is_Integer and e.exp < 0)


def _enclosed(inverse: Any, bound: tuple[Any, ...], signs: _Signs) -> Any:
    """A constant matrix in place of an inverse that is bounded, whatever the samples."""
    fixed: list[Any] = []
    drawn: list[Any] = []
    for part in sp.MatAdd.make_args(inverse.args[0]):
        (drawn if part.has(*bound) else fixed).append(part)
    if not drawn or any(definite(part, signs) is None for part in drawn):
        return inverse
    if not fixed or definite(sp.MatAdd(*fixed) if len(fixed) > 1 else fixed[0], signs) != 2:
        return inverse
    return sp.MatrixSymbol("bounded", *inverse.shape)


def growth(e: Any, bound: tuple[Any, ...], declared: Declared = NOTHING) -> int | None:
    """A degree d such that |e| <= c (1 + |samples|)^d, or None."""
    if not e.has(*bound):
        return 0
    if e in bound or (isinstance(e, RandomEntry) and e.args[0] in bound) or isinstance(e, RandomMatrix):
        return 1
    if isinstance(e, BOUNDED):
        return 0 if all(_real(a, bound, declared) for a in e.args) else None
    if isinstance(e, sp.Add | sp.MatAdd | sp.Max | sp.Min) or isinstance(e, _LINEAR):
        return _largest([growth(a, bound, declared) for a in e.args])
    if isinstance(e, sp.Mul | sp.MatMul | sp.HadamardProduct):
        found = [growth(a, bound, declared) for a in e.args]
        return None if None in found else sum(f for f in found if f is not None)
    if isinstance(e, sp.Pow | sp.MatPow) and e.exp.is_Integer and e.exp > 0:
        inner = growth(e.base, bound, declared)
        return None if inner is None else inner * int(e.exp)
    if isinstance(e, sp.Pow) and e.exp.is_Rational and e.exp > 0:
        inner = growth(e.base, bound, declared)
        return None if inner is None else EVERY if inner >= EVERY else int(sp.ceiling(inner * e.exp))
    if isinstance(e, sp.Pow) and e.exp.is_nonnegative and not e.exp.has(*bound):
        return _every(e.base, bound, declared)
    if isinstance(e, sp.Trace | sp.Transpose) or type(e).__name__ in ("MatrixElement", "FrobeniusNorm"):
        return growth(e.args[0], bound, declared)
    if isinstance(e, He | h) and e.args[0].is_Integer:
        inner = growth(e.args[1], bound, declared)
        return None if inner is None else inner * int(e.args[0])
    if isinstance(e, He | h) and not e.args[0].has(*bound):
        return _every(e.args[1], bound, declared)
    if isinstance(e, _State):
        return _path(e, bound, declared)
    if isinstance(e, Applied):
        return _applied(e, bound, declared)
    if isinstance(e, sp.Sum) and len(e.limits) == 1 and not e.limits[0].has(sp.oo, -sp.oo, *bound):
        return growth(e.function, bound, declared)
    if isinstance(e, Expectation):
        inner = growth(e.body, bound, declared)
        return None if inner is None else 2 * inner if isinstance(e, VarianceOf) else inner
    return None


def _path(e: Any, bound: tuple[Any, ...], declared: Declared) -> int | None:
    """A path whose start and steps grow like polynomials: so do its states, of some degree that the time decides."""
    inside = (*bound, *e.path.states, *e.path.fresh)
    found = [*(growth(s, bound, declared) for s in e.path.start), *(growth(s, inside, declared) for s in e.path.step)]
    return None if None in found else EVERY


EVERY = 10**9  # a polynomial whose degree is not a number: only laws with all moments will do


def _every(argument: Any, bound: tuple[Any, ...], declared: Declared) -> int | None:
    return EVERY if growth(argument, bound, declared) is not None else None


def _applied(e: Any, bound: tuple[Any, ...], declared: Declared) -> int | None:
    """A function of a class: a polynomial, or one that is declared to be bounded or Lipschitz; a class without such a word may
    hold functions of any growth."""
    klass, order = declared.function_class(e.args[0]), e.args[2]
    if klass.degree is not None:
        return _every(e.args[1], bound, declared)
    inner = growth(e.args[1], bound, declared)
    if inner is None:
        return None
    if (order == 0 and klass.bound is not None) or (order == 1 and klass.lipschitz is not None and klass.smooth):
        return 0
    return inner if order == 0 and klass.lipschitz is not None else None


def _real(a: Any, bound: tuple[Any, ...], declared: Declared) -> bool:
    return growth(a, bound, declared) is not None or a.is_real is True


def _largest(found: list[int | None]) -> int | None:
    return None if None in found else max((f for f in found if f is not None), default=0)
