"""What is shown of a law, part or claim: the statement with its conditions on one line, and a line for each of its terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.forms import Form, Forms, Name
from lemmata.theory.language.names import same_names
from lemmata.theory.language.part import Law, Part, Role
from lemmata.theory.language.sentences import sentence
from lemmata.theory.language.where import described, formulas_of

if TYPE_CHECKING:
    from lemmata.theory.language.claim import Claim


def form_of(law: Law | Part, name: Name, forms: Forms | None = None) -> Form:
    """The form in which a law or part is shown: terms that share a name in it are told apart."""
    return (forms or Form)(name, same_names([*formulas_of(law.statement), *law.when]))


def statement_text(law: Law | Part, forms: Forms | None = None) -> str:
    """The statement and its conditions on one line, in Unicode; ``forms``: of the other laws of its claim."""
    return shown_statement(law, "text", form_of(law, "text", forms))


def statement_latex(law: Law | Part, forms: Forms | None = None) -> str:
    """The statement and its conditions in LaTeX, without dollar signs; ``forms``: of the other laws of its claim."""
    return shown_statement(law, "latex", form_of(law, "latex", forms))


def shown_statement(law: Law | Part, name: Name, form: Form | None = None) -> str:
    """The statement and its conditions on one line; ``form``: one that was made already."""
    form = form_of(law, name) if form is None else form
    text = sentence(law.statement, form)
    if law.when:
        text += form.say("if") + form.relations(law.when)
    world = getattr(law, "world", None)
    if world is not None:
        text += form.say("where") + form.words(world_words(world))
    return text


def world_words(world: Any) -> str:
    """What is wrong with a world, in words."""
    said = getattr(world, "says", None) or getattr(world, "name", None) or (world if isinstance(world, str) else None)
    if not said:
        raise ClaimError(
            f"the wrong world {type(world).__name__} does not say what is wrong with it: give it says=... or a name"
        )
    return str(said)


def where_lines(subject: Claim | Law | Part, form: Name = "text", *, claim: Claim | None = None) -> list[str]:
    """What the statement speaks of, a line each; of a claim, its domain and core as well.

    ``claim``: the one that a law belongs to, so that arrays of which it has entries alone and procedures are described.
    """
    if isinstance(subject, Law | Part):
        formulas = [*formulas_of(subject.statement), *subject.when]
        procedures, arrays = (claim.procedures, claim.arrays) if claim is not None else ((), ())
        return described(formulas, form_of(subject, form), procedures, arrays)
    truths = [law for law in subject.laws() if law.role is Role.TRUTH]
    formulas = [f for law in truths for f in (*formulas_of(law.statement), *law.when)] + list(subject.domain.conditions)
    shown = Form(form, same_names(formulas))
    return described(formulas, shown, subject.procedures, subject.arrays) + domain_lines(subject.domain, shown)


def domain_lines(domain: Domain, form: Form) -> list[str]:
    """The conditions of a domain and of its core."""
    rows = (("for all", domain.conditions), ("core", domain.core))
    return [f"{form.words(word)}{': ' if form.plain else ':' + chr(92) + ' '}{form.relations(c)}" for word, c in rows if c]


def shown_whole(law: Law, form: Name) -> str:
    """Everything that is shown of a law: statement, conditions, and what its terms are."""
    return "\n".join([shown_statement(law, form), *where_lines(law, form)])
