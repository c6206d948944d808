"""A scalar formula in high precision or over the rationals.

A value in high precision is an enclosure at exactly the inputs given (floats are the binary fractions they are). What has
no enclosure, an integral or an infinite sum, is evaluated by mpmath at two precisions; anything else is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint
import mpmath
import sympy as sp
from flint import arb, fmpq

from lemmata.numerics.formula import balls
from lemmata.numerics.formula import root_walker as _roots  # noqa: F401  (registers roots)
from lemmata.numerics.formula import slope_walker as _slopes  # noqa: F401  (registers derivatives)
from lemmata.numerics.formula.matrix_walker import HighWalker
from lemmata.numerics.formula.tables import CONSTANTS
from lemmata.numerics.formula.traits import has
from lemmata.numerics.formula.walker import Closure, Undecided, brief
from lemmata.theory.language.calculus import SlopeAlong
from lemmata.theory.language.errors import CompileError, DomainError, LemmataError, NotConverged
from lemmata.theory.language.matrices import LogDet

MOST = 128  # bits tried for each digit asked for
TINY = arb(10) ** -340  # below every double
WORK = 200**3 * 400  # multiplications of balls times their bits: what an evaluation with large matrices may take at a time
FULL = (sp.Inverse, sp.MatPow, sp.Determinant, LogDet)  # what takes the cube of the rows
ZERO = 1600  # bits at which the ball of a zero made of ordinary numbers is smaller than that


class _Rational(dict[Any, Any]):
    def __missing__(self, key: Any) -> Any:
        raise CompileError(f"{getattr(key, '__name__', key)} of a rational number is in general none: no exact evaluation")


def _root(x: Any) -> Any:
    if isinstance(x, fmpq) and x >= 0:
        top, bottom = flint.fmpz(x.p).isqrt(), flint.fmpz(x.q).isqrt()
        if top * top == x.p and bottom * bottom == x.q:
            return fmpq(top, bottom)
    raise CompileError(f"the square root of {x} is no rational number")


class ExactWalker(HighWalker):
    """A walker over the rationals: sums, products, powers, inverses and derivatives of these, and cases."""

    def __init__(self, env: Mapping[Any, Any]) -> None:
        super().__init__(env)
        self.functions = _Rational({"sqrt": _root, "max": max, "min": min, sp.Abs: abs})  # type: ignore[assignment]

    def number(self, value: Any, name: str = "the value") -> Any:
        if isinstance(value, fmpq):
            return value
        made = super().number(value, name)
        exact = made.mid().fmpq() if made.is_exact() else None
        if exact is None:
            top, bottom = sp.Rational(value).p, sp.Rational(value).q
            return fmpq(top, bottom)
        return exact

    def _build(self, e: Any) -> Closure:
        if e in CONSTANTS:
            raise CompileError(f"{e} is no rational number")
        return super()._build(e)


def evaluate_rational(e: Any, env: Mapping[str, Any]) -> Any:
    """The value of a rational formula as a Fraction."""
    w = ExactWalker(env)
    w.learn(e)
    try:
        value = w(e)
    except (ZeroDivisionError, Undecided):
        raise DomainError(f"{brief(e)} divides by zero at this instance") from None
    except (TypeError, AttributeError) as why:
        raise CompileError(f"{brief(e)} has no exact evaluation: {why}") from None
    return Fraction(int(value.p), int(value.q))


class Memo:
    """Values in balls at one instance, kept by precision: formulas that are looked at together share most of their parts.

    ``moved``: its inputs next to where they are, by name and pattern, for whoever looks at what rounding does.
    """

    def __init__(self, env: Mapping[str, Any]) -> None:
        self.env, self.walkers = env, dict[int, HighWalker]()
        self.moved: dict[Any, Any] = {}
        self._values: dict[tuple[Any, int], tuple[Any, Any] | LemmataError] = {}

    def at(self, bits: int) -> HighWalker:
        if bits not in self.walkers:
            self.walkers[bits] = HighWalker(self.env)
        return self.walkers[bits]

    def value(self, e: Any, digits: int) -> tuple[Any, Any]:
        """A scalar with its error, found once or refused once: the versions of a claim share a side, and an integral costs most."""
        if (e, digits) not in self._values:
            try:
                self._values[e, digits] = _scalar(e, digits, self)
            except LemmataError as why:
                self._values[e, digits] = why
        known = self._values[e, digits]
        if isinstance(known, LemmataError):
            raise known.with_traceback(None)
        return known


def evaluate_grounded(e: Any, env: Mapping[str, Any], digits: int, memo: Memo | None = None) -> tuple[Any, Any]:
    """The value of a scalar formula and a bound of its error, as mpmath numbers with ``digits`` digits."""
    return (memo or Memo(env)).value(e, digits)


def _scalar(e: Any, digits: int, memo: Memo) -> tuple[Any, Any]:
    """By balls; what has no ball, by mpmath at two precisions."""
    try:
        return _shown(_ball(e, digits, memo), digits)
    except CompileError as why:
        if e.has(sp.MatrixExpr) or e.has(sp.MatrixBase):
            raise
        try:
            return balls.mp(e, memo.env, digits)
        except LemmataError as other:
            raise CompileError(f"{brief(e)} has no evaluation with {digits} digits: {other}") from why


def distance_grounded(left: Any, right: Any, env: Mapping[str, Any], digits: int, memo: Memo | None = None) -> tuple[Any, Any]:
    """The Frobenius norm of the difference of two matrices, enclosed; a bound of its error."""

    def norm(w: HighWalker) -> Any:
        for side in (left, right):
            w.learn(side)
        return _frobenius(w(left) - w(right))

    return _shown(_refined(norm, left, digits, memo or Memo(env)), digits)


def _frobenius(gap: Any) -> arb:
    """The square root of a sum of squares, which no rounding makes negative."""
    square = sum((x * x for x in gap.entries()), arb(0))
    upper = (square.mid() + square.rad()).sqrt()
    return square.sqrt() if square > 0 else arb(0, upper)


def _shown(value: arb, digits: int) -> tuple[Any, Any]:
    """A ball as two mpmath numbers: its midpoint, and its radius with the rounding of the midpoint."""
    with mpmath.workdps(digits + 15):
        rounding = mpmath.mpf(10) ** -(digits + 8) * abs(mpmath.mpf(value.mid().str(20, radius=False)))
        return mpmath.mpf(value.mid().str(digits + 10, radius=False)), mpmath.mpf(
            value.rad().str(5, radius=False)
        ) * 2 + rounding


def _ball(e: Any, digits: int, memo: Memo) -> arb:
    def value(w: HighWalker) -> Any:
        w.learn(e)
        return w(e)

    return _refined(value, e, digits, memo)


def affordable(e: Any, env: Mapping[str, Any], digits: int) -> float:
    """The most bits that are tried: fewer for large matrices and for series of them, where a value that is not told from a
    singular one would otherwise be sought for an hour."""
    if not has(e, FULL):
        return MOST * digits
    rows = max((max(getattr(v, "shape", ()), default=1) for v in env.values()), default=1)
    order = _steepest(e)
    return min(MOST * digits, WORK / (max(rows, 1) ** 3 * (order + 1) ** 2))


@lru_cache(maxsize=4096)
def _steepest(e: Any) -> int:
    """The highest order of a derivative in it."""
    return max((int(node.order) for node in e.atoms(SlopeAlong)), default=0)


def _refined(made: Callable[[HighWalker], Any], e: Any, digits: int, memo: Memo) -> arb:
    """A value at growing precision, until it has the digits asked for or is zero as far as can be told."""
    before, bits = flint.ctx.prec, int(3.33 * digits) + 64
    most = affordable(e, memo.env, digits)
    if bits > most:
        raise NotConverged(f"{brief(e)} has matrices too large for balls of {digits} digits; judge it at smaller sizes")
    value: Any = None
    try:
        while bits <= most:
            flint.ctx.prec = bits
            try:
                value = made(memo.at(bits))
            except Undecided:
                value = None
            except (TypeError, AttributeError) as why:
                raise CompileError(f"{brief(e)} has no ball evaluation: {why}") from None
            if value is not None and value.is_finite():
                if value.rel_accuracy_bits() >= 3.33 * digits:
                    return value
                if value.rad() < TINY:
                    return value  # zero, as far as can be told
                if value.contains(0) and bits < ZERO:
                    bits = ZERO  # it may well be zero: then only a far smaller ball says more
                    continue
            bits *= 2
    finally:
        flint.ctx.prec = before
    raise NotConverged(
        f"{brief(e)} has no ball of {digits} digits at {bits // 2} bits; is it at a singular point or on the edge of a case?"
    )
