"""Automatic wrong versions are formulas that can be computed wherever the truth can be."""

from __future__ import annotations

import pytest
import sympy as sp
import torch
from zoo import ZOO

from lemmata import Part
from lemmata.numerics.formula.evaluate import value_with_error
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.mutation import automatic
from lemmata.theory.language.operators import BINDERS

SIZE, WIDTH = 4, 3
NUMBERS = {"n": SIZE, "d": WIDTH, "T": 5, "k": 2, "a": 0.7, "b": 1.3, "x": 0.4, "t": 0.2, "λ": 0.6, "κ": 0.5, "η": 0.1}


def instance():
    """A point with arrays of every kind that the zoo speaks of."""
    generator = torch.Generator().manual_seed(3)
    square, other = (torch.randn(SIZE, SIZE, dtype=torch.float64, generator=generator) for _ in range(2))
    columns = {name: torch.randn(SIZE, 1, dtype=torch.float64, generator=generator) for name in ("v", "w", "w₀")}
    matrices = {
        "K": square @ square.T,
        "P": square @ square.T + torch.eye(SIZE),
        "S": square + square.T,
        "A": square,
        "B": other / 10,
        "F": other,
    }
    design = torch.randn(SIZE, WIDTH, dtype=torch.float64, generator=generator)
    return {**NUMBERS, **columns, **matrices, "X": design, "μ": torch.full((SIZE, 1), 1 / SIZE, dtype=torch.float64)}


def targets(statement):
    found = getattr(statement, statement.target)
    formulas = found.values() if isinstance(found, dict) else [found]
    return [expand(f) for f in formulas if isinstance(f, sp.Expr | sp.MatrixExpr) and not f.has(*BINDERS)]


def computed(formula, point):
    return bool(torch.isfinite(value_with_error(formula, point)[0]).all())


@pytest.mark.parametrize(
    "name",
    ["definition", "gram", "hadamard", "norms", "slope", "root", "density", "within", "phase", "guarantee", "flow", "entries"],
)
def test_what_is_made_can_be_computed(name):
    point, part = instance(), Part(ZOO[name][0])
    assert all(computed(f, point) for f in targets(part.statement))
    laws, _ = automatic("main", part, True, limit=100)
    assert (
        sum(computed(f, point) for law in laws for f in targets(law.statement))
        == sum(len(targets(law.statement)) for law in laws)
        > 0
    )


def test_the_point_tells_what_cannot_be_computed():
    with pytest.raises(LemmataError):
        computed(sp.Symbol("nowhere"), instance())
