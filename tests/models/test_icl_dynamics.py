"""Particle systems, mixtures, births and training of the in-context model: derivatives by autograd, and known values."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.feature_attention import icl, icl_births, icl_mixtures, icl_particles, icl_training
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


@pytest.mark.parametrize("density", [1.2, 3.0, 40.0])
def test_two_features_attain_the_bound(density: float):
    mixture = icl_mixtures.attaining_mixture(density, draw("attained"))
    operator = icl_mixtures.operator(mixture)
    turn = -torch.ones(1, 1, 1, dtype=torch.float64)
    field = icl_mixtures.descent_direction(mixture, turn, 0.0)
    assert float(field.square().sum()) == pytest.approx(density + 3)
    assert float(mixture["act"].abs().max()) <= 1
    lowest = float(torch.linalg.eigvalsh(operator)[0])
    assert lowest < 0
    assert torch.allclose(operator @ field, lowest * field, atol=1e-9 * abs(lowest) * density)


def test_the_counterexample_to_the_printed_eigenvalue():
    act = torch.tensor([[[1.0, 1.0]] * 3 + [[1.0, 0.6]]], dtype=torch.float64)
    mixture = icl_mixtures.two_features(act, (1.0, 0.0), (0.4, 0.6), (1.0, -5 / 6), draw("pair"))
    values = torch.linalg.eigvalsh(icl_mixtures.operator(mixture))
    assert values[[0, -1]].tolist() == pytest.approx([-3.08786, 17.48786], abs=1e-5)


def test_frozen_weights_keep_the_mean_of_a_a_transposed():
    mixture = icl_mixtures.random_mixture(2, 3, 5, 4, 30, 1.0, 2.0, draw("frozen", 3), white=True)
    f, _ = icl_mixtures.features(mixture)
    gram = f.mT @ f / 30
    assert torch.allclose(gram, gram[:, :1, :1] * torch.eye(2, dtype=torch.float64), atol=1e-12)
    moved = icl_mixtures.head_flow(mixture, 2.0, 200)
    before, after = (m["a"].mT @ (m["p"][..., None] * m["a"]) for m in (mixture, moved))
    assert torch.allclose(before, after, atol=1e-8)
    losses = [icl.moments(*icl_mixtures.features(m))[0].diagonal(dim1=1, dim2=2).sum(-1) for m in (mixture, moved)]
    assert bool((losses[1] < losses[0]).all())


@pytest.mark.parametrize(
    ("correlation", "time", "mass"),
    [(0.6, 1.0, 0.2126941237), (0.6, 5.0, 0.7909), (-0.8, 1.0, 0.0487425485), (-0.8, 5.0, 0.0042799979)],
)
def test_birth_and_death_of_two_features(correlation: float, time: float, mass: float):
    d = draw("births")
    atoms, true = icl_births.pair_atoms(correlation, d), d.tensor([[1.0, 0.0]])
    run = icl_births.birth_death(atoms, true, d.tensor([[0.1, 0.9]]), time, 400)
    assert float(run["p"][0, 0]) == pytest.approx(mass, rel=1e-4)


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
