"""The rule of few nodes for Gaussian means: where it serves it is right to rounding, and elsewhere the panels take over."""

from __future__ import annotations

import math

import pytest
import sympy as sp
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.integrate import short
from lemmata.theory.language.errors import NonFinite, NotConverged
from lemmata.theory.language.functions import GaussMean, He, Phi, phi

z = sp.Symbol("z", real=True)
y = sp.Symbol("y", real=True)
a = sp.Symbol("a", real=True)

CLOSED = [
    (GaussMean(Phi(a * z + 1), z), lambda v: 0.5 * torch.erfc(-1 / torch.sqrt(2 * (1 + v**2)))),
    (GaussMean(sp.cos(a * z), z), lambda v: torch.exp(-(v**2) / 2)),
    (GaussMean(sp.exp(a * z), z), lambda v: torch.exp(v**2 / 2)),
    (GaussMean(phi(z - a), z), lambda v: torch.exp(-(v**2) / 4) / math.sqrt(4 * math.pi)),
    (GaussMean(sp.exp(-(a**2) * z**2), z), lambda v: 1 / torch.sqrt(1 + 2 * v**2)),
    (GaussMean(1 + sp.exp(-((z - sp.Rational(1, 10)) ** 2) * 1000 * a**2 / 2), z), None),
]


def values_at(expr, at):
    return Literal((expr,), averaged=False).at({}, varying=("a",))({"a": at}, len(at))[0]


@pytest.mark.parametrize(("expr", "truth"), [c for c in CLOSED if c[1]], ids=[str(c[0]) for c in CLOSED if c[1]])
def test_means_are_right_or_refused_at_ordinary_and_extreme_arguments(expr, truth):
    """Multiples of 2π/spacing among them, at which evenly spaced nodes would see a constant."""
    served = 0
    for v in (0.0, 1e-9, 0.3, 1.0, 2.0, 4.0, 5.0, 5.5, 8.0, 5 * math.pi, 10 * math.pi, 10 * math.pi + 0.1, 20 * math.pi):
        at = torch.tensor([v], dtype=torch.float64)
        wanted = truth(at)
        scale = 1.0 if expr.has(sp.cos) else wanted.abs()
        try:
            assert (values_at(expr, at) - wanted).abs() <= 1e-12 * scale
            served += 1
        except (NotConverged, NonFinite):
            continue
    assert served >= 9


def test_a_narrow_bump_on_a_constant_is_not_overlooked():
    at = torch.tensor([0.1, 1.0, 2.0], dtype=torch.float64)
    rate = 1000 * at**2
    wanted = 1 + torch.exp(-0.005 * rate / (1 + rate)) / torch.sqrt(1 + rate)
    assert torch.allclose(values_at(CLOSED[-1][0], at), wanted, rtol=1e-10, atol=0)


def test_a_replicate_has_the_value_that_it_has_alone():
    at = torch.linspace(0, 12, 40, dtype=torch.float64)
    expr = sp.cos(GaussMean(sp.tanh(a * z + 1) + sp.cos(a * z), z))
    together = values_at(expr, at)
    alone = torch.cat([values_at(expr, v[None]) for v in at])
    assert torch.allclose(together, alone, rtol=4e-16, atol=1e-16)


def test_means_inside_each_other():
    expr = GaussMean(GaussMean(sp.tanh(y + a * z) ** 2, y), z)
    at = torch.tensor([0.0, 0.7], dtype=torch.float64)
    once = GaussMean(sp.tanh(sp.sqrt(1 + a**2) * z) ** 2, z)
    assert torch.allclose(values_at(expr, at), values_at(once, at), rtol=1e-13, atol=0)


@pytest.mark.parametrize(
    "f", [sp.tanh(z) ** 2, sp.log(1 + sp.exp(z)), sp.sqrt(1 + z**2), He(3, z) * sp.tanh(z), 1 / sp.cosh(z)]
)
def test_the_short_rule_and_the_panels_agree(f):
    value, error = evaluate(GaussMean(f, z), {})
    finer = Literal((GaussMean(f, z),), level=2)({})[0]
    assert short.phases(f, z) is not None
    assert abs(float(value - finer)) <= 2e-15 * abs(float(value)) + float(error)
    assert float(error) < 1e-13


@pytest.mark.parametrize(
    "f", [abs(z), sp.floor(z), sp.cos(9 * z), sp.Heaviside(z**3 - 1), sp.tanh(z) ** z, He(30, z) * sp.cos(z)]
)
def test_what_jumps_oscillates_or_cannot_be_read_is_left_to_the_panels(f):
    assert short.phases(f, z) is None
