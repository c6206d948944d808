"""Edits: what they replace, how often, and what they refuse; claims turn them into laws that can be told apart."""

from __future__ import annotations

import re

import pytest
import sympy as sp
from zoo import K, M, S, Z, a, b, ladder, lam, n, t, v, x

from lemmata import (
    Claim,
    Domain,
    Edit,
    Erratum,
    Identity,
    Inequality,
    Mean,
    Optimality,
    Order,
    Part,
    Phase,
    Print,
    Trace,
    cos,
    exp,
    quad,
    sq,
)
from lemmata.theory.language.edits import edit, occurrences, substitute
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.part import Role

STATEMENT = Identity(Mean(cos(a * Z)), exp(-(a**2) / 2))


def refused(sentence):
    return pytest.raises(ClaimError, match=f"^{re.escape(sentence)}$")


def test_a_side_is_replaced():
    assert Edit(right=exp(-a)).apply(STATEMENT) == Identity(STATEMENT.left, exp(-a))
    assert Edit(left=a).apply(STATEMENT) == Identity(a, STATEMENT.right)
    assert Edit(changes={"scale": b}).apply(STATEMENT).scale == b


def test_a_term_is_replaced_on_both_sides():
    both = Edit(replace={a: b}, count=2).apply(STATEMENT)
    assert both == Identity(Mean(cos(b * Z)), exp(-(b**2) / 2))


@pytest.mark.parametrize(
    ("formula", "old", "times"),
    [
        (a + b + t, a + t, 1),
        (2 * a * b, a * b, 1),
        (a**2 + a, a, 2),
        (lam * Trace(K * M) + Trace(K), K, 3),
        (quad(S, v) + sq(v), sq(v), 1),
        (exp(-a) * (1 + exp(-a)), exp(-a), 2),
        (a * b + t, a + t, 0),
        (a**2, a * a, 1),
    ],
)
def test_a_part_of_a_sum_or_product_is_an_occurrence(formula, old, times):
    assert occurrences(formula, old) == times
    new = S if getattr(old, "is_Matrix", False) else sp.Symbol("new")
    assert occurrences(substitute(formula, old, new), old) == 0
    assert occurrences(substitute(formula, old, new), new) == times


def test_an_argument_of_an_optimum_and_a_critical_value_are_edited():
    assert Edit(replace={a: b}, count=2).apply(Optimality((x - a) ** 2, {x: a})) == Optimality((x - b) ** 2, {x: b})
    phase = Phase(Mean(cos(a * Z)), lam, 1 / b, control=a)
    assert Edit(changes={"critical": 2 / b}).apply(phase).critical == 2 / b


def test_the_short_form():
    assert edit({"right": b}) == Edit(right=b)
    assert edit({"exponent": b, "count": 1}) == Edit(changes={"exponent": b})
    assert edit(Edit(left=a)) == Edit(left=a)


def test_what_is_not_there_so_often_is_refused():
    with refused("a occurs 2 times in the statement, not 1: give count=2 or a larger term to replace"):
        Edit(replace={a: b}).apply(STATEMENT)
    with refused("b occurs 0 times in the statement, not 1: give count=0 or a larger term to replace"):
        Edit(replace={b: a}).apply(STATEMENT)


def test_what_changes_nothing_is_refused():
    with refused("the edit changes nothing: right -> exp(-a**2/2) leaves the statement as it is"):
        Edit(right=exp(-(a**2) / 2)).apply(STATEMENT)


def test_an_unknown_side_is_refused():
    with refused("the edit changes 'exponent', which a statement of kind identity does not have; it has left, right, scale"):
        Edit(changes={"exponent": a}).apply(STATEMENT)
    with refused("a wrong version is an Edit or a mapping such as {'right': formula}, not 3"):
        edit(3)
    with refused("a wrong version is an Edit or a mapping such as {'right': formula}, not {}"):
        edit({})


def test_an_edit_that_breaks_the_statement_is_refused_where_it_stands():
    part = Part(STATEMENT, wrong={"same": {"right": Mean(cos(a * Z))}})
    with refused("mutant same: the two sides of the identity are one expression, E[cos(a*Z)]: nothing would be checked"):
        list(part.laws("main", True))


def test_the_laws_of_a_part_and_their_names():
    prints = Print(
        readings={"low": ({"right": a}, "fails"), "high": ({"right": b}, "holds")}, erratum=Erratum.unclear("blurred")
    )
    part = Part(STATEMENT, printed=prints, wrong={"linear": {"right": exp(-a / 2)}, "free": Edit(when=())}, when=(a < b,))
    alone = list(part.laws("main", True))
    assert [law.name for law in alone] == [
        "truth",
        "as-printed:main.low",
        "as-printed:main.high",
        "mutant:linear",
        "mutant:free",
    ]
    assert [law.expected for law in alone] == ["holds", "fails", "holds", "fails", "fails"]
    assert [law.when for law in alone] == [(a < b,)] * 4 + [()]
    assert [law.name for law in part.laws("tail", False)][::2] == ["truth:tail", "as-printed:tail.high", "mutant:tail.free"]
    assert alone[0].role is Role.TRUTH and alone[0].kind == "identity"


def test_two_wrong_versions_that_are_one_are_refused():
    with refused("mine.twice: mutant:second is the same statement as mutant:first: nothing could tell them apart"):
        Claim(
            "mine.twice", says="s", statement=STATEMENT, wrong={"first": {"right": a}, "second": Edit(right=a)}, domain=Domain()
        )


def test_sides_of_other_kinds():
    order = Order(Mean(sq(v) * Z**2), n, ladder=ladder)
    assert Edit(changes={"direction": "upper"}).apply(order).direction == "upper"
    assert Edit(replace={n: n**2}).apply(Order(Mean(Z**2) * x, n, ladder=ladder)).scale == n**2
    assert Edit(right=b).apply(Inequality(x, a)) == Inequality(x, b)
