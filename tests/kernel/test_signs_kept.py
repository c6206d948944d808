"""A sign that was found is kept, and is the same whatever was asked before."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.hypotheses import Hypotheses
from lemmata.theory.kernel.signs import Signs
from lemmata.theory.language.symbols import Naturals, Positive, Reals, Symbol

a, b = Symbol("a", "a number", Positive), Symbol("b", "a number", Positive)
x, n = Symbol("x", "a number", Reals), Symbol("n", "a size", Naturals)
i = sp.Symbol("i", integer=True, positive=True)
RELATIONS = (b < a, x**2 < 1)
QUESTIONS = (
    a - b,
    (a - b) * (1 - x**2),
    1 / (1 - x**2) - 1,
    (a**2 - b**2) / (a + b),
    sp.Sum(1 / (i + a - b), (i, 1, n)),
    (a - b) ** 2 + x**2 - 1,
    x * (a - b),
    sp.sqrt(1 - x**2) * (b - a),
)


def asked(questions: Any) -> dict[Any, Any]:
    signs = Signs(Hypotheses(RELATIONS))
    return {e: signs.sign(e) for e in questions}


def test_signs_do_not_depend_on_the_order_of_questions() -> None:
    alone = {e: Signs(Hypotheses(RELATIONS)).sign(e) for e in QUESTIONS}
    assert alone[a - b] == 2 and alone[sp.sqrt(1 - x**2) * (b - a)] == -2 and alone[x * (a - b)] is None
    for order in (QUESTIONS, QUESTIONS[::-1], QUESTIONS[3:] + QUESTIONS[:3]):
        assert asked(order) == alone


def test_what_was_found_inside_a_question_is_known_afterwards() -> None:
    signs = Signs(Hypotheses(RELATIONS))
    assert signs.sign((a - b) * (1 - x**2)) == 2
    assert signs._known[a - b] == 2 and signs._known[1 - x**2] == 2


def test_further_relations_make_one_object() -> None:
    signs = Signs(Hypotheses(RELATIONS))
    assert signs.under(x > 0) is signs.under(x > 0) is not signs
    assert signs.under(x > 0).sign(x) == 2 and signs.sign(x) is None
