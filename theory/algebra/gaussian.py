"""Gaussian integrals in closed form: moments, Wick pairings, polynomial x exp(quadratic), Stein's lemma.

Conventions: z ~ N(0,1) unless a mean and a variance are given; phi is its density. A symbolic parameter is
taken where the integral converges. Results are exact sympy expressions.
Source: L. Isserlis (1918); C. Stein (1981).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, factorial, prod

import sympy as sp

from lemmata.theory.language.errors import DomainError

Terms = dict[tuple[sp.Expr, sp.Expr, sp.Expr], dict[int, sp.Expr]]
LINE = (sp.S.NegativeInfinity, sp.S.Infinity)


def moment(n: int, mean: sp.Expr | int = 0, variance: sp.Expr | int = 1) -> sp.Expr:
    """E[x^n] for x ~ N(mean, variance): sum_j n! mean^(n-2j) variance^j / (2^j j! (n-2j)!)."""
    if not isinstance(n, int) or n < 0:
        raise DomainError(f"the order n = {n!r} of a moment is not an integer >= 0; give one such as 4.")
    mean, variance = sp.sympify(mean), sp.sympify(variance)
    terms = []
    for j in range(n // 2 + 1):
        weight = sp.Rational(factorial(n), 2**j * factorial(j) * factorial(n - 2 * j))
        terms.append(weight * mean ** (n - 2 * j) * variance**j)
    return sp.Add(*terms)


def isserlis(powers: Sequence[int], covariance: sp.Matrix) -> sp.Expr:
    """E[x_1^p_1 ... x_r^p_r] of a centred Gaussian: the sum over pairings of products of covariances."""
    size = len(powers)
    if covariance.shape != (size, size):
        raise DomainError(f"{size} powers need a {size} x {size} covariance, not {covariance.shape}.")

    @cache
    def expected(p: tuple[int, ...]) -> sp.Expr:
        if sum(p) % 2:
            return sp.S.Zero
        first = next((i for i, power in enumerate(p) if power), None)
        if first is None:
            return sp.S.One
        rest = [power - (i == first) for i, power in enumerate(p)]
        # Stein: E[x_i g] = sum_j cov_ij E[dg/dx_j]
        lower = {j: tuple(q - (i == j) for i, q in enumerate(rest)) for j, power in enumerate(rest) if power}
        return sp.expand(sp.Add(*(covariance[first, j] * rest[j] * expected(p) for j, p in lower.items())))

    return expected(tuple(powers))


def pair_moment(i: int, j: int, rho: sp.Expr) -> sp.Expr:
    """E[u^i v^j] for standard normals u, v with correlation rho."""
    return isserlis((i, j), sp.Matrix([[1, rho], [rho, 1]]))


def pair_expectation(expr: sp.Expr, u: sp.Symbol, v: sp.Symbol, rho: sp.Expr) -> sp.Expr:
    """E[p(u, v)] of a polynomial under correlation rho; E[He_i(u) He_j(v)] = delta_ij i! rho^i."""
    poly = _poly(expr, u, v)
    return sp.expand(sp.Add(*(c * pair_moment(i, j, rho) for (i, j), c in poly.terms())))


def expectation_normals(expr: sp.Expr, variables: Sequence[sp.Symbol]) -> sp.Expr:
    """E of a polynomial in independent standard normals; the coefficients may hold other symbols."""
    poly = _poly(expr, *variables)
    even = ((powers, c) for powers, c in poly.terms() if not any(p % 2 for p in powers))
    return sp.Add(*(c * sp.Mul(*(sp.factorial2(p - 1) for p in powers if p)) for powers, c in even))


def _poly(expr: sp.Expr, *variables: sp.Symbol) -> sp.Poly:
    try:
        poly = sp.Poly(sp.sympify(expr), *variables)
    except sp.PolynomialError as error:
        raise DomainError(f"{expr} is not a polynomial in {variables}; use gaussian_expectation.") from error
    if any(c.has(*variables) for c in poly.coeffs()):
        raise DomainError(f"{expr} is not a polynomial in {variables}; use gaussian_expectation.")
    return poly


# ---- polynomial x exp(quadratic) ----


def quadratic_exponentials(expr: sp.Expr, z: sp.Symbol) -> Terms:
    """expr = sum over (q, b, c) of p(z) exp(q z^2 + b z + c), as {(q, b, c): {power: coefficient}}."""
    expr = sp.sympify(expr)
    trigonometric = (sp.sin, sp.cos, sp.sinh, sp.cosh)
    if expr.has(*trigonometric):
        expr = expr.replace(lambda e: isinstance(e, trigonometric) and e.has(z), lambda e: e.rewrite(sp.exp))
    if _terms(expr) > 2000:
        raise DomainError(f"a Gaussian integral with {_terms(expr)} terms is not expanded; use balls.expectation.")
    terms: Terms = defaultdict(lambda: defaultdict(lambda: sp.S.Zero))
    for term in sp.Add.make_args(sp.expand(expr)):
        power, exponent, constant = 0, sp.S.Zero, sp.S.One
        for factor in sp.Mul.make_args(term):
            base, degree = factor.as_base_exp()
            if not factor.has(z):
                constant *= factor
            elif base == z and degree.is_Integer and degree > 0:
                power += int(degree)
            elif isinstance(factor, sp.exp) or base is sp.E:
                exponent += factor.exp
            else:
                raise DomainError(f"{factor} has no closed Gaussian integral here; use balls.expectation.")
        poly = sp.Poly(exponent, z) if exponent.is_polynomial(z) else None
        if poly is None or poly.degree() > 2:
            raise DomainError(f"exp({exponent}) has no closed Gaussian integral here; use balls.expectation.")
        key = (poly.coeff_monomial(z**2), poly.coeff_monomial(z), poly.coeff_monomial(1))
        terms[key][power] += constant
    return terms


def _terms(expr: sp.Expr) -> int:
    """A bound of the number of terms after expansion."""
    if isinstance(expr, sp.Add):
        return sum(_terms(a) for a in expr.args)
    if isinstance(expr, sp.Mul):
        return prod(_terms(a) for a in expr.args)
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0:
        inner, power = _terms(expr.base), int(expr.exp)
        return comb(min(inner + power - 1, 10**6), min(power, inner - 1, 50))
    return 1


def gaussian_expectation(
    expr: sp.Expr, z: sp.Symbol, mean: sp.Expr | int = 0, variance: sp.Expr | int = 1, interval: tuple[sp.Expr, sp.Expr] = LINE
) -> sp.Expr:
    """E[f(z) 1{z in interval}] for f a sum of polynomial x exp(quadratic) x (sin, cos, sinh, cosh of linear).

    With s = 1 - 2q: E[exp(q z^2 + b z) p(z)] = s^(-1/2) exp(b^2/(2s)) E[p(x)], x ~ N(b/s, 1/s).
    """
    mean, variance = sp.sympify(mean), sp.sympify(variance)
    scale = sp.sqrt(variance)
    expr = sp.sympify(expr)
    left, right = map(sp.sympify, interval)
    if (mean, variance) != (0, 1):
        expr = expr.subs(z, mean + scale * z)
        left, right = (end if end in LINE else (end - mean) / scale for end in (left, right))
    total = []
    for (q, b, c), poly in quadratic_exponentials(expr, z).items():
        s = 1 - 2 * q
        if s.is_positive is False:
            raise DomainError(f"exp({q * z**2}) is not integrable under N(0,1); the factor must be < 1/2.")
        if (left, right) == LINE:
            moments = [moment(n, b / s, 1 / s) for n in range(max(poly) + 1)]
            front = sp.exp(c + b**2 / (2 * s)) / sp.sqrt(s)
        else:
            moments = _truncated_moments(max(poly), s, b, left, right)
            front = sp.exp(c)
        total.append(front * sp.Add(*(a * moments[n] for n, a in poly.items())))
    result = sp.expand(sp.Add(*total))
    return sp.expand(result.replace(_is_complex_exp, _euler)) if result.has(sp.I) else result


def _is_complex_exp(e: sp.Expr) -> bool:
    return isinstance(e, sp.exp) and e.has(sp.I)


def _euler(e: sp.Expr) -> sp.Expr:
    real, imaginary = e.exp.expand().as_real_imag()
    return sp.exp(real) * (sp.cos(imaginary) + sp.I * sp.sin(imaginary))


def _truncated_moments(top: int, s: sp.Expr, b: sp.Expr, left: sp.Expr, right: sp.Expr) -> list[sp.Expr]:
    """J_n = int z^n exp(b z - s z^2/2) dz / sqrt(2 pi), from s J_n = (n-1) J_{n-2} + b J_{n-1} - boundary."""

    def cumulative(x: sp.Expr) -> sp.Expr:
        return sp.erf(sp.sqrt(s / 2) * (x - b / s)) / 2 if x not in LINE else sp.sign(x) / 2

    def boundary(n: int, x: sp.Expr) -> sp.Expr:
        return x**n * sp.exp(b * x - s * x**2 / 2) / sp.sqrt(2 * sp.pi) if x not in LINE else sp.S.Zero

    zeroth = sp.exp(b**2 / (2 * s)) / sp.sqrt(s) * (cumulative(right) - cumulative(left))
    values = [zeroth]
    for n in range(1, top + 1):
        older = (n - 1) * values[n - 2] if n > 1 else sp.S.Zero
        values.append((older + b * values[n - 1] - boundary(n - 1, right) + boundary(n - 1, left)) / s)
    return values


# ---- Stein's lemma ----


def stein(expr: sp.Expr, z: sp.Symbol) -> sp.Expr:
    """An expression of the same expectation, one power of z lower: each term z f(z) becomes f'(z)."""
    result = []
    for term in sp.Add.make_args(sp.expand(sp.sympify(expr))):
        factors = term.as_powers_dict()
        degree = factors.get(z, sp.S.Zero)
        lower = degree.is_Integer and degree > 0
        result.append(sp.diff(term / z, z) if lower else term)
    return sp.expand(sp.Add(*result))


def stein_reduced(expr: sp.Expr, z: sp.Symbol, steps: int = 100) -> sp.Expr:
    """`stein` repeated until no term has a factor z: E[z^3 f] = E[f'''] + 3 E[f'] for an undefined f."""
    for _ in range(steps):
        reduced = stein(expr, z)
        if reduced == expr:
            return reduced
        expr = reduced
    raise DomainError(f"Stein's lemma does not end on {expr} after {steps} steps; use gaussian_expectation.")


def stein_pair(f: sp.Expr, g: sp.Expr, z: sp.Symbol, w: sp.Symbol, rho: sp.Expr) -> Mapping[str, sp.Expr]:
    """Both sides of E[z f(z) g(w)] = E[f'(z) g(w)] + rho E[f(z) g'(w)], correlation rho, as integrands."""
    return {"left": z * f * g, "right": sp.diff(f, z) * g + rho * f * sp.diff(g, w)}
