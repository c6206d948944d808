"""Sums, products and integrals with many digits: their index is their own, whatever its name stands for, at every evaluation."""

import mpmath
import pytest
import sympy as sp

from lemmata.numerics.formula.high import evaluate_grounded

k, n, x = sp.symbols("k n x", positive=True)
CASES = {
    "sum": (sp.Sum(k**2, (k, 1, n)), lambda n, k, x: n * (n + 1) * (2 * n + 1) // 6),
    "product": (sp.Product(k, (k, 1, n)), lambda n, k, x: mpmath.factorial(n)),
    "beside a value of the name": (k + sp.Sum(k, (k, 1, n)), lambda n, k, x: k + n * (n + 1) // 2),
    "one sum in another": (
        sp.Sum(k * sp.Sum(k, (k, 1, k)), (k, 1, n)),
        lambda n, k, x: sum(j * j * (j + 1) // 2 for j in range(1, n + 1)),
    ),
    "one sum twice": (sp.Sum(k, (k, 1, n)) ** 2 - sp.Sum(k**3, (k, 1, n)), lambda n, k, x: 0),
    "an integral": (sp.Integral(x**2, (x, 0, k)) + x, lambda n, k, x: mpmath.mpf(k) ** 3 / 3 + x),
    "a sum under an integral": (
        sp.Integral(sp.Sum(x**k, (k, 1, n)), (x, 0, 1)),
        lambda n, k, x: mpmath.fsum(mpmath.mpf(1) / (j + 1) for j in range(1, n + 1)),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_index_is_its_own(name: str) -> None:
    formula, value = CASES[name]
    for at in ({"n": 3, "k": 7, "x": 2}, {"n": 6, "k": 2, "x": 5}, {"n": 3, "k": 7, "x": 2}):
        found, error = evaluate_grounded(formula, at, 30)
        with mpmath.workdps(30):
            assert abs(found - value(**at)) <= error + mpmath.mpf(10) ** -20
