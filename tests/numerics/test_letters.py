"""Bound indices: each has a symbol of its own within a program, and wrong versions of a formula share those of the formula."""

from __future__ import annotations

import sympy as sp
import torch

from lemmata.numerics.formula.letters import Letters, put
from lemmata.numerics.formula.literal import Literal
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.symbols import Index, Naturals, Symbol
from lemmata.theory.language.words import dot

n = Symbol("n", "size", Naturals)
x, y = Array("x", "weights", n), Array("y", "places", n)
i, j = Index("i"), Index("j")
z = sp.Symbol("z", real=True)


def test_no_symbol_of_a_program_stands_for_two_things() -> None:
    letters = Letters()
    asked = [letters.next(name, whole) for name in ("i0", "i1") for whole in (True, False, True)]
    assert len(set(asked)) == len(asked)
    assert [s.is_integer for s in asked[:3]] == [True, None, True]


def test_symbols_of_a_name_come_in_the_order_in_which_they_were_asked_for() -> None:
    """sympy sorts terms by their symbols: the order of a sum may not depend on what was compiled before."""
    first = [Letters().next("i9", whole) for whole in (False, True)]
    letters = Letters()
    again = [letters.next("i9", whole) for whole in (True, False, False, True)]
    assert again[0] == first[1]
    assert sorted(again, key=sp.default_sort_key) == again


def test_wrong_versions_build_a_term_once() -> None:
    term = (1 + z) ** 3 / (2 + z)
    symbols = [Letters().next("i0") for _ in range(2)]
    assert put(term, z, symbols[0]) is put(term, z, symbols[1])


def test_nested_sums_and_functions_of_entries_keep_their_indices_apart() -> None:
    """Σ_i x_i Σ_j (x_j - y_i)^2 and Σ_i y_i f(f(x_i)), each in one formula with a multiple of itself."""
    values = {"n": 3, "x": torch.tensor([1.0, 2.0, 4.0]).double(), "y": torch.tensor([0.5, -1.0, 3.0]).double()}
    a, b = values["x"], values["y"]
    nested = sp.Sum(x[i] * sp.Sum((x[j] - y[i]) ** 2, (j, 1, n)), (i, 1, n))
    f = sp.Lambda(z, z**2 / (1 + z**2))
    both = dot(y, Entrywise(f, Entrywise(f, x)))
    found = Literal((nested, 2 * nested + both, both))(values)
    direct = (a * (a[None, :] - b[:, None]).square().sum(1)).sum()
    twice = a.square() / (1 + a.square())
    twice = (b * twice.square() / (1 + twice.square())).sum()
    assert torch.allclose(found[0], direct)
    assert torch.allclose(found[1], 2 * direct + twice)
    assert torch.allclose(found[2], twice)
