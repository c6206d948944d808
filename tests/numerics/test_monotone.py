"""Equations that are monotone by the signs of their terms have one root, found without a scan; others are left to the scan."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
import torch
from scipy.optimize import brentq

from lemmata import Array, Naturals, Positive, Reals, Root, Sum, Symbol, evaluate
from lemmata.numerics.solve.monotone import direction, newton
from lemmata.numerics.solve.scan import beside, roots
from lemmata.theory.language.errors import DomainError, NotConverged
from lemmata.theory.ridge.notation import Spectrum, j

x = Symbol("x", "the unknown", Positive)
y = Symbol("y", "an unknown of any sign", Reals)
a = Symbol("a", "a number", Positive)
d = Symbol("d", "dimension", Naturals)
z = sp.Symbol("z", nonnegative=True)
l = Array("l", "eigenvalues", d, of=Positive)
b = Array("b", "target", d)


@pytest.mark.parametrize(
    ("residual", "unknown", "sign"),
    [
        (x - a / x, x, 1),
        (a - x**3 - x, x, -1),
        (sp.exp(y) + y - 1, y, 1),
        (sp.log(1 + x) - a, x, 1),
        (a - Sum(l[j] / (l[j] + x), (j, 1, d)), x, 1),
        (a - Sum(b[j] ** 2 / (b[j] ** 2 + x), (j, 1, d)), x, 1),
        (a - Sum(b[j] / (b[j] ** 2 + x), (j, 1, d)), x, 0),  # terms of both signs
        (a - Sum(l[j] / (l[j] + d ** (1 / (1 - a)) * x), (j, 1, d)), x, 1),  # a power of a positive number is positive
        (a - Sum(l[j] / (l[j] + (1 - a) ** (1 / (1 - a)) * x), (j, 1, d)), x, 0),
        (a * sp.Integral(1 / (1 + x * z**2), (z, 0, 1)) - 1, x, -1),
        (a * sp.Integral(1 / (1 + x * z**2), (z, 1, 0)) - 1, x, 0),  # taken backwards
        (-1 / (y - a), y, 0),  # rises on both sides of a pole
        (sp.tan(y) - 1, y, 0),
        (sp.floor(y) + y, y, 0),
        (y**3 - a, y, 1),  # its slope vanishes at 0 alone
        (x**2 - 2 * a * x, x, 0),
        (x**3 - x**2, x, 0),
        (sp.Piecewise((x, x < 1), (x + 1, True)) - a, x, 0),
        (sp.sqrt(y) - a, y, 0),
    ],
)
def test_what_is_seen_to_be_monotone(residual, unknown, sign):
    assert direction(residual, unknown, sp.S.Zero if unknown is x else -sp.oo)[0] == sign


def test_a_positive_unknown_on_an_interval_of_both_signs_is_left_alone():
    assert direction(x - a / x, x, sp.Integer(-1))[0] == 0


def number(value: float) -> torch.Tensor:
    return torch.tensor(value, dtype=torch.float64)


def test_the_interval_may_differ_between_the_members_of_a_batch():
    target = torch.tensor([6.25, 7.0, 100.0], dtype=torch.float64)
    low, high = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64), torch.tensor([3.0, 4.0, 50.0], dtype=torch.float64)
    found = newton(lambda u, _: (u**2 - target, 2 * u), low, high, (3,), target, 1)
    assert found.tolist() == pytest.approx(target.sqrt().tolist(), rel=1e-15)
    scanned = roots(lambda u: u**2 - target, low, high, (3,), target, "the square root")
    assert scanned.places[0].tolist() == pytest.approx(target.sqrt().tolist(), rel=1e-15)
    outside = roots(lambda u: u**2 - target, low, high.clamp(max=9.0), (3,), target, "the square root")
    assert torch.isnan(outside.places[0]).tolist() == [False, False, True]


def test_roots_beside_a_root():
    target = 2 * (1 + 2.0**-52 * torch.arange(-4, 4, dtype=torch.float64))
    middle = torch.tensor(2.0, dtype=torch.float64).sqrt()
    found = beside(lambda u: u**2 - target, middle, number(0.0), number(2.0), (8,))
    assert found.tolist() == pytest.approx(target.sqrt().tolist(), rel=4e-16)
    assert beside(lambda u: u**2 - target, number(1.0), number(0.0), number(2.0), (8,)) is None


@pytest.mark.parametrize(("low", "high"), [(0.0, float("inf")), (1e-300, 1e300), (0.0, 10.0), (2.0, 3.0)])
def test_newton_inside_a_bracket(low, high):
    target = torch.tensor([6.25, 7.0], dtype=torch.float64)
    found = newton(lambda u, _: (u**2 - target, 2 * u), number(low), number(high), (2,), target, 1)
    assert found is not None
    assert found.tolist() == pytest.approx(target.sqrt().tolist(), rel=1e-15)


@pytest.mark.parametrize("batch", [(), (1,)])
@pytest.mark.parametrize("power", [1, 3, 9, 0.25])
@pytest.mark.parametrize("target", [1e-12, 1.0, 3.0, 1e12])
def test_the_root_is_there_to_rounding(power, target, batch):
    one = torch.tensor(target, dtype=torch.float64)
    found = newton(lambda u, _: (u**power - one, power * u ** (power - 1)), number(0.0), number(float("inf")), batch, one, 1)
    assert found is not None
    assert found.reshape(()).item() == pytest.approx(target ** (1 / power), rel=2e-15 * max(1, 1 / power))


def test_no_root_in_the_interval_is_none():
    one = torch.ones((), dtype=torch.float64)
    assert newton(lambda u, _: (u + 1, one), number(0.0), number(5.0), (), one, 1) is None
    with pytest.raises(NotConverged):
        evaluate(Root(x, x + a, inside=(0, 5)), a=1)


def test_two_roots_are_still_two_roots():
    with pytest.raises(DomainError, match="2 roots"):
        evaluate(Root(x, x**2 - 3 * a * x + 2 * a**2), a=1)


def test_a_long_spectrum_is_solved_and_summed_once():
    size = 100_000
    values, weights = np.arange(1.0, size + 1) ** -1.2, np.arange(1.0, size + 1) ** -0.5
    spectrum = Spectrum(l[j], b[j] ** 2, d)
    given = {"n": 10_000, "λ": 1e-3, "d": size, "l": values, "b": weights}
    without = {k: v for k, v in given.items() if k != "b"}
    kappa, error = evaluate(spectrum.effective(), **without)
    expected = brentq(lambda k: 1e4 - 10 / k - np.sum(values / (values + k)), 1e-3, 1.0, xtol=1e-18, rtol=1e-15)
    assert abs(kappa - expected) <= 1e-14 * expected and error <= 1e-12 * kappa
    bias, _ = evaluate(spectrum.bias(spectrum.effective()), **given)  # the root stands inside a sum over the same index
    shrunk = values / (values + kappa) ** 2
    assert bias == pytest.approx(kappa**2 * np.sum(weights**2 * shrunk) / (1 - np.sum(values * shrunk) / 1e4), rel=1e-10)


@pytest.mark.parametrize("order", ["falling", "rising", "shuffled", "few outweigh"])
def test_a_first_look_at_some_terms_changes_nothing_of_the_root(order):
    size = 20_000
    values = np.arange(1.0, size + 1) ** -1.5
    if order == "rising":
        values = values[::-1].copy()
    if order == "shuffled":
        values = np.random.default_rng(0).permutation(values)
    if order == "few outweigh":  # nothing of these is seen at first
        values[15_001:15_009] = 1e6
    kappa, error = evaluate(Spectrum(l[j], b[j] ** 2, d).effective(), n=20, λ=1e-4, d=size, l=values)
    expected = brentq(lambda k: 20 - 2e-3 / k - np.sum(values / (values + k)), 1e-4, 1e7, xtol=1e-18, rtol=1e-15)
    assert abs(kappa - expected) <= 1e-13 * expected and error <= 1e-11 * kappa
