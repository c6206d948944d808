"""Products of many matrices with thin factors, and normals in blocks: the same numbers as torch's own up to rounding."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.chains import times
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.sources import LANES, LARGE, TorchSource
from lemmata.numerics.solve.thin import applied, columns

CPU = torch.device("cpu")


@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_thin_products(k: int) -> None:
    generator = torch.Generator().manual_seed(k)
    a, b = (torch.randn(5, 2, rows, cols, dtype=torch.float64, generator=generator) for rows, cols in ((9, 11), (11, k)))
    expected = torch.einsum("...ij,...jk->...ik", a, b)
    for found in (columns(a, b), columns(a.mT.contiguous().mT, b), times(a, b), times(a[:, :1], b)[:, :1]):
        torch.testing.assert_close(found, expected[:, : found.shape[1]], rtol=1e-13, atol=1e-13)
    torch.testing.assert_close(applied(a, b[..., 0]), expected[..., 0], rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("count", [LARGE - 1, LARGE, LARGE + 1, 2**17 + LANES - 1, 2**17 + LANES])
def test_normals_are_those_of_torch(count: int) -> None:
    source, same = (TorchSource(Key(0, "tests.normals", params=str(count)), 0, CPU) for _ in range(2))
    found = source.normal_(torch.empty(count, dtype=torch.float64))
    expected = torch.empty(count, dtype=torch.float64).normal_(generator=same._generator)
    torch.testing.assert_close(found, expected, rtol=1e-12, atol=1e-14)
    assert torch.equal(source._generator.get_state(), same._generator.get_state())
    single = source.normal_(torch.empty(count, dtype=torch.float32))  # drawn in double precision, then rounded
    expected.normal_(generator=same._generator)
    torch.testing.assert_close(single.double(), expected, rtol=1e-7, atol=1e-8)
