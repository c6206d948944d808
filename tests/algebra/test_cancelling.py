"""Hermite degrees of polynomials whose coefficients are formulas: what cancels for all values is no degree."""

import sympy as sp

from lemmata.theory.algebra.moments import _is_something, chaos_kurtosis, kurtosis_bound
from lemmata.theory.language.laws import Normal
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Positive, Symbol

a = Symbol("a", "scale", Positive)
Z = Sampled("Z", Normal())


def test_a_coefficient_that_cancels_is_no_degree() -> None:
    """(a + 1)² Z² - (a² + 2a + 1)(Z² - Z) has degree 1; one cancelled only at a = 1 has two."""
    square = (a + 1) ** 2
    assert kurtosis_bound(square * Z**2 - sp.expand(square) * (Z**2 - Z))[0] == 3.0
    assert kurtosis_bound((a - 1) * Z**3 + Z)[0] > chaos_kurtosis(3)


def test_a_point_tells_what_simplification_tells() -> None:
    x, y = sp.symbols("x y", positive=True)
    k, w, u = sp.Symbol("k", integer=True, positive=True), sp.Symbol("w", negative=True), sp.Symbol("u")
    for value in (
        (x + y) ** 2 - x**2 - 2 * x * y - y**2,
        (-1) ** (2 * k) - 1,
        sp.sqrt(w**2) + w,
        sp.sqrt(x**2) - x,
        sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1,
        x - y,
        x**k - 1,
        u - 1,
        1 / (x - sp.Rational(3, 2)),
        sp.S.Zero,
        sp.S.One,
    ):
        assert _is_something(value) is bool(sp.simplify(value) != 0), value
