"""The spectrum of a Wishart matrix has the moments of the law, from a bidiagonal matrix that is never a full one."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.wishart import bartlett, spectrum
from lemmata.theory.language.errors import DomainError

LIKE = torch.empty(0, dtype=torch.float64)


def drawn(n: int, df: int, replicates: int) -> torch.Tensor:
    return spectrum(Draw(Key(0, "tests.wishart"), replicates).source(), n, df, replicates, LIKE)


@pytest.mark.parametrize(("n", "df"), [(1, 1), (1, 5), (4, 4), (5, 9)])
def test_moments(n: int, df: int) -> None:
    """E tr W = n df, E tr W² = n df (n + df + 1), and E det W = df!/(df − n)!."""
    values = drawn(n, df, 40_000)
    assert bool((values[:, 1:] >= values[:, :-1]).all())
    factor = torch.arange(df - n + 1, df + 1, dtype=torch.float64).prod()
    for found, exact in (
        (values.sum(-1), n * df),
        (values.square().sum(-1), n * df * (n + df + 1)),
        (values.prod(-1), float(factor)),
    ):
        assert abs(found.mean() - exact) < 5 * found.std() / len(values) ** 0.5


def test_extremes_are_those_of_the_factor() -> None:
    factor = bartlett(Draw(Key(1, "tests.wishart"), 20_000).source(), 4, 6, 20_000, LIKE)
    for found, other in zip(drawn(4, 6, 20_000).T, torch.linalg.svdvals(factor).square().flip(-1).T, strict=True):
        assert abs(found.mean() - other.mean()) < 5 * ((found.var() + other.var()) / 20_000) ** 0.5


def test_on_another_device() -> None:
    found = run_on_fake_cuda(lambda draw: spectrum(draw.source(), 4, 6, 3, torch.empty(0, device=draw.device)))
    assert found["value"].shape == (3, 4)


def test_a_singular_matrix_is_refused() -> None:
    with pytest.raises(DomainError, match="singular"):
        drawn(5, 4, 2)
