"""A derivation as a page that reads as a proof: what is printed is what was checked.

Every formula is typeset from the terms of its fact as the author wrote them; no formula is typed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, plain
from lemmata.theory.kernel.facts import Content
from lemmata.theory.kernel.prove import Outcome, prove
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import definitions
from lemmata.theory.language.typeset import TypesetPrinter

_RELATION = {"=": "=", "<=": r"\le", ">=": r"\ge", "exists": r"\quad\text{for}\quad"}
_STATUS = {"proved": "Proved.", "derived": "Derived, given what is cited.", "none": "No derivation.", "failed": "Not proved."}


def _tex(term: Any) -> str:
    return str(TypesetPrinter().doprint(term)) if isinstance(term, sp.Basic) else str(term)


def page(claim: Claim, outcomes: Mapping[str, Outcome] | None = None) -> str:
    """The derivations of all parts of a claim, as markdown; they are run unless what came of them is given."""
    lines = [f"# {claim.id}", ""]
    for name, part in claim.parts.items():
        outcome = outcomes[name] if outcomes is not None else prove(claim, name)
        lines += [f"## {name}: {part.says}", "", *_where(part.statement), *derivation(outcome), ""]
    return "\n".join(lines).rstrip() + "\n"


def _where(statement: Any) -> list[str]:
    """The definitions that the statement uses."""
    found = dict.fromkeys(d for _, formula in statement.expressions() for d in definitions(formula))
    lines = [f"where ${_tex(d)} = {_tex(d.term)}$ ({d.meaning})" for d in found]
    return [line + "  " for line in lines] + [""] if lines else []


def derivation(outcome: Outcome) -> list[str]:
    """The facts, numbered, each with its rule, what it rests on, its conditions and how it was established."""
    if outcome.status in ("none", "failed"):
        return [f"*{_STATUS[outcome.status]}* {outcome.message}"]
    numbers = {id(fact): n for n, fact in enumerate(outcome.facts, 1)}
    lines, shown = [], dict[Condition, None]()
    for fact in outcome.facts:
        content = outcome.kernel.content(fact)
        lines += [f"**({numbers[id(fact)]})** {_reason(content, numbers)}", "", f"$${_formula(content)}$$", ""]
        new = [c for c in content.settled if c.kind not in ("integer", "nonnegative") and c not in shown]
        shown.update(dict.fromkeys(new))
        if new:
            lines += ["Here " + "; ".join(_condition(c) for c in new) + ".", ""]
        if content.conditions:
            lines += ["where " + "; ".join(_condition(c) for c in content.conditions) + ".", ""]
    lines.append(f"*{_STATUS[outcome.status]}* {_end(outcome)}".rstrip())
    return lines


def _reason(content: Content, numbers: dict[int, int]) -> str:
    by = ", ".join(f"({numbers[id(p)]})" for p in content.premises)
    text = f"By {content.rule}" if not content.rule.startswith("cited") else f"Cited: {content.how.detail}"
    if by:
        text += f" from {by}"
    if content.how.kind == "identity test":
        text += f", by an identity test that errs with probability at most {content.how.error:.1e}"
    elif content.how.kind == "ball":
        text += f", by balls ({content.how.detail})" if content.how.detail else ", by balls below it"
    if content.how.sizes:
        text += ", at " + ", ".join(f"{name} = {size}" for name, size in content.how.sizes) + " and at no other sizes"
    return text + ":"


def _formula(content: Content) -> str:
    if content.relation == "exists":
        chosen = r",\ ".join(f"{_tex(k)} = {_tex(v)}" for k, v in content.right)
        return f"{_tex(content.left)} {_RELATION['exists']} {chosen}"
    return f"{_tex(content.left)} {_RELATION[content.relation]} {_tex(content.right)}"


def _condition(c: Condition) -> str:
    parts = [f"${plain(_tex(t))}$" for t in c.terms]
    texts = {
        "positive": "{} $> 0$",
        "nonnegative": r"{} $\ge 0$",
        "nonzero": r"{} $\ne 0$",
        "integer": "{} is an integer",
        "power": "{} to the power {} is defined",
        "integrable": "the mean of {} exists",
        "summable": "{} converges absolutely",
        "invertible": "{} is invertible",
        "psd": "{} is positive semidefinite",
        "relation": "{}",
        "induction": "{} and {} are as assumed in the induction",
    }
    text = texts[c.kind].format(*parts)
    given = ", ".join(f"${plain(_tex(g))}$" for g in c.given)
    return f"{text} for {given}" if given else text


def _end(outcome: Outcome) -> str:
    words = []
    if outcome.conditions:
        words.append("All conditions follow from the domain of the claim.")
    if outcome.cited:
        words.append("Cited: " + ", ".join(outcome.cited) + ".")
    if outcome.error:
        words.append(f"The identity tests err with probability at most {outcome.error:.1e}.")
    return " ".join(words)
