"""The zero test: true identities are zero, false ones are never called zero, and it says how it knows."""

import pytest
import sympy as sp

from lemmata.theory.algebra.zero import is_zero, proved_zero
from lemmata.theory.language.errors import DomainError

x, y = sp.symbols("x y", positive=True)
a, b = sp.symbols("a b", real=True)
n = sp.Symbol("n", integer=True, positive=True)
k = sp.Symbol("k", positive=True)
f = sp.Function("f")
lam = sp.IndexedBase("lam")
i, j, N = sp.symbols("i j N", integer=True, positive=True)
sqrt = sp.sqrt

TRUE = [
    (x + y) ** 2 - x**2 - 2 * x * y - y**2,
    1 / (x - 1) - 1 / (x + 1) - 2 / (x**2 - 1),
    sqrt(2 + sqrt(3)) - (sqrt(6) + sqrt(2)) / 2,
    sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3),
    1 / (sqrt(2) - 1) - sqrt(2) - 1,
    sqrt(x**2 + 2 * x + 1) - x - 1,
    sqrt(2 * x + 2) - sqrt(2) * sqrt(x + 1),
    sqrt(1 + x) / (1 + sqrt(1 + x)) - (1 + x - sqrt(1 + x)) / x,
    sqrt(sqrt(x) + 1) ** 4 - x - 2 * sqrt(x) - 1,
    sp.sin(a) ** 2 + sp.cos(a) ** 2 - 1,
    sp.sin(a + b) - sp.sin(a) * sp.cos(b) - sp.cos(a) * sp.sin(b),
    sp.tanh(2 * a) - 2 * sp.tanh(a) / (1 + sp.tanh(a) ** 2),
    sp.exp((a + b) ** 2) - sp.exp(a**2) * sp.exp(2 * a * b) * sp.exp(b**2),
    sp.exp(1 / (1 + x)) - sp.exp(1) * sp.exp(-x / (1 + x)),
    sp.log(x * y) - sp.log(x) - sp.log(y),
    sp.log(6) - sp.log(2) - sp.log(3),
    sp.log(x**2 + x) - sp.log(x) - sp.log(x + 1),
    2 ** (n + 1) - 2 * 2**n,
    4**n - 2 ** (2 * n),
    x ** (n + 1) / x - x**n,
    sp.erf(a * (a + 1)) + sp.erf(-(a**2) - a),
    f(a * (a + 1)) - f(a**2 + a),
    sp.gamma(x + 1) - x * sp.gamma(x),
    sp.cos(sp.pi / 7) - sp.cos(2 * sp.pi / 7) + sp.cos(3 * sp.pi / 7) - sp.Rational(1, 2),
    0.1 * x - x / 10,
    sp.Sum(lam[i] / (lam[i] + k), (i, 1, N)) + k * sp.Sum(1 / (lam[j] + k), (j, 1, N)) - N,
    sp.Sum(lam[i], (i, 1, N)) ** 2 - sp.Sum(lam[j], (j, 1, N)) ** 2,
]
FALSE = [
    (x + y) ** 2 - x**2 - x * y - y**2,
    sqrt(a**2 + 2 * a + 1) - a - 1,
    sqrt(2) + sqrt(3) - sp.Rational(31462643, 10**7),
    sp.Abs(a) - a,
    sp.exp(sp.pi) - sp.pi - 20,
    sp.erf(a) - sp.erf(b),
    sp.sin(a) - a,
    sp.exp(x) - 1 - x - x**2 / 2,
    sqrt(x + y) - sqrt(x) - sqrt(y),
    2**n - n**2,
    lam[i] - lam[j],
    sp.Sum(lam[i], (i, 1, N)) - sp.Sum(lam[i] ** 2, (i, 1, N)),
    sp.exp(-sp.pi * sqrt(163)) * (640320**3 + 744) - 1,
]


@pytest.mark.parametrize("expr", TRUE, ids=str)
def test_true_identities_are_proved(expr):
    test = is_zero(expr)
    assert (test.status, test.how, test.error_probability) == ("zero", "exact", 0.0)
    assert proved_zero(expr)


@pytest.mark.parametrize("expr", FALSE, ids=str)
def test_false_identities_are_refuted_by_a_point(expr):
    test = is_zero(expr)
    assert test.status == "nonzero"
    assert test.how in ("exact", "ball")
    assert test.evidence


def test_what_is_not_known_is_unknown():
    assert is_zero(f(a) - f(b)).status == "unknown"
    # true, but no rule connects the two functions; a small number is no proof
    assert is_zero(sp.atan(x) + sp.atan(1 / x) - sp.pi / 2).status == "unknown"
    assert is_zero(1 / (sp.sin(a) ** 2 + sp.cos(a) ** 2 - 1)).status == "unknown"


def test_large_rational_expressions_by_identity_test():
    v = sp.symbols("v0:12")
    big = sp.prod([(v[m] + v[(m + 1) % 12] * v[(m + 3) % 12] + 1) ** 3 for m in range(12)])
    test = is_zero(big * (v[0] + 1) - big * v[0] - big)
    assert (test.status, test.how) == ("zero", "identity test")
    assert 0 < test.error_probability < 1e-12
    assert is_zero(big * (v[0] + 1) - big * v[0] - big + sp.Rational(1, 10**9) * v[3]).status == "nonzero"
    # Lagrange: sum_i v_i^m / prod_j (v_i - v_j) is 0 for m < 11 and 1 for m = 11
    for power, status in ((3, "zero"), (10, "zero"), (11, "nonzero")):
        terms = [v[m] ** power / sp.prod([v[m] - v[q] for q in range(12) if q != m]) for m in range(12)]
        assert is_zero(sp.Add(*terms)).status == status


def test_the_answer_is_a_function_of_the_expression():
    assert is_zero(sp.sin(a) - a) == is_zero(sp.sin(a) - a)


def test_equations_and_errors():
    assert is_zero(sp.Eq((x + 1) ** 2, x**2 + 2 * x + 1)).status == "zero"
    with pytest.raises(DomainError, match="not a scalar"):
        is_zero(sp.MatrixSymbol("M", 2, 2))
    with pytest.raises(DomainError, match="not finite"):
        is_zero(sp.oo)
    with pytest.raises(DomainError, match="do not commute"):
        is_zero(sp.Symbol("A", commutative=False) * x)
