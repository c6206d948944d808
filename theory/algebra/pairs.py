"""E[p(z) q(u)] for polynomials of two standard normals with correlation m, in exact rational arithmetic.

Conventions: u = m z + sqrt(1 - m^2) zeta; only even powers of zeta survive, so that the square root never appears.
Polynomials are lists of rational coefficients, ascending in z or in He_n as named. Source: Isserlis (1918).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb

import sympy as sp
from flint import arb, fmpq, fmpq_poly

from lemmata.theory.algebra.ball_eval import enclose
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.hermite import from_hermite

Number = int | float | Fraction


def fraction(x: fmpq) -> Fraction:
    """A python-flint rational as a Fraction."""
    return Fraction(int(x.p), int(x.q))


def rational(x: Number) -> fmpq:
    """A number as a python-flint rational; a float is the binary fraction that it is."""
    value = Fraction(x)
    return fmpq(value.numerator, value.denominator)


def from_numbers(coefficients: Sequence[Number], basis: str = "monomial") -> fmpq_poly:
    """sum c_n z^n, or sum c_n He_n with `basis="hermite"`."""
    entries = [rational(c) for c in coefficients]
    return from_hermite(entries) if basis == "hermite" else fmpq_poly(entries)


@cache
def _moment(n: int) -> int:
    return 0 if n % 2 else 1 if n == 0 else (n - 1) * _moment(n - 2)


def pair_mean(p: fmpq_poly, q: fmpq_poly, m: Number) -> Fraction:
    """E[p(z) q(u)], corr(z, u) = m."""
    m = Fraction(m)
    rest = 1 - m * m
    total = Fraction(0)
    left, right = ([fraction(c) for c in poly.coeffs()] for poly in (p, q))
    for j, b in enumerate(right):
        for r in range(0, j + 1, 2):
            weight = b * comb(j, r) * m ** (j - r) * rest ** (r // 2) * _moment(r)
            if weight:
                total += weight * sum((a * _moment(i + j - r) for i, a in enumerate(left)), Fraction(0))
    return total


@lru_cache(maxsize=4096)
def pair_ball(f: sp.Expr, g: sp.Expr, z: sp.Symbol, m: sp.Rational, digits: int = 20) -> arb:
    """A ball around E[f(z) g(u)], g written in z, for sums of polynomial x exp(quadratic) x (sin, cos of linear)."""
    zeta = sp.Dummy("zeta", real=True)
    inner = gaussian_expectation(sp.expand(g.subs(z, m * z + sp.sqrt(1 - m**2) * zeta)), zeta)
    return enclose(gaussian_expectation(sp.expand(f * inner), z), digits).real
