"""The objective after a noisy fit: its definition, and E[G] = F + (v/n) DoF with v the variance of the label noise."""

from __future__ import annotations

import itertools
import math

import pytest
import torch
from torch import Tensor

from lemmata.numerics.models.networks import two_layer
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key

KEY = Key(0, "tests.two_layer")


def problem(n: int, particles: int, m: int) -> tuple[Tensor, Tensor, Tensor]:
    draw = Draw(KEY.child(stage=f"{n},{particles},{m}"), 1)
    return draw.normal(n, 3)[0], draw.normal(particles, 3)[0], draw.normal(n, m)[0]


def definition(features: Tensor, y: Tensor, labels: Tensor, lam: float) -> Tensor:
    """Particles of weight 1/N: the head fitted to `labels`, the objective evaluated on `y`."""
    n, count = features.shape
    design = features / count
    normal = design.mT @ design / n + lam / count * torch.eye(count, dtype=torch.float64)
    head = torch.linalg.solve(normal, design.mT @ labels / n)
    return ((y - design @ head).square().sum(dim=0) / n + lam * head.square().sum(dim=0) / count).mean()


@pytest.mark.parametrize(("n", "particles", "m"), [(6, 4, 2), (4, 9, 1), (1, 1, 1)])
def test_against_the_definition(n: int, particles: int, m: int) -> None:
    x, w, y = problem(n, particles, m)
    k = two_layer.kernel(x, w, torch.tanh)
    features = torch.tanh(x @ w.mT)
    noise = Draw(KEY, 3).normal(n, m)
    found = two_layer.objective_after_noisy_fit(k, y, 0.07, noise)
    for value, epsilon in zip(found, noise, strict=True):
        torch.testing.assert_close(value, definition(features, y, y + epsilon, 0.07))
    torch.testing.assert_close(two_layer.objective(k, y, 0.07), definition(features, y, y, 0.07))
    if m == 1:
        single = two_layer.objective_after_noisy_fit(k, y[:, 0], 0.07, noise[:, :, 0])
        torch.testing.assert_close(single, found)
        torch.testing.assert_close(two_layer.objective(k, y[:, 0], 0.07), two_layer.objective(k, y, 0.07))


def test_weights_of_particles() -> None:
    x, w, _ = problem(5, 4, 1)
    weights = torch.tensor([0.1, 0.2, 0.3, 0.4], dtype=torch.float64)
    features = torch.tanh(x @ w.mT)
    expected = features @ torch.diag(weights) @ features.mT
    torch.testing.assert_close(two_layer.kernel(x, w, torch.tanh, weights), expected)


def test_reference_values() -> None:
    """K = diag(1, 2), n = 2, lam = 1/2: DoF = 7/6, and noise of half-width s adds 7 s^2/36 on average."""
    k = torch.diag(torch.tensor([1.0, 2.0], dtype=torch.float64))
    assert float(two_layer.degrees_of_freedom(k, 0.5)) == pytest.approx(7 / 6, rel=1e-14)
    y, s = torch.tensor([0.3, -1.1], dtype=torch.float64), 1.3
    count = 20_000
    found = two_layer.label_noise(k, y, 0.5, s, Draw(KEY, count)) - two_layer.objective(k, y, 0.5)
    # the values lie in an interval whose length bounds the mean's error by Hoeffding at size 1e-6
    radius = float(found.max() - found.min()) * 1.5 * math.sqrt(math.log(2e6) / (2 * count))
    assert abs(float(found.mean()) - 7 * s**2 / 36) < radius
    assert abs(float(found.mean()) - 7 * s**2 / 12) > radius
    assert abs(float(found.mean()) - 7 * s**2 / 24) > radius


@pytest.mark.parametrize("m", [1, 3])
def test_mean_over_all_sign_patterns_is_exact(m: int) -> None:
    """Noise ± s on every label has variance s^2: the average over all patterns is F + (s^2/n) DoF to rounding."""
    n, lam, s = 4, 0.07, 1.3
    x, w, y = problem(n, 6, m)
    k = two_layer.kernel(x, w, torch.tanh)
    patterns = torch.tensor(list(itertools.product((-s, s), repeat=n * m)), dtype=torch.float64)
    found = two_layer.objective_after_noisy_fit(k, y, lam, patterns.view(-1, n, m)).mean()
    expected = two_layer.objective(k, y, lam) + s**2 / n * two_layer.degrees_of_freedom(k, lam)
    torch.testing.assert_close(found, expected, rtol=1e-12, atol=0)
