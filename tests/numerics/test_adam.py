"""Adam in a few lines against torch's own, step by step."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

from lemmata.numerics.solve.adam import Adam, Fused


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


def test_the_fused_path_is_that_of_torch_with_a_rate_that_changes() -> None:
    mine, theirs = ([torch.linspace(-2.0, 3.0, 17 + k).requires_grad_(True) for k in range(2)] for _ in range(2))
    own, other = Fused(mine, 0.1), torch.optim.Adam(theirs, fused=True)
    for step in range(50):
        own.rate = other.param_groups[0]["lr"] = 0.3 / (1 + step)
        for x, y in (mine, theirs):
            valley(x, y[:17]).backward()
        own.step()
        other.step()
        other.zero_grad()
        assert all(torch.equal(a, b) for a, b in zip(mine, theirs, strict=True))
        assert all(x.grad is None for x in mine)


def test_neither_loads_the_compiler_of_torch() -> None:
    program = (
        "import sys, torch\nfrom lemmata.numerics.solve.adam import Adam, Fused\n"
        "for form in (Adam, Fused):\n    x = torch.ones(3, requires_grad=True)\n    moved = form([x], 0.1)\n"
        "    x.square().sum().backward()\n    moved.step()\n    assert torch.allclose(x, torch.full((3,), 0.9))\n"
        "assert 'torch._dynamo' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
