"""Numbers of the contrastive loss that were computed independently of this code."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.contrastive import draw_repel, loss
from lemmata.theory.language.definitions import expand


def test_loss_of_two_negatives() -> None:
    known = {"M": 2, "τ": 1.0, "s": 0.5, "S": torch.tensor([0.0, 0.25], dtype=torch.float64)}
    assert float(evaluate(expand(loss.loss), known)[0]) == pytest.approx(0.8693380841, abs=1e-9)
    assert float(evaluate(expand(loss.same), known | {"M": 7})[0]) == pytest.approx(2.0794415417, abs=1e-9)


def test_slopes_of_three_negatives() -> None:
    known = {"M": 3, "τ": 1.0, "s": 1.0, "S": torch.tensor([0.2, -0.3, 0.5], dtype=torch.float64)}
    assert float(evaluate(expand(draw_repel.drawn), known)[0]) == pytest.approx(-0.5705189459, abs=1e-9)
    found = evaluate(expand(draw_repel.repelled), known)[0].flatten()
    assert found.tolist() == pytest.approx([0.1929782771, 0.1170472417, 0.2604934271], abs=1e-9)
