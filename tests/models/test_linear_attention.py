"""Linear attention pretrained in context: the risk of a matrix as a trace formula, against a value by hand and the definition."""

from __future__ import annotations

import torch

from lemmata.numerics.models.in_context.linear_attention import contexts, pretrained, risk
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key

KEY = Key(0, "tests.linear_attention")


def test_the_risk_of_half_the_identity_on_two_opposite_tasks() -> None:
    """d = 2, ℓ = 4, ρ = 1/10, tasks ±(√2, 0): mean 0, second moment diag(2, 0): the risk is 0.55."""
    gamma = torch.zeros(1, 2, 3, dtype=torch.float64)
    gamma[0, 0, 0] = gamma[0, 1, 1] = 0.5
    second = torch.diag(torch.tensor([2.0, 0.0], dtype=torch.float64))[None]
    found = risk(gamma, second, torch.zeros(1, 2, dtype=torch.float64), 4, 0.1, 0.0)
    assert abs(found.item() - 0.55) < 1e-12


def test_a_large_ridge_leaves_the_null_predictor() -> None:
    """Γ = 0 has the risk 1 + ρ on any task of norm √d."""
    found = pretrained({"d": 4, "ℓ": 6, "k": 3, "n": 20, "ρ": 0.3, "λ": 1e9}, Draw(KEY, 3))
    for values in found.values():
        assert torch.allclose(values, torch.full_like(values, 1.3), atol=1e-6)


def test_many_contexts_of_one_task_are_memorised() -> None:
    """With one task the risk on it falls well below that on a new one."""
    found = pretrained({"d": 4, "ℓ": 16, "k": 1, "n": 2000, "ρ": 0.1, "λ": 1e-3}, Draw(KEY, 8))
    assert found["IDG"].mean() < 0.4 < 0.6 < found["ICL"].mean()


def test_contexts_have_the_law_of_their_inputs() -> None:
    """First and second moments, and the fourth of the length, of h drawn by its law and from inputs in R^d."""
    d, length, rho, count = 3, 4, 0.3, 200_000
    w = torch.tensor([2.0, 1.0, 2.0], dtype=torch.float64) / 3 * d**0.5
    draw = Draw(KEY.child(stage="contexts"), count)
    x, noise = draw.normal(length, d) / d**0.5, rho**0.5 * draw.normal(length)
    y = (x @ w[:, None])[..., 0] + noise
    literal = torch.cat(((x.mT @ y[..., None])[..., 0] * (d / length), y.square().mean(-1, keepdim=True)), -1)
    mine = contexts(w.expand(count, 1, d), length, rho, draw)[:, 0]
    for a, b in ((literal, mine), *((t[..., None] * t[:, None, :] for t in (literal, mine)),)):
        spread = ((a.var(0) + b.var(0)) / count).sqrt()
        assert bool(((a.mean(0) - b.mean(0)).abs() < 5 * spread).all())
    powers = [t[:, :d].square().sum(-1).square() * t[:, d] for t in (literal, mine)]
    spread = (sum(float(t.var()) for t in powers) / count) ** 0.5
    assert abs(float(powers[0].mean() - powers[1].mean())) < 5 * spread
