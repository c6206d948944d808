"""Laws of random terms, with what is known of them: moments, bounds, and the constants of their polynomials.

A law's parameters are arguments of the term, so substitution reaches them. Entries of an array are independent unless
the law says otherwise (a covariance, a sphere, Haar). ``moment(k)`` is E X^k of one entry; ``support`` its bounds.
"""

from __future__ import annotations

from typing import Any, ClassVar

import sympy as sp

from lemmata.theory.language.errors import ClaimError


class Law(sp.Basic):  # type: ignore[misc]
    """A probability law; ``word`` is its name in the text."""

    word: ClassVar[str] = ""
    shapes: ClassVar[tuple[int, ...]] = (0, 1, 2)  # how many sizes a term of this law may have
    gaussian: ClassVar[bool] = False

    def moment(self, k: int) -> sp.Expr | None:
        """E X^k of one entry; None where it is not known or infinite."""
        return None

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        """The least interval that holds an entry almost surely."""
        return (-sp.oo, sp.oo)

    @property
    def integer(self) -> bool:
        return False

    @property
    def dependent(self) -> bool:
        """Whether the entries of an array depend on each other."""
        return False

    def _text(self, show: Any) -> str:
        inner = ", ".join(show(a) for a in self.args)
        return f"{self.word}({inner})" if inner else self.word

    def _sympystr(self, printer: Any) -> str:
        return self._text(printer._print)

    def _latex(self, printer: Any) -> str:
        inner = ", ".join(printer._print(a) for a in self.args)
        return rf"\mathrm{{{self.word.replace(' ', chr(92) + ' ')}}}" + (rf"\left({inner}\right)" if inner else "")


class NormalLaw(Law):
    """Normal with mean 0 and variance ``C``; for a column, ``C`` may be its covariance matrix."""

    word = "Normal"
    gaussian = True

    def __new__(cls, C: Any = 1) -> NormalLaw:
        return super().__new__(cls, sp.sympify(C))  # type: ignore[no-any-return]

    @property
    def variance(self) -> sp.Expr:
        return self.args[0]

    @property
    def dependent(self) -> bool:
        return bool(getattr(self.args[0], "is_Matrix", False))

    def moment(self, k: int) -> sp.Expr | None:
        if self.dependent:
            return None
        return sp.Integer(0) if k % 2 else sp.factorial2(k - 1) * self.args[0] ** sp.Rational(k, 2)

    def _latex(self, printer: Any) -> str:
        return rf"N\left(0, {printer._print(self.args[0])}\right)"

    def _text(self, show: Any) -> str:
        return f"N(0, {show(self.args[0])})"


class UniformLaw(Law):
    """Uniform on [a, b]."""

    word = "Uniform"

    def __new__(cls, a: Any = 0, b: Any = 1) -> UniformLaw:
        a, b = sp.sympify(a), sp.sympify(b)
        if (b - a).is_nonpositive:
            raise ClaimError(f"Uniform({a}, {b}) is empty: give a < b")
        return super().__new__(cls, a, b)  # type: ignore[no-any-return]

    def moment(self, k: int) -> sp.Expr:
        a, b = self.args
        return sp.Add(*(a**i * b ** (k - i) for i in range(k + 1))) / (k + 1)

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[0], self.args[1]


class RademacherLaw(Law):
    """Fair signs."""

    word = "Rademacher"

    def moment(self, k: int) -> sp.Expr:
        return sp.Integer(1 - k % 2)

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return sp.Integer(-1), sp.Integer(1)

    @property
    def integer(self) -> bool:
        return True


class BernoulliLaw(Law):
    """1 with probability p, else 0."""

    word = "Bernoulli"

    def __new__(cls, p: Any = sp.S.Half) -> BernoulliLaw:
        return super().__new__(cls, sp.sympify(p))  # type: ignore[no-any-return]

    def moment(self, k: int) -> sp.Expr:
        return self.args[0] if k else sp.Integer(1)

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return sp.Integer(0), sp.Integer(1)

    @property
    def integer(self) -> bool:
        return True


class ExponentialLaw(Law):
    """Exponential with mean ``mean``."""

    word = "Exponential"

    def __new__(cls, mean: Any = 1) -> ExponentialLaw:
        return super().__new__(cls, sp.sympify(mean))  # type: ignore[no-any-return]

    def moment(self, k: int) -> sp.Expr:
        return sp.factorial(k) * self.args[0] ** k

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return sp.Integer(0), sp.oo


class ChiSquareLaw(Law):
    """Chi-square with ``df`` degrees of freedom."""

    word = "ChiSquare"

    def __new__(cls, df: Any) -> ChiSquareLaw:
        return super().__new__(cls, sp.sympify(df))  # type: ignore[no-any-return]

    def moment(self, k: int) -> sp.Expr:
        return sp.Mul(*(self.args[0] + 2 * i for i in range(k)))

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return sp.Integer(0), sp.oo


class StudentLaw(Law):
    """Student's law with ``df`` degrees of freedom; its moments of order df and above are infinite."""

    word = "Student"

    def __new__(cls, df: Any) -> StudentLaw:
        return super().__new__(cls, sp.sympify(df))  # type: ignore[no-any-return]

    def moment(self, k: int) -> sp.Expr | None:
        df = self.args[0]
        if not (df - k).is_positive:
            return None
        if k % 2:
            return sp.Integer(0)
        return sp.Mul(*((2 * i - 1) * df / (df - 2 * i) for i in range(1, k // 2 + 1)))


class SphereLaw(Law):
    """Uniform on the sphere of radius ``radius``; of a matrix, every row is one such point, independent of the others."""

    word = "Sphere"
    shapes = (1, 2)

    def __new__(cls, radius: Any = 1) -> SphereLaw:
        return super().__new__(cls, sp.sympify(radius))  # type: ignore[no-any-return]

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return -self.args[0], self.args[0]

    @property
    def dependent(self) -> bool:
        return True


class HaarLaw(Law):
    """Haar measure: a uniformly random orthogonal matrix; rectangular, its first columns."""

    word = "Haar"
    shapes = (2,)

    @property
    def support(self) -> tuple[sp.Expr, sp.Expr]:
        return sp.Integer(-1), sp.Integer(1)

    @property
    def dependent(self) -> bool:
        return True


class WishartLaw(Law):
    """Y Y' / n, where Y has n independent columns N(0, C); ``C`` is a matrix, or 1 for the identity."""

    word = "Wishart"
    shapes = (2,)

    def __new__(cls, n: Any, C: Any = 1) -> WishartLaw:
        return super().__new__(cls, sp.sympify(n), sp.sympify(C))  # type: ignore[no-any-return]

    @property
    def dependent(self) -> bool:
        return True


Normal, Uniform, Rademacher, Bernoulli = NormalLaw, UniformLaw, RademacherLaw, BernoulliLaw
Exponential, ChiSquare, Student = ExponentialLaw, ChiSquareLaw, StudentLaw
Sphere, Haar, Wishart = SphereLaw, HaarLaw, WishartLaw
