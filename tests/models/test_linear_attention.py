"""Linear attention pretrained in context: the risk of a matrix as a trace formula, against a value by hand and the definition."""

from __future__ import annotations

import torch

from lemmata.numerics.models.in_context.linear_attention import pretrained, risk
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
