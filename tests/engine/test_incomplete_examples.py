"""An example that lacks a value is named with what it lacks, when its settings are made."""

from __future__ import annotations

import pytest

from lemmata import LINKS, POLYNOMIALS, Array, Claim, Function, Identity, Naturals, Reals, Settings, Symbol, sq
from lemmata.theory.language.errors import ClaimError

a, x = Symbol("a", "a number", Reals), Symbol("x", "a number", Reals)
n = Symbol("n", "a size", Naturals)
v, f = Array("v", "a vector", n), Function("σ", "a link", of=LINKS)
p = Function("p", "a polynomial", of=POLYNOMIALS(2))
claim = Claim(
    id="mine.example",
    says="a square is multiplied out",
    statement=Identity((x + a) ** 2 * sq(v) + f(x) + p(x), (x**2 + 2 * a * x + a**2) * sq(v) + f(x) + p(x)),
)


def test_the_message_names_the_example_and_all_that_it_lacks() -> None:
    full = {"x": 1.0, "a": 2.0, "n": 3, "σ": "tanh"}
    with pytest.raises(ClaimError) as caught:
        Settings(claim, examples=(full, {"x": 3.0}))
    assert str(caught.value) == "mine.example: example 2 (x=3.0) has no value for n, a, σ: give all of them"


def test_sizes_are_read_off_arrays_and_coefficients_are_drawn() -> None:
    made = Settings(claim, examples=({"x": 1.0, "a": 2.0, "v": [1.0, 2.0], "σ": "relu"},))
    assert made.examples[0]["n"] == 2
