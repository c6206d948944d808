"""The attention network at three tokens, and its gradients, against numbers that were computed independently of this code."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
import torch
from torch.nn.functional import softplus

from lemmata import sqrt
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.networks import attention
from lemmata.theory.language.definitions import expand
from lemmata.theory.transformer import model, notation

KNOWN = {
    "X": [[1, 0, 2], [-0.5, 0.3, 0.1], [0.2, -1, 0.4]],
    "W_Q": [[0.3, -0.2], [0.1, 0.4], [0, 0.5]],
    "W_K": [[0.2, 0.1], [-0.3, 0.6], [0.4, 0]],
    "W_V": [[0.5, -0.1], [0.2, 0.3], [-0.4, 0.7]],
    "w_o": [1.0, -0.5],
    "e": [1.0, 0.0, 0.0],
}


def value(formula: Any) -> torch.Tensor:
    arrays = {name: torch.tensor(rows, dtype=torch.float64) for name, rows in KNOWN.items()}
    return evaluate(expand(formula), {"L": 3, "d": 3, "h": 2, **arrays})[0]


@pytest.mark.parametrize(
    ("formula", "stated"),
    [
        (notation.network(), -0.5297566382661),
        (notation.network(queries=sp.ZeroMatrix(notation.d, notation.h)), -0.5083333333333),
        (notation.network(queries=notation.WQ / sqrt(notation.h)), -0.5235832412366),
        (notation.network(queries=notation.WK, keys=notation.WQ), -0.5197771430936),
        (model.first_alone(notation.X), -0.5900747195511),
    ],
)
def test_output(formula: Any, stated: float) -> None:
    assert float(value(formula)) == pytest.approx(stated, abs=1e-12)


def test_gradients_of_keys_and_queries() -> None:
    assert float(value(model.keys())[0, 0]) == pytest.approx(-0.0102895299711, abs=1e-12)
    queries = model.claim.parts["queries"].statement.right
    assert float(value(queries)[0, 0]) == pytest.approx(-0.0325971110055, abs=1e-12)


def test_gradients_that_are_written_out() -> None:
    made = torch.Generator().manual_seed(3)
    x, *weights = (torch.randn(2, *shape, generator=made, dtype=torch.float64) for shape in ((4, 3, 5), (5, 2), (5, 2), (5, 2)))
    head, label = torch.tensor([0.6, -0.8]).double(), attention.labels(4, torch.device("cpu"))
    moving = [w.requires_grad_() for w in weights]
    f, _ = attention.attended(x, (moving[0], moving[1], moving[2] @ head))
    stated = torch.autograd.grad(softplus(-label * f).mean(-1).sum(), moving)
    found, _ = attention.slopes(x, (weights[0], weights[1], weights[2]), head, label)
    for one, other in zip(found, stated, strict=True):
        assert torch.allclose(one, other, atol=1e-14)
