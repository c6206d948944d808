"""Bounds and kurtosis bounds read off terms: the constants derived and maximised, and no bound that a sample could break."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
import sympy as sp
import torch

from lemmata import (
    PSD,
    Array,
    Bernoulli,
    ChiSquare,
    Exponential,
    Haar,
    He,
    I,
    Index,
    Mean,
    Naturals,
    Normal,
    Positive,
    Probability,
    Rademacher,
    Reals,
    Sampled,
    Sphere,
    Student,
    Sum,
    Symbol,
    Trace,
    Uniform,
    Variance,
    Wishart,
    cos,
    dot,
    exp,
    norm,
    quad,
    sq,
    tanh,
)
from lemmata.theory.algebra.gaussian import expectation_normals
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.moments import bounds, chaos_kurtosis, kurtosis_bound, mixed_kurtosis
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.functions import Phi, phi

n, d = Symbol("n", "rows", Naturals), Symbol("d", "columns", Naturals)
a, lam, s = Symbol("a", "scale", Positive), Symbol("λ", "ridge", Positive), Symbol("s", "width", Positive)
t = Symbol("t", "time", Reals)
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal(a))
U, e = Sampled("U", Uniform(-s, s)), Sampled("e", Uniform(-s, s), n)
r, B, E = Sampled("r", Rademacher(), n), Sampled("B", Bernoulli(a)), Sampled("E", Exponential(a))
X, g, u = Sampled("X", Normal(), n, d), Sampled("g", Normal(), n), Sampled("u", Sphere(2), d)
W, Q = Sampled("W", Wishart(n), d, d), Sampled("Q", Haar(), d, d)
K, S, y, w = (
    Array("K", "kernel", n, n, kind=PSD),
    Array("S", "weights", d, d, kind=PSD),
    Array("y", "labels", n),
    Array("w", "direction", d),
)
j = Index("j")
CUBE = sp.Lambda(sp.Symbol("z", real=True), sp.Symbol("z", real=True) ** 3)
M = K * (K + n * lam * I(n)).inv()


# -- bounds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "low", "high"),
    [
        (cos(a * Z), -1, 1),
        (3 - 2 * cos(a * Z) ** 2, 1, 3),
        (tanh(t * Z) * U, -s, s),
        (sp.erf(Z) ** 3 + Phi(Z), -1, 2),
        (phi(Z), 0, 1 / sp.sqrt(2 * sp.pi)),
        (exp(-E), 0, 1),
        (exp(-(Z**2) * a), 0, 1),
        (1 / (1 + Z**2), 0, 1),
        (sp.Abs(U), 0, s),
        (U**2, 0, s**2),
        (U**3, -(s**3), s**3),
        (sp.Max(U, 0), 0, s),
        (sp.Piecewise((1, Z > t), (0, True)), 0, 1),
        (B * 3 - 1, -1, 2),
        (Sum(e[j], (j, 1, n)), -n * s, n * s),
        (Sum(r[j] ** 2, (j, 1, n)) / n, 0, 1),
        (u[1], -2, 2),
        (Q[0, 0] ** 2, 0, 1),
        (sp.sqrt(1 + U**2), 1, sp.sqrt(1 + s**2)),
        (Probability(Z > U), 0, 1),
        (Mean(cos(a * Z * U), over=U), -1, 1),
        (Variance(cos(a * Z * U), over=U), 0, 1),
        (Trace(X * X.T * (X * X.T + lam * I(n)).inv()), 0, sp.Min(n, d)),
        (Trace(X.T * (X * X.T + lam * I(n)).inv() * X), 0, sp.Min(n, d)),
        (Trace((X * X.T + lam * I(n)).inv()) / n, 0, 1 / lam),
        (lam * Trace((W + lam * I(d)).inv()), 0, d),
        (d - Trace(W * (W + lam * I(d)).inv()), 0, d),
        (Trace(S * (W + lam * I(d)).inv()), 0, Trace(S) / lam),
        (quad((W + lam * I(d)).inv(), w), 0, Trace(w * w.T) / lam),
        (Trace(X * X.T * (X * X.T + lam * I(n)) ** -2), 0, sp.Min(n, d) / (4 * lam)),
        (Trace(X * X.T * (X * X.T / n + lam * I(n)).inv()) / n, 0, sp.Min(n, d)),
        (Trace(W * W * (W + lam * I(d)) ** -3), 0, sp.Rational(4, 27) * d / lam),
    ],
    ids=str,
)
def test_bounds(term: Any, low: Any, high: Any) -> None:
    found = bounds(term)
    assert found is not None
    assert [sp.simplify(x - y) for x, y in zip(found, (low, high), strict=True)] == [0, 0]


@pytest.mark.parametrize(
    "term",
    [
        Z,
        Z**2,
        E,
        exp(Z),
        exp(E),
        1 / Z,
        1 / U,
        sp.tan(U),
        sp.log(sp.Abs(U)),
        Trace(X * X.T),
        Trace((X * X.T).inv()),
        Trace((X * X.T - lam * I(n)).inv()),
        Trace((X * X.T + t * I(n)).inv()),
        Trace((X * X.T + Z**2 * I(n)).inv()),
        Trace((Z * X * X.T + lam * I(n)).inv()),
        Trace((X * X.T) ** 2 * (X * X.T + lam * I(n)).inv()),
        Trace(S * X.T * (X * X.T + lam * I(n)).inv() * X),
        Trace(Q * S),
        dot(y, (X * X.T + lam * I(n)).inv() * K * y),
        Sum(Z, (j, 1, n)),
        Trace(W),
        Mean(Z * Y, over=Z),
        Sampled("C", ChiSquare(3)),
    ],
    ids=str,
)
def test_no_bounds(term: Any) -> None:
    assert bounds(term) is None


def test_signs_of_the_domain_sharpen_a_product() -> None:
    assert bounds(t * U, {t: "positive"}) == (-s * t, s * t)
    low, high = bounds(t * U)  # type: ignore[misc]
    assert low.subs({t: -2, s: 1}) == -2 and high.subs({t: -2, s: 1}) == 2


@pytest.mark.parametrize(
    "term",
    [
        sp.sin(U) * sp.Max(U, t) - U**2 * cos(Z),
        (U - t) ** 2 * tanh(Z),
        (U - t) ** 3 / (2 + cos(Z)),
        sp.Abs(U * t - 1) ** sp.Rational(3, 2),
        exp(U * t) - exp(-(U**2)),
        sp.Piecewise((U**2, Z > 0), (U * t, True)),
        1 / (s + 1 + U) - sp.atan(Z) * U,
    ],
    ids=str,
)
def test_no_value_lies_outside_its_bounds(term: Any) -> None:
    found = bounds(term)
    assert found is not None
    rng = np.random.default_rng(7)
    table = {Z: sp.Dummy("z", real=True), U: sp.Dummy("u", real=True)}
    value = sp.lambdify([*table.values(), s, t], term.xreplace(table), "numpy")
    for width, time in itertools.product((0.1, 1.0, 3.0), (-2.0, -0.3, 0.0, 1.7)):
        ends = [float(end.subs({s: width, t: time})) for end in found]
        z = rng.standard_normal(4000) * 3
        points = np.concatenate([rng.uniform(-width, width, 3998), [-width, width]])
        values = value(z, points, width, time)
        assert ends[0] - 1e-12 <= values.min() and values.max() <= ends[1] + 1e-12


def test_resolvent_bounds_hold_on_instances_and_are_reached() -> None:
    rng = np.random.default_rng(3)
    best = 0.0
    for p, q, c in ((0, 1, 0.3), (1, 1, 0.3), (1, 2, 0.3), (2, 3, 2.0), (1, 4, 0.5)):
        term = Trace((X * X.T) ** p * (X * X.T + lam * I(n)) ** -q) if p else Trace((X * X.T + lam * I(n)) ** -q)
        found = bounds(term)
        assert found is not None
        for rows, columns in ((2, 5), (5, 2), (3, 3)):
            top = float(found[1].subs({n: rows, d: columns, lam: c}))
            for scale in np.logspace(-3, 3, 13):
                x = rng.standard_normal((rows, columns)) * scale
                k = np.linalg.eigvalsh(x @ x.T).clip(0)
                value = float((k**p / (k + c) ** q).sum())
                assert 0 <= value <= top * (1 + 1e-9)
                best = max(best, value / top)
    assert best > 0.99


# -- the constants -------------------------------------------------------------------------------------------------


def test_the_kurtosis_of_one_hermite_degree_is_that_of_the_hermite_polynomial() -> None:
    z = sp.Symbol("z", real=True)
    for k in range(1, 7):
        fourth = sp.Poly(hermite_expr(k, z) ** 4, z)
        moment = sum(c * sp.factorial2(i - 1) for (i,), c in fourth.terms() if i % 2 == 0)
        assert moment / sp.factorial(k) ** 2 == chaos_kurtosis(k) <= 9**k
    assert [chaos_kurtosis(k) for k in (1, 2, 3, 4)] == [3, 15, 93, 639]
    assert [round(mixed_kurtosis(range(1, k + 1)), 1) for k in (1, 2, 3, 4)] == [3.0, 15.0, 232.5, 1642.4]
    assert (math.sqrt(3) + math.sqrt(15)) ** 2 == pytest.approx(
        31.4, abs=0.05
    )  # what degrees 1 and 2 would get without their proof


def ascended(degrees: set[int], variables: int, starts: int) -> float:
    """The largest kurtosis of a polynomial with these Hermite degrees that gradient ascent finds, by exact quadrature."""
    top = max(degrees)
    nodes, weights = np.polynomial.hermite_e.hermegauss(2 * top + 1)
    weights = weights / weights.sum()
    h = [np.ones_like(nodes), nodes]
    for k in range(1, top):
        h.append(nodes * h[k] - k * h[k - 1])
    h = [values / math.sqrt(math.factorial(k)) for k, values in enumerate(h)]
    rows = []
    for powers in itertools.product(range(top + 1), repeat=variables):
        if sum(powers) in degrees:
            grid = h[powers[0]]
            for k in powers[1:]:
                grid = np.multiply.outer(grid, h[k])
            rows.append(grid.ravel())
    total = weights
    for _ in range(variables - 1):
        total = np.multiply.outer(total, weights)
    basis, mass = torch.tensor(np.array(rows)), torch.tensor(total.ravel())
    found = 0.0
    for start in range(starts):
        c = torch.randn(len(rows), dtype=torch.float64, generator=torch.Generator().manual_seed(start))
        c = (c**3 / (c**3).norm()).requires_grad_(True)
        optimiser = torch.optim.LBFGS([c], max_iter=200, line_search_fn="strong_wolfe")

        def loss(c: torch.Tensor = c, optimiser: Any = optimiser) -> torch.Tensor:
            optimiser.zero_grad()
            value = 2 * (c @ c).log() - (mass * (c @ basis) ** 4).sum().log()
            value.backward()
            return value

        optimiser.step(loss)
        found = max(found, math.exp(-loss().item()))
    return found


@pytest.mark.parametrize(
    ("degrees", "sup"),
    [({1}, 3.0), ({2}, 15.0), ({3}, 93.0), ({1, 2}, 15.0), ({1, 3}, 104.38), ({1, 2, 3}, 104.38), ({2, 4}, 732.76)],
    ids=str,
)
def test_no_gaussian_polynomial_that_a_search_finds_has_more(degrees: set[int], sup: float) -> None:
    found = max(ascended(degrees, variables, 8) for variables in (1, 2))
    assert found <= mixed_kurtosis(degrees) * (1 + 1e-9)
    assert found == pytest.approx(sup, rel=1e-4)


# -- kurtosis ------------------------------------------------------------------------------------------------------


def both(*degrees: int) -> float:
    return sum(math.sqrt(chaos_kurtosis(k)) for k in degrees) ** 2


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (Z, 3),
        (t * Z + 3 * Y - 1, 3),
        (Z**2, 15),
        (Z**2 + Z, 15),
        (Z * Y, 15),
        (He(3, Z), 93),
        (Z**3, both(1, 3)),
        (Z**3 - 3 * Z, 93),
        (He(4, Z) + Z, both(1, 4)),
        (He(2, Y / sp.sqrt(a)) * Z, 93),
        (Y**2 * Z - a * Z, 93),
        (Z**2 * Y**2 - a * Z**2 - Y**2, 639),
        (quad(M, g), 15),
        (quad(M, y + g), 15),
        (sq(y - M * (y + g)) / n + lam * quad(M, y + g), 15),
        (dot(y, g), 3),
        (Trace(X * S * X.T), 15),
        (Trace(X * S * X.T) ** 2, both(2, 4)),
        (Trace(W * S), 15),
        (Trace(W * W), both(2, 4)),
        (norm(g) ** 2, 15),
        (Trace(Entrywise(CUBE, X * w) * y.T), both(1, 3)),
        (Sum(y[j] * r[j], (j, 1, n)), 3),
        (quad(M, r), 81),
        (quad(M, e), 81),
        (u[1] ** 2, 81),
        (Z**2 * r[1], 729),
        (Mean(Z * Y + Y**2, over=Z), 15),
        (Variance(Z * Y, over=Z), both(1, 2, 3, 4)),
        (Z * Mean(E * cos(Y)) + Probability(E > 1), 3),
        (Mean(E * Z, over=E) + Variance(E) * Z**2, 15),
        (Sampled("b", Bernoulli(sp.S.Half)) * Z, 81),
    ],
    ids=str,
)
def test_kurtosis_bounds(term: Any, value: float) -> None:
    found = kurtosis_bound(term)
    assert found is not None and found[0] == pytest.approx(value) and found[1]


@pytest.mark.parametrize(
    "term",
    [
        E,
        Z * E,
        Sampled("T", Student(9)),
        Sampled("C", ChiSquare(3)),
        cos(Z),
        1 / Z,
        sp.Abs(Z),
        sp.Max(Z, 0),
        sp.Piecewise((Z, Y > 0), (0, True)),
        norm(g),
        Trace((X * X.T + lam * I(n)).inv()),
        Trace(X * X.T * (X * X.T + lam * I(n)).inv()),
        quad((W + I(d)).inv(), w),
        Trace(Q * S),
        B,
        Sampled("V", Normal(Z**2)),
        a + t,
        Z**30,
        exp(Z),
        Z**a,
        sp.Product(Z + j, (j, 1, n)),
        Mean(cos(Y) * Z, over=Y),
        Mean(E * Z, over=Z),
    ],
    ids=str,
)
def test_no_kurtosis_bound(term: Any) -> None:
    assert kurtosis_bound(term) is None


def test_bounded_laws_keep_within_nine_to_the_degree() -> None:
    """Exact kurtosis of polynomials in one uniform variable and on the sphere of R^3, against 9^q; and of quadratics in signs."""
    x = sp.Symbol("x", real=True)

    def mean(p: Any) -> Any:
        return sp.integrate(sp.expand(p), (x, -1, 1)) / 2

    for formula in (x, x**2, x**3, sp.legendre(2, x), sp.legendre(5, x), x**2 + 5 * x, (1 + x) ** 6, x**9):
        centred = sp.expand(formula - mean(formula))
        q = sp.Poly(formula, x).degree()
        assert mean(centred**4) / mean(centred**2) ** 2 <= (9**q if q > 1 else 3)
    rng = np.random.default_rng(1)
    signs = np.array(list(itertools.product((-1, 1), repeat=8)))
    for _ in range(200):
        m = rng.standard_normal((8, 8)) ** 3
        values = np.einsum("bi,ij,bj->b", signs, m, signs) + signs @ rng.standard_normal(8)
        values -= values.mean()
        assert (values**4).mean() <= 81 * (values**2).mean() ** 2


def test_the_exact_hermite_expansion_agrees_with_exact_moments() -> None:
    z = sp.Symbol("z", real=True)
    for formula in (z**2, z**3, z**4 - 6 * z**2, z**5 - 10 * z**3 + 15 * z, z + z**2):
        bound = kurtosis_bound(formula.subs(z, Z))
        centred = formula - expectation_normals(formula, [z])
        kurtosis = expectation_normals(sp.expand(centred**4), [z]) / expectation_normals(sp.expand(centred**2), [z]) ** 2
        assert bound is not None and float(kurtosis) <= bound[0] * (1 + 1e-12)
