"""A rational function as a product of irreducible polynomials: the very expression that sympy's `factor` makes."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy.abc import a, b, x, y

from lemmata.theory.algebra.factored import factored

G = sp.Symbol("G", positive=True)
CASES = [
    sp.Integer(0),
    sp.Rational(-3, 7),
    x,
    -x,
    x / 2 + sp.Rational(1, 2),
    -x - y,
    3 * x - 6 * y,
    sp.Rational(2, 3) - x,
    x * (y + 1) - y - 1,
    (x**2 - y**2) / (x - y),
    (1 - x) / (x**2 - 1),
    1 / (sp.Rational(2, 3) - x) ** 3,
    (x**2 + 2 * x * y + y**2) ** 2 / (4 * x - 2),
    1 / (1 + 1 / (1 + 1 / x)) - y / (3 * b * (2 - a * G)),
    (a * G - 1) ** 3 * (b - a) / (1 / G**2 - b / (1 + b * G) ** 2),
    (x**4 - 4 * y**4) / (x**8 - 1),
    sp.Rational(5, 4) * x**2 / 3 - sp.Rational(5, 6) * y**2,
    (x + y) ** 2 - x**2 - 2 * x * y - y**2,
    (G - 1) / (1 - G) + a**2 / (a - a**3),
]


@pytest.mark.parametrize("expr", CASES, ids=str)
def test_it_is_what_sympy_makes(expr):
    assert sp.srepr(factored(expr)) == sp.srepr(sp.factor(expr))
    assert sp.cancel(factored(expr) - expr) == 0


@pytest.mark.parametrize("expr", [sp.sqrt(x) + 1, sp.sin(x), x**y, sp.Float(0.5) * x, sp.pi * x, 1 / sp.sqrt(2) + x])
def test_nothing_else_is_factored(expr):
    with pytest.raises(ValueError, match="is no rational function over the rationals"):
        factored(expr)
