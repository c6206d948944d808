"""Exact moments behind the conditions on the activation, against sympy and against known numbers."""

import sympy as sp

from lemmata.theory.algebra import activation as act
from lemmata.theory.algebra.gaussian import moment
from lemmata.theory.algebra.hermite import hermite_poly, to_expr

z = sp.Symbol("z", real=True)


def test_conditions_are_moments_of_the_taylor_factor() -> None:
    sigma = act.polynomial([1, 2, 3])
    for i in (1, 2, 3):
        factor = sp.Poly(sp.expand(sp.diff(to_expr(sigma, z), z, i) * sp.diff(to_expr(sigma, z), z) ** (i - 1)), z)
        for j in (0, 1):
            expected = sum(c * moment(k + j) for (k,), c in factor.terms())
            assert sp.Rational(int(act.condition(sigma, i, j).p), int(act.condition(sigma, i, j).q)) == expected


def test_odd_activations_have_zeros() -> None:
    assert act.condition(hermite_poly(3), 2, 0) == 0
    assert act.condition(hermite_poly(3), 3, 0) != 0
