"""A product with a shared diagonal matrix is a scaling, to the last bit; with any other matrix it stays a product."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.chains import times
from lemmata.numerics.formula.scaling import LEAST, diagonal

GENERATOR = torch.Generator().manual_seed(5)


def normal(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=GENERATOR, dtype=torch.float64)


@pytest.mark.parametrize(("rows", "columns", "replicates"), [(LEAST, 1, 40), (30, 6, 17), (216, 6, 3)])
def test_a_diagonal_factor_scales_as_the_product_does(rows: int, columns: int, replicates: int) -> None:
    scales = normal(rows)
    scales[0] = 0.0
    shared, left, right = torch.diag(scales), normal(replicates, columns, rows), normal(replicates, rows, columns)
    assert diagonal(shared) is not None
    for found, expected in ((times(left, shared), left @ shared), (times(shared, right), (right.mT @ shared.mT).mT)):
        assert torch.equal(found, expected)
        assert found.stride() == expected.stride()


@pytest.mark.parametrize("place", [(0, 7), (5, 2)])
def test_one_entry_beside_the_diagonal_counts(place: tuple[int, int]) -> None:
    shared, right = torch.diag(normal(12)), normal(4, 12, 3)
    shared[place] = 1e-3
    assert diagonal(shared) is None
    torch.testing.assert_close(times(shared, right), shared @ right)


def test_the_entries_beside_the_diagonal_have_slopes() -> None:
    shared, right = torch.diag(normal(9)).requires_grad_(), normal(4, 9, 3)
    (slope,) = torch.autograd.grad(times(shared, right).sum(), shared)
    torch.testing.assert_close(slope, right.sum((0, 2)).expand(9, 9))


def test_what_is_scaled_has_its_slopes() -> None:
    shared, right = torch.diag(normal(9)), normal(4, 9, 3).requires_grad_()
    (slope,) = torch.autograd.grad(times(shared, right).sum(), right)
    torch.testing.assert_close(slope, shared.diagonal()[:, None].expand(4, 9, 3))
