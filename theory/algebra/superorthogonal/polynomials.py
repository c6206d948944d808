"""Exact moments E[g(z)^i He_k(z)], z ~ N(0,1), of polynomials over Q(sqrt s); superorthogonality decided exactly.

Conventions: He_n monic (probabilists'), E[He_n He_m] = n! delta; g = sum_n (a_n + b_n sqrt s) He_n with rational a_n, b_n, s.
g is (I,K)-superorthogonal when it is not constant and E[g^i He_k] = 0 for all 1 <= i <= I, 1 <= k <= K.
E[.] is the linear functional z^{2m} -> (2m-1)!! on power-basis polynomials, so every value is an exact number of Q(sqrt s).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx, fmpq, fmpq_poly

from lemmata.theory.algebra.hermite import expectation
from lemmata.theory.algebra.hermite import hermite_poly as hermite
from lemmata.theory.language.errors import DomainError


def as_fmpq(value: int | str | Fraction | fmpq) -> fmpq:
    """An exact rational; strings may be fractions '3/4' or decimals '1.5e-9'. Floats are refused."""
    if isinstance(value, fmpq):
        return value
    if isinstance(value, (float, bool)):
        raise DomainError(f"coefficient {value!r} is not exact; write it as an int, a Fraction or a decimal string")
    try:
        exact = Fraction(value)
    except (ValueError, TypeError) as error:
        raise DomainError(f"coefficient {value!r} is not a rational number; write '3/4' or '1.5e-9'") from error
    return fmpq(exact.numerator, exact.denominator)


@dataclass(frozen=True)
class Surd:
    """The exact number a + b sqrt(s)."""

    a: fmpq
    b: fmpq
    s: fmpq

    def is_zero(self) -> bool:
        """Exact: a + b sqrt s = 0 iff a^2 = b^2 s and a b <= 0 (sqrt s may be rational)."""
        return self.a * self.a == self.b * self.b * self.s and self.a * self.b <= 0

    def ball(self, bits: int = 256) -> arb:
        """An enclosure at the stated working precision."""
        with ctx.workprec(bits):
            return arb(self.a) + arb(self.b) * arb(self.s).sqrt()

    def __truediv__(self, other: Surd) -> Surd:
        if self.b != 0 and other.b != 0 and self.s != other.s:
            raise DomainError(f"radicands {self.s} and {other.s} differ; both numbers must lie in one field Q(sqrt s)")
        s = self.s if self.b != 0 else other.s
        norm = other.a * other.a - other.b * other.b * s
        if norm == 0:
            raise DomainError(f"division by {other}: its norm is zero")
        return Surd((self.a * other.a - self.b * other.b * s) / norm, (self.b * other.a - self.a * other.b) / norm, s)

    def __float__(self) -> float:
        return float(self.ball(1024))

    def __str__(self) -> str:
        return f"{self.a}" if self.b == 0 else f"{self.a} + ({self.b})*sqrt({self.s})"


class Polynomial:
    """g = sum_n (rational[n] + radical[n] sqrt(radicand)) He_n, held as two exact power-basis polynomials a + b sqrt(s)."""

    def __init__(
        self,
        rational: Mapping[int, int | str | Fraction | fmpq],
        radical: Mapping[int, int | str | Fraction | fmpq] | None = None,
        radicand: int | str | Fraction | fmpq = 0,
    ) -> None:
        self.rational = {int(n): as_fmpq(c) for n, c in rational.items()}
        self.radical = {int(n): as_fmpq(c) for n, c in (radical or {}).items()}
        self.radicand = as_fmpq(radicand)
        if self.radicand < 0:
            raise DomainError(f"radicand {self.radicand} is negative; the coefficients must be real")
        if any(n < 0 for n in (*self.rational, *self.radical)):
            raise DomainError(f"index {min((*self.rational, *self.radical))} is negative; Hermite indices start at 0")
        self.a, self.b = _power_basis(self.rational), _power_basis(self.radical)

    @property
    def degree(self) -> int:
        """The degree of g (indices whose coefficient is exactly zero do not count); -1 for g = 0."""
        indices = [n for n in {*self.rational, *self.radical} if not self.coefficient(n).is_zero()]
        return max(indices, default=-1)

    def coefficient(self, n: int) -> Surd:
        """The coefficient of He_n."""
        return Surd(self.rational.get(n, fmpq(0)), self.radical.get(n, fmpq(0)), self.radicand)

    def replace(self, n: int, value: int | str | Fraction | fmpq) -> Polynomial:
        """The same polynomial with a rational coefficient at He_n."""
        radical = {m: c for m, c in self.radical.items() if m != n}
        return Polynomial({**self.rational, n: as_fmpq(value)}, radical, self.radicand)

    def affine(self, scale: int | str | Fraction | fmpq, shift: int | str | Fraction | fmpq) -> Polynomial:
        """scale * g + shift."""
        factor = as_fmpq(scale)
        rational = {n: factor * c for n, c in self.rational.items()}
        rational[0] = rational.get(0, fmpq(0)) + as_fmpq(shift)
        return Polynomial(rational, {n: factor * c for n, c in self.radical.items()}, self.radicand)


def _power_basis(series: Mapping[int, fmpq]) -> fmpq_poly:
    total = fmpq_poly([0])
    for n, c in series.items():
        total += c * hermite(n)
    return total


def moment(g: Polynomial, i: int, k: int) -> Surd:
    """E[g^i He_k] exactly (i, k >= 0)."""
    if i < 0 or k < 0:
        raise DomainError(f"moment ({i},{k}) does not exist; take i >= 0 and k >= 0")
    p, q = fmpq_poly([1]), fmpq_poly([0])
    for _ in range(i):
        p, q = p * g.a + g.radicand * (q * g.b), p * g.b + q * g.a
    return Surd(expectation(p * hermite(k)), expectation(q * hermite(k)), g.radicand)


def moments(g: Polynomial, I: int, K: int) -> dict[tuple[int, int], Surd]:
    """{(i, k): E[g^i He_k]} for 1 <= i <= I, 1 <= k <= K, exactly."""
    table: dict[tuple[int, int], Surd] = {}
    p, q = fmpq_poly([1]), fmpq_poly([0])
    for i in range(1, I + 1):
        p, q = p * g.a + g.radicand * (q * g.b), p * g.b + q * g.a
        for k in range(1, K + 1):
            table[i, k] = Surd(expectation(p * hermite(k)), expectation(q * hermite(k)), g.radicand)
    return table


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Whether g is (I,K)-superorthogonal, with the first non-zero moment (i, k, value) when it is not."""

    I: int
    K: int
    holds: bool
    degree: int
    failure: tuple[int, int] | None = None
    value: Surd | None = None

    def __bool__(self) -> bool:
        return self.holds


def is_superorthogonal(g: Polynomial, I: int, K: int) -> Decision:
    """Decide E[g^i He_k] = 0 for all 1 <= i <= I, 1 <= k <= K exactly; a constant g is not superorthogonal by definition."""
    if I < 1 or K < 1:
        raise DomainError(f"(I,K) = ({I},{K}) is empty; take I >= 1 and K >= 1")
    if g.degree <= 0:
        return Decision(I=I, K=K, holds=False, degree=g.degree)
    for (i, k), value in moments(g, I, K).items():
        if not value.is_zero():
            return Decision(I=I, K=K, holds=False, degree=g.degree, failure=(i, k), value=value)
    return Decision(I=I, K=K, holds=True, degree=g.degree)
