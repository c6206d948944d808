"""The free symbols of a formula, each term looked at once: the same set as sympy's."""

import pytest
import sympy as sp

from lemmata import Array, Naturals, Positive, Reals, Root, Sum, Symbol, exp
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.free import Free
from lemmata.theory.ridge.notation import j
from lemmata.theory.ridge.tools import tools

x, y = Symbol("x", "an unknown", Positive), Symbol("y", "a number", Reals)
d = Symbol("d", "dimension", Naturals)
l = Array("l", "eigenvalues", d, of=Positive)
i, k = sp.symbols("i k", integer=True)


@pytest.mark.parametrize(
    "formula",
    [
        x + y,
        sp.Integer(3),
        Sum(l[j] / (l[j] + x), (j, 1, d)),
        Sum(Sum(i * k, (i, 1, k)), (k, 1, d)),
        i + Sum(i, (i, 1, 3)),  # bound in one place and free in another
        sp.Sum(i, (i, 1, i)),
        sp.Sum(i * k, (i, 1, k), (k, 1, d)),
        sp.Sum(i * k, (k, 1, d), (i, 1, k)),  # the outer variable in the limits of the inner sum, which it does not bind
        sp.Integral(exp(-y * x), (x, 0, y)),
        sp.Integral(exp(-x), x),
        Root(x, x - y - Sum(l[j] / (l[j] + x), (j, 1, d))),
        Root(x, x - y) + x,
        *[expand(item.term) for tool in tools for item in tool.gives],
    ],
    ids=lambda f: str(f)[:40],
)
def test_the_same_as_sympy(formula):
    assert Free()(formula) == formula.free_symbols
