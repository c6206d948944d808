"""Waves on the circle, of either sign of the frequency, against their direct sum."""

import math

import torch

from lemmata.numerics.models.diffusion import density


def test_values_are_the_real_part_of_the_sum_of_waves() -> None:
    frequencies = torch.tensor([3.0, 0.0, -3.0, -5.0, 1.0, 5.0], dtype=torch.float64)
    generator = torch.Generator().manual_seed(2)
    c = torch.randn(2, 6, 2, generator=generator, dtype=torch.float64)
    coefficients = torch.view_as_complex(c)
    x = torch.arange(16, dtype=torch.float64) / 16
    direct = (coefficients[..., None] * torch.exp(2j * math.pi * frequencies[:, None] * x)).sum(-2).real
    assert torch.allclose(density.values(frequencies, coefficients, 16), direct)
