"""How laws, parts and claims are shown: one line of text, LaTeX, the lines that say what everything is, and HTML.

Whatever shows a statement shows its conditions. Two laws of a claim that differ are shown differently: :func:`clashes`
lists those that are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Any

from lemmata.theory.language.difference import difference
from lemmata.theory.language.forms import Form, Name
from lemmata.theory.language.part import Law, Part, Role
from lemmata.theory.language.shown import form_of, shown_statement, shown_whole, statement_latex, statement_text, where_lines

if TYPE_CHECKING:
    from lemmata.theory.language.claim import Claim

__all__ = ["clashes", "difference", "html", "shown_whole", "statement_latex", "statement_text", "where_lines"]

NAMES: tuple[Name, ...] = ("text", "latex")


def clashes(claim: Claim, laws: Iterable[Law] = ()) -> list[tuple[Law, Law]]:
    """Pairs of laws (those of the claim, and further ones) that differ and are shown as the same."""
    forms: dict[Any, Form] = {}
    alike: dict[tuple[Name, str], list[Law]] = {}
    for law in (*claim.laws(), *laws):
        marks = form_of(law, "text").marks
        for name in NAMES:
            # one form for all laws with the same marks: most of their formulas are the same
            form = forms.setdefault((name, frozenset(marks.items())), Form(name, marks))
            alike.setdefault((name, shown_statement(law, name, form)), []).append(law)
    pairs: dict[tuple[int, int], tuple[Law, Law]] = {}
    for (name, _), group in alike.items():
        if len(group) > 1:  # what stands below the statements is compared where these are alike
            wholes = [(law, shown_whole(law, name)) for law in group]
            for (a, one), (b, two) in combinations(wholes, 2):
                if one == two and (a.statement, a.when, a.world) != (b.statement, b.when, b.world):
                    pairs[id(a), id(b)] = (a, b)
    return list(pairs.values())


def html(claim: Claim, typeset: Callable[[str], str] | None = None) -> str:
    """A claim for a notebook: no scripts, no network. ``typeset`` makes HTML of LaTeX (MathML, say); without it, Unicode text."""
    rows: list[str] = [f"<p><b>{escape(claim.id)}</b></p>"]
    for name, part in claim.parts.items():
        rows.append(f"<p>{escape(part.says)}{'' if len(claim.parts) == 1 else f' <small>({escape(name)})</small>'}</p>")
        rows.append(f"<p style='margin-left:2em'>{_formula(part, typeset)}</p>")
        if part.open:
            rows.append(f"<p><i>open: {escape(part.open)}</i></p>")
        if part.printed is not None:
            fault = part.printed.erratum
            prints = [law for law in claim.laws() if law.part == name and law.role is Role.PRINT]
            for law in prints:
                label = f"as printed, {law.label}" if law.label else "as printed"
                rows.append(
                    f"<p style='margin-left:2em'><i>{escape(label)} ({escape(fault.fault)}):</i> {_formula(law, typeset)}</p>"
                )
            rows.append(f"<p style='margin-left:2em'><small>{escape(fault.text)}</small></p>")
    lines = (
        [escape(line) for line in where_lines(claim)]
        if typeset is None
        else [typeset(line) for line in where_lines(claim, "latex")]
    )
    rows.append("<ul style='list-style:none'>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>")
    return f"<div>{''.join(rows)}</div>"


def _formula(law: Law | Part, typeset: Callable[[str], str] | None) -> str:
    return f"<span>{escape(statement_text(law))}</span>" if typeset is None else typeset(statement_latex(law))
