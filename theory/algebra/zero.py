"""Is an expression zero? By normal form, by rational instances with an error probability, or no, by balls.

Conventions: `zero` means zero wherever the expression is defined; `nonzero` means not identically zero: some
point of the declared domain of the symbols (positive, integer, ...) gives another value; `unknown`: neither.
How: `exact` - a normal form over the rationals, modulo the relations of radicals and I; a function that no
rule covers counts as a free generator, so that this can prove zero but never non-zero. `identity test` - the
rational function vanishes at points of {1..2^61}^r made from a hash of the expression (Schwartz, Zippel: a
non-zero function of degree D does so with probability at most D/2^61). `ball` - an enclosure at a rational
point excludes 0.
Source: J. T. Schwartz (1980); R. Zippel (1979).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

import sympy as sp
from flint import acb, ctx, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction
from lemmata.theory.algebra.normal_form import TooLarge, Undefined, vanishes_exactly
from lemmata.theory.algebra.program import Program, program_of
from lemmata.theory.algebra.sums import joined
from lemmata.theory.language.errors import CompileError, DomainError

RANGE = 2**61


@dataclass(frozen=True, kw_only=True)
class ZeroTest:
    """The answer: `status` zero, nonzero or unknown; `how`; and the chance that an identity test errs."""

    status: str
    how: str
    error_probability: float = 0.0
    evidence: str = ""


# ---- the identity test ----


@dataclass(frozen=True)
class _Degree:
    n: int
    d: int

    def __add__(self, other: _Degree) -> _Degree:
        return _Degree(max(self.n + other.d, other.n + self.d), self.d + other.d)

    def __mul__(self, other: _Degree) -> _Degree:
        return _Degree(self.n + other.n, self.d + other.d)

    def __pow__(self, k: int) -> _Degree:
        return _Degree(self.n * k, self.d * k) if k >= 0 else _Degree(-self.d * k, -self.n * k)


def hashed_integers(name: str, top: int = RANGE) -> Iterator[int]:
    """Integers in 1..top that depend on the name alone."""
    counter = 0
    while True:
        digest = blake2b(f"{name}|{counter}".encode(), digest_size=16).digest()
        yield int.from_bytes(digest, "big") % top + 1
        counter += 1


def _instances(program: Program, name: str) -> tuple[bool, int, int]:
    """(all values zero, number of points, degree bound) of the function at hashed integer points."""
    degree = program.run(lambda _: _Degree(0, 0), lambda _: _Degree(1, 0))
    bound = degree.n + degree.d
    if bound > 200_000:
        raise TooLarge
    numbers, done, undefined = hashed_integers(name), 0, 0
    while done < 3:
        point = [fmpq(next(numbers)) for _ in program.generators]
        try:
            value = program.run(lambda c: c, point.__getitem__)
        except ZeroDivisionError:
            undefined += 1
            if undefined > 3:
                raise Undefined from None
            continue
        if value != 0:
            return False, 1, bound
        done += 1
    return True, done, bound


# ---- the public test ----


def is_zero(expr: sp.Expr | sp.Eq) -> ZeroTest:
    """Is this expression (or the difference of the two sides of an equation) identically zero?"""
    if isinstance(expr, sp.Equality):
        expr = expr.lhs - expr.rhs
    expr = sp.sympify(expr)
    if not isinstance(expr, sp.Expr) or getattr(expr, "is_Matrix", False):
        raise DomainError(f"{expr} is not a scalar expression; give one, or the two sides of an equation.")
    if not expr.is_commutative:
        raise DomainError(f"{expr} has factors that do not commute; a zero test needs scalars.")
    if expr.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise DomainError(f"{expr} is not finite; a zero test needs a finite expression.")
    if expr is sp.S.Zero:
        return ZeroTest(status="zero", how="exact", evidence="it is written as 0")
    if not expr.is_rational_function() and (answer := _by_balls(expr, (128, 128))):
        return answer  # a point that refutes is cheaper than a normal form that does not reach 0
    program = program_of(joined(expr))
    identity = None
    try:
        if not program.relations:
            identity = _instances(program, sp.srepr(expr))
            if not identity[0] and program.free:
                return ZeroTest(status="nonzero", how="exact", evidence="not 0 at a rational point")
        if identity is None or identity[0]:
            if vanishes_exactly(program):
                names = ", ".join(map(str, program.generators[:6])) or "the rationals"
                return ZeroTest(status="zero", how="exact", evidence=f"its normal form in {names} is 0")
    except TooLarge:
        if identity is not None and identity[0]:
            error = (identity[2] / RANGE) ** identity[1]
            cube = f"{{1..2^61}}^{len(program.generators)}"
            evidence = f"0 at {identity[1]} points of {cube}, degree <= {identity[2]}"
            return ZeroTest(status="zero", how="identity test", error_probability=error, evidence=evidence)
    except Undefined:
        return ZeroTest(status="unknown", how="undefined", evidence="a denominator vanishes identically")
    answer = _by_balls(expr, (128, 128, 128, 128, 512, 2048)) or _by_minimal_polynomial(expr) or _by_short_sums(expr)
    evidence = "no normal form reaches 0 and no ball excludes it"
    return answer or ZeroTest(status="unknown", how="no rule", evidence=evidence)


def proved_zero(expr: sp.Expr) -> bool:
    """Zero by an exact normal form; never by an identity test or a small number."""
    test = is_zero(expr)
    return test.status == "zero" and test.how == "exact"


def _by_balls(expr: sp.Expr, precisions: tuple[int, ...]) -> ZeroTest | None:
    """A point of the symbols' domain where the enclosure excludes 0, one try for each precision."""
    symbols = sorted(expr.free_symbols, key=str)
    try:
        function = BallFunction(expr, symbols)
    except (CompileError, AttributeError, TypeError):
        return None
    numbers = hashed_integers(sp.srepr(expr), 2**12)
    for attempt, prec in enumerate(precisions):
        found = [_admissible(s, next(numbers), attempt % 2 == 1) for s in symbols]
        point = [x for x in found if x is not None]
        if len(point) < len(found):
            return None
        with ctx.workprec(prec):
            value = function(*map(acb, point))
            if value.is_finite() and not value.contains(0):
                where = ", ".join(f"{s} = {x}" for s, x in zip(symbols, point, strict=True))
                evidence = f"{value.str(12)} at {where}" if where else f"its value is {value.str(12)}"
                return ZeroTest(status="nonzero", how="ball", evidence=evidence)
    return None


def _admissible(symbol: sp.Symbol, number: int, negative_first: bool) -> fmpq | None:
    """A small rational that obeys the assumptions of the symbol, or None when none of these does."""
    value = sp.Rational(number % 2**12 + 1, 2**10)
    integer = sp.Integer(number % 7 + 2)
    candidates = [-value, value] if negative_first else [value, -value]
    candidates += [1 - value / 8, integer, -integer, 2 * integer, 2 * integer + 1]
    known = {k: v for k, v in symbol.assumptions0.items() if k != "commutative"}
    for candidate in candidates:
        if all(getattr(candidate, f"is_{k}", None) is v for k, v in known.items()):
            return fmpq(int(candidate.p), int(candidate.q))
    return None


def _by_short_sums(expr: sp.Expr) -> ZeroTest | None:
    """An expression with sums is not zero when it is not with three terms in every sum."""
    limits = [x for total in expr.atoms(sp.Sum) for limit in total.limits for x in limit[1:]]
    ends = {s for x in limits for s in x.free_symbols}
    if not ends or not all(s.is_integer for s in ends):
        return None
    instance = expr.subs(dict.fromkeys(ends, sp.Integer(3))).doit()
    if instance.has(sp.Sum) or is_zero(instance).status != "nonzero":
        return None
    return ZeroTest(status="nonzero", how="exact", evidence=f"not 0 with {', '.join(map(str, ends))} = 3")


def _by_minimal_polynomial(expr: sp.Expr) -> ZeroTest | None:
    """An algebraic number is zero when its minimal polynomial is x."""
    if expr.free_symbols or expr.is_algebraic is not True or sum(1 for e in sp.preorder_traversal(expr)) > 60:
        return None
    x = sp.Dummy("x")
    if sp.minimal_polynomial(expr, x) == x:
        return ZeroTest(status="zero", how="exact", evidence="its minimal polynomial is x")
    return ZeroTest(status="nonzero", how="exact", evidence="its minimal polynomial is not x")
