"""A wrong version by its difference from the truth: the changed term before and after, as small as it can be.

What is shown before occurs once in the truth, so that the two together determine the wrong version; where a smaller term
would be ambiguous, or a bare number, the term around it is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.definitions import _Defined, expand
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.forms import Form, Forms, Name
from lemmata.theory.language.iteration import Path
from lemmata.theory.language.kinds import Statement
from lemmata.theory.language.names import same_names
from lemmata.theory.language.part import Law
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import samples
from lemmata.theory.language.shown import shown_whole, statement_latex, statement_text, world_words
from lemmata.theory.language.walking import distinct, short
from lemmata.theory.language.where import formulas_of

_BLOCKS = (sp.Add, sp.Mul, sp.MatAdd)


def alike(truth: Law, other: Law) -> bool:
    """Two laws that state the same: a reading of an unclear print may be the statement itself."""
    return (truth.statement, truth.when, truth.world) == (other.statement, other.when, other.world)


def difference(truth: Law, wrong: Law, forms: Forms | None = None) -> tuple[str, str]:
    """What the wrong version changes, as text and in LaTeX: ``s²/(3n) → s²/n``, ``without n > d``; ``forms``: of their claim."""
    if alike(truth, wrong):
        raise ClaimError(f"{wrong.name} is the same statement as {truth.name}: there is no difference to show")
    if type(wrong.statement) is not type(truth.statement):
        return _wholly(truth, wrong)
    return _changes(truth, wrong, "text", forms), _changes(truth, wrong, "latex", forms)


def _wholly(truth: Law, wrong: Law) -> tuple[str, str]:
    """Statements of two kinds, each in full."""
    return f"{statement_text(truth)} → {statement_text(wrong)}", rf"{statement_latex(truth)}\ \to\ {statement_latex(wrong)}"


def _changes(truth: Law, wrong: Law, name: Name, forms: Forms | None) -> str:
    marks = same_names([*formulas_of(truth.statement), *truth.when, *formulas_of(wrong.statement), *wrong.when])
    form = forms(name, marks) if forms is not None else _form(name, tuple(marks.items()))
    pieces = [*_fields(truth.statement, wrong.statement, form), *_conditions(truth, wrong, form)]
    if wrong.world is not None and wrong.world != truth.world:
        pieces.append(form.words("in a world where " + world_words(wrong.world)))
    if not pieces:
        raise ClaimError(f"{wrong.name} and {truth.name} differ, but in nothing that is shown: {shown_whole(wrong, 'text')}")
    return ("; " if form.plain else r";\ ").join(pieces)


@lru_cache(maxsize=32)  # it remembers what it has shown, and the wrong versions of a statement share most of their terms
def _form(name: Name, marks: tuple[tuple[Any, int], ...]) -> Form:
    return Form(name, dict(marks))


def _conditions(truth: Law, wrong: Law, form: Form) -> Iterator[str]:
    lost, gained = [c for c in truth.when if c not in wrong.when], [c for c in wrong.when if c not in truth.when]
    space = " " if form.plain else r"\ "
    if lost and gained:
        yield f"{form.relations(gained)}{form.say('instead of')}{form.relations(lost)}"
    elif lost:
        yield form.words("without") + space + form.relations(lost)
    elif gained:
        yield form.words("only if") + space + form.relations(gained)
    elif truth.when != wrong.when:
        yield form.words("conditions in another order")


def _fields(truth: Statement, wrong: Statement, form: Form) -> Iterator[str]:
    everything = formulas_of(truth)
    for field in truth.__dataclass_fields__:
        before, after = getattr(truth, field), getattr(wrong, field)
        if before == after or callable(before):  # a certificate goes with its condition, which is shown
            continue
        if isinstance(before, sp.Basic) and (steps := list(_paths(before, after, form))):
            yield from steps
        elif isinstance(before, sp.Basic) and (calls := list(_calls(before, after, form))):
            yield from calls
        elif isinstance(before, sp.Add) and (factor := _factor(before, after)) is not None:
            yield form.words(field) + form.sign("×") + form.show(factor)
        elif isinstance(before, sp.Basic) and isinstance(after, sp.Basic):
            yield _pair(before, after, everything, form, field)
        elif field in ("at", "witness"):
            for x in dict.fromkeys((*before, *after)):
                old, new = before.get(x), after.get(x)
                if old != new:
                    yield f"{form.show(x)}: " + _arrow(_shown(old, form), _shown(new, form), form)
        elif field == "ladder":
            yield form.words("sizes") + ": " + _arrow(_sizes(before, form), _sizes(after, form), form)
        else:
            yield form.words(field) + ": " + _arrow(_shown(before, form), _shown(after, form), form)


def _paths(before: Any, after: Any, form: Form) -> Iterator[str]:
    """What changes in the step or the start of an iteration, where nothing else changes."""
    if not isinstance(after, sp.Basic):
        return
    old, new = ([t for t in distinct(expand(f)) if isinstance(t, Path)] for f in (before, after))
    twins = {q: p for q in new for p in old if q not in old and p not in new and p.states == q.states}
    if not twins or expand(after).xreplace(twins) != expand(before):
        return
    for q, p in twins.items():
        for word, mine, theirs in (("step", p.step, q.step), ("start", p.start, q.start)):
            for state, a, b in zip(p.states, mine, theirs, strict=True):
                if a != b:
                    place = form.words(f"in the {word} of") + (" " if form.plain else r"\ ") + form.show(state)
                    yield place + ": " + _pair(a, b, [a], form, word)


def _calls(before: Any, after: Any, form: Form) -> Iterator[str]:
    """What changes in the parameters of procedures, where nothing else changes."""
    if not isinstance(after, sp.Basic):
        return
    old, new = (
        [t for t in samples(expand(f)) if isinstance(t.law, ProcedureLaw)] if isinstance(expand(f), sp.Basic) else []
        for f in (before, after)
    )
    twins = {q: p for q in new for p in old if q not in old and p not in new and p.law.args[:2] == q.law.args[:2]}
    if not twins or expand(after).xreplace(twins) != expand(before):
        return
    shown: dict[Any, Any] = {}
    for q, p in twins.items():
        for name, mine in p.law.parameters.items():
            theirs = q.law.parameters[name]
            if mine != theirs:
                place = form.words(f"{name} of {p.law.procedure}")
                shown[place + ": " + _arrow(form.show(mine), form.show(theirs), form)] = None
    yield from shown


def _factor(before: Any, after: Any) -> Any:
    """The number by which a whole sum was multiplied, or None."""
    old, new = before.args[0].as_coeff_Mul(), sp.Add.make_args(after)
    factors = [t.as_coeff_Mul()[0] / old[0] for t in new if t.as_coeff_Mul()[1] == old[1]]
    return next((q for q in factors if q * before == after), None)


def _sizes(ladder: Any, form: Form) -> str:
    tied = [form.show(k) + form.sign("=") + form.show(v) for k, v in ladder.sizes.items()]
    rungs = form.show(ladder.symbol) + form.sign("=") + form.listed(form.show(r) for r in ladder.rungs)
    return form.listed([rungs, *tied])


def _shown(value: Any, form: Form) -> str:
    if value is None:
        return form.words("nothing")
    if isinstance(value, str | bool):
        return form.words(str(value).lower())
    if isinstance(value, tuple | list):
        return "(" + form.listed(_shown(v, form) for v in value) + ")"
    return form.show(value)


def _arrow(before: str, after: str, form: Form) -> str:
    return before + form.sign("→") + after


def _pair(before: Any, after: Any, everything: list[Any], form: Form, field: str) -> str:
    """The smallest change that says all: from the innermost pair outwards, the first whose left side occurs once."""
    chain = list(_narrowed(before, after))
    for old, new in reversed(chain):
        if new == 0 and not _bare(old) and not getattr(old, "is_Matrix", False) and _once(old, everything, form):
            return form.words("without") + (" " if form.plain else r"\ ") + form.show(old)
        small = _bare(old) or _bare(new) or (len(chain) > 1 and (old, new) != chain[0] and _is_one(old, new))
        left, right = form.show(old), form.show(new)
        if (not small or (old, new) == chain[0]) and left != right and _once(old, everything, form):
            return _arrow(left, right, form)
    left, right = form.show(before), form.show(after)
    if left == right:
        inside = [pair for pair in chain if form.show(pair[0]) != form.show(pair[1])]
        if inside:
            return _arrow(form.show(inside[0][0]), form.show(inside[0][1]), form)
    return form.words(field) + ": " + _arrow(left, right, form)


def _bare(x: Any) -> bool:
    return bool(getattr(x, "is_number", False))


def _is_one(old: Any, new: Any) -> bool:
    return bool(old == 1 or new == 1 or old == 0 or new == 0)


def _once(old: Any, everything: list[Any], form: Form) -> bool:
    """Whether what is shown for a term is shown once in the statement (a part of a sum or product counts where it stands)."""
    wanted = form.show(old)
    known: dict[Any, int] = {}  # a formula is made of few terms, which stand in it many times
    if isinstance(old, _BLOCKS):
        return sum(_blocks(f, old, known) for f in everything) <= 1
    return sum(_times(f, old, wanted, form, known) for f in everything) == 1


def _times(f: Any, old: Any, wanted: str, form: Form, known: dict[Any, int]) -> int:
    """How often a term, or what is shown as it is, stands in f."""
    if (type(f), f) not in known:
        shown = isinstance(f, sp.Expr | sp.MatrixExpr | sp.logic.boolalg.Boolean)
        here = f == old or (shown and form.show(f) == wanted)
        known[type(f), f] = 1 if here else sum(_times(a, old, wanted, form, known) for a in f.args)
    return known[type(f), f]


def _blocks(f: Any, old: Any, known: dict[Any, int]) -> int:
    if (type(f), f) not in known:
        own = 0
        if type(f) is type(old):
            have, need = Counter(f.args), Counter(old.args)
            own = int(min((have[a] // k for a, k in need.items()), default=0))
        known[type(f), f] = own + sum(_blocks(a, old, known) for a in f.args)
    return known[type(f), f]


def _narrowed(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of terms from the outermost that differ inwards, for as long as one term alone differs."""
    yield before, after
    if isinstance(before, _Defined) and isinstance(after, _Defined) and before.name == after.name:
        yield from _narrowed(before.term, after.term)
        return
    blocks = next((b for b in _BLOCKS if isinstance(before, b) or isinstance(after, b)), None)
    if blocks is not None and (isinstance(before, sp.MatMul) or isinstance(after, sp.MatMul)):
        blocks = None
    if blocks is not None:
        old, new = _terms(before, blocks), _terms(after, blocks)
        lost, gained = list((old - new).elements()), list((new - old).elements())
        if old & new:
            pair = (_joined(lost, blocks, before), _joined(gained, blocks, before))
            simple = [t for t in (old & new).elements() if short(t, 4) and not t.has(sp.MatrixExpr)]
            if blocks is sp.Mul and 0 < len(simple) < (old & new).total():
                yield _joined([*lost, *simple], blocks, before), _joined([*gained, *simple], blocks, before)
            if pair != (before, after):
                yield from _narrowed(*pair) if len(lost) == len(gained) == 1 else iter([pair])
            return
    if before.func == after.func and len(before.args) == len(after.args):
        differing = [(a, b) for a, b in zip(before.args, after.args, strict=True) if a != b]
        if len(differing) == 1 and all(isinstance(t, sp.Expr | sp.MatrixExpr | sp.logic.boolalg.Boolean) for t in differing[0]):
            yield from _narrowed(*differing[0])


def _terms(x: Any, blocks: Any) -> Counter[Any]:
    return Counter(x.args if isinstance(x, blocks) else (x,))


def _joined(terms: list[Any], blocks: Any, like: Any) -> Any:
    if terms:
        return terms[0] if len(terms) == 1 else blocks(*terms)
    return sp.ZeroMatrix(*like.shape) if blocks is sp.MatAdd else sp.Integer(0 if blocks is sp.Add else 1)
