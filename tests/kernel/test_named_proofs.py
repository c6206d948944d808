"""A proof that is the name of a rule proves what that rule proves of the statement, and nothing that is false."""

from typing import Any

import pytest

from lemmata import (
    Array,
    Claim,
    Gradient,
    I,
    Identity,
    Inequality,
    Mean,
    Naturals,
    Normal,
    Positive,
    Reals,
    Sampled,
    Symbol,
    Trace,
    sq,
)
from lemmata.theory.kernel import prove

a, n = Symbol("a", "a positive number", Positive), Symbol("n", "a size", Naturals)
x = Symbol("x", "a number", Reals)
Z = Sampled("Z", Normal())
A = Array("A", "a matrix", n, n)
CASES = {
    "normal": (Identity((a + x) ** 2, a**2 + 2 * a * x + x**2), Identity((a + x) ** 2, a**2 + a * x + x**2)),
    "words": (Identity(sq(A + I(n)), sq(A) + 2 * Trace(A) + n), Identity(sq(A + I(n)), sq(A) + 2 * Trace(A) + 1)),
    "mean": (Identity(Mean((a * Z + 1) ** 2), a**2 + 1), Identity(Mean((a * Z + 1) ** 2), a + 1)),
    "derivative": (Identity(Gradient(x**3 + a * x, x), 3 * x**2 + a), Identity(Gradient(x**3 + a * x, x), 3 * x**2)),
    "compare": (Inequality(2 * a * x, a**2 + x**2), Inequality(3 * a * x, a**2 + x**2)),
}


def outcome(statement: Any, proof: Any) -> Any:
    return prove(Claim("mine.named", says="It is so", statement=statement, proof=proof))


@pytest.mark.parametrize("rule", CASES)
def test_a_rule_by_its_name(rule: str) -> None:
    true, false = CASES[rule]
    assert outcome(true, rule).status == "proved"
    assert outcome(false, rule).status == "failed"


def test_a_name_stands_for_the_call() -> None:
    true, _ = CASES["mean"]
    named, called = outcome(true, "mean"), outcome(true, lambda k: k.mean(true.left).to(true.right))
    assert [fact.rule for fact in named.facts] == [fact.rule for fact in called.facts]
    assert named.conditions == called.conditions
