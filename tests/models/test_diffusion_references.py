"""Numbers of reverse diffusions that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.diffusion.matching import batch
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.diffusion import (
    bias_variance,
    bspline_basics,
    diffused_bspline,
    discretised_dsm,
    empirical_w1,
    ou_marginal,
    relu_bspline,
    score_matching_identity,
    smoothing_bound,
    trunc_high,
)
from lemmata.theory.diffusion import notation as family


def value(formula, **known):
    return float(evaluate(formula, known)[0])


def test_forward_process() -> None:
    assert value(family.mu, t=0.3) == pytest.approx(0.740818220682, abs=1e-12)
    assert value(family.sigma2, t=0.3) == pytest.approx(0.451188363906, abs=1e-12)
    assert value(ou_marginal.uniform(), t=0.3, q=0.5) == pytest.approx(0.410132736428, abs=1e-12)
    for d, mass in ((1, 0.525150), (2, 0.884203), (3, 1.488748), (4, 2.506628)):
        assert value(ou_marginal.mass(ou_marginal.printed), t=0.3, d=d) == pytest.approx(mass, abs=1e-6)
    assert value(family.propagator(0.5), v=0.1) == pytest.approx(0.0906746822684, abs=1e-12)


def test_score_matching() -> None:
    known = {"v": 0.5, "t": 0.3, "d": 1, "B": [[-0.7]]}
    assert value(score_matching_identity.closed, **known) == pytest.approx(0.333721990283, abs=1e-12)
    assert value(score_matching_identity.gap, **known) == pytest.approx(0.838188374035, abs=1e-12)
    assert value(score_matching_identity.spent, n=100, T=5.0) == pytest.approx(6.950980468928, abs=1e-10)
    assert value(family.sigma2 * score_matching_identity.gap, **known) == pytest.approx(0.378180841, abs=1e-9)


@pytest.mark.parametrize(("N", "expected"), [(10, 0.249916), (100, 0.610761), (1000, 0.725884), (10**4, 0.746554)])
def test_second_moment_of_the_discretised_loss(N: int, expected: float) -> None:
    assert value(discretised_dsm.whole / discretised_dsm.N, N=N, v=0.5) == pytest.approx(
        expected, abs=2e-3 if N < 100 else 1e-4
    )


def test_batch_of_the_discretised_loss() -> None:
    """∫ 1/(e^(2t) − 1) dt over [1/10, 1], divided by its length, and the mean square of what 100 terms err by."""
    centre = value(discretised_dsm.at_one, B=10)
    assert centre == pytest.approx(0.8679769, abs=1e-6)
    found = batch({"M": 100, "N": 10}, Draw(Key(0, "batch"), 20_000))["loss"]
    assert float(found.mean()) == pytest.approx(centre, abs=0.01)
    assert 10 * float((found - centre).square().mean()) == pytest.approx(0.391, abs=0.04)


def test_balance() -> None:
    known = {"s": 2.0, "d": 3, "n": 10**6}
    assert value(bias_variance.best, **known) == pytest.approx(421.67101, abs=1e-5)
    assert value(bias_variance.least, **known) == pytest.approx(7.3792427e-4, abs=1e-11)


def test_truncations() -> None:
    assert value(family.distance(0.5, family.variance(0.02)), v=0.5) == pytest.approx(0.009306233636, abs=1e-11)
    assert value(family.distance(family.variance(1.0), 1.0), v=0.5) == pytest.approx(0.01695216772, abs=1e-11)
    for T, expected in ((1, 0.027595), (2, 0.0031375), (3, 4.1466e-4)):
        assert value(trunc_high.bound(1 / 3), T=float(T)) == pytest.approx(expected, rel=1e-4)


def test_splines() -> None:
    for x, m, expected in ((2.0, 3, 2 / 3), (1.0, 3, 1 / 6), (1.5, 2, 0.75)):
        assert value(family.spline(bspline_basics.y, m), y=x) == pytest.approx(expected, abs=1e-14)
    for m, a, b, x, t, expected in ((1, 2, 1, 0.4, 0.1, 0.227245734038408), (3, 2, -1, 0.3, 0.02, 0.397874056376535)):
        assert value(diffused_bspline.closed(m), a=a, b=b, x=x, t=t) == pytest.approx(expected, abs=1e-11)
    for L, expected in ((2, 0.25), (3, 0.0625), (6, 9.765625e-4)):
        miss = relu_bspline.network(relu_bspline.worst) - family.spline(relu_bspline.worst, 2)
        assert abs(value(miss, L=L)) == pytest.approx(expected, abs=1e-15)


def test_constants_of_derivatives() -> None:
    for t, expected in ((0.2, 0.59338), (1.0, 0.77755), (5.0, 0.79788)):
        assert value(smoothing_bound.variation(t)) == pytest.approx(expected, abs=1e-5)
    assert value(4 * smoothing_bound.phi(1)) == pytest.approx(0.967882898, abs=1e-9)


@pytest.mark.parametrize(("n", "expected"), [(1, 1 / 3), (2, 11 / 48), (3, 5 / 27), (4, 245 / 1536), (10, 0.0998387253)])
def test_mean_distance_of_the_empirical_law_on_the_line(n: int, expected: float) -> None:
    assert value(empirical_w1.on_the_line(empirical_w1.n), n=n) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("d", "n", "expected"), [(1, 10, 0.025), (2, 100, 0.0376126), (3, 1000, 0.0465263)])
def test_bound_of_memorising(d: int, n: int, expected: float) -> None:
    assert value(empirical_w1.least, d=d, n=n) == pytest.approx(expected, abs=1e-7)
