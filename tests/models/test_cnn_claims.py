"""Coefficients along descent and noise patches, against numbers that were computed independently of this code."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.networks import cnn_capacity, cnn_coefficients
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key


def draw(stage: str, replicates: int) -> Draw:
    return Draw(Key(0, "tests.cnn_claims", stage=stage), replicates)


@pytest.mark.parametrize(("d", "largest"), [(250, 0.188), (1000, 0.0921), (4000, 0.0481)])
def test_largest_overlap_of_twenty_patches(d: int, largest: float) -> None:
    found = cnn_capacity.overlaps({"n": 20, "d": d}, draw(f"{d}", 200))["pairs"]
    assert float(found.mean()) == pytest.approx(largest, rel=0.06)


def test_coefficients_are_inner_products_without_cross_terms() -> None:
    """In very many dimensions the cross terms vanish; in few they do not."""
    known = {"n": 2, "m": 2, "SNR": 1.0, "s0": 0.5, "rate": 0.2, "steps": 3, "q": 1}
    many, few = (cnn_coefficients.measured(known | {"d": d}, draw("cross", 20))["noise"] for d in (40_000, 4))
    assert float(many.nanmedian()) < 0.02 < float(few.nanmedian())


@pytest.mark.parametrize("q", [1, 3])
def test_coefficients_of_descent_by_automatic_differentiation(q: int) -> None:
    """The same draws, the loss itself, and coefficients read off the weights."""
    p = {"n": 4, "m": 3, "d": 12, "SNR": 0.7, "s0": 0.5, "rate": 0.1, "steps": 6, "q": q}
    found = cnn_coefficients.measured(p, draw("autograd", 1))
    again, (n, m, d) = draw("autograd", 1), (4, 3, 12)
    xi, w0 = again.normal(n, d, dtype=torch.float64)[0] / d**0.5, 0.5 * again.normal(2 * m, d, dtype=torch.float64)[0]
    mu = torch.tensor([0.7] + [0.0] * (d - 1), dtype=torch.float64)
    y, j = (torch.tensor([1.0, -1.0], dtype=torch.float64).repeat_interleave(k) for k in (n // 2, m))
    w = w0.clone()
    for _ in range(6):
        at = w.clone().requires_grad_()
        hidden = (at @ (y[:, None] * mu).mT).relu() ** q + (at @ xi.mT).relu() ** q
        torch.log1p(torch.exp(-y * (j @ hidden) / m)).mean().backward()
        w = w - 0.1 * n * m * at.grad
    basis = torch.cat([mu[None], xi])
    own = torch.linalg.solve(basis @ basis.mT, basis @ (w - w0).mT).mT * basis.square().sum(-1)
    rho, seen = own[:, 1:], (w - w0) @ xi.mT
    gamma, along = j * own[:, 0], j * ((w - w0) @ mu)
    for name, stated, inner in (("noise", rho, seen), ("signal", gamma, along)):
        ratio = ((inner - stated).square().mean() / stated.square().mean()).sqrt()
        assert float(found[name]) == pytest.approx(float(ratio), rel=1e-9)


def test_signal_is_fitted_in_any_dimension() -> None:
    known = {"n": 40, "m": 12, "d": 4, "s0": 0.01, "rate": 0.02, "steps": 100}
    alone, without = (cnn_capacity.fitted(known | {"SNR": s}, draw("signal", 10)) for s in (1.0, 0.0))
    assert float(alone["fitted"].min()) == 1
    assert bool(torch.all(without["loss"] > alone["loss"]))
