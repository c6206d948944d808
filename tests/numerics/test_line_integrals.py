"""Integrals over the line with many digits, against closed forms; what the trapezoid rule cannot do is left to another."""

import mpmath
import pytest
import sympy as sp
from flint import arb

from lemmata.numerics.formula.balls import mp
from lemmata.numerics.integrate.line import along_line
from lemmata.theory.language.functions import GaussMean

z = sp.Symbol("z", real=True)
a, x = sp.Symbol("a", real=True), sp.Symbol("x", real=True)
ENV = {"a": 1.25, "x": -0.75}


@pytest.mark.parametrize(
    ("integrand", "value"),
    [
        (sp.cos(a * z), sp.exp(-(a**2) / 2)),
        (sp.exp(a * z), sp.exp(a**2 / 2)),
        (sp.erf(x + z), sp.erf(x / sp.sqrt(3))),
        (z**6, sp.Integer(15)),
        (sp.cos(16 * sp.pi * z), sp.exp(-128 * sp.pi**2)),  # 1 at every multiple of 1/8
        (1 / (1 + z**2), sp.sqrt(sp.pi / 2) * sp.exp(sp.Rational(1, 2)) * sp.erfc(1 / sp.sqrt(2))),  # a pole beside the line
        (sp.Abs(z - x), sp.sqrt(2 / sp.pi) * sp.exp(-(x**2) / 2) + x * sp.erf(x / sp.sqrt(2))),  # a kink
    ],
)
def test_gaussian_means_have_a_hundred_digits(integrand, value):
    with mpmath.workdps(120):
        found, error = mp(GaussMean(integrand, z), ENV, 100)
        exact, _ = mp(value, ENV, 110)
        assert abs(found - exact) <= error + mpmath.mpf(10) ** -100
        assert error < mpmath.mpf(10) ** -97


@pytest.mark.parametrize(
    "f",
    [
        lambda t: (-t * t).exp() * abs(t - arb(1) / 3),  # a kink between the nodes
        lambda t: 1 / (1 + t * t),  # falls too slowly
        lambda t: (t * t).exp(),  # rises
        lambda t: (-t * t).exp() / (arb(10) ** -6 + (t - arb(1) / 3) ** 2),  # poles at a distance of 1/1000
        lambda t: (-t * t).exp() * arb(1, "1e-9"),  # known to nine digits only
    ],
)
def test_what_is_refused(f):
    assert along_line(f, 350) is None
