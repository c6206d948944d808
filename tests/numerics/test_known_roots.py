"""An equation that stands in several formulas is solved once, at each choice of what it speaks of."""

import pytest
import sympy as sp
import torch

from lemmata import Array, Index, Naturals, Positive, Root, Sum, Symbol
from lemmata.numerics.formula import known_roots
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.solve import scan
from lemmata.theory.language.errors import NoSolution

x, c, n = Symbol("x", "unknown", Positive), Symbol("c", "constant", Positive), Symbol("n", "terms", Naturals)
j = Index("j")
l = Array("l", "spectrum", n)


@pytest.fixture
def scans(monkeypatch):
    """How often an equation is scanned for roots; nothing is known at the start."""
    count, real = [], scan.roots
    monkeypatch.setattr(scan, "roots", lambda *a: count.append(1) or real(*a))
    known_roots._found.clear()
    return count


def test_an_equation_is_solved_once_for_all_formulas(scans):
    root = Root(x, sp.sin(x) - c, inside=(0, sp.Rational(3, 2)))
    for k in range(1, 5):
        value, _ = evaluate(k * root, {"c": 0.3})
        assert float(value) == pytest.approx(k * 0.3046926540153975, rel=1e-12)
    once = len(scans)
    evaluate(root + 7, {"c": 0.3})
    assert 0 < once == len(scans)
    assert float(evaluate(root, {"c": 0.5})[0]) == pytest.approx(float(sp.pi / 6), rel=1e-12)


def test_the_length_of_a_sum_and_the_entries_of_an_array_tell_equations_apart():
    counted = Root(x, Sum(1 / (1 + j * x), (j, 1, n)) - c, inside=(0, 1000))
    listed = Root(x, Sum(l[j] / (1 + x), (j, 1, n)) - c, inside=(0, 1000))
    for size in (2, 3, 2):
        place = float(evaluate(counted, {"c": 0.5, "n": size})[0])
        assert sum(1 / (1 + k * place) for k in range(1, size + 1)) == pytest.approx(0.5, rel=1e-10)
    for entries in ([1.0, 2.0], [1.0, 3.0], [1.0, 2.0, 0.0]):
        env = {"c": 0.5, "n": len(entries), "l": torch.tensor(entries, dtype=torch.float64)}
        assert float(evaluate(listed, env)[0]) == pytest.approx(sum(entries) / 0.5 - 1, rel=1e-10)


def test_an_equation_without_a_root_stays_one(scans):
    root = Root(x, sp.sin(x) + 1 + c, inside=(0, 1))
    for k in range(2):
        with pytest.raises(NoSolution, match="no root"):
            evaluate(root + k, {"c": 0.3})
