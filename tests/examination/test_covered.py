"""A part is judged once at each choice of the numbers that it depends on, however many points differ in others."""

from __future__ import annotations

import sympy as sp

from lemmata import Array, Claim, Domain, Identity, Integers, Naturals, Part, Positive, Symbol, sq
from lemmata.verify.engine.campaign import units
from lemmata.verify.engine.subject import Settings

a, n = Symbol("a", "a number", Positive), Symbol("n", "a size", Naturals)
k = Symbol("k", "a small integer", Integers)
v = Array("v", "a vector", n)
CLAIM = Claim(
    id="test.covered",
    parts={
        "main": Part(Identity(sp.sin(a) ** 2 + sp.cos(a) ** 2, 1), says="It holds at every a"),
        "fixed": Part(Identity(sp.sqrt(2 + sp.sqrt(3)), (sp.sqrt(6) + sp.sqrt(2)) / 2), says="It speaks of no number"),
        "few": Part(Identity(sp.binomial(3, k) * sp.factorial(k) * sp.factorial(3 - k), 6), says="It speaks of k alone"),
        "array": Part(Identity(sq(2 * v), 4 * sq(v)), says="It speaks of an array"),
    },
    domain=Domain(a >= 1, a <= 3, k >= 0, k <= 3, n <= 5),
)
"""Points that differ in all of their numbers."""
POINTS = [{"a": 1.0 + i / 8, "k": i % 4, "n": 1 + i % 5, "v:style": "generic"} for i in range(12)]


def judged(points):
    """The parts that are judged at each point."""
    made = units(Settings(CLAIM), points, 0)
    covered = [c for unit in made for c in (unit.covered or ((),) * len(unit.points))]
    return [set(CLAIM.parts) - set(c) for c in covered]


def test_a_part_is_judged_where_its_own_numbers_are_new():
    found = judged(POINTS)
    assert [i for i, parts in enumerate(found) if "fixed" in parts] == [0]
    assert [i for i, parts in enumerate(found) if "few" in parts] == [0, 1, 2, 3]
    assert all("main" in parts for parts in found)


def test_what_is_drawn_at_a_point_is_new_at_each():
    assert all("array" in parts for parts in judged([POINTS[0], {**POINTS[0], "a": 2.0}]))
