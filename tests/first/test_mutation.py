"""Systematic wrong versions: every rewrite by name, what a kind cannot see, and that names stay the same."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata.theory.first import (
    Existence,
    Guarantee,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Observable,
    Optimality,
    Order,
    Phase,
    Rate,
)
from lemmata.theory.first.mutation import LADDER, mutate

a, b = sp.symbols("a b", positive=True)
n, k = sp.symbols("n k", integer=True, positive=True)
j = sp.Symbol("j", integer=True)
x = sp.Symbol("x", real=True)
C = Observable("C")
ladder = Ladder(n, (10, 100, 1000))


def rewrites(statement, field="right"):
    """Automatic mutants by name, without the ladder."""
    return {m.name.removeprefix("auto:"): getattr(m.statement, field) for m in mutate(statement)[0] if m.factor is None}


def test_the_ladder():
    mutants, unseen = mutate(Identity(Mean(C), a))
    rungs = {m.name: m for m in mutants if m.factor is not None}
    assert list(rungs) == [f"auto:x{text}" for text in LADDER] == ["auto:x2", "auto:x1.5", "auto:x1.1", "auto:x1.02"]
    assert [m.statement.right / a for m in rungs.values()] == [2, sp.Rational(3, 2), sp.Rational(11, 10), sp.Rational(51, 50)]
    assert [m.factor for m in rungs.values()] == [2.0, 1.5, 1.1, 1.02]
    assert unseen == []


def test_an_inequality_is_sharpened_never_weakened():
    mutants, _ = mutate(Inequality(a, b))
    assert [m.statement.right / b for m in mutants if m.factor] == [
        sp.Rational(1, 2),
        sp.Rational(2, 3),
        sp.Rational(10, 11),
        sp.Rational(50, 51),
    ]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (
            a + b**2,
            {
                "sign": -a - b**2,
                "drop_term1": {a, b**2},
                "flip_term1": {a - b**2, b**2 - a},
                "exponent1": a + b**3,
                "swap_a_b": b + a**2,
            },
        ),
        (3 * a * b, {"sign": -3 * a * b, "drop_constant1": a * b, "constant1": 4 * a * b}),
        (sp.exp(-a / 2), {"sign": -sp.exp(-a / 2)}),
        (a / (n + 1), {"drop_factor1": {a, 1 / (n + 1)}, "constant1": a / (n + 2)}),
        (sp.sqrt(a), {"exponent1": a ** sp.Rational(3, 2)}),
    ],
)
def test_rewrites(formula, expected):
    found = rewrites(Identity(Mean(C), formula))
    for name, value in expected.items():
        assert found[name] in (value if isinstance(value, set) else {value}), found


def test_terms_and_factors_are_each_dropped_once():
    found = rewrites(Identity(Mean(C), a + b + 1))
    assert {found[f"drop_term{i}"] for i in (1, 2, 3)} == {a + b, a + 1, b + 1}
    found = rewrites(Identity(Mean(C), a * b * x))
    assert {found[f"drop_factor{i}"] for i in (1, 2, 3)} == {a * b, a * x, b * x}


def test_swaps_are_of_one_type():
    found = rewrites(Identity(Mean(C), a * n**2 + b * k))
    swaps = {name for name in found if name.startswith("swap_")}
    assert swaps == {"swap_a_b", "swap_k_n"}


def test_sums_are_rewritten_inside_and_bound_indices_are_left_alone():
    v = sp.IndexedBase("v")
    found = rewrites(Identity(Mean(C), sp.Sum(v[j] ** 2 * a, (j, 1, n))))
    assert any(value == sp.Sum(v[j] ** 3 * a, (j, 1, n)) for value in found.values())
    assert not any("swap" in name and "_j" in name for name in found)


def test_no_mutant_is_the_truth_or_another_mutant():
    statement = Identity(Mean(C), a * (b + a) ** 2 / (2 * n) + b)
    formulas = [m.statement.right for m in mutate(statement)[0]]
    assert statement.right not in formulas
    off_ladder = [m.statement.right for m in mutate(statement)[0] if m.factor is None]
    assert len(off_ladder) == len(set(off_ladder))


def test_names_are_stable():
    """The same names and formulas again, and those of one part do not depend on what was added later in another field."""
    statement = Identity(Mean(C), a + b / (2 * n))
    first = {m.name: m.statement for m in mutate(statement)[0]}
    assert first == {m.name: m.statement for m in mutate(Identity(Mean(C), a + b / (2 * n)))[0]}
    assert list(first) == [m.name for m in mutate(Identity(Mean(C**2), a + b / (2 * n)))[0]]


def test_a_limit_on_their_number():
    long = sum(sp.Symbol(f"s{i}") for i in range(40))
    assert len(mutate(Identity(Mean(C), long), limit=10)[0]) <= 10 + len(LADDER)


class TestBlind:
    """What a kind cannot see by its nature is listed apart, never silently dropped."""

    def test_constants_in_an_order(self):
        mutants, unseen = mutate(Order(Mean(C), 3 * n**2, ladder=ladder))
        assert {f"auto:x{text}" for text in LADDER} <= set(unseen)
        assert {"auto:sign", "auto:drop_constant1"} <= set(unseen)
        assert not any(sp.cancel(m.statement.scale / (3 * n**2)).is_number for m in mutants)
        assert any(m.statement.scale == 3 * n**3 for m in mutants)

    def test_the_sign_of_a_probability(self):
        mutants, unseen = mutate(Guarantee(C, 1 - a))
        assert "auto:sign" in unseen
        assert any(m.statement.probability == 1 - a**2 or m.factor for m in mutants)

    def test_an_identity_that_becomes_empty(self):
        """Dropping the term leaves a = a: it states nothing, and is set aside."""
        mutants, unseen = mutate(Identity(a, a + b))
        assert unseen
        assert all(m.statement.right != a for m in mutants)

    @pytest.mark.parametrize("statement", [Existence(1, lambda w, p: None), Optimality(x**2, {x: 0}), Identity(Mean(C), 0)])
    def test_nothing_to_rewrite(self, statement):
        assert [m for m in mutate(statement)[0]] == []

    def test_simulated_sides_are_not_rewritten(self):
        assert all(m.statement.left == Mean(C) for m in mutate(Identity(Mean(C), a))[0])


def test_other_kinds_are_rewritten_where_they_state_something():
    assert all(m.statement.exponent != -1 for m in mutate(Rate(Mean(C), -1, ladder=ladder))[0])
    assert all(m.statement.value != a for m in mutate(Limit(Mean(C), a, ladder=ladder))[0])
    controls = [m.statement.control for m in mutate(Phase(Mean(C), 1, b / n**2, ladder=ladder, sweep=b, grid=(1, 2)))[0]]
    assert b / n in controls or b / n**3 in controls or b in controls
