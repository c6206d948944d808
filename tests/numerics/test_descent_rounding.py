"""A descent whose infimum lies at infinity, where the function is all rounding, stays above it and comes near."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from lemmata.numerics.solve.descent import least

N, TASKS, LEVEL = 3, 6, 1.0


def _problem(seed: int, d: int) -> tuple[Tensor, Tensor, float]:
    """A design, a second moment of labels, and the infimum (Tr S - sum of (λ_i(ΠSΠ) - 1)+)/n over first layers."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(N, d, generator=generator, dtype=torch.float64)
    y = 1.5 * torch.randn(N, TASKS, generator=generator, dtype=torch.float64)
    s = y @ y.mT / TASKS
    onto = x @ torch.linalg.pinv(x)
    gained = (torch.linalg.eigvalsh(onto @ s @ onto) - LEVEL).clamp(min=0).sum()
    return x, s, float((s.trace() - gained) / N)


@pytest.mark.parametrize("d", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_an_infimum_at_infinity_is_approached_from_above(seed: int, d: int) -> None:
    x, s, infimum = _problem(seed, d)
    eye = torch.eye(N, dtype=torch.float64)

    def criterion(w: Tensor) -> Tensor:
        features = x @ w.reshape(*w.shape[:-1], N, d).mT
        kernel = features @ features.mT
        inverse = torch.linalg.inv_ex(kernel + N * eye).inverse
        trace = torch.diagonal(inverse @ s, dim1=-2, dim2=-1).sum(-1)
        return trace + LEVEL / N * torch.diagonal(kernel @ inverse, dim1=-2, dim2=-1).sum(-1)

    _, value = least(criterion, (), N * d, x, None)
    assert infimum * (1 - 1e-6) <= float(value) <= infimum * 1.02


def test_a_smooth_minimum_is_found_to_rounding() -> None:
    target = torch.linspace(-2, 3, 7, dtype=torch.float64)
    place, value = least(lambda u: ((u - target) ** 2).sum(-1) + 1, (), 7, target, None)
    assert abs(float(value) - 1) < 1e-12 and float((place - target).abs().max()) < 1e-5
