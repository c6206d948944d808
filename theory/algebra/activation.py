r"""What a reused batch extracts from a label power, for polynomial links and activations, in exact arithmetic.

Notation: $G_i=\sigma^{(i)}(\sigma')^{i-1}$. Polynomials are ``fmpq_poly`` in the monomial basis.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq, fmpq_poly

from lemmata.theory.algebra.hermite import expect_product, from_hermite

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


def condition(activation: fmpq_poly, i: int, j: int) -> fmpq:
    """E[He_j G_i]."""
    return expect_product(taylor_factor(activation, i), he_index=j)
