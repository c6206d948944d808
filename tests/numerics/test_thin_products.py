"""Products of many matrices with thin factors: the same numbers as the plain products up to rounding."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.chains import times
from lemmata.numerics.solve.thin import applied, columns


@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_thin_products(k: int) -> None:
    generator = torch.Generator().manual_seed(k)
    a, b = (torch.randn(5, 2, rows, cols, dtype=torch.float64, generator=generator) for rows, cols in ((9, 11), (11, k)))
    expected = torch.einsum("...ij,...jk->...ik", a, b)
    for found in (columns(a, b), columns(a.mT.contiguous().mT, b), times(a, b), times(a[:, :1], b)[:, :1]):
        torch.testing.assert_close(found, expected[:, : found.shape[1]], rtol=1e-13, atol=1e-13)
    torch.testing.assert_close(applied(a, b[..., 0]), expected[..., 0], rtol=1e-13, atol=1e-13)
