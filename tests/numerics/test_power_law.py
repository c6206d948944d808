"""Sums over the integers by positions and multiplicities: against plain sums, and against zeta functions where none is possible."""

from __future__ import annotations

import math

import pytest
import torch
from scipy.special import zeta

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.solve.power_law import endless, positions, spectrum, tuned_worst_case
from lemmata.theory.language.errors import DomainError

DRAW = Draw(Key(0, "tests.power_law"), 1)


@pytest.mark.parametrize("d", [1, 10, 64, 65, 128, 129, 191, 193, 1000, 4097, 1_000_003])
@pytest.mark.parametrize("a", [0.3, 1.0, 1.7, 4.0])
def test_against_plain_sums(d: int, a: float) -> None:
    place, count = positions(d, DRAW)
    j = torch.arange(1, d + 1, dtype=torch.float64)
    assert bool((count > 0).all())
    for kappa in (1e-6, 1e-2, 10.0):
        for power in (1, 2):
            reduced = float((count / (1 + kappa * place**a) ** power).sum())
            assert reduced == pytest.approx(float((1 / (1 + kappa * j**a) ** power).sum()), rel=2e-14)


@pytest.mark.parametrize("after", [1, 50, 1000])
def test_a_range_that_does_not_start_at_one(after: int) -> None:
    place, count = positions(200_000, DRAW, after=after)
    j = torch.arange(after + 1, 200_001, dtype=torch.float64)
    assert float((count * place**-1.5).sum()) == pytest.approx(float((j**-1.5).sum()), rel=1e-14)


def test_the_multiplicities_add_up_and_moments_are_exact() -> None:
    """Polynomials of degree 3 over a million integers, by their closed forms."""
    d = 10**6
    place, count = positions(d, DRAW)
    assert float(count.sum()) == pytest.approx(d, rel=1e-14)
    assert float((count * place).sum()) == pytest.approx(d * (d + 1) / 2, rel=1e-14)
    assert float((count * place**3).sum()) == pytest.approx((d * (d + 1) / 2) ** 2, rel=1e-14)


@pytest.mark.parametrize("a", [1.3, 2.0, 3.5])
def test_an_endless_spectrum_has_the_sum_of_zeta(a: float) -> None:
    place, count = positions(endless(1, a), DRAW)
    assert float((count * place**-a).sum()) == pytest.approx(float(zeta(a)), rel=1e-14)


def test_a_dimension_beyond_all_memory_costs_a_few_thousand_levels() -> None:
    """The harmonic sum up to e^600 is 600 plus Euler's constant."""
    found = spectrum(math.exp(600), 1.0, DRAW)
    assert found["L"] < 20_000
    assert float((found["m"] * found["l"]).sum()) == pytest.approx(600 + 0.5772156649015329, rel=1e-13)


def test_the_tuned_risk_is_below_any_other_penalty() -> None:
    n, a, sigma2 = 200, 2.0, 0.7
    best = float(tuned_worst_case(n, a, sigma2, DRAW))
    place, count = positions(endless(n, a), DRAW)
    level = place**-a
    risks = []
    for kappa in torch.logspace(-4.2, 0, 4000, dtype=torch.float64):
        used = level / (level + kappa)
        if float((used * count).sum()) <= n:
            second = float((used.square() * count).sum()) / n
            worst = float((kappa**2 * level / (level + kappa) ** 2)[0, :64].max())
            risks.append((worst + sigma2 * second) / (1 - second))
    assert best <= min(risks) <= best * (1 + 1e-4)


@pytest.mark.parametrize(("d", "after"), [(0, 0), (5, 5), (1e301, 0), (3, -1)])
def test_an_empty_or_boundless_range_is_refused(d: float, after: float) -> None:
    with pytest.raises(DomainError, match="give 0 <= after < d"):
        positions(d, DRAW, after=after)
