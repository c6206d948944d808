"""What stands free in a term, with terms that are shared, bound, defined and drawn."""

import pytest
import sympy as sp

from lemmata import Array, Definition, Gradient, I, Mean, Naturals, Normal, Positive, Reals, Sampled, Symbol, sq
from lemmata.theory.language.free import Free
from lemmata.theory.language.walking import objects

n = Symbol("n", "number of samples", Naturals)
s, t = Symbol("s", "scale", Positive), Symbol("t", "time", Reals)
A, v = Array("A", "matrix", n, n), Array("v", "vector", n)
Z = Sampled("Z", Normal(s))
j = sp.Symbol("j", integer=True, positive=True)
named = Definition("G", "a number", s * t)
TERMS = (
    sp.Sum(s * v[j] ** 2, (j, 1, n)),
    sp.Sum(sp.Sum(t * v[j], (j, 1, n)) + j, (j, 1, 3)),
    sp.Integral(sp.exp(-s * t), (t, 0, t)),
    sp.Integral(sp.exp(-s * t), t),
    Mean(t * Z**2),
    Mean(Z**2, over=Z) + Z,
    Gradient(sq(A * v), v),
    Gradient(sq(A * v), v, at=A * v),
    (A + t * I(n)).inv() * v,
    named + named**2,
)


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_it_is_what_sympy_finds(term) -> None:
    assert Free()(term) == term.free_symbols


def test_a_tower_of_shared_terms_is_walked_once() -> None:
    """Written out, it has 2^60 places."""
    tower = s + t
    for _ in range(60):
        tower = sp.Tuple(tower, tower)
    assert Free()(tower) == {s, t}
    assert sum(1 for _ in objects(tower)) == 63
