"""Features and rotations of the in-context model: bounds, exceptional points, and the steepest rotation against search."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.feature_attention import icl
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError


def draw(stage: str, replicates: int = 4) -> Draw:
    return Draw(Key(0, "tests.icl", stage=stage), replicates)


def test_features_are_bounded_by_the_activation():
    d = draw("bounded", 20)
    assert float(icl.network_features(d.normal(50, 3), 4, 6, 3.0, d).norm(dim=-1).max()) <= 1


@pytest.mark.parametrize(("k", "missed"), [(1, 1), (2, 1), (3, 2), (4, 4)])
@pytest.mark.parametrize("mix", [None, 0.2])
def test_exceptional_points(k: int, missed: int, mix: float | None):
    made = icl.exceptional_features(k, missed, 1.5, draw(f"{k}{missed}{mix}"), mix=mix)
    residual, regression = icl.moments(made["f"], made["h"])
    radius = 1.5**2 / k**2
    assert torch.allclose(made["f"].mT @ made["f"] / 2 ** (2 * k), radius * torch.eye(k, dtype=torch.float64).expand(4, k, k))
    assert float((residual @ regression).abs().max()) < 1e-12
    assert torch.allclose(residual @ residual, radius * residual)
    assert torch.allclose(residual.diagonal(dim1=1, dim2=2).sum(1), torch.full((4,), missed * radius, dtype=torch.float64))
    assert float((regression @ made["kernel"]).abs().max()) < 1e-12
    turned = made["aligned"] @ (residual / radius) @ made["aligned"].mT
    assert torch.allclose(turned, made["kernel"])
    assert float(made["h"].norm(dim=-1).max()) <= 1.5 + 1e-12


def test_steepest_rotation_beats_random_ones():
    d = draw("steepest", 1)
    x = d.normal(30, 4)
    f, h = (icl.network_features(x, 3, 6, 1.0, d) for _ in range(2))
    residual, regression = icl.moments(f, h)

    def slope(r):
        return -2 * (residual @ regression @ r).diagonal(dim1=1, dim2=2).sum(1)

    best = icl.steepest_rotation(f, h)
    assert torch.allclose(best @ best.mT, torch.eye(3, dtype=torch.float64)[None])
    others = draw("others", 2000)
    assert float(slope(icl.orthogonal(3, others)).min()) >= float(slope(best))
    for near in (0.0, 0.5, 1.0):
        ball = icl.contraction(best.expand(2000, 3, 3), near, draw(f"ball{near}", 2000))
        assert float(torch.linalg.matrix_norm(ball, 2).max()) <= 1 + 1e-12
        assert float(slope(ball).min()) >= float(slope(best)) - 1e-15


def test_bad_numbers_are_refused():
    with pytest.raises(DomainError, match="from 1 to 2"):
        icl.exceptional_features(2, 3, 1.0, draw("bad"))
