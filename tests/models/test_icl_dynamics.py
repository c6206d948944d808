"""Particle systems, training and prompts of the in-context model: derivatives by autograd, and known values."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.feature_attention import icl_particles, icl_training
from lemmata.numerics.models.in_context import icl_prompts
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key


def draw(stage: str, replicates: int = 1) -> Draw:
    return Draw(Key(0, "tests.icl_dynamics", stage=stage), replicates)


@pytest.mark.parametrize("activation", ["tanh", "erf"])
def test_velocity_and_linearised_flow_are_the_derivatives_of_the_loss(activation: str):
    d = draw(activation)
    problem, theta = icl_particles.saddle(1, 1.2, 4, d, activation)
    theta = (theta + 0.3 * d.normal(*theta.shape)[0]).requires_grad_(True)
    loss = problem.loss(theta[None])[0]
    (gradient,) = torch.autograd.grad(loss, theta)
    masses = problem.masses[:, None]
    moved, same = problem.velocity(theta.detach()[None])
    assert torch.allclose(-gradient / masses, moved[0], atol=1e-13)
    assert torch.allclose(same[0], loss.detach())
    hessian = torch.autograd.functional.hessian(lambda x: problem.loss(x[None])[0], theta.detach()).reshape(10, 10)
    blocks = problem.linearised(theta.detach())
    assert torch.allclose(hessian / masses.repeat_interleave(5, 0), blocks["local"] + blocks["operator"], atol=1e-12)


def test_spectrum_at_the_saddle():
    problem, theta = icl_particles.saddle(1, 1.5, 8, draw("saddle"))
    values = torch.linalg.eigvalsh(problem.linearised(theta)["symmetric"])
    known = torch.tensor([-0.149048, 0, 0, 0, 0, 0, 0, 0.022845, 0.079018, 0.079018], dtype=torch.float64)
    assert torch.allclose(values, known, atol=1e-6)
    assert float(values[0] ** 2 / values.square().sum()) == pytest.approx(0.6306678, abs=1e-7)
    assert float(problem.loss(theta[None])) == pytest.approx(0.1452153226, abs=1e-10)
    assert float(problem.velocity(theta[None])[0].abs().max()) < 1e-15


@pytest.mark.parametrize("missed", [1, 2])
def test_half_of_the_inputs_gives_the_same_loss(missed: int):
    d = draw(f"half{missed}")
    (whole, theta), (half, _) = (icl_particles.saddle(missed, 0.9, 4, d, half=part) for part in (False, True))
    moved = theta + 0.2 * d.normal(*theta.shape)
    assert torch.allclose(whole.velocity(moved)[0], half.velocity(moved)[0], atol=1e-14)


def test_the_student_is_at_a_critical_point_where_the_first_variation_is_bent():
    problem, theta = icl_particles.student(1.5, 8, draw("student"))
    assert float(problem.velocity(theta[None])[0].abs().max()) < 1e-14
    assert float(problem.linearised(theta)["local"].norm()) > 0.01


def test_gauss_hermite_integrates_powers():
    nodes, chances = icl_particles.gauss_hermite(4, 2, draw("nodes"))
    moments = [
        float((chances * nodes[:, 0] ** i * nodes[:, 1] ** j).sum()) for i, j in ((0, 0), (2, 0), (4, 2), (6, 0), (3, 1))
    ]
    assert moments == pytest.approx([1, 1, 3, 15, 0], abs=1e-12)


@pytest.mark.parametrize("model", ["static", "attention"])
def test_training_gradients(model: str):
    d = draw("training", 2)
    x, f = d.normal(30, 4), d.normal(30, 3)
    state = [v.requires_grad_(True) for v in (d.normal(4, 6), d.normal(6, 2), d.normal(2, 2))]
    h, _ = icl_training.features(x, *state[:2])
    if model == "static":
        total = icl_training.measured(h, f).sum()
    else:
        total = (f - h @ state[2].mT @ (f.mT @ h / 30).mT).square().sum() / 30
    wanted = torch.autograd.grad(total, state, allow_unused=True)
    found = icl_training.gradients(model, x, f, *(v.detach() for v in state))
    for gradient, exact in zip(found, wanted, strict=True):
        assert torch.allclose(gradient, torch.zeros_like(gradient) if exact is None else exact, atol=1e-13)


def test_a_trained_model_stays_above_the_least_loss():
    setup = icl_training.Setup(d=6, k=2, true=3, neurons=12, inputs=60, steps=80)
    run = icl_training.compare(("static", "attention", "modified"), setup, draw("least", 3))
    for model in ("static", "attention", "modified"):
        assert bool((run[f"{model}_features"] >= 1 - 1e-12).all())
        assert bool((run[f"{model}_loss"] >= run[f"{model}_features"] - 1e-12).all())
    assert bool((run["static_loss"] < 1.2).all())


def test_gaussian_tasks_at_k_2():
    parts = icl_training.gaussian_tasks(2, 1.0, 200_000, draw("tasks"))
    known = {"max_loss": 0.5, "max_square": 1.0, "first": 0.5, "norm_loss": 8.0}
    for name, value in known.items():
        assert float(parts[name]) == pytest.approx(value, rel=0.03)


def test_losses_of_prompts_by_hand():
    f, h, gamma = (
        torch.tensor([[[1.0], [2.0]]]).double(),
        torch.tensor([[[1.0], [-1.0]]]).double(),
        torch.full((1, 1, 1), 0.5).double(),
    )
    made = icl_prompts.prompt_loss(f, h, gamma, 1, draw("hand", 64))
    # one input x: predictor f(x) h(x) h(q) / 2 of f(q), averaged over both q
    possible = {round(((1 - a / 2) ** 2 + (2 + a / 2) ** 2) / 2, 12) for a in (1.0, -2.0)}
    assert {round(float(x), 12) for x in made["risk"]} == possible
    assert torch.allclose(made["signed"], made["risk"])
