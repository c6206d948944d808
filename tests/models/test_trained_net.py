"""The trained two-layer linear network and the landscape of its criterion, against dense formulas and reference numbers."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.linear_net import linear_net
from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.models.single_index import landscape, trained_net
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.solve.least import least
from lemmata.theory.language.definitions import expand
from lemmata.theory.linear_net import experiment_equivalents as slide

KEY = Key(0, "tests.trained_net")


def test_least_finds_an_interior_minimum_and_an_end() -> None:
    low, high = torch.tensor([0.01, 5.0], dtype=torch.float64), torch.tensor([100.0, 50.0], dtype=torch.float64)
    place, value = least(lambda x: x + 4 / x, low, high)
    torch.testing.assert_close(place, torch.tensor([2.0, 5.0], dtype=torch.float64), rtol=1e-6, atol=0)
    torch.testing.assert_close(value, torch.tensor([4.0, 5.8], dtype=torch.float64), rtol=1e-12, atol=0)


def test_risk_is_its_definition() -> None:
    setting = trained_net.power_law(4, 1.5, 2000)
    x, h = Draw(KEY, 3).normal(4, 12), 0.3 * Draw(KEY.child(stage="h"), 3).normal(12, 4)
    sigma, prior = setting.inputs.diag(), setting.moments.diag()
    gap = h @ x - torch.eye(12, dtype=torch.float64)
    direct = (sigma @ gap @ prior @ gap.mT).diagonal(dim1=1, dim2=2).sum(1)
    direct += setting.s2 * (sigma @ h @ h.mT).diagonal(dim1=1, dim2=2).sum(1)
    torch.testing.assert_close(trained_net.risk(h, x, setting), direct)


def test_bayes_is_below_ridge_and_any_first_layer() -> None:
    setting = trained_net.power_law(8, 2.0, 2000)
    x = Draw(KEY, 20).normal(8, 24) * setting.inputs.sqrt()
    least_risk = trained_net.bayes(x, setting)
    weight = Draw(KEY.child(stage="w"), 20).normal(24, 24)
    assert bool((least_risk < trained_net.best_ridge(x, setting)).all())
    assert bool((least_risk < trained_net.risk(trained_net.estimator(weight, x, 0.1), x, setting)).all())


def test_best_ridge_is_the_least_over_a_fine_grid() -> None:
    setting = trained_net.power_law(8, 2.0, 2000)
    draw = Draw(KEY, 5)
    x = draw.normal(8, 24) * setting.inputs.sqrt()
    eye = torch.eye(24, dtype=torch.float64).expand(5, 24, 24)
    grid = [trained_net.risk(trained_net.estimator(eye, x, math.exp(t / 20)), x, setting) for t in range(-160, 80)]
    fine = torch.stack(grid).min(dim=0).values
    found = trained_net.best_ridge(x, setting)
    assert bool((found <= fine + 1e-12).all())
    torch.testing.assert_close(found, fine, rtol=1e-3, atol=0)


def test_gradient_against_central_differences() -> None:
    x, w, noise = Draw(KEY, 1).normal(4, 6)[0], Draw(KEY, 1).normal(3, 6)[0], Draw(KEY.child(stage="s"), 1).normal(4, 5)[0]
    centred = noise @ noise.mT - 1.7 * torch.eye(4, dtype=torch.float64)
    _, gradient = landscape.value_and_gradient(w, x, centred, 0.3, 1.7)
    step = 1e-5
    for i, j in ((0, 0), (2, 5), (1, 3)):
        move = torch.zeros_like(w)
        move[i, j] = step
        up, down = (float(landscape.value_and_gradient(w + s * move, x, centred, 0.3, 1.7)[0]) for s in (1, -1))
        assert float(gradient[i, j]) == pytest.approx((up - down) / (2 * step), rel=1e-6, abs=1e-9)


def test_criterion_of_the_landscape_is_that_of_the_model() -> None:
    x, w, y = Draw(KEY, 1).normal(4, 6)[0], Draw(KEY, 1).normal(3, 6)[0], Draw(KEY.child(stage="s"), 1).normal(4, 5)[0]
    moment = y @ y.mT / 5
    value, _ = landscape.value_and_gradient(w, x, moment - 1.7 * torch.eye(4, dtype=torch.float64), 0.3, 1.7)
    torch.testing.assert_close(value, linear_net.criterion(x @ w.mT @ w @ x.mT, moment, 0.3, 1.7))


def descended(x: Tensor, moment: Tensor, setting: trained_net.Setting, steps: int) -> Tensor:
    """Plain gradient descent on R(W) from the identity."""
    w = torch.eye(x.shape[-1], dtype=torch.float64).expand(x.shape[0], -1, -1).clone()
    centred = moment - setting.s2_prime * torch.eye(setting.n, dtype=torch.float64)
    value, gradient = landscape.value_and_gradient(w, x, centred, 1 / setting.n, setting.s2_prime)
    size = torch.ones_like(value)
    for _ in range(steps):
        moved = w - size[:, None, None] * gradient
        new, slope = landscape.value_and_gradient(moved, x, centred, 1 / setting.n, setting.s2_prime)
        better = new <= value
        w = torch.where(better[:, None, None], moved, w)
        gradient = torch.where(better[:, None, None], slope, gradient)
        value, size = torch.where(better, new, value), size * torch.where(better, 1.4, 0.5)
    return w


def test_limit_of_gradient_descent_from_the_identity() -> None:
    """Labels far from the threshold, so that the infimum is approached quickly: the estimator tends to X^+ P."""
    setting = trained_net.power_law(4, 2.0, 2000, s2_prime=1.0)
    x = Draw(KEY, 3).normal(4, 12)
    moment = torch.diag(torch.tensor([200.0, 100.0, 1e-3, 1e-3], dtype=torch.float64)).expand(3, 4, 4)
    w = descended(x, moment, setting, 4000)
    reached = trained_net.risk(trained_net.estimator(w, x, 1 / setting.n), x, setting)
    torch.testing.assert_close(reached, trained_net.limit_risk(x, moment, setting), rtol=0.05, atol=0.02)


def test_reference_numbers_of_the_experiment() -> None:
    """Deterministic equivalents at n = 100, sigma^2 = 1: best ridge .2058 at a = 1, .0799 at a = 4; without penalty .4091."""
    for a, value in ((1.0, 0.2058), (4.0, 0.0799)):
        found, error = evaluate(expand(slide.ridge), {"n": 100, "a": a, "σ²": 1.0})
        assert float(found) == pytest.approx(value, abs=6e-5)
        assert float(error) < 1e-6
    found, _ = evaluate(expand(slide.ridge_at(slide.zero, slide.a)), {"n": 100, "a": 1.0, "σ²": 1.0})
    assert float(found) == pytest.approx(0.4091, abs=6e-5)


def test_curves_agree_with_the_simulators_of_ridge_and_bayes() -> None:
    setting = trained_net.power_law(12, 2.0, 600)
    found = trained_net.curves(setting, Draw(KEY, 400))
    other = linear_net.bayes_risk(setting.inputs * setting.moments, 12, 1.0, Draw(KEY.child(stage="b"), 400))
    error = math.hypot(float(found["bayes"].std()), float(other.std())) / 20
    assert abs(float(found["bayes"].mean() - other.mean())) < 5 * error
    ridge = conditional_risk(setting.inputs, setting.moments, 12, 0.05, Draw(KEY.child(stage="r"), 400), random_effects=True)
    assert float(found["ridge"].mean()) < float((ridge["bias"] + ridge["variance"]).mean())


def test_two_levels_share_their_designs() -> None:
    """What does not depend on the level is one number, and each level is what a run at it gives."""
    draw = Draw(KEY, 3)
    low, high = trained_net.at_levels(trained_net.power_law(4, 2.0, 10, steps=5), (2.0, 4.0), draw)
    torch.testing.assert_close(low["ridge"], high["ridge"], rtol=0, atol=0)
    alone = trained_net.trained(trained_net.power_law(4, 2.0, 10, steps=5, s2_prime=4.0), Draw(KEY, 3))
    for name, value in alone.items():
        torch.testing.assert_close(high[name], value, rtol=1e-6, atol=1e-9)
    ends = trained_net.ends_of_descent(trained_net.power_law(4, 2.0, 10), (2.0, 4.0), Draw(KEY, 3))
    for end, found in zip(ends, (low["limit"], high["limit"], low["ridge"]), strict=True):
        torch.testing.assert_close(end, found, rtol=0, atol=0)


def test_ridge_is_bayes_for_isotropic_tasks() -> None:
    setting = trained_net.power_law(8, 0.0, 100)
    x = Draw(KEY, 20).normal(8, 24) * setting.inputs.sqrt()
    torch.testing.assert_close(trained_net.best_ridge(x, setting), trained_net.bayes(x, setting), rtol=1e-7, atol=0)
