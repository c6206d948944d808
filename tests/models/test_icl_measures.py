"""Particle measures, mixtures of signs, prompts and attention layers of the in-context model."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.feature_attention import icl, icl_attention, icl_flow, icl_measures
from lemmata.numerics.models.in_context import icl_prompts
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key


def draw(stage: str, replicates: int = 4) -> Draw:
    return Draw(Key(0, "tests.icl_measures", stage=stage), replicates)


@pytest.mark.parametrize("k", [1, 2, 4])
def test_whitened_measures_are_small(k: int):
    d = draw(f"white{k}", 50)
    f = icl_measures.teacher(d.normal(40, 3), k, k + 4, 2.0, 1.5, d)
    covariance = f.mT @ f / 40
    level = covariance.diagonal(dim1=1, dim2=2).mean(-1)
    assert torch.allclose(covariance, level[:, None, None] * torch.eye(k, dtype=f.dtype), atol=1e-10)
    assert float(level.max()) <= 1.5**2 / k**2  # not only 1.5²/k, which |f| <= 1.5 gives


def test_whitening_scales_the_longest_head_to_one():
    d = draw("heads")
    heads, weights, masses = icl_measures.atoms(2, 3, 5, 1.0, d)
    f = icl_measures.features(d.normal(30, 3), heads, weights, masses)
    assert torch.allclose(icl_measures.whitened(f, heads)[1].norm(dim=-1).amax(-1), torch.ones(4, dtype=f.dtype))


@pytest.mark.parametrize("unit_heads", [True, False])
def test_one_sign_off_is_as_large_as_allowed(unit_heads: bool):
    made = icl_measures.one_sign_off(3, 0.2, 0.1, 1.5, draw("signs", 1), unit_heads=unit_heads)
    coefficients = made["h"].abs().amax(dim=-2)[0]  # of the signs: the first feature has two, which add up
    size = coefficients.sum() if unit_heads else coefficients.norm()
    assert float(size) == pytest.approx(1.5)
    spread = made["f"].mT @ made["f"] / 16
    assert torch.allclose(spread[0], 1.5**2 / (9 if unit_heads else 3) * torch.eye(3, dtype=spread.dtype))


@pytest.mark.parametrize("rank", [0, 1, 3])
def test_mixtures_have_their_rank(rank: int):
    made = icl_measures.sign_mixtures(3, rank, 0.1, draw(f"rank{rank}"))
    assert torch.linalg.matrix_rank(made["mixing"]).tolist() == [rank] * 4


def test_a_contraction_is_a_mixture_of_signs():
    values = torch.tensor([0.9, 0.1, -0.4], dtype=torch.float64)
    weights = icl_measures.hull_weights(values)
    patterns = torch.tensor([[-1.0, -1, -1], [1, -1, -1], [1, 1, -1], [1, 1, 1]], dtype=torch.float64)
    assert float(weights.min()) >= 0
    assert torch.allclose(weights.sum(), torch.ones((), dtype=torch.float64))
    assert torch.allclose(weights @ patterns, values)


@pytest.mark.parametrize(
    ("missed", "shape", "critical"), [(2, "exceptional", True), (2, "perturbed", False), (0, "generic", False)]
)
def test_orthonormal_mixtures(missed: int, shape: str, critical: bool):
    made = icl_measures.orthonormal_mixtures(3, missed, shape, draw(shape))
    residual, regression = icl.moments(made["f"], made["h"])
    size = float((residual @ regression).abs().amax())
    assert (size < 1e-12) == critical
    if critical:
        assert torch.allclose(residual.diagonal(dim1=1, dim2=2).sum(-1), torch.full((4,), missed / 6, dtype=residual.dtype))


def test_difference_quotients_agree_with_the_gradient():
    d = draw("gradient", 1)
    case = icl_flow.random_case(2, 20, 3, 5, 1.0, d)
    gradient, motion = icl_flow.particle_gradient(case), d.normal(5, 5)
    slope = (case.problem.masses[:, None] * gradient * motion).sum()
    assert torch.allclose(icl_flow.quotient(case, motion), slope, rtol=1e-7)
    assert torch.allclose(gradient, -case.problem.velocity(case.theta)[0], atol=1e-12)


def test_the_best_key_gives_the_gradient_of_the_best_loss():
    case = icl_flow.random_case(2, 20, 3, 5, 1.0, draw("key", 1))
    h = case.features(case.theta)
    best = torch.linalg.inv(h.mT @ h / 20)[0]
    assert torch.allclose(icl_flow.particle_gradient(case, best), icl_flow.particle_gradient(case), atol=1e-10)


def test_the_integrator_is_of_second_order():
    case = icl_flow.random_case(2, 25, 3, 6, 1.0, draw("order", 1), axes=True)
    ends = [icl_flow.midpoint(case.problem, case.theta, 4.0, steps) for steps in (40, 80, 160)]
    first, second = ((ends[i + 1] - ends[i]).norm() for i in range(2))
    assert 3.5 < float(first / second) < 4.5


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


def test_reference_of_the_attention_layer():
    x, y = torch.tensor([[[1.0, 0.0], [1.0, 1.0]]]), torch.tensor([[[2.0], [-1.0]]])
    h, gamma = torch.tensor([[[1.0], [2.0]]]), torch.tensor([[[1.0, 0.0], [2.0, 1.0]]])
    z = icl_attention.tokens(x, y, h, torch.zeros(1, 1, 1))
    keys = torch.zeros(1, 3, 3)
    keys[:, :2, :2] = gamma
    assert float((z @ z.mT @ keys @ z)[0, 2, 2] / 2) == -1.5
    assert torch.allclose(icl_attention.gradient_at_zero(x, y), -(x.mT @ y) / 2)
