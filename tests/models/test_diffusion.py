"""Reverse diffusions with a wrong score against closed forms: Gaussian end points, and the Fokker-Planck equation.

Means allow 5 standard errors, Kolmogorov-Smirnov tests reject a correct simulator with probability 1e-6.
"""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch

from lemmata.numerics.models.diffusion import diffusion
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError

ONE, ZERO = torch.ones(1, dtype=torch.float64), torch.zeros(1, dtype=torch.float64)


def draw(stage: str, replicates: int = 40_000) -> Draw:
    return Draw(Key(0, "tests.diffusion", stage=stage), replicates)


def propagator(tau: torch.Tensor, v: float) -> torch.Tensor:
    return torch.exp(-tau) * v / (1 + (v - 1) * torch.exp(-2 * tau))


def divergence(*args, **options) -> torch.Tensor:
    return diffusion.divergence_on_grid(*diffusion.mixture_end(*args, **options))


@pytest.mark.parametrize(("v", "horizon"), [(1.0, 2.0), (0.05, 0.5), (0.01, 3.0), (4.0, 1.0)])
def test_shifted_end_point_is_gaussian(v: float, horizon: float):
    y = diffusion.shifted_endpoint(lambda tau: 1 + tau, v, horizon, draw(f"{v}{horizon}"))
    grid = torch.linspace(0, horizon, 20_001, dtype=torch.float64)
    mean = 2 * torch.trapezoid((1 + grid) * propagator(grid, v), grid)
    assert st.kstest(((y - mean) / v**0.5).numpy(), "norm").pvalue > 1e-6


def test_score_taken_once_spreads():
    y = diffusion.shifted_endpoint(torch.zeros_like, 1.0, 1.5, draw("once"), factor=1.0)
    assert abs(float(y.var()) - 4.0) < 5 * 4.0 * math.sqrt(2 / 40_000)  # 1 + 2T: the drift cancels


@pytest.mark.parametrize("horizon", [0.3, 1.2564312])
def test_divergence_of_a_constant_shift(horizon: float):
    found = divergence(lambda y, tau: 0.3 + 0 * y * tau, ZERO, ONE, 1.0, horizon)
    assert float(found) == pytest.approx(2 * 0.09 * (1 - math.exp(-horizon)) ** 2, rel=1e-3)


def test_divergence_of_a_scaled_score():
    a, horizon = 0.3, 2.0
    k = 1 + 2 * a
    spread = math.exp(-2 * k * horizon) + (1 - math.exp(-2 * k * horizon)) / k
    found = divergence(lambda y, tau: -a * y + 0 * tau, ZERO, ONE, 1.0, horizon)
    assert float(found) == pytest.approx((1 / spread - 1 + math.log(spread)) / 2, rel=5e-4)
    assert float(found) == pytest.approx(0.0646996511, rel=5e-4)


def test_the_right_score_gives_the_target():
    means, weights = torch.tensor([-1.0, 1.0], dtype=torch.float64), torch.tensor([0.3, 0.7], dtype=torch.float64)
    assert abs(float(divergence(lambda y, tau: 0 * y * tau, means, weights, 0.25, 1.0, points=96))) < 1e-5


def test_the_mean_of_the_log_ratio_is_the_divergence():
    target, found = diffusion.mixture_end(lambda y, tau: 0.3 + 0 * y * tau, ZERO, ONE, 1.0, 1.0)
    grid = diffusion.REACH * (2 * torch.arange(80, dtype=torch.float64) / 80 - 1)
    middle = (target > 1e-4).nonzero()[:, 0]
    assert torch.allclose(diffusion.log_ratio(grid, found, ZERO, ONE, 1.0)[middle], (target / found).log()[middle], atol=1e-8)
    ratio = diffusion.log_ratio(draw("ratio").normal().to(torch.float64), found, ZERO, ONE, 1.0)
    error = 5 * float(ratio.std()) / ratio.shape[0] ** 0.5
    assert abs(float(ratio.mean() - diffusion.divergence_on_grid(target, found))) < error


def test_the_score_of_a_mixture_is_the_gradient_of_its_log_density():
    y = torch.linspace(-3, 3, 41, dtype=torch.float64, requires_grad=True)
    means, weights = torch.tensor([-1.0, 0.5], dtype=torch.float64), torch.tensor([0.4, 0.6], dtype=torch.float64)
    density, score = diffusion.mixture_density(y, torch.tensor([[0.7]], dtype=torch.float64), means, weights, 0.3)
    (gradient,) = torch.autograd.grad(density.log().sum(), y)
    assert torch.allclose(score[0], gradient)


def test_bad_horizon_is_refused():
    with pytest.raises(DomainError, match="positive horizon"):
        diffusion.shifted_endpoint(torch.zeros_like, 1.0, 0.0, draw("bad", 2))
