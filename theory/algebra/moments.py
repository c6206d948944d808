r"""What bounds the fourth moment of a term: its kurtosis $E(f-Ef)^4/(\operatorname{Var}f)^2$, read off its form.

A polynomial in Gaussian variables has Hermite components $F_k$ (its projections on the k-th chaos). The kurtosis of one
component is at most that of $\mathrm{He}_k$, $\kappa_k=3+\sum_{r=1}^{k-1}\binom kr^2\bigl(1+\binom{2k-2r}{k-r}\bigr)$ = 3, 15, 93, 639:
by the product formula $EF^4-3(EF^2)^2$ is a sum of squared norms of contractions, each at most that of a rank-one kernel.
Of several components it is at most $(\sum_k\sqrt{\kappa_k})^2$, by Minkowski's and the Cauchy-Schwarz inequality; of degrees 1 and 2 at
most 15 (the fourth cumulant of $\sum\lambda_i(z_i^2-1)+\mu_iz_i$ is $48\sum\lambda_i^4+\lambda_i^2\mu_i^2$). Polynomials of degree q in signs,
in centred or shifted uniform variables (coordinates of points of $S^2$), in points of spheres, and in Gaussians with them, have
$\|f\|_4\le3^{q/2}\|f\|_2$ (Bonami; Beckner), so kurtosis at most $9^q$; at most 3 for degree 1.
Sources: I. Nourdin, G. Peccati, Normal Approximations with Malliavin Calculus (2012), ch. 5; R. O'Donnell, Analysis of Boolean
Functions (2014), ch. 9-11; W. Beckner, Proc. Natl. Acad. Sci. 89 (1992), 4816.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.algebra.intervals import bounds
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import He, h
from lemmata.theory.language.matrices import DiagMatrix, FrobeniusNorm
from lemmata.theory.language.operators import BINDERS, Expectation, VarianceOf
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomNumber, RandomTerm, samples

__all__ = ["bounds", "chaos_kurtosis", "kurtosis_bound", "mixed_kurtosis"]

Degrees = frozenset[int]
MOST = 24  # degrees beyond this bound nothing of use
_NONE: Degrees = frozenset({0})


def chaos_kurtosis(k: int) -> int:
    """The largest kurtosis of a polynomial of the one Hermite degree k: that of He_k."""
    return 3 + sum(math.comb(k, r) ** 2 * (1 + math.comb(2 * k - 2 * r, k - r)) for r in range(1, k))


def mixed_kurtosis(degrees: Iterable[int]) -> float:
    """A bound on the kurtosis of a polynomial with Hermite components of these degrees."""
    present = sorted(set(degrees))
    if present == [1, 2]:
        return 15.0
    if len(present) == 1:
        return float(chaos_kurtosis(present[0]))
    return min(sum(math.sqrt(chaos_kurtosis(k)) for k in present) ** 2, 9.0 ** present[-1])


@lru_cache(maxsize=256)
def kurtosis_bound(expr: Any) -> tuple[float, str] | None:
    """A bound on the kurtosis of a random term at every point, and why; None where its form gives none."""
    expr = expand(sp.sympify(expr)).replace(lambda e: isinstance(e, He | h), lambda e: e.doit())
    terms = _free(expr)
    if not terms or not all(_hypercontractive(t) for t in terms):
        return None
    degrees = _degrees(expr)
    if degrees is None or max(degrees) == 0 or max(degrees) > MOST:
        return None
    top = max(degrees)
    if not all(_gaussian(t) for t in terms):
        what = _names(terms)
        if top == 1:
            return 3.0, f"linear in {what}"
        return 9.0**top, f"a polynomial of degree {top} in {what}: at most 9^{top}"
    present = _exact_hermite(expr, terms)
    if present is None:
        present = frozenset(k - 2 * j for k in degrees for j in range(k // 2 + 1))
    present -= {0}
    if not present:
        return None
    shown = ", ".join(map(str, sorted(present)))
    word = "degree" if len(present) == 1 else "degrees"
    return mixed_kurtosis(present), f"a polynomial in Gaussian variables ({_names(terms)}) of Hermite {word} {shown}"


def _free(e: Any) -> list[RandomTerm]:
    """The random terms that no mean binds."""

    def found(node: Any) -> set[RandomTerm]:
        if isinstance(node, RandomTerm):
            return {node}
        inner = set().union(*(found(a) for a in getattr(node, "args", ())))
        return inner - set(node.bound) if isinstance(node, BINDERS) else inner

    return sorted(found(e), key=lambda t: (t.name, str(t.args)))


def _names(terms: Iterable[RandomTerm]) -> str:
    return ", ".join(sorted({t.name for t in terms}))


# -- laws ----------------------------------------------------------------------------------------------------------


def _gaussian(term: RandomTerm) -> bool:
    return term.law.word in ("Normal", "Wishart")


def _hypercontractive(term: RandomTerm) -> bool:
    if samples(term.law) or any(samples(s) for s in term.sizes):
        return False
    if term.law.word == "Bernoulli":
        return bool(term.law.args[0] == sp.S.Half)
    return term.law.word in ("Normal", "Wishart", "Rademacher", "Uniform", "Sphere")


def _own(term: RandomTerm) -> Degrees:
    """The degree of a sample in the variables that its law is made of."""
    return frozenset({2}) if term.law.word == "Wishart" else frozenset({1})


# -- degrees -------------------------------------------------------------------------------------------------------


def _union(args: Iterable[Any]) -> Degrees | None:
    found = [_degrees(a) for a in args]
    return None if any(d is None for d in found) else frozenset().union(*(d for d in found if d is not None))


def _product(args: Iterable[Any]) -> Degrees | None:
    total = _NONE
    for a in args:
        own = _degrees(a)
        if own is None:
            return None
        total = frozenset(x + y for x, y in itertools.product(total, own))
        if max(total) > MOST:
            return None
    return total


def _degrees(e: Any) -> Degrees | None:
    """The degrees of the monomials of a polynomial in random variables; None where it is none."""
    if isinstance(e, RandomNumber | RandomMatrix):
        return _own(e)
    if isinstance(e, RandomEntry):
        return _own(e.args[0])
    if not samples(e):
        return _NONE
    for cls, rule in _RULES.items():
        if isinstance(e, cls):
            return rule(e)
    return None


def _power(e: Any) -> Degrees | None:
    base, exponent = e.args
    if not exponent.is_Integer or exponent < 0 or exponent > MOST or samples(exponent):
        return None
    if isinstance(base, FrobeniusNorm):
        return _product([base.args[0]] * int(exponent)) if exponent % 2 == 0 else None
    return _product([base] * int(exponent))


def _entrywise(e: Any) -> Degrees | None:
    f, matrix, order = e.args
    if not isinstance(f, sp.Lambda) or not order.is_Integer or samples(f):
        return None
    z = f.variables[0]
    formula = sp.diff(f.expr, (z, int(order))) if order else f.expr
    formula = formula.replace(lambda x: isinstance(x, He | h), lambda x: x.doit())
    if not formula.is_polynomial(z):
        return None
    found = [_product([matrix] * k) for (k,) in sp.Poly(formula, z).monoms()]
    return None if any(d is None for d in found) else frozenset().union(*(d for d in found if d is not None))


def _conditional(e: Any) -> Degrees | None:
    """A mean over some variables lowers the degree in the others, by any number; a variance doubles it first."""
    if not _free(e):
        return _NONE
    inner = _degrees(e.body) if isinstance(e, Expectation) else None
    return None if inner is None else frozenset(range((1 + isinstance(e, VarianceOf)) * max(inner) + 1))


_RULES: dict[Any, Callable[[Any], Degrees | None]] = {
    BINDERS: _conditional,
    sp.Add: lambda e: _union(e.args),
    sp.MatAdd: lambda e: _union(e.args),
    sp.Mul: lambda e: _product(e.args),
    sp.MatMul: lambda e: _product(e.args),
    sp.HadamardProduct: lambda e: _product(e.args),
    sp.Inverse: lambda e: None,
    sp.Pow: _power,
    sp.MatPow: _power,
    sp.Trace: lambda e: _degrees(e.args[0]),
    sp.Transpose: lambda e: _degrees(e.args[0]),
    MatrixElement: lambda e: None if any(samples(i) for i in e.args[1:]) else _degrees(e.args[0]),
    DiagMatrix: lambda e: _degrees(e.args[0]),
    sp.DiagonalMatrix: lambda e: _degrees(e.args[0]),
    sp.Sum: lambda e: None if any(samples(b) for limit in e.limits for b in limit[1:]) else _degrees(e.function),
    Entrywise: _entrywise,
}


# -- exact Hermite components of polynomials in numbers ------------------------------------------------------------


def _exact_hermite(expr: Any, terms: Iterable[RandomTerm]) -> Degrees | None:
    """The Hermite degrees of a polynomial in independent normal numbers, cancellations seen; None for anything else."""
    given = list(terms)
    if not all(isinstance(t, RandomNumber) and t.law.word == "Normal" for t in given) or expr.has(*BINDERS, sp.Sum):
        return None
    names = {t: sp.Dummy(t.name, real=True) for t in given}
    plain = expr.xreplace(names)
    if not plain.is_polynomial(*names.values()):
        return None
    found: dict[tuple[int, ...], Any] = {}
    for powers, coefficient in sp.Poly(plain, *names.values()).terms():
        for drops in itertools.product(*(range(k // 2 + 1) for k in powers)):
            degree = tuple(k - 2 * j for k, j in zip(powers, drops, strict=True))
            factor = coefficient
            for k, j, term in zip(powers, drops, given, strict=True):  # x^k = sum of k!/(2^j j! (k-2j)!) v^j He_{k-2j}
                factor *= sp.factorial(k) / (2**j * sp.factorial(j) * sp.factorial(k - 2 * j)) * term.law.variance**j
            found[degree] = found.get(degree, 0) + factor
    return frozenset(sum(degree) for degree, value in found.items() if _is_something(value))


def _is_something(value: Any) -> bool:
    """Whether a formula is not 0 everywhere: seen at one point that its symbols allow, which takes no simplification."""
    symbols = sorted(value.free_symbols, key=str)
    if not any(s.is_positive is False or s.is_nonpositive or s.is_even or s.is_real is False for s in symbols):
        at = value.xreplace({s: sp.prime(k + 2) / sp.Integer(1 if s.is_integer else 2) for k, s in enumerate(symbols)})
        if at.is_number and at.is_finite and abs(at.evalf(30)) > 1e-9:
            return True
    return bool(sp.simplify(value) != 0)
