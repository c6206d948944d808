"""Sums of quotients with one denominator, by a shared reciprocal, have the values of the sums written out."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from lemmata import Array, Naturals, Positive, Reals, Sum, Symbol, evaluate
from lemmata.theory.ridge.notation import j

d = Symbol("d", "dimension", Naturals)
k = Symbol("k", "a shift", Positive)
c = Symbol("c", "a factor", Reals)
l = Array("l", "eigenvalues", d, of=Positive)
b = Array("b", "target", d)
L, B = np.array([3.0, 0.5, 1e-7, 2.0]), np.array([-1.0, 2.0, 5.0, 0.25])


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (l[j] / (l[j] + k), L / (L + 0.3)),
        (-2 * l[j] / (l[j] + k) ** 2, -2 * L / (L + 0.3) ** 2),
        (l[j] ** 2 / (l[j] + k) ** 2, L**2 / (L + 0.3) ** 2),
        (l[j] ** 3 / (l[j] + k), L**3 / (L + 0.3)),
        (c * k**2 * b[j] ** 2 * l[j] / (l[j] + k) ** 2, 7 * 0.09 * B**2 * L / (L + 0.3) ** 2),
        (b[j] / ((l[j] + k) ** 3 * (l[j] + 1)), B / ((L + 0.3) ** 3 * (L + 1))),
        (sp.sqrt(l[j]) / (l[j] + k), np.sqrt(L) / (L + 0.3)),
        (j / (j + k), np.arange(1, 5) / (np.arange(1, 5) + 0.3)),
        (sp.Rational(1, 3) / (l[j] + b[j] ** 2 + k), 1 / 3 / (L + B**2 + 0.3)),
        ((l[j] + 1) / (l[j] + k), (L + 1) / (L + 0.3)),
    ],
)
def test_a_sum_of_quotients(term, value):
    names = {str(getattr(s, "label", s)) for s in term.free_symbols} & {"k", "c", "l", "b"}
    given = {n: v for n, v in {"k": 0.3, "c": 7.0, "l": L, "b": B}.items() if n in names}
    found, error = evaluate(Sum(term, (j, 1, d)), d=4, **given)
    assert found == pytest.approx(np.sum(value), rel=4e-15)
    assert abs(found - np.sum(value)) <= error + 4e-16 * np.abs(value).sum()  # what numpy rounds off


def test_a_root_inside_a_sum_over_the_same_index_is_a_factor_of_it():
    from lemmata import Root

    x = Symbol("x", "the unknown", Positive)
    place = Root(x, x - k * Sum(1 / (l[j] + k), (j, 1, d)))
    found, _ = evaluate(Sum(place**2 * l[j] / (l[j] + k), (j, 1, d)), k=0.3, l=L, d=4)
    assert found == pytest.approx((0.3 * np.sum(1 / (L + 0.3))) ** 2 * np.sum(L / (L + 0.3)), rel=1e-13)
