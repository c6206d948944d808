"""What is negative at a point that meets all bounds is given up at once, and nothing else is."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata import Array, Integer, Positive, Reals, Symbol, dot
from lemmata.theory.kernel.hypotheses import Hypotheses
from lemmata.theory.kernel.probing import negative_somewhere
from lemmata.theory.kernel.signs import Signs
from lemmata.theory.kernel.slack import polynomial_sign

a, b, c = Symbol("a", "a", Positive), Symbol("b", "b", Positive), Symbol("c", "c", Reals)


def signs(*relations):
    return Signs(Hypotheses(list(relations), []))


@pytest.mark.parametrize(
    ("polynomial", "relations", "somewhere"),
    [
        (a - 1, (), True),
        (a - 1, (a >= 1,), False),
        (a - b, (a < b,), True),
        (a - b, (a > b,), False),
        (a**2 - 2 * a * b + b**2, (), False),
        (c, (), True),
        (c, (c >= 0,), False),
        (1 - a * b, (a < 1, b < 1), False),
        (a * b - 1, (a < 1, b < 1), True),
    ],
)
def test_a_polynomial_is_given_up_where_it_is_negative_at_an_admitted_point(polynomial, relations, somewhere):
    assert negative_somewhere(sp.Poly(polynomial), signs(*relations)) is somewhere


def test_bounds_by_matrices_are_left_alone():
    v = Array("v", "a column", Integer(3))
    assert not negative_somewhere(sp.Poly(a - 1), signs(sp.Eq(a, dot(v, v))))


def test_signs_are_found_as_before():
    assert polynomial_sign(a * b + a - b - 1, signs(a > 1)) == 2
    assert polynomial_sign(1 - a * b * (2 - a), signs(a < 1, b < 1)) == 2
    assert polynomial_sign(a - b, signs()) is None
