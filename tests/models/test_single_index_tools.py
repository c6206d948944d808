"""Tools of the single-index simulations against exact values: spans of kernels, drifts by quadrature, weighted samples."""

from __future__ import annotations

import math

import pytest
import sympy as sp
import torch

from lemmata import evaluate
from lemmata.numerics.integrate.quadrature import gauss_hermite
from lemmata.numerics.models.mean_field.kernels import span_error
from lemmata.numerics.models.single_index.random_activation import LABELS, drift_and_slope
from lemmata.numerics.models.single_index.second_layer import orthonormal, random_bias_errors
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.weighted import WIDTH
from lemmata.theory.language.errors import DomainError
from lemmata.theory.sgd import he3_relu_experiment
from lemmata.theory.sgd.notation import in_the_limit


def draw(replicates: int, name: str) -> Draw:
    return Draw(Key(0, "tests.models", stage=name), replicates)


@pytest.mark.parametrize(("p", "dimension"), [(2, 10), (3, 20)])
def test_enough_points_span_the_chaos(p: int, dimension: int) -> None:
    assert float(span_error("chaos", 4, p, dimension, draw(16, "chaos")).abs().max()) < 1e-5
    assert float(span_error("chaos", 4, p, dimension - 1, draw(16, "chaos")).min()) > 1e-4


@pytest.mark.parametrize(("p", "n", "error"), [(2, 1, 4 / 5), (3, 2, 29 / 35), (3, 5, 4 / 7)])
def test_trace_kernels_learn_only_the_trace(p: int, n: int, error: float) -> None:
    assert torch.allclose(span_error("traces", 5, p, n, draw(8, "traces")), torch.full((8,), error, dtype=torch.float64))


def test_more_points_never_hurt() -> None:
    for kernel in ("rbf", "cubic"):
        means = [float(span_error(kernel, 6, 2, n, draw(64, kernel)).mean()) for n in (5, 12, 20)]
        assert means == sorted(means, reverse=True)


def test_dependent_sections_have_no_error() -> None:
    assert not bool(span_error("traces", 5, 2, 2, draw(8, "traces")).isfinite().any())


def test_an_unknown_degree_is_one_sentence() -> None:
    with pytest.raises(DomainError, match="p = 4 has no closed form here: give 2 or 3"):
        span_error("rbf", 4, 4, 3, draw(1, "degree"))


def test_drift_of_a_random_neuron() -> None:
    sign, phase = torch.ones(3, dtype=torch.float64), torch.tensor([math.pi, 0.4, 0.4], dtype=torch.float64)
    drift, _ = drift_and_slope(LABELS["he3"], sign, phase, 1.0, (0.02, 0.05))
    assert float(drift[0]) == pytest.approx(0.299366, abs=5e-7)
    drift, _ = drift_and_slope(LABELS["he4"], sign, phase, 1.0, (0.02, 0.05))
    assert float(drift.abs().max()) < 1e-12
    term = in_the_limit(
        lambda z, u, g: z * g, sp.Integer(0), link=LABELS["mixed"], activation=lambda v: 2 * sp.sin(v / 2 + sp.Rational(2, 5))
    )
    reference = float(evaluate(term, a=1.0))
    assert float(drift_and_slope(LABELS["mixed"], sign, phase, 1.0, (0.02, 0.05))[0][1]) == pytest.approx(reference, abs=1e-8)


def test_relu_drift_in_high_dimension() -> None:
    assert float(evaluate(he3_relu_experiment.mu, a=0.5)) == pytest.approx(-0.05264420508, abs=1e-10)
    assert float(evaluate(he3_relu_experiment.finite, a=0.5, D=400)) == pytest.approx(-0.05264420508, abs=2e-4)


def test_weights_of_the_wide_normal() -> None:
    z, w = (torch.tensor(v) for v in gauss_hermite(80))
    weight = WIDTH**0.5 * torch.exp(-(WIDTH - 1) / 2 * z * z)
    for power, moment in ((0, 1), (2, 1), (4, 3), (6, 15)):
        assert float((w * weight * (WIDTH**0.5 * z) ** power).sum()) == pytest.approx(moment, rel=1e-6)


def test_biases_help_and_relu_without_them_is_blind() -> None:
    errors = random_bias_errors((4, 40), draw(32, "biases"))
    assert bool((errors[:, 1] <= errors[:, 0] + 1e-12).all())
    assert float(random_bias_errors((1,), draw(8, "blind"), reach=0.0).sub(1).abs().max()) < 1e-9
    x = torch.linspace(-2, 2, 9, dtype=torch.float64)
    assert torch.allclose(orthonormal(4, x)[4], (x**4 - 6 * x**2 + 3) / 24**0.5)
