"""Descent on flipped labels: its coordinates against weights in R^d, its exact error against fresh data, and known numbers."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.networks import flipped_labels
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError

RUN = {"n": 12, "m": 8, "d": 60, "flips": 1, "s": 8.0, "s0": 0.05, "rate": 0.2, "early": 3, "steps": 60, "stop": 0.05}


def draw(stage: str, replicates: int) -> Draw:
    return Draw(Key(0, "tests.flipped_labels", stage=stage), replicates)


def test_the_coordinates_have_the_law_of_descent() -> None:
    """Means of what is kept, within 5 standard errors of both."""
    p, count = RUN | {"directions": 40}, 500
    mine, full = flipped_labels.trained(p, draw("mine", count)), flipped_labels.literal(p, draw("full", count))
    for name in ("gap", "share", "ratio", "train", "fit", "half", "last"):
        a, b = mine[name].double(), full[name].double()
        spread = ((a.var() + b.var()) / count).sqrt()
        assert abs(float(a.mean() - b.mean())) < 5 * float(spread) + 1e-9, name


def test_the_error_is_that_on_fresh_data() -> None:
    seed, m, d = draw("error", 1), 3, 20
    weights, mu = seed.normal(2 * m, d), 0.5 * seed.normal(d)
    signal = (weights @ mu[..., None])[..., 0].unflatten(1, (2, m))
    found = flipped_labels.wrong_side(signal, weights, d, draw("sphere", 1).sphere(2 * m, 40_000))
    sign = torch.tensor([1.0, -1.0], dtype=torch.float64)
    xi = draw("fresh", 1).normal(200_000, d)[0] / d**0.5
    missed = 0.0
    for y in (1.0, -1.0):
        hidden = (y * signal[0]).clamp(min=0).sum(-1) + (xi @ weights[0].mT).clamp(min=0).unflatten(-1, (2, m)).sum(-1)
        missed += float((y * (hidden * sign).sum(-1) < 0).double().mean()) / 2
    assert float(found[0]) == pytest.approx(missed, abs=0.01)


def test_known_numbers() -> None:
    """n = 40, τ = 1/5, n SNR² = 8: an independent simulation ended at clean errors 7e-4 to 1e-3, γ/M 0.54 to 0.57 and d/n = 10."""
    p = {"n": 40, "m": 16, "d": 400, "flips": 4, "s": 8.0, "s0": 0.01, "rate": 0.2, "early": 3, "steps": 1500, "stop": 0.01}
    found = flipped_labels.trained(p | {"directions": 400}, draw("known", 24))
    assert float(found["fit"].min()) == 1
    assert 4e-4 < float(found["last"].mean()) < 2e-3
    assert 0.5 < float(found["share"].mean()) < 0.6
    assert float(found["noisy"].max()) == 0


def test_bad_settings_are_refused() -> None:
    with pytest.raises(DomainError, match="less than half"):
        flipped_labels.trained(RUN | {"flips": 3, "directions": 2}, draw("bad", 1))
    with pytest.raises(DomainError, match="too low"):
        flipped_labels.trained(RUN | {"d": 13, "directions": 2}, draw("bad", 1))
