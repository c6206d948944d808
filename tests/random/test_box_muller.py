"""Normals by whole vectors: the numbers of torch, its state afterwards, and a normal law."""

from __future__ import annotations

import pytest
import torch
from scipy import stats

from lemmata.numerics.random.box_muller import BLOCK, FEWEST, fill_normal


def generator(seed: int = 5) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize(
    "count", [1, 15, 16, 17, FEWEST - 1, FEWEST, FEWEST + 1, FEWEST + 15, 16 * BLOCK, 16 * BLOCK + 16, 100_003]
)
def test_the_numbers_and_the_state_are_those_of_torch(count):
    ours, theirs = generator(), generator()
    made = fill_normal(torch.empty(count, dtype=torch.float64), ours)
    known = torch.empty(count, dtype=torch.float64).normal_(generator=theirs)
    torch.testing.assert_close(made, known, rtol=1e-13, atol=1e-15)
    assert torch.equal(ours.get_state(), theirs.get_state())


def test_every_shape_is_filled_and_single_precision_is_torchs_own():
    cube = fill_normal(torch.full((17, 31, 23), float("nan"), dtype=torch.float64), generator())
    assert cube.isfinite().all()
    assert torch.equal(cube.view(-1), fill_normal(torch.empty(17 * 31 * 23, dtype=torch.float64), generator()))
    single = torch.empty(FEWEST * 2)
    assert torch.equal(fill_normal(single, generator()), torch.empty(FEWEST * 2).normal_(generator=generator()))


def test_the_law_is_normal_and_neighbours_are_independent():
    """Kolmogorov's test of the values and of their squares, and the correlation of both halves of each sixteen: 1e-4 each."""
    x = fill_normal(torch.empty(400_003, dtype=torch.float64), generator(11))
    assert stats.kstest(x.numpy(), "norm").pvalue > 1e-4
    pairs = x[: x.numel() // 16 * 16].view(-1, 2, 8)
    for power in (1, 2):
        first, second = (pairs[:, k].reshape(-1).numpy() ** power for k in (0, 1))
        assert stats.pearsonr(first, second).pvalue > 1e-4
    radii = pairs.square().sum(1).reshape(-1).numpy()
    assert stats.kstest(radii, "chi2", args=(2,)).pvalue > 1e-4
