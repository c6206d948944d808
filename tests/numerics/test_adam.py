"""Adam in a few lines against torch's own, step by step."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.solve.adam import Adam


def valley(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Narrow and bent, with a kink."""
    return (x - 1).square().sum() + 30 * (y - x.square()).square().sum() + y.abs().sum()


@pytest.mark.parametrize(("rate", "eps"), [(0.05, 1e-8), (2.0, 1e-3)])
def test_the_path_is_that_of_torch(rate: float, eps: float) -> None:
    mine, theirs = (
        [torch.tensor([0.3, -2.0, 1e3], dtype=torch.float64).requires_grad_(True) for _ in range(2)] for _ in range(2)
    )
    own, other = Adam(mine, rate, eps=eps), torch.optim.Adam(theirs, lr=rate, eps=eps)
    for _ in range(50):
        for leaves in (mine, theirs):
            valley(*leaves).backward()
        own.step()
        other.step()
        other.zero_grad()
        assert all(torch.equal(a, b) for a, b in zip(mine, theirs, strict=True))


def test_what_has_no_slope_stays() -> None:
    moved, left = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    optimiser = Adam([moved, left], 0.1)
    moved.square().sum().backward()
    optimiser.step()
    assert torch.allclose(moved, torch.full((2,), 0.9)) and bool((left == 1).all())
