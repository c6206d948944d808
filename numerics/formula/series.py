"""Truncated power series in t whose coefficients are rationals, balls, or matrices of them: exact derivatives.

The k-th derivative along a direction is k! times the coefficient of t^k of the formula at x + t v, by the same
evaluation that gives its value; rational instances stay rational.
"""

from __future__ import annotations

from typing import Any

from flint import arb, arb_mat, arb_series, ctx, fmpq, fmpq_mat

MATRICES = (arb_mat, fmpq_mat)


def matrix(rows: list[list[Any]]) -> Any:
    """A matrix of rationals, of balls, or, where an entry is a series, a series of matrices."""
    entries = [x for row in rows for x in row]
    terms = max((len(x.terms) for x in entries if isinstance(x, Series)), default=0)
    if not terms:
        return (fmpq_mat if all(isinstance(x, fmpq) for x in entries) else arb_mat)(rows)
    levels = [
        [[x.terms[k] if isinstance(x, Series) else (x if k == 0 else x * 0) for x in row] for row in rows] for k in range(terms)
    ]
    return Series([matrix(level) for level in levels])


def trace(m: Any) -> Any:
    """The trace of a matrix or of a series of matrices."""
    if isinstance(m, Series):
        return Series([trace(c) for c in m.terms])
    total = m[0, 0]
    for k in range(1, m.nrows()):
        total = total + m[k, k]
    return total


def rows(m: Any) -> list[list[Any]]:
    """The entries of a matrix, or of a series of matrices as series."""
    if not isinstance(m, Series):
        return m.tolist()  # type: ignore[no-any-return]
    levels = [c.tolist() for c in m.terms]
    return [[Series([level[i][j] for level in levels]) for j in range(len(row))] for i, row in enumerate(levels[0])]


class Series:
    """c0 + c1 t + ... + ck t^k, arithmetic modulo t^(k+1)."""

    def __init__(self, terms: list[Any]) -> None:
        self.terms = terms

    def _lift(self, other: Any) -> Series:
        if isinstance(other, Series):
            return other
        return Series([other, *([other * 0] * (len(self.terms) - 1))])

    def __add__(self, other: Any) -> Series:
        return Series([a + b for a, b in zip(self.terms, self._lift(other).terms, strict=True)])

    __radd__ = __add__

    def __neg__(self) -> Series:
        return Series([a * -1 for a in self.terms])

    def __sub__(self, other: Any) -> Series:
        return self + (-self._lift(other))

    def __rsub__(self, other: Any) -> Series:
        return -self + other

    def _times(self, other: Any, flipped: bool) -> Series:
        a, b = self.terms, self._lift(other).terms
        if flipped:
            a, b = b, a
        found = []
        for k in range(len(a)):
            total = _product(a[0], b[k])
            for i in range(1, k + 1):
                total = total + _product(a[i], b[k - i])
            found.append(total)
        return Series(found)

    def __mul__(self, other: Any) -> Series:
        return self._times(other, False)

    def __rmul__(self, other: Any) -> Series:
        return self._times(other, True)

    def inv(self) -> Series:
        """1 over the series, or the inverse matrix."""
        first = self.terms[0].inv() if isinstance(self.terms[0], MATRICES) else 1 / self.terms[0]
        found = [first]
        for k in range(1, len(self.terms)):
            total = _product(self.terms[1], found[k - 1])
            for i in range(2, k + 1):
                total = total + _product(self.terms[i], found[k - i])
            found.append(_product(first, total) * -1)
        return Series(found)

    def __truediv__(self, other: Any) -> Series:
        return self * self._lift(other).inv()

    def __rtruediv__(self, other: Any) -> Series:
        return self.inv() * other

    def __pow__(self, n: Any) -> Series:
        if not isinstance(n, int):
            return (self.log() * n).exp()  # type: ignore[no-any-return]
        if n < 0:
            return self.inv() ** -n
        if n == 0:
            return self * 0 + 1
        found = self
        for _ in range(n - 1):
            found = found * self
        return found

    def transpose(self) -> Series:
        return Series([c.transpose() for c in self.terms])

    def trace(self) -> Series:
        return trace(self)  # type: ignore[no-any-return]

    def tolist(self) -> list[list[Any]]:
        return rows(self)

    def __getitem__(self, place: Any) -> Series:
        return Series([c[place] for c in self.terms])

    def nrows(self) -> int:
        return int(self.terms[0].nrows())

    def ncols(self) -> int:
        return int(self.terms[0].ncols())

    def det(self) -> Series:
        """By the derivative of the determinant: k d_k = sum of the coefficients of det tr(A^-1 A')."""
        inverse = self.inv()
        slope = Series([c * (k + 1) for k, c in enumerate(self.terms[1:])] + [self.terms[0] * 0])
        rate = trace(inverse * slope).terms
        found = [self.terms[0].det()]
        for k in range(1, len(self.terms)):
            total = found[0] * rate[k - 1]
            for i in range(1, k):
                total = total + found[i] * rate[k - 1 - i]
            found.append(total / k)
        return Series(found)

    def __abs__(self) -> Series:
        first = self.terms[0]
        if not (first > 0 or first < 0):
            raise ZeroDivisionError("|x| has no derivative at 0")
        return self if first > 0 else -self

    def __lt__(self, other: Any) -> bool:
        return bool(self.terms[0] < self._lift(other).terms[0])

    def __gt__(self, other: Any) -> bool:
        return bool(self.terms[0] > self._lift(other).terms[0])

    def sinh(self) -> Series:
        return (self.exp() - (-self).exp()) / 2  # type: ignore[no-any-return]

    def cosh(self) -> Series:
        return (self.exp() + (-self).exp()) / 2  # type: ignore[no-any-return]

    def tanh(self) -> Series:
        return 1 - 2 / ((self * 2).exp() + 1)  # type: ignore[no-any-return]

    def _by_flint(self, name: str, *args: Any) -> Series:
        count, before = len(self.terms), ctx.cap
        try:
            ctx.cap = count
            made = getattr(arb_series([arb(c) for c in self.terms], count), name)(*args)
            return Series([made[k] for k in range(count)])
        finally:
            ctx.cap = before

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(arb_series, name):
            raise AttributeError(name)
        return lambda *args: self._by_flint(name, *args)


def _product(a: Any, b: Any) -> Any:
    if isinstance(b, MATRICES) and not isinstance(a, MATRICES):
        return b * a  # flint multiplies a matrix by a number from the right
    return a * b
