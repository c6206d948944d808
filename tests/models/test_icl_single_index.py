"""The closed forms of the in-context models against differentiation, known moments and optimality conditions."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata.numerics.models.in_context import gpt, icl_pretraining, icl_single_index, linear_in_context
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key

KEY = Key(0, "tests.icl_single_index")


def test_gradient_of_phase_one() -> None:
    """The written-out gradient equals that of automatic differentiation, for each version of the labels."""
    draw = Draw(KEY, 2)
    w, b, gamma = draw.sphere(4, 3), draw.uniform(3, low=-1.0, high=1.0), draw.rademacher(3)
    x, y, query, label = draw.normal(5, 6, 4), draw.normal(5, 6), draw.normal(5, 4), draw.normal(5)
    labels = torch.stack((label, label.roll(1, dims=1)))
    written = icl_pretraining.phase1_gradient(w, b, gamma, x, y, query, labels)
    w.requires_grad_(True)
    u = icl_single_index.summary(x, y, w[:, None], b[:, None])
    s = icl_single_index.features(query[:, :, None], w[:, None], b[:, None])[..., 0, :]
    f = (gamma[:, None] * u * s).sum(-1)
    for target, found in zip(labels, written, strict=True):
        (gradient,) = torch.autograd.grad((target - f).square().mean(1).sum(), w, retain_graph=True)
        torch.testing.assert_close(found, gradient)


def test_moments_by_quadrature() -> None:
    """E relu(z)^2 = 1/2, E relu(z) h_2(z) = phi(0)/sqrt 2, E relu(z) h_3(z) = 0, E y^2 = 1; kinks cost step^2."""
    w, b = torch.tensor([[1.0, 0.0], [0.0, 1.0]], dtype=torch.float64), torch.zeros(2, dtype=torch.float64)
    found = icl_single_index.moments(w, b)
    assert float(found.gram[0, 0]) == pytest.approx(0.5, rel=1e-3)
    assert float(found.gram[0, 1]) == pytest.approx(1 / (2 * math.pi), rel=1e-3)
    assert float(found.mixed[0, 0]) == pytest.approx(1 / (2 * math.sqrt(math.pi)), rel=1e-3)
    assert float(found.mixed[0, 3]) == pytest.approx(0.0, abs=1e-3)
    angle = torch.linspace(0.0, 6.0, 7, dtype=torch.float64)
    task = icl_single_index.coefficients(torch.stack((angle.cos(), angle.sin()), -1), angle)
    torch.testing.assert_close(task.square().sum(-1), torch.ones_like(angle))


def test_attention_is_ridge_regression() -> None:
    """The gradient of the penalised error vanishes at the trained Gamma."""
    draw = Draw(KEY, 2)
    u, s, label = draw.normal(30, 3), draw.normal(30, 3), draw.normal(30)
    gamma = icl_single_index.attention(u, s, label, 0.1).requires_grad_(True)
    error = (label - (s * (u @ gamma.mT)).sum(-1)).square().mean(-1) + 0.1 * gamma.square().sum((-1, -2))
    (gradient,) = torch.autograd.grad(error.sum(), gamma)
    torch.testing.assert_close(gradient, torch.zeros_like(gradient), atol=1e-10, rtol=0.0)


def test_lasso_without_penalty_interpolates_at_the_least_norm() -> None:
    found = linear_in_context.lasso_against_minimum_norm(6, 3, 2, 0.0, Draw(KEY, 20), steps=4000)
    torch.testing.assert_close(found["lasso"], found["minimum_norm"], atol=1e-5, rtol=1e-5)


def test_lasso_recovers_a_sparse_vector() -> None:
    """With more inputs than dimensions and a small penalty the error is of the order of the penalty's square."""
    errors = linear_in_context.lasso_against_minimum_norm(5, 5, 1, 1e-4, Draw(KEY, 50), steps=3000)["lasso"]
    assert float(errors.median()) < 1e-5


def test_counts_and_causality_of_the_transformer() -> None:
    shape = gpt.Shape(3, 8, 2, 2, 4)
    parameters = gpt.initial(shape, Draw(KEY, 1))
    assert sum(value.numel() for value in parameters.values()) == shape.count()
    assert {name: tuple(value.shape) for name, value in parameters.items()} == shape.tensors()
    assert float(gpt.change_before(parameters, shape, Draw(KEY, 50)).max()) < 1e-12
    assert float(gpt.change_before(parameters, shape, Draw(KEY, 50), causal=False).min()) > 1e-6


def test_what_a_causal_reader_predicts_is_what_it_predicts_of_a_shorter_prompt() -> None:
    """The j-th prediction is the last one of the first j pairs, whose last label it does not see; the last one may be asked for alone."""
    shape, draw = gpt.Shape(3, 8, 2, 2, 4), Draw(KEY, 5)
    parameters, x, y = gpt.initial(shape, draw), draw.normal(4, 3), draw.normal(4)
    for label_first in (False, True):
        every = gpt.predict(parameters, shape, x, y, label_first=label_first)
        for j in range(1, 5):
            part = gpt.predict(parameters, shape, x[:, :j], y[:, :j], label_first=label_first, last=True)
            torch.testing.assert_close(part[:, 0], every[:, j - 1])
    other = gpt.predict(parameters, shape, x, torch.cat([y[:, :-1], y[:, -1:] + 1], 1))
    torch.testing.assert_close(other, gpt.predict(parameters, shape, x, y))
    both = gpt.predict(parameters, shape, x, y, causal=False)
    torch.testing.assert_close(gpt.predict(parameters, shape, x, y, causal=False, last=True), both[:, -1:])


def test_training_lowers_the_error() -> None:
    """A few steps on one-dimensional tasks leave the error of the zero predictor behind at the last position."""
    shape = gpt.Shape(2, 32, 2, 2, 3)
    single = Draw(KEY, 1, dtype=torch.float32)
    trained = gpt.train(shape, 1, 200, single, rate=4e-3)
    errors = gpt.squared_errors(trained, shape, 1, Draw(KEY, 400, dtype=torch.float32)).mean(0)
    assert float(errors[-1]) < 0.7
