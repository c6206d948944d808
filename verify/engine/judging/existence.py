"""Existence: the witness is put into the condition, which exact or ball arithmetic decides; floating point never does."""

from __future__ import annotations

from typing import Any, Literal

import sympy as sp

from lemmata.numerics.formula.certain import evaluate_high
from lemmata.theory.algebra.zero import is_zero
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.domain import exact
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.theory.language.kinds import Certificate, Existence
from lemmata.theory.language.part import Law
from lemmata.verify.engine.attributes import Attributes
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene

DIGITS = 60


def judge_existence(scene: Scene, law: Law) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Existence)
    if statement.certificate is not None:
        made = statement.certificate(statement.witness, Attributes(scene.env))
        if not isinstance(made, Certificate):
            raise ClaimError(
                f"{scene.claim.id}: the certificate must be a Certificate(holds, how, detail), not {type(made).__name__}"
            )
    else:
        made = decide(scene, expand(statement.condition).xreplace(dict(statement.witness)))
        if made.holds is not False:
            made = _where_it_may_lie(scene, statement) or made
    outcome = "undecided" if made.holds is None else "holds" if made.holds else "fails"
    return Evidence(outcome, how=made.how, detail=made.detail)  # type: ignore[arg-type]


def _where_it_may_lie(scene: Scene, statement: Existence) -> Certificate | None:
    """A certificate against a witness that is no value of its symbol: no real number, none of an integer, not positive."""
    for symbol, formula in statement.witness.items():
        value = expand(sp.sympify(formula))
        if getattr(value, "is_Matrix", False) or not isinstance(symbol, sp.Symbol):
            continue
        numbers = {s: exact(scene.env[s.name]) for s in value.free_symbols if isinstance(s, sp.Symbol) and s.name in scene.env}
        value = value.xreplace(numbers)
        missed = [
            word
            for word, wanted, has in (
                ("real", symbol.is_real, value.is_real),
                ("an integer", symbol.is_integer, value.is_integer),
                ("positive", symbol.is_positive, value.is_positive),
                ("at least 0", symbol.is_nonnegative, value.is_nonnegative),
            )
            if wanted and has is False
        ]
        if missed:
            return Certificate(False, "exact", f"{symbol} = {value} is not {missed[0]}")
    return None


def decide(scene: Scene, condition: Any) -> Certificate:
    """A relation of numbers, or a combination of relations."""
    numbers = {s: exact(scene.env[s.name]) for s in condition.free_symbols if isinstance(s, sp.Symbol) and s.name in scene.env}
    condition = condition.xreplace(numbers)
    if condition in (sp.true, sp.false):
        return Certificate(
            bool(condition),
            "exact",
            "true by evaluation in exact arithmetic" if condition == sp.true else "false in exact arithmetic",
        )
    if isinstance(condition, sp.And | sp.Or):
        found = [decide(scene, c) for c in sorted(condition.args, key=sp.default_sort_key)]
        stop = isinstance(condition, sp.Or)
        hit = next((c for c in found if c.holds is stop), None)
        if hit is not None:
            return hit
        holds = None if any(c.holds is None for c in found) else not stop
        how: Literal["exact", "ball"] = "ball" if any(c.how == "ball" for c in found) else "exact"
        return Certificate(holds, how, "; ".join(c.detail for c in found))
    gap = condition.lhs - condition.rhs
    if isinstance(condition, sp.Equality | sp.Unequality):
        test = is_zero(gap)
        if test.status == "zero" and test.how == "exact":
            return Certificate(
                isinstance(condition, sp.Equality), "exact", "the difference of the sides is zero by normal form"
            )
    value, error = _ball(scene, gap)
    if value is None:
        return Certificate(None, "ball", f"no ball decides {condition}: {error}")
    text = f"left minus right = {value} ± {error}"
    if isinstance(condition, sp.Equality | sp.Unequality):
        apart = True if abs(value) > error else None
        return Certificate(apart if apart is None else isinstance(condition, sp.Unequality), "ball", text)
    less = isinstance(condition, sp.StrictLessThan | sp.LessThan)
    if abs(value) <= error:
        return Certificate(None, "ball", text)
    return Certificate((value < 0) is less, "ball", text)


def _ball(scene: Scene, expr: Any) -> tuple[Any, Any]:
    try:
        value, error = evaluate_high(expr, scene.env, DIGITS)
    except LemmataError as problem:
        return None, str(problem)
    return float(value), float(error)
