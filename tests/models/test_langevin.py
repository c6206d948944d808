"""Euler's scheme for a quadratic potential is Gaussian with known mean and variance: chi-square tests at size 1e-6."""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch

from lemmata.numerics.models.langevin.langevin import overdamped
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError

KEY = Key(0, "tests.langevin")
CELLS = 64


def p_value(values: torch.Tensor, mean: float, variance: float) -> float:
    u = torch.special.ndtr((values.to(torch.float64) - mean) / math.sqrt(variance))
    cells = torch.bincount((u * CELLS).long().clamp(max=CELLS - 1).view(-1), minlength=CELLS)
    return float(st.chisquare(cells.numpy()).pvalue)


@pytest.mark.parametrize("rng", ["torch", "philox"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
def test_ornstein_uhlenbeck_after_each_number_of_steps(dtype: torch.dtype, rng: str) -> None:
    """x_T has mean c^T x_0 and variance (2 h / beta)(1 - c^2T)/(1 - c^2), c = 1 - h: not the limit's, and not beta = 1."""
    h, beta, steps = 0.2, 3.0, 4
    c = 1 - h
    draw = Draw(KEY, 4000, dtype=dtype, rng=rng)
    x = overdamped(lambda x: x, torch.full((20,), 1.5), h, steps, draw, beta=beta)
    assert x.shape == (4000, 20)
    assert x.dtype == dtype
    variance = 2 * h / beta * (1 - c ** (2 * steps)) / (1 - c**2)
    assert p_value(x, 1.5 * c**steps, variance) > 1e-6
    assert p_value(x, 1.5 * c**steps, 1 / beta) < 1e-6
    assert p_value(x, 1.5 * c**steps, variance * beta) < 1e-6


def test_coordinates_and_particles_are_independent() -> None:
    x = overdamped(lambda x: x, torch.zeros(2), 0.1, 30, Draw(KEY, 40_000))
    for a, b in ((x[:, 0], x[:, 1]), (x[:-1, 0], x[1:, 0]), (x[:20_000, 0], x[20_000:, 0])):
        assert st.binomtest(int((a * b > 0).sum()), a.shape[0]).pvalue > 1e-6


def test_starts_and_the_noiseless_limit() -> None:
    """At beta = 1e30 it is gradient descent, from one start or from one per particle."""
    starts = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)
    x = overdamped(lambda x: x, starts, 0.5, 3, Draw(KEY, 2), beta=1e30)
    torch.testing.assert_close(x, starts / 8)
    assert torch.equal(starts, torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64))
    assert torch.equal(overdamped(lambda x: x, starts, 0.5, 0, Draw(KEY, 2)), starts)


@pytest.mark.parametrize("change", [{"step": 0.0}, {"beta": -1.0}, {"steps": -1}])
def test_what_makes_no_sense_is_refused(change: dict[str, float]) -> None:
    options = {"step": 0.1, "steps": 1, "beta": 1.0, **change}
    with pytest.raises(DomainError):
        overdamped(torch.sin, torch.zeros(2), draw=Draw(KEY, 2), **options)
