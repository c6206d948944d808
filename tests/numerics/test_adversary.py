"""Steered draws: the numbers of the plain draw, moved along a gradient without leaving the laws' supports."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.solve.adversary import Steered, ascend

KEY = Key(0, "tests.adversary")
LAWS = {
    "normal": lambda draw: draw.normal(3, 2),
    "uniform": lambda draw: draw.uniform(4, low=-2.0, high=5.0),
    "exponential": lambda draw: draw.exponential(3),
    "gamma": lambda draw: draw.gamma(0.7, 3),
    "chi2": lambda draw: draw.chi2(3, 2),
    "sphere": lambda draw: draw.sphere(3, 2),
    "rademacher": lambda draw: draw.rademacher(5),
    "integers": lambda draw: draw.integers(0, 9, 4).double(),
}
INSIDE = {
    "uniform": lambda x: bool(((x >= -2) & (x <= 5)).all()),
    "exponential": lambda x: bool((x > 0).all()),
    "gamma": lambda x: bool((x > 0).all()),
    "chi2": lambda x: bool((x > 0).all()),
    "sphere": lambda x: torch.allclose(x.norm(dim=-1), torch.ones(1, dtype=x.dtype)),
}


@pytest.mark.parametrize("law", LAWS)
def test_the_first_pass_gives_the_numbers_of_the_draw(law: str):
    steered = Steered(KEY, 6)
    assert torch.allclose(LAWS[law](steered), LAWS[law](Draw(KEY, 6)), rtol=1e-6)
    assert torch.equal(LAWS[law](steered.rewind()), LAWS[law](steered.rewind()))


@pytest.mark.parametrize("law", INSIDE)
def test_moved_numbers_stay_in_the_support(law: str):
    steered = Steered(KEY, 6)
    LAWS[law](steered)
    for size in (0.1, 3.0, 15.0):
        moved = [
            latent + size * torch.randn(latent.shape, generator=torch.Generator().manual_seed(1)) for latent in steered.latents
        ]
        assert INSIDE[law](LAWS[law](Steered(KEY, 6, latents=moved)))


def jensen(draw: Draw):
    """(Σ p x)² / Σ p x², at most 1, with equality where x is constant."""
    masses, x = draw.exponential(5), draw.normal(5)
    masses = masses / masses.sum(dim=-1, keepdim=True)
    ratio = (masses * x).sum(-1) ** 2 / (masses * x.square()).sum(-1)
    return ratio, torch.ones_like(ratio, dtype=torch.bool)


def test_an_inequality_is_driven_to_equality():
    start = jensen(Draw(KEY, 8))[0]
    best, draw = ascend(jensen, Steered(KEY, 8), 200)
    assert float(start.max()) < 0.95 < 0.999 < best <= 1 + 1e-12
    assert float(jensen(draw.rewind())[0]) == pytest.approx(best, rel=1e-12)


def test_it_stays_where_it_is_admissible():
    def height(draw: Draw):
        x = draw.normal()
        return x, x < 1

    best, draw = ascend(height, Steered(KEY, 8), 100)
    assert 0.8 < best < 1
    assert float(draw.rewind().normal()) == best


def test_signs_alone_cannot_be_moved():
    assert ascend(lambda draw: (draw.rademacher(), torch.ones(4, dtype=torch.bool)), Steered(KEY, 4), 5) is None


def test_nothing_admissible_is_none():
    assert ascend(lambda draw: (draw.normal(), torch.zeros(4, dtype=torch.bool)), Steered(KEY, 4), 5) is None


def test_a_singular_gradient_does_no_harm():
    def edge(draw: Draw):
        x = draw.normal(2)
        return -(x - x.detach()).square().sum(-1).sqrt(), torch.ones(4, dtype=torch.bool)  # derivative 0/0

    best, _ = ascend(edge, Steered(KEY, 4), 5)
    assert best == 0
