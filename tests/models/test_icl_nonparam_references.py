"""Numbers of the in-context predictor on three inputs, computed independently of this code."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.icl_nonparam import linear_attention
from lemmata.theory.language.definitions import expand

POINTS = torch.tensor([[0.5, 0.2], [-1.0, 0.4], [0.3, -0.8]], dtype=torch.float64)
KEY = torch.tensor([[1.0, 0.3], [-0.2, 0.7]], dtype=torch.float64)
LABELS = torch.tensor([[1.0], [-0.5], [0.8]], dtype=torch.float64)


def features(x: torch.Tensor) -> torch.Tensor:
    return torch.stack([torch.tanh(x[..., 0]), torch.tanh(x[..., 0] - x[..., 1])], -1)


def test_mean_and_variance_of_the_prediction() -> None:
    """Labels as one true feature, and a second one of weight 0."""
    direction = KEY @ features(torch.tensor([0.6, -0.1], dtype=torch.float64))
    true = torch.cat([LABELS, torch.zeros_like(LABELS)], 1)
    known = {"N": 3, "k": 2, "F": true, "H": features(POINTS), "β": torch.tensor([1.0, 0.0]).double(), "u": direction, "s": 0.0}
    found = evaluate(expand(linear_attention.expected), known)[0]
    assert float(found) == pytest.approx(0.4022505647443, abs=1e-10)
    found = evaluate(expand(linear_attention.spread), known | {"s": 1e-9})[0]
    assert float(found) == pytest.approx(0.0005533908762, abs=1e-10)
