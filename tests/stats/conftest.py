"""Laws to draw from, keys, and the binomial bound that every calibration test uses."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from scipy import stats
from torch import Tensor

# Each law has mean zero. Draws are float32, which is far finer than any rate tested here.
LAWS: dict[str, tuple[Callable[[torch.Generator, tuple[int, ...]], Tensor], float]] = {
    "normal": (lambda g, s: torch.randn(s, generator=g), 1.0),
    "exponential": (lambda g, s: -torch.log1p(-torch.rand(s, generator=g)) - 1, 1.0),
    "lognormal": (lambda g, s: torch.randn(s, generator=g).exp() - math.exp(0.5), math.sqrt((math.e - 1) * math.e)),
    "bounded": (lambda g, s: torch.rand(s, generator=g) - 0.5, math.sqrt(1 / 12)),
}


@pytest.fixture(params=list(LAWS))
def law(request: pytest.FixtureRequest) -> tuple[str, Callable[[int, tuple[int, ...]], Tensor], float]:
    """(name, draw(key, shape), standard deviation)."""
    name = request.param
    function, deviation = LAWS[name]

    def draw(key: int, shape: tuple[int, ...]) -> Tensor:
        return function(torch.Generator().manual_seed(key), shape)

    return name, draw, deviation


@pytest.fixture
def at_most() -> Callable[[int, int, float], bool]:
    """Whether `count` of `trials` events are compatible with a rate of at most `rate` (exact, level 1e-4)."""

    def check(count: int, trials: int, rate: float) -> bool:
        return bool(stats.binom.sf(count - 1, trials, rate) > 1e-4)

    return check


@pytest.fixture
def at_least() -> Callable[[int, int, float], bool]:
    """Whether `count` of `trials` events are compatible with a rate of at least `rate` (exact, level 1e-4)."""

    def check(count: int, trials: int, rate: float) -> bool:
        return bool(stats.binom.cdf(count, trials, rate) > 1e-4)

    return check
