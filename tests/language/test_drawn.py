"""Which numbers and arrays a point has values for: also those of a generator alone, and variables of another part's optimum."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from lemmata import Array, Claim, Domain, Identity, Index, Naturals, Optimality, Positive, Sum, Symbol, Tied, Trace, sq
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.part import Part
from lemmata.verify.engine.space import Space

n, c = Symbol("n", "a size", Naturals), Symbol("c", "a condition number", Positive)
i = Index("i")
v, w = Array("v", "a target", n), Array("w", "weights", n)


def pair(p: Any, draw: Any) -> dict[str, Any]:
    first = p.c * draw.normal(p.n, p.n)
    return {"F": first, "H": first.mT @ first}


def test_a_symbol_that_only_a_generator_reads_has_values() -> None:
    tied = Tied(("F", "H"), pair, uses=(c,))
    F, H = Array("F", "features", n, n, kind=tied), Array("H", "their Gram matrix", n, n, kind=tied)
    claim = Claim(id="mine.tied", says="a trace", statement=Identity(Trace(F.T * F), Trace(H)), domain=Domain(c >= 2))
    assert claim.symbols == (n, c)
    assert [s.name for s in Space(claim).symbols] == ["n", "c"]


def test_a_generator_uses_symbols() -> None:
    with pytest.raises(ClaimError, match="is no Symbol"):
        Tied(("F", "H"), pair, uses=(sp.Symbol("c"),))


@pytest.mark.parametrize("first", ["best", "expanded"])
def test_the_variable_of_an_optimum_is_drawn_where_another_part_uses_its_entries(first: str) -> None:
    parts = {
        "best": Part(Optimality(sq(w - v), {w: v}), says="the best weights are the target"),
        "expanded": Part(
            Identity(Sum((w[i] - v[i]) ** 2, (i, 1, n)), Sum(w[i] ** 2 - 2 * w[i] * v[i] + v[i] ** 2, (i, 1, n))),
            says="a square is multiplied out",
        ),
    }
    claim = Claim(id="mine.best", parts={first: parts.pop(first), **parts})
    assert [a.name for a in claim.arrays] == ["v", "w"]


def test_arrays_of_two_generators_are_two_arrays():
    """sympy keeps equal terms once for all claims: a claim had met the generator of another one under the same names."""

    def law(length):
        return Array("p", "positions", 7, kind=Tied(("p",), lambda q, draw: {"p": draw.uniform(length(q))}))

    seven = lambda q: 7  # noqa: E731
    one, again, two = law(seven), law(seven), law(lambda q: 3 + 4)
    assert one != two and one == again and hash(one) == hash(again)
    assert sq(one) != sq(two) and (sq(one) + 1).has(one) and not (sq(one) + 1).has(two)
