"""A few replicates of one point but for rounding: weighed while they are run, so that no run of two comes before them."""

from __future__ import annotations

import pytest
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula import instance as module
from lemmata.numerics.formula.instance import Instance
from lemmata.numerics.formula.literal import Literal
from lemmata.theory.language.arrays import Array, Spectrum
from lemmata.theory.language.iteration import Flow
from lemmata.theory.language.solved import Root
from lemmata.theory.language.symbols import Index, Naturals, Positive, Symbol

n = Symbol("n", "size", Naturals)
k, c, s = Symbol("k", "penalty", Positive), Symbol("c", "level", Positive), Symbol("s", "state")
spectrum = Array("l", "eigenvalues", n, kind=Spectrum)
i, j = Index("i"), Index("j")
LONG, COUNT = 300, 8
POINT = {"n": LONG, "l": torch.linspace(0.1, 2.0, LONG, dtype=torch.float64), "c": 17.3}
SIGNS = torch.tensor([1.0, -1.0] * (COUNT // 2), dtype=torch.float64)
MOVED = {"l": POINT["l"] * (1 + 2.0**-52 * SIGNS[:, None]), "c": POINT["c"] * (1 - 2.0**-52 * SIGNS)}
total = sp.Sum(spectrum[i], (i, 1, n))
FORMULAS = {
    "a sum": (sp.Sum(spectrum[i] ** 2 / (spectrum[i] + c), (i, 1, n)), True),
    "a root": (Root(k, sp.Sum(spectrum[i] / (spectrum[i] + k), (i, 1, n)) - c), True),
    "two indices: its values have too many entries": (
        sp.Sum(sp.exp(-c * spectrum[i] * spectrum[j]), (i, 1, n), (j, 1, n)),
        False,
    ),
    "a flow: what is weighed is one step of it": (Flow(s, c - s * total, 0, sp.Rational(1, 100)), False),
}


def moved(formula: sp.Expr) -> tuple[Instance, list[Tensor]]:
    literal = Literal((formula,), averaged=False)
    literal(POINT)  # roots are looked for beside the one that was found there
    few = literal.at(POINT, varying=("l", "c"), near=True)
    return few, few({name: MOVED[name] for name in few.random}, COUNT)


@pytest.mark.parametrize("name", FORMULAS)
def test_the_values_are_those_of_each_alone(name: str) -> None:
    formula, at_once = FORMULAS[name]
    few, values = moved(formula)
    literal = Literal((formula,), averaged=False)
    alone = [literal({"n": LONG, "l": MOVED["l"][b], "c": float(MOVED["c"][b])})[0] for b in range(COUNT)]
    assert torch.allclose(values[0], torch.stack(alone), rtol=1e-12)
    assert (not few._bytes) is at_once  # whether a run of two was not needed


def test_what_does_not_fit_is_still_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = FORMULAS["a sum"][0]
    whole = moved(formula)[1][0]
    monkeypatch.setattr(module, "at_once", lambda device: 30 * LONG * 8)
    cut, values = moved(formula)
    assert torch.allclose(values[0], whole, rtol=1e-14)
    assert cut._bytes  # a run of two told how many go at once
