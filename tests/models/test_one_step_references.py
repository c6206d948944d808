"""Known numbers of the claims on one gradient step: the curve before and after it, the spike, the constants of erf."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata.numerics.models.one_step import erf_network
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.one_step import large_step, movement, spike_bbp
from lemmata.theory.one_step.notation import MU1_ERF, MU2_ERF, at, error, spike, spiked

NOISE = 0.01


@pytest.mark.parametrize(
    ("samples", "ridge", "risk"),
    [
        (4, "1/1000", 0.1507384),
        (3, "1/10", 0.1266617),
        (1, "1/100", 0.294287),
        (1, "1/1000000", 0.326101),
        ("19/10", "1/1000000", 1.726633),
        (2, "1/1000000", 11.554576),
        (8, "1/1000000", 0.102412),
        (10**6, "1/1000", 0.0743125),
    ],
)
def test_the_risk_of_random_features(samples, ridge, risk) -> None:
    assert float(at(error(), samples, 2, ridge, "1/100")) - NOISE == pytest.approx(risk, rel=2e-6)


@pytest.mark.parametrize(("step", "risk"), [("1/2", 0.1494244), (1, 0.1458599), (2, 0.1355814), (4, 0.1187127)])
def test_the_risk_after_one_step(step, risk) -> None:
    assert float(at(error(spiked()), 4, 2, "1/1000", "1/100", step)) - NOISE == pytest.approx(risk, rel=2e-6)


def test_the_fall_is_quadratic() -> None:
    fall = at(error() - error(spiked()), 4, 2, "1/1000", "1/100", "1/1000")
    assert float(fall) * 10**6 == pytest.approx(0.0053955, rel=2e-5)


def test_the_constants_of_erf() -> None:
    assert float(MU1_ERF) == pytest.approx(0.651470015871, rel=1e-11)
    assert float(MU2_ERF) == pytest.approx(0.040145872819, rel=1e-9)


@pytest.mark.parametrize(
    ("step", "value", "left", "right"),
    [(3, 2.4573, 0.2822, 0.2725), (4, 2.688867869, 0.524389774, 0.553006227), (6, 3.3968, 0.6772, 0.7824)],
)
def test_the_spike(step, value, left, right) -> None:
    square = spike(step, 4, spike_bbp.NOISE)
    share = MU1_ERF**4 * step**2 / square
    assert math.sqrt(float(spike_bbp.outlier(square, 2))) == pytest.approx(value, rel=3e-5)
    assert float(share * spike_bbp.left(square, 2)) == pytest.approx(left, rel=3e-4)
    assert float(spike_bbp.right(square, 2)) == pytest.approx(right, rel=3e-4)


def test_the_norms_of_the_move() -> None:
    assert math.sqrt(float(spike(1, 4, movement.NOISE))) == pytest.approx(0.480082106, rel=1e-8)
    assert math.sqrt(float(movement.whole(1, 4))) == pytest.approx(0.497676, rel=1e-6)


def test_the_misfit_of_sine() -> None:
    from sympy import sinh

    least = large_step.misfit(sinh(large_step.kappa)).subs(large_step.kappa, 1.11410)
    assert float(least) == pytest.approx(0.0632234, rel=1e-5)


def test_population_risks_against_test_points() -> None:
    numbers = {"d": 5, "n": 1, "N": 7, "v": 0.0, "s": 0.6, "b1": -0.4, "b3": 0.3}
    W, a = erf_network.start(numbers, Draw(Key(1, "test", "weights"), 1))
    K, c, energy = erf_network.population(numbers, W)
    x, y = erf_network.sample({**numbers, "n": 200_000}, Draw(Key(1, "test", "points"), 1))
    out = (torch.erf(x @ W) @ a[..., None])[..., 0] / 7**0.5
    exact = energy - 2 * (a * c).sum(-1) + (a * (K @ a[..., None])[..., 0]).sum(-1)
    assert float((y - out).square().mean()) == pytest.approx(float(exact), rel=0.03)
