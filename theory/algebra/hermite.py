"""He_n is orthogonal under N(0,1): E[He_n He_m] = n! delta_nm and E[f He_n] = E[f^(n)].

Conventions: `He_n` is the probabilists' monic polynomial, He_{n+1} = z He_n - n He_{n-1}, He_n' = n He_{n-1};
the orthonormal one is h_n = He_n / sqrt(n!). Coefficients ascend: `coefficients[n]` belongs to z^n or He_n.
Everything on `fmpq_poly` is exact integer arithmetic (python-flint); everything on sympy is exact, symbolic.
Source: R. O'Donnell, Analysis of Boolean Functions (2014), chapter 11; any text on Hermite polynomials.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, factorial
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from lemmata.theory.language.errors import DomainError

NORMALISATIONS = ("monic", "orthonormal")


def _index(n: int, name: str = "n") -> int:
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise DomainError(f"the Hermite index {name} = {n!r} is not an integer >= 0; give one such as 3.")
    return n


_table = [fmpq_poly([1]), fmpq_poly([0, 1])]


def hermite_poly(n: int) -> fmpq_poly:
    """The monic He_n with exact coefficients (kept in a table that grows)."""
    for m in range(len(_table) - 1, _index(n)):
        _table.append(_table[1] * _table[m] - m * _table[m - 1])
    return _table[n]


def hermite_expr(n: int, z: sp.Expr, normalisation: str = "monic") -> sp.Expr:
    """He_n(z), or h_n(z) with `normalisation="orthonormal"`, as an expanded sympy polynomial."""
    poly = sp.Add(*(sp.Integer(int(c)) * z**i for i, c in enumerate(hermite_poly(n).coeffs())))
    return poly / _norm(n, normalisation)


def _norm(n: int, normalisation: str) -> sp.Expr:
    """s_n such that the basis element of the normalisation is He_n / s_n."""
    if normalisation not in NORMALISATIONS:
        raise DomainError(f"the normalisation {normalisation!r} is unknown; use 'monic' or 'orthonormal'.")
    return sp.S.One if normalisation == "monic" else sp.sqrt(sp.factorial(n))


# ---- recurrences, in both directions


def step_up(lower: sp.Expr, current: sp.Expr, n: int, z: sp.Expr, normalisation: str = "monic") -> sp.Expr:
    """From (n-1, n) to n+1: He_{n+1} = z He_n - n He_{n-1}; sqrt(n+1) h_{n+1} = z h_n - sqrt(n) h_{n-1}."""
    _index(n), _norm(n, normalisation)
    if normalisation == "monic":
        return sp.expand(z * current - n * lower)
    return sp.expand((z * current - sp.sqrt(n) * lower) / sp.sqrt(n + 1))


def step_down(upper: sp.Expr, current: sp.Expr, n: int, z: sp.Expr, normalisation: str = "monic") -> sp.Expr:
    """The previous element from (n+1, n), n >= 1: He_{n-1} = (z He_n - He_{n+1})/n."""
    if _index(n) == 0:
        raise DomainError("the recurrence cannot step down from n = 0; start at n >= 1.")
    _norm(n, normalisation)
    if normalisation == "monic":
        return sp.expand((z * current - upper) / n)
    return sp.expand((z * current - sp.sqrt(n + 1) * upper) / sp.sqrt(n))


# ---- exact expectations of fmpq_poly


@cache
def _moments(length: int) -> fmpq_poly:
    """sum_n E[z^n] x^n up to x^(length-1): the double factorials at even n."""
    values = [fmpz(1), fmpz(0)]
    while len(values) < length:
        values.append((len(values) - 1) * values[-2])
    return fmpq_poly(values[:length])


@cache
def _factorials(length: int) -> tuple[fmpz, ...]:
    values = [fmpz(1)]
    for n in range(1, length):
        values.append(n * values[-1])
    return tuple(values)


@cache
def _heat(length: int) -> fmpq_poly:
    """exp(x^2/2) up to x^(length-1); exp(D^2/2) turns p into its Hermite coefficients."""
    return fmpq_poly([fmpq(1, 2 ** (n // 2) * factorial(n // 2)) if n % 2 == 0 else 0 for n in range(length)])


def expectation(p: fmpq_poly | fmpz_poly) -> fmpq:
    """E[p(z)] = sum_n p_n (n-1)!! over even n."""
    length = len(p)
    total = sum((p[n] * _moments(length)[n] for n in range(0, length, 2)), fmpq(0))
    return fmpq(total)


def expect_product(*polys: fmpq_poly, he_index: int = 0) -> fmpq:
    """E[p_1 ... p_r He_k] with k = `he_index`, exactly; the empty product is 1."""
    product = fmpq_poly([1])
    for p in polys:
        product *= p
    for _ in range(_index(he_index, "he_index")):  # E[p He_k] = E[p^(k)]
        product = product.derivative()
    return expectation(product)


def projections(p: fmpq_poly | fmpz_poly) -> list[fmpq]:
    """[E[p He_k] for k = 0..deg p], all at once: E[p He_k] = sum_j (k+2j)! p_{k+2j} / (2^j j!)."""
    coefficients: list[Any] = p.coeffs()
    length = len(coefficients)
    if not length:
        return [fmpq(0)]
    # one polynomial product for all k: a correlation is a product with one factor reversed
    weighted = [c * f for c, f in zip(coefficients, _factorials(length), strict=True)]
    values = (fmpq_poly(weighted[::-1]) * _heat(length)).coeffs()[:length]
    values += [fmpq(0)] * (length - len(values))
    return values[::-1]


def power_projections(p: fmpq_poly | fmpz_poly, powers: int) -> list[list[fmpq]]:
    """rows[I][k] = E[p^I He_k] for I = 0..powers and every k up to the degree of p^I (0 beyond it)."""
    rows, power = [[fmpq(1)]], fmpq_poly([1])
    for _ in range(_index(powers, "powers")):
        power = power * p
        rows.append(projections(power))
    return rows


def to_hermite(p: fmpq_poly | fmpz_poly) -> list[fmpq]:
    """The monic Hermite coefficients of p: p = sum_n b_n He_n with b_n = E[p He_n] / n!."""
    values = projections(p)
    return [value / f for value, f in zip(values, _factorials(len(values)), strict=True)]


def from_hermite(coefficients: Sequence[fmpq | fmpz | int]) -> fmpq_poly:
    """sum_n b_n He_n as a polynomial in z (Clenshaw's backward recurrence)."""
    later, current, z = fmpq_poly(), fmpq_poly(), fmpq_poly([0, 1])
    for n in range(len(coefficients) - 1, -1, -1):
        later, current = current, z * current - (n + 1) * later + fmpq_poly([coefficients[n]])
    return current


def triple_product(a: int, b: int, c: int) -> int:
    """E[He_a He_b He_c] = a! b! c! / ((s-a)! (s-b)! (s-c)!), s = (a+b+c)/2; 0 if 2s is odd or s < max."""
    total = _index(a, "a") + _index(b, "b") + _index(c, "c")
    s = total // 2
    if total % 2 or s < max(a, b, c):
        return 0
    numerator = factorial(a) * factorial(b) * factorial(c)
    return numerator // (factorial(s - a) * factorial(s - b) * factorial(s - c))


def linearise(a: int, b: int) -> dict[int, int]:
    """He_a He_b = sum_j C(a,j) C(b,j) j! He_{a+b-2j}, as {index: coefficient}; all are positive."""
    _index(a, "a"), _index(b, "b")
    return {a + b - 2 * j: comb(a, j) * comb(b, j) * factorial(j) for j in range(min(a, b) + 1)}


# ---- sympy: coefficients, exact rational or symbolic


def to_fmpq_poly(expr: sp.Expr, z: sp.Symbol) -> fmpq_poly:
    """A sympy polynomial in z with rational coefficients as `fmpq_poly`."""
    coefficients = _monomial_coefficients(expr, z)
    if not all(c.is_Rational for c in coefficients):
        raise DomainError(f"{expr} has a coefficient that is not rational; use hermite_coefficients instead.")
    return fmpq_poly([fmpq(int(c.p), int(c.q)) for c in coefficients])


def to_expr(p: fmpq_poly, z: sp.Expr) -> sp.Expr:
    """An `fmpq_poly` as a sympy polynomial in z."""
    return sp.Add(*(sp.Rational(int(c.p), int(c.q)) * z**n for n, c in enumerate(p.coeffs())))


def _monomial_coefficients(expr: sp.Expr, z: sp.Symbol) -> list[sp.Expr]:
    try:
        poly = sp.Poly(sp.sympify(expr), z)
    except sp.PolynomialError as error:
        raise DomainError(f"{expr} is not a polynomial in {z}; give a polynomial, or use balls.") from error
    if any(c.has(z) for c in poly.coeffs()):
        raise DomainError(f"{expr} is not a polynomial in {z}; give a polynomial, or use balls.")
    return poly.all_coeffs()[::-1]


def hermite_coefficients(expr: sp.Expr, z: sp.Symbol, normalisation: str = "monic") -> tuple[sp.Expr, ...]:
    """The coefficients of p, rational or symbolic: E[p He_n]/n! (`monic`) or E[p h_n] (`orthonormal`)."""
    coefficients = _monomial_coefficients(expr, z)
    degree = len(coefficients) - 1
    norms = [_norm(n, normalisation) for n in range(degree + 1)]
    if all(c.is_Rational for c in coefficients):
        p = fmpq_poly([fmpq(int(c.p), int(c.q)) for c in coefficients])
        monic: list[sp.Expr] = [sp.Rational(int(b.p), int(b.q)) for b in to_hermite(p)]
    else:
        monic = []
        for n in range(degree + 1):
            weights = {
                n + 2 * j: sp.Rational(factorial(n + 2 * j), factorial(n) * 2**j * factorial(j))
                for j in range((degree - n) // 2 + 1)
            }
            monic.append(sp.expand(sp.Add(*(w * coefficients[m] for m, w in weights.items()))))
    return tuple(b * s for b, s in zip(monic, norms, strict=True))


def hermite_series(coefficients: Sequence[sp.Expr], z: sp.Expr, normalisation: str = "monic") -> sp.Expr:
    """sum_n b_n He_n(z) (or h_n), expanded: the inverse of `hermite_coefficients`."""
    return sp.expand(sp.Add(*(b * hermite_expr(n, z, normalisation) for n, b in enumerate(coefficients))))


def relu_coefficient(n: int, b: sp.Expr | int = 0, normalisation: str = "orthonormal") -> sp.Expr:
    """The n-th coefficient of relu(z + b): b Phi(b) + phi(b), Phi(b), then He_{n-2}(-b) phi(b) / sqrt(n!).

    The orthonormal value is E[relu(z+b) h_n]; the monic one divides it by sqrt(n!) once more.
    """
    b = sp.sympify(b)
    density = sp.exp(-(b**2) / 2) / sp.sqrt(2 * sp.pi)
    below = (1 + sp.erf(b / sp.sqrt(2))) / 2
    if _index(n) == 0:
        projection = b * below + density
    elif n == 1:
        projection = below
    else:
        projection = sp.expand(hermite_expr(n - 2, -b)) * density
    return projection / sp.factorial(n) * _norm(n, normalisation)
