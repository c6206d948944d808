"""Hermite algebra is exact: orthogonality, conversions, products, and the speed of the job that others wait for."""

from time import process_time

import pytest
import sympy as sp
from flint import fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.theory.algebra import hermite as h
from lemmata.theory.language.errors import DomainError

z, t = sp.symbols("z t")
rationals = st.builds(fmpq, st.integers(-50, 50), st.integers(1, 20))
polynomials = st.lists(rationals, min_size=1, max_size=12).map(fmpq_poly)


def test_first_polynomials_and_values_at_one():
    assert [sp.expand(h.hermite_expr(n, z)) for n in range(5)] == [1, z, z**2 - 1, z**3 - 3 * z, z**4 - 6 * z**2 + 3]
    values = [int(h.hermite_poly(n)(1)) for n in range(4, 21, 2)]
    assert values == [-2, 16, -132, 1216, -12440, 138048, -1601264, 18108928, -161934624]


def test_orthogonality_by_moments():
    for n in range(21):
        for m in range(21):
            expected = sp.factorial(n) if n == m else 0
            assert h.expect_product(h.hermite_poly(n), h.hermite_poly(m)) == int(expected)
            assert h.expect_product(h.hermite_poly(n), he_index=m) == int(expected)


def test_generating_function():
    series = sp.series(sp.exp(t * z - t**2 / 2), t, 0, 9).removeO()
    for n in range(9):
        assert sp.expand(series.coeff(t, n) * sp.factorial(n) - h.hermite_expr(n, z)) == 0


@pytest.mark.parametrize("normalisation", h.NORMALISATIONS)
def test_recurrence_both_ways_and_derivative(normalisation):
    basis = [h.hermite_expr(n, z, normalisation) for n in range(12)]
    for n in range(1, 11):
        assert sp.expand(h.step_up(basis[n - 1], basis[n], n, z, normalisation) - basis[n + 1]) == 0
        assert sp.expand(h.step_down(basis[n + 1], basis[n], n, z, normalisation) - basis[n - 1]) == 0
        factor = n if normalisation == "monic" else sp.sqrt(n)
        assert sp.expand(sp.diff(basis[n], z) - factor * basis[n - 1]) == 0


@settings(max_examples=60, derandomize=True, deadline=None)
@given(polynomials)
def test_conversions_are_inverse_and_projections_are_expectations(p):
    assert h.from_hermite(h.to_hermite(p)) == p
    for k, value in enumerate(h.projections(p)):
        assert value == h.expectation(p * h.hermite_poly(k)) == h.expect_product(p, he_index=k)
    assert h.expect_product(p, p) == sum(
        (b * b * int(sp.factorial(n)) for n, b in enumerate(h.to_hermite(p))), fmpq(0)
    )  # Parseval


def test_triple_products_and_linearisation():
    for a in range(8):
        for b in range(8):
            product = h.hermite_poly(a) * h.hermite_poly(b)
            terms = h.linearise(a, b)
            assert h.from_hermite([terms.get(n, 0) for n in range(a + b + 1)]) == product
            for c in range(17):
                assert h.triple_product(a, b, c) == h.expect_product(product, he_index=c)


def test_reference_values_of_powers():
    he3, he4 = h.hermite_poly(3), h.hermite_poly(4)
    assert h.expect_product(he3, he3, he_index=2) == 36
    assert h.expect_product(he3, he3, he3, he_index=1) == 324
    assert h.expect_product(he4, he4, he_index=2) == 192
    g = he3 - fmpq(3, 20) * h.hermite_poly(5)
    rows = h.power_projections(g, 5)
    assert [rows[i][1] for i in range(1, 6)] == [0, 0, 0, 0, fmpq(-27785835, 2)]
    assert rows[2][2] == 27
    assert rows[4][2] == fmpq(845397, 5)


def test_symbolic_coefficients_in_both_normalisations():
    a, b = sp.symbols("a b")
    assert h.hermite_coefficients(a * z**3 + b * z, z) == (0, 3 * a + b, 0, a)
    assert h.hermite_coefficients(z**4, z) == (3, 0, 6, 0, 1)
    orthonormal = h.hermite_coefficients(a * z**2, z, "orthonormal")
    assert orthonormal == (a, 0, sp.sqrt(2) * a)
    for normalisation in h.NORMALISATIONS:
        c = h.hermite_coefficients((a * z + b) ** 5, z, normalisation)
        assert sp.expand(h.hermite_series(c, z, normalisation) - (a * z + b) ** 5) == 0
    assert h.hermite_coefficients(sp.sqrt(2) * z**2, z)[2] == sp.sqrt(2)
    assert h.to_expr(h.to_fmpq_poly(z**2 / 3 - 1, z), z) == z**2 / 3 - 1


def test_relu_coefficients_in_closed_form():
    values = [0.566761, 0.617911, 0.269682, -0.046710, -0.070844]
    for n, value in enumerate(values):
        assert abs(float(h.relu_coefficient(n, sp.Rational(3, 10))) - value) < 6e-7
        monic = h.relu_coefficient(n, sp.Rational(3, 10), "monic")
        assert sp.simplify(monic * sp.sqrt(sp.factorial(n)) - h.relu_coefficient(n, sp.Rational(3, 10))) == 0
    assert h.relu_coefficient(0) == 1 / sp.sqrt(2 * sp.pi)
    assert h.relu_coefficient(1) == sp.Rational(1, 2)
    assert h.relu_coefficient(3) == 0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: h.hermite_poly(-1), "-1"),
        (lambda: h.hermite_coefficients(sp.exp(z), z), "not a polynomial"),
        (lambda: h.hermite_coefficients(z, z, "physicist"), "'physicist'"),
        (lambda: h.to_fmpq_poly(sp.sqrt(2) * z, z), "not rational"),
        (lambda: h.step_down(z, sp.S.One, 0, z), "n = 0"),
    ],
)
def test_errors_name_the_value(call, words):
    with pytest.raises(DomainError, match=words):
        call()


def _bare_loop(powers: int) -> list[list[fmpq]]:
    """E[He_5^I He_k] as one would write it with python-flint alone: differentiate and sum moments."""
    moments = [int(sp.factorial2(n - 1)) if n % 2 == 0 else 0 for n in range(5 * powers + 1)]
    he5, power, rows = fmpq_poly([0, 15, 0, -10, 0, 1]), fmpq_poly([1]), []
    start = process_time()
    for i in range(1, powers + 1):
        power, row = power * he5, []
        derivative = power
        for _ in range(5 * i + 1):
            row.append(sum((derivative[n] * moments[n] for n in range(0, len(derivative), 2)), fmpq(0)))
            derivative = derivative.derivative()
        rows.append(row)
    rows.append([fmpq(0), fmpq(round((process_time() - start) * 1e9))])
    return rows


def test_he5_powers_at_the_speed_of_a_bare_loop():
    *expected, _ = _bare_loop(4)
    assert h.power_projections(h.hermite_poly(5), 4)[1:] == expected
    bare = min(int(_bare_loop(4)[-1][1]) for _ in range(60)) / 1e9
    ours = []
    for _ in range(60):
        start = process_time()
        h.power_projections(h.hermite_poly(5), 4)
        ours.append(process_time() - start)
    assert min(ours) <= 2 * bare, f"{min(ours):.2e} s against {bare:.2e} s"
