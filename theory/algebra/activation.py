r"""What a reused batch extracts from a label power, for polynomial links and activations, in exact arithmetic.

Notation: $G_i=\sigma^{(i)}(\sigma')^{i-1}$; $z,u$ standard normal with correlation $m$. Polynomials are ``fmpq_poly`` in the
monomial basis; a polynomial in $m$ is the list of its coefficients.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_poly

from lemmata.theory.algebra.hermite import expect_product, expectation, from_hermite, projections

Z = fmpq_poly([0, 1])


def polynomial(coefficients: Sequence[int]) -> fmpq_poly:
    """sum_j c_j He_j, j = 1, 2, ..."""
    return from_hermite([0, *coefficients])


def derivative(p: fmpq_poly, order: int) -> fmpq_poly:
    for _ in range(order):
        p = p.derivative()
    return p


def taylor_factor(activation: fmpq_poly, i: int) -> fmpq_poly:
    """G_i."""
    return derivative(activation, i) * activation.derivative() ** (i - 1)


def pair_expectation(p: fmpq_poly, q: fmpq_poly) -> fmpq_poly:
    r"""$\mathbb E[p(z)q(u)]$ as a polynomial in $m$, from the moments of $u=mz+\sqrt{1-m^2}\,\zeta$ alone."""
    total = fmpq_poly([0])
    remaining = fmpq_poly([1, 0, -1])
    for b, coefficient in enumerate(q.coeffs()):
        for even in range(0, b + 1, 2):
            weight = _binomial(b, even) * expectation(Z**even) * expectation(p * Z ** (b - even))
            total += coefficient * weight * fmpq_poly([0, 1]) ** (b - even) * remaining ** (even // 2)
    return total


def theta_component(link: fmpq_poly, activation: fmpq_poly, i: int) -> fmpq_poly:
    r"""$\mathbb E[(z-mu)\,\sigma_*(z)^iG_i(u)]$ as a polynomial in $m$."""
    power, g = link**i, taylor_factor(activation, i)
    return pair_expectation(Z * power, g) - fmpq_poly([0, 1]) * pair_expectation(power, Z * g)


def condition(activation: fmpq_poly, i: int, j: int) -> fmpq:
    """E[He_j G_i]."""
    return expect_product(taylor_factor(activation, i), he_index=j)


def padded(p: fmpq_poly, length: int, shift: int = 0) -> tuple[float, ...]:
    """E[p He_(j + shift)] for j = 0, ..., length - 1."""
    values = [*projections(p)[shift:], *[fmpq(0)] * length][:length]
    return tuple(float(as_fraction(v)) for v in values)


def as_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _binomial(n: int, k: int) -> int:
    result = 1
    for step in range(k):
        result = result * (n - step) // (step + 1)
    return result
