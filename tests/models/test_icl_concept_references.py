"""The network on a small prompt, and its closed form, against numbers that were computed independently of this code."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.icl_concept import structure
from lemmata.theory.language.definitions import expand


def columns(**rows: list[object]) -> dict[str, torch.Tensor]:
    return {name: torch.tensor(value, dtype=torch.float64) for name, value in rows.items()}


WEIGHTS = columns(
    W_Q=[[0.5, -0.1], [0.2, 0.8]],
    W_K=[[0.9, 0.3], [-0.4, 0.7]],
    w_O=[[0.6, -0.2], [-0.5, 0.9], [0.1, 0.4]],
    r=[1.0, -0.5, 0.7],
    q=[0.6, -0.5],
)
CONCEPT = columns(a=[0.5, -0.2], b=[0.3, 0.8], c=[0.4, -0.1], g=[0.2, 0.6], y=[1.0, 1.0, -1.0, 1.0, -1.0])


def test_closed_form_of_a_prompt() -> None:
    query = {"q": CONCEPT["a"] + CONCEPT["b"]}
    known = {"L": 5, "d": 2, "e": 2, "h": 2, "m": 3, **WEIGHTS, **CONCEPT, **query}
    for formula in (structure.network(), structure.closed()):
        assert float(evaluate(expand(formula), known)[0]) == pytest.approx(0.3649871474448, abs=1e-10)
    assert float(evaluate(expand(structure.closed(prior=0 * structure.more)), known)[0]) == pytest.approx(
        0.3375320592418, abs=1e-10
    )
