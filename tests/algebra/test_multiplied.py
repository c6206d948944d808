"""Polynomials multiplied out by python-flint against sympy's expand, term by term."""

from __future__ import annotations

from random import Random

import pytest
import sympy as sp

from lemmata.theory.algebra.multiplied import multiplied_out

x, y = sp.symbols("x y", positive=True)
t, other = sp.Dummy("t", nonnegative=True), sp.Dummy("t", positive=True)
SYMBOLS = (x, y, t, other)


def some(random: Random, depth: int) -> sp.Expr:
    """A polynomial of nested sums, products and powers."""
    if depth == 0:
        return random.choice([*SYMBOLS, sp.Rational(random.randint(-5, 5), random.randint(1, 4))])
    parts = [some(random, depth - 1) for _ in range(random.randint(2, 3))]
    kind = random.choice([sp.Add, sp.Mul, None])
    return parts[0] ** random.randint(1, 3) if kind is None else kind(*parts)


@pytest.mark.parametrize("seed", range(40))
def test_the_sum_is_the_one_that_sympy_makes(seed: int) -> None:
    e = some(Random(seed), 3)
    assert sp.srepr(multiplied_out(e)) == sp.srepr(sp.expand(e))


@pytest.mark.parametrize(
    "e",
    [
        sp.Integer(0),
        sp.Rational(-3, 7),
        x,
        (x + t) * (x - other) - x**2,
        (x + 1) ** 2 - x**2 - 2 * x - 1,
        (x + sp.sqrt(y)) ** 2,
        (1 + x) / (1 + y) * (x - y),
        (1 + x) ** y * (1 + y) ** 2,
        (x + sp.Float(0.5)) ** 2,
        (x + sp.pi) ** 2,
    ],
    ids=str,
)
def test_numbers_single_terms_and_what_is_no_polynomial(e: sp.Expr) -> None:
    assert sp.srepr(multiplied_out(e)) == sp.srepr(sp.expand(e))
