r"""Functions of the field that sympy does not have: probabilists' Hermite, the normal law, Gaussian means.

Conventions: $\mathrm{He}_n$ is monic and orthogonal for $N(0,1)$, $h_n=\mathrm{He}_n/\sqrt{n!}$ orthonormal;
$\varphi$ and $\Phi$ are the density and distribution function of $N(0,1)$. ``IndexedBase`` sequences start at
index 1 (a spectrum $\lambda_1,\lambda_2,\dots$); ``Coefficients`` start at index 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter

from lemmata.theory.language.errors import ClaimError


def _power(text: str, exp: str | None) -> str:
    return text if exp is None else rf"{{{text}}}^{{{exp}}}"


@lru_cache(maxsize=256)
def _monic(n: int) -> tuple[int, ...]:
    """Coefficients of He_n, ascending."""
    if n < 2:
        return (0,) * n + (1,)
    older, old = _monic(n - 2), _monic(n - 1)
    return tuple((old[k - 1] if k else 0) - ((n - 1) * older[k] if k < n - 1 else 0) for k in range(n + 1))


def _low_degree(cls: type, n: sp.Expr, x: sp.Expr) -> sp.Expr | None:
    if n.is_Number and not (n.is_Integer and n.is_nonnegative):
        raise ClaimError(f"{cls.__name__}({n}, {x}): the degree must be a non-negative integer")
    if n.is_zero:
        return sp.S.One
    return x if n == 1 else None


class He(sp.Function):  # type: ignore[misc]
    r"""The monic Hermite polynomial $\mathrm{He}_n(x)$; ``doit()`` expands it for an explicit degree."""

    nargs = 2

    @classmethod
    def eval(cls, n: sp.Expr, x: sp.Expr) -> sp.Expr | None:
        return _low_degree(cls, n, x)

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        n, x = self.args
        if argindex != 2:
            raise sp.core.function.ArgumentIndexError(self, argindex)
        return n * He(n - 1, x)

    def doit(self, **hints: Any) -> sp.Expr:
        n, x = (a.doit(**hints) if hints.get("deep", True) else a for a in self.args)
        if not n.is_Integer:
            return self.func(n, x)
        return sp.Add(*(c * x**k for k, c in enumerate(_monic(int(n))) if c))

    def _eval_evalf(self, prec: int) -> sp.Expr | None:
        return self.doit()._eval_evalf(prec) if self.args[0].is_Integer else None

    def _eval_is_extended_real(self) -> bool | None:
        return True if self.args[1].is_extended_real else None

    def _eval_is_finite(self) -> bool | None:
        return True if self.args[1].is_finite else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        n, x = (printer._print(a) for a in self.args)
        return _power(rf"\mathrm{{He}}_{{{n}}}", exp) + rf"\left({x}\right)"


class h(sp.Function):  # type: ignore[misc]
    r"""The orthonormal Hermite polynomial $h_n=\mathrm{He}_n/\sqrt{n!}$."""

    nargs = 2

    @classmethod
    def eval(cls, n: sp.Expr, x: sp.Expr) -> sp.Expr | None:
        return _low_degree(cls, n, x)

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        n, x = self.args
        if argindex != 2:
            raise sp.core.function.ArgumentIndexError(self, argindex)
        return sp.sqrt(n) * h(n - 1, x)

    def doit(self, **hints: Any) -> sp.Expr:
        n, x = (a.doit(**hints) if hints.get("deep", True) else a for a in self.args)
        return He(n, x).doit() / sp.sqrt(sp.factorial(n)) if n.is_Integer else self.func(n, x)

    def _eval_evalf(self, prec: int) -> sp.Expr | None:
        return self.doit()._eval_evalf(prec) if self.args[0].is_Integer else None

    def _eval_is_extended_real(self) -> bool | None:
        return True if self.args[1].is_extended_real else None

    def _eval_is_finite(self) -> bool | None:
        return True if self.args[1].is_finite else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        n, x = (printer._print(a) for a in self.args)
        return _power(rf"h_{{{n}}}", exp) + rf"\left({x}\right)"


class phi(sp.Function):  # type: ignore[misc]
    r"""The normal density $\varphi(x)=e^{-x^2/2}/\sqrt{2\pi}$."""

    nargs = 1

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        return -self.args[0] * self

    def _eval_rewrite_as_exp(self, x: sp.Expr, **kwargs: Any) -> sp.Expr:
        return sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)

    def _eval_evalf(self, prec: int) -> sp.Expr:
        return self.rewrite(sp.exp)._eval_evalf(prec)

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_real else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        return _power(r"\varphi", exp) + rf"\left({printer._print(self.args[0])}\right)"


class Phi(sp.Function):  # type: ignore[misc]
    r"""The normal distribution function $\Phi(x)=\tfrac12\operatorname{erfc}(-x/\sqrt2)$."""

    nargs = 1

    @classmethod
    def eval(cls, x: sp.Expr) -> sp.Expr | None:
        values = {sp.oo: sp.S.One, -sp.oo: sp.S.Zero, sp.S.Zero: sp.S.Half}
        return values.get(x)

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        return phi(self.args[0])

    def _eval_rewrite_as_erfc(self, x: sp.Expr, **kwargs: Any) -> sp.Expr:
        return sp.erfc(-x / sp.sqrt(2)) / 2

    def _eval_evalf(self, prec: int) -> sp.Expr:
        return self.rewrite(sp.erfc)._eval_evalf(prec)

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_real else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        return _power(r"\Phi", exp) + rf"\left({printer._print(self.args[0])}\right)"


class GaussMean(sp.Expr):  # type: ignore[misc]
    r"""$\mathbb E\,f(z)$ for $z\sim N(0,1)$; ``z`` is bound. ``doit()`` is exact for polynomials in ``z``."""

    is_commutative = True

    def __new__(cls, f: Any, z: sp.Symbol) -> sp.Expr:
        f = sp.sympify(f)
        if not isinstance(z, sp.Symbol):
            raise ClaimError(f"GaussMean({f}, {z}): the second argument must be a symbol")
        if z.is_integer or z.is_extended_nonnegative or z.is_extended_nonpositive or z.is_extended_real is False:
            # sympy would already have simplified |z| or max(0, z) under an assumption that a normal z breaks
            raise ClaimError(f"GaussMean({f}, {z}): {z} ranges over the whole line; declare it real and nothing more")
        return f if z not in f.free_symbols else super().__new__(cls, f, z)

    @property
    def bound_symbols(self) -> list[sp.Symbol]:
        return [self.args[1]]

    @property
    def free_symbols(self) -> set[sp.Basic]:
        free: set[sp.Basic] = self.args[0].free_symbols - {self.args[1]}
        return free

    def _eval_subs(self, old: sp.Basic, new: sp.Basic) -> sp.Expr | None:
        f, z = self.args
        if old == z:
            return self
        if z in new.free_symbols:
            fresh = sp.Dummy(z.name, real=True)
            f, z = f.xreplace({z: fresh}), fresh
        return self.func(f._subs(old, new), z)

    def _eval_derivative(self, s: sp.Symbol) -> sp.Expr:
        f, z = self.args
        return sp.S.Zero if s == z else self.func(f.diff(s), z)

    def doit(self, **hints: Any) -> sp.Expr:
        f, z = self.args[0].doit(**hints), self.args[1]
        if z not in f.free_symbols:
            return f
        if not f.is_polynomial(z):
            return self.func(f, z)
        terms = sp.Poly(f, z).terms()
        return sp.Add(*[c * sp.factorial2(k - 1) for (k,), c in terms if k % 2 == 0])

    def _eval_is_extended_real(self) -> bool | None:
        return True if self.args[0].is_extended_real else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        f, z = (printer._print(a) for a in self.args)
        return _power(rf"\mathbb{{E}}_{{{z}}}\left[{f}\right]", exp)


class Coefficients(sp.IndexedBase):  # type: ignore[misc]
    r"""A sequence whose first element has index 0: $c_0,c_1,\dots$ (an ``IndexedBase`` starts at 1)."""
