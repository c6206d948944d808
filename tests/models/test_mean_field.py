"""Mean-field models against values found by other methods: a finite-volume scheme, exact Gaussians, direct sums."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata import evaluate
from lemmata.numerics.models.langevin import mean_field_flow
from lemmata.numerics.models.mean_field import head_noise, label_noise_training
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.mean_field import particle_bias

KEY = Key(0, "tests.mean_field")
LIKE = torch.zeros((), dtype=torch.float64)
LAND = mean_field_flow.Landscape(0.5, 2.0, 1.0)


def test_the_least_free_energy_agrees_with_a_finite_volume_scheme() -> None:
    equation = mean_field_flow.Equation(LAND, LIKE)
    rest = equation.measured(equation.stationary())["energy"]
    assert float(rest) == pytest.approx(-0.113799451, abs=1e-9)
    start = LAND.gaussian(1.5, 0.25, LIKE)
    assert float(equation.measured(start)["energy"]) == pytest.approx(2.213712, abs=1e-6)
    end = equation.measured(equation.run(start, 1.0))["energy"]
    assert float(end - rest) == pytest.approx(0.042616, abs=5e-6)


def test_without_labels_the_equation_is_an_ornstein_uhlenbeck_process() -> None:
    land = mean_field_flow.Landscape(0.5, 2.0, 1.0, scale=0.0)
    equation = mean_field_flow.Equation(land, LIKE)
    found = equation.measured(equation.run(land.gaussian(1.0, 0.2, LIKE), 0.3))
    mean, variance = math.exp(-0.6), 0.5 + (0.2 - 0.5) * math.exp(-1.2)
    assert float(found["mean"]) == pytest.approx(mean, abs=1e-8)
    assert float(found["second"]) == pytest.approx(mean**2 + variance, abs=1e-8)


def test_free_energy_falls_along_the_flow_and_the_gibbs_law_is_at_rest() -> None:
    equation = mean_field_flow.Equation(LAND, LIKE)
    densities = [LAND.gaussian(1.5, 0.25, LIKE)]
    for _ in range(4):
        densities.append(equation.run(densities[-1], 0.1))
    energies = [float(equation.measured(q)["energy"]) for q in densities]
    assert energies == sorted(energies, reverse=True)
    rest = equation.stationary()
    assert float(equation.change(rest).abs().max()) < 1e-6  # where the Fourier series is cut
    assert float(equation.divergence(rest, equation.gibbs(rest))) < 1e-12


def test_the_decay_without_labels_is_that_of_an_ornstein_uhlenbeck_process() -> None:
    found = mean_field_flow.decay(LAND, torch.zeros(10, dtype=torch.float64), 1.5, 0.25, 0.4)

    def excess(share: float) -> float:
        ratio = 1 - share / 2  # the start has half the variance at rest
        return (ratio - 1 - math.log(ratio)) / 2 + 1.5**2 * share

    gap = excess(math.exp(-1.6))
    assert float(found["start"]) == pytest.approx(excess(1.0), abs=1e-8)
    assert [float(found[name]) for name in ("gap", "above", "below")] == pytest.approx([gap] * 3, abs=1e-7)
    assert float(found["exponent"]) == pytest.approx(1.6, rel=1e-12)
    assert float(found["rate"]) == pytest.approx(1, abs=2e-3)


def test_particles_without_data_have_the_variance_of_the_scheme() -> None:
    land = mean_field_flow.Landscape(0.5, 2.0, 1.0, scale=0.0)
    found = mean_field_flow.particles(land, 0.0, 0.5, 200, 1.0, 0.1, Draw(KEY, 500))["second"]
    rest, shrink = 0.5 / (1 - 0.1), (1 - 0.2) ** 20
    expected = rest + (0.5 - rest) * shrink
    assert float(found.mean()) == pytest.approx(expected, abs=6 * float(found.std()) / 500**0.5)


def test_mean_flows_of_label_noise_training_end_where_smaller_steps_end() -> None:
    expected = {"values": (0.95606, 0.04663), "function": (0.93461, 0.05762), "nothing": (0.95410, 0.04282)}
    for reading, (dof, objective) in expected.items():
        found = label_noise_training.flow(label_noise_training.Training(0.3, step=0.2, steps=750), reading, LIKE)
        assert float(found["DoF"]) == pytest.approx(dof, abs=1e-4)
        assert float(found["F"]) == pytest.approx(objective, abs=1e-5)


def test_training_without_noise_is_its_mean_flow() -> None:
    training = label_noise_training.Training(0.0, step=0.5, steps=40)
    run = label_noise_training.train(training, 3, Draw(KEY, 2))
    mean = label_noise_training.flow(training, "values", LIKE)
    for name, value in mean.items():
        assert torch.allclose(run[name], value.expand(2), rtol=1e-10)


def test_bias_of_finitely_many_particles() -> None:
    """F, the limit of N (E F_N - F), and the same without centring, for weights from N(0.7, 1) at six inputs."""
    x = [-1.5 + 0.6 * i for i in range(6)]
    values = {"n": 6, "x": x, "Y": [math.sin(2 * t) + 0.3 for t in x], "m0": 0.7, "s0": 1.0, "λ": 0.1}
    values |= {name: value[..., 0].tolist() for name, value in particle_bias.rule(None, Draw(KEY, 1)).items()}
    normal = particle_bias.normal
    for formula, expected, digits in (
        (normal.least, 0.3138287029, 10),
        (normal.bias, 0.0327279476, 10),
        (normal.raw, 0.065701, 6),
    ):
        value, error = evaluate(formula, **values)
        assert float(value) == pytest.approx(expected, abs=10**-digits)
        assert float(error) < 1e-12


@pytest.mark.parametrize("activation", sorted(head_noise.ACTIVATIONS))
def test_readings_agree_without_noise(activation: str) -> None:
    made = head_noise.network(6, 4, 3, activation, Draw(KEY, 1))
    y = Draw(KEY.child(stage="labels"), 1).normal(6)[0]
    found = head_noise.frozen_gradients(made["Phi"][0], made["D"][0], y, 0.1, 0.0, Draw(KEY, 2))

    def least(k: torch.Tensor) -> torch.Tensor:
        return 0.1 * (torch.linalg.solve(k + 0.6 * torch.eye(6, dtype=k.dtype), y[:, None]).squeeze(-1) * y).sum(dim=-1)

    slope = head_noise.along(least, made["Phi"], made["D"])
    for value in found.values():
        assert torch.allclose(value, slope.expand(2), rtol=1e-9, atol=1e-12)
