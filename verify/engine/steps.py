"""A derivation as plain data for records and reports: its facts in order, each with its formula, rule and conditions."""

from __future__ import annotations

from typing import Any

from lemmata.theory.kernel.book import _condition, _formula, _reason
from lemmata.theory.kernel.prove import Outcome


def steps(outcome: Outcome) -> list[dict[str, Any]]:
    """One row for each fact that the statement rests on."""
    numbers = {id(fact): n for n, fact in enumerate(outcome.facts, 1)}
    rows = []
    for fact in outcome.facts:
        content = outcome.kernel.content(fact)
        rows.append(
            {
                "number": numbers[id(fact)],
                "formula": _formula(content),
                "rule": content.rule,
                "why": _reason(content, numbers),
                "premises": [numbers[id(p)] for p in content.premises],
                "conditions": [_condition(c) for c in content.conditions],
                "how": content.how.kind,
            }
        )
    return rows
