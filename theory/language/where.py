"""What a statement speaks of, one line for each: definitions, paths, random and arbitrary terms, functions, symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp

from lemmata.theory.language.arrays import Tied, _Array
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.calculus import Entrywise, FunctionSymbol, SlopeAlong
from lemmata.theory.language.definitions import definitions, expand
from lemmata.theory.language.forms import Form
from lemmata.theory.language.iteration import FlowNumber, Path
from lemmata.theory.language.kinds import Phase, Statement
from lemmata.theory.language.labels import Label
from lemmata.theory.language.laws import HaarLaw, SphereLaw, WishartLaw
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.symbols import Symbol
from lemmata.theory.language.walking import distinct


def formulas_of(statement: Statement) -> list[Any]:
    """Every formula of a statement, those of its ladder, control and scope among them."""
    found = [formula for _, formula in statement.expressions()]
    ladder = getattr(statement, "ladder", None)
    if ladder is not None:
        found += [ladder.symbol, *(sp.sympify(v) for v in ladder.sizes.values())]
    if isinstance(statement, Phase):
        found.append(sp.sympify(statement.control))
    return found


def described(formulas: Iterable[Any], form: Form, procedures: Iterable[Any] = (), declared: Iterable[Any] = ()) -> list[str]:
    """A line for everything that the formulas speak of; ``declared`` are arrays whose entries alone may stand in them."""
    formulas = list(formulas)
    nodes = _nodes(formulas)
    whole = [expand(f) for f in formulas]
    arrays: dict[str, Any] = {n.name: n for n in nodes if isinstance(n, _Array) and n.meaning}
    for n in nodes:
        if isinstance(n, sp.Indexed) and isinstance(n.base.label, Label) and n.base.label.array.meaning:
            arrays.setdefault(str(n.base.label), n.base.label.array)
    entries = {str(n.base.label) for n in nodes if isinstance(n, sp.Indexed)}
    arrays |= {a.name: a for a in declared if a.name in entries}
    lines = [_definition(d, form) for d in _defined(formulas)]
    lines += [line for n in nodes if isinstance(n, Path) for line in _path(n, form)]
    lines += [_flow(n, form) for n in nodes if isinstance(n, FlowNumber)]
    random = sorted((n for n in nodes if isinstance(n, RandomTerm)), key=lambda t: (t.name, form.marks.get(t, 0)))
    lines += [_drawn(t, form, {p.name: p for p in procedures}) for t in random]
    lines += [_array(arrays[name], form) for name in sorted(arrays)]
    lines += [_function(n, form) for n in sorted((n for n in nodes if isinstance(n, FunctionSymbol)), key=str)]
    free = {s for f in whole for s in f.free_symbols} | {s for a in arrays.values() for n in a.shape for s in n.free_symbols}
    free |= {s for t in random for a in t.args[1:] for s in a.free_symbols}
    free |= {v for n in nodes if isinstance(n, Binding) for v in n.binds}  # what is solved for has its meaning too
    lines += [
        _symbol(s, form) for s in sorted((s for s in free if isinstance(s, Symbol)), key=lambda s: (not s.is_integer, s.name))
    ]
    return lines + list(_notation(nodes, form))


def _nodes(formulas: list[Any]) -> list[Any]:
    return list(dict.fromkeys(distinct(*formulas)))


def _defined(formulas: list[Any]) -> list[Any]:
    return list(dict.fromkeys(d for f in formulas for d in definitions(f)))


def _colon(form: Form, name: str, *rest: str) -> str:
    return f"{name}: {form.listed(rest)}" if form.plain else rf"{name}:\ {form.listed(rest)}"


def _shape(sizes: Iterable[Any], form: Form) -> str:
    shown = [form.show(s) for s in sizes]
    if len(shown) == 1:
        return form.words("column of") + (" " if form.plain else r"\ ") + shown[0]
    return form.sign("×").join(shown)


def _definition(d: Any, form: Form) -> str:
    return form.listed([form.show(d) + form.sign("=") + form.show(d.term), form.words(d.meaning)])


def _path(path: Path, form: Form) -> Iterator[str]:
    fresh = form.listed(form.show(t) for t in path.fresh)
    tail = form.say("for") + form.show(path.times) + form.after("steps")
    if fresh:
        tail += form.listed(["", fresh]) + form.after("drawn anew at each")
    if path.clock is not None:
        tail += form.listed(["", form.show(path.clock)]) + form.after("the number of the step")
    for i, (state, step, start) in enumerate(zip(path.states, path.step, path.start, strict=True)):
        moves = form.show(state) + form.sign("←") + form.show(step) + form.say("from") + form.show(start)
        yield _colon(form, form.show(path.at(sp.Symbol("t"), i)), moves + (tail if i == 0 else ""))


def _flow(x: Any, form: Form) -> str:
    field, state, clock, start = x.args[:4]
    name, t = form.show(state), form.show(clock[0]) if clock else "t"
    change = f"d{name}/d{t}" if form.plain else rf"\frac{{d {name}}}{{d {t}}}"
    return _colon(
        form, f"{form.show(x)}", change + form.sign("=") + form.show(field), name + f"(0){form.sign('=')}" + form.show(start)
    )


def _drawn(term: RandomTerm, form: Form, procedures: dict[str, Any]) -> str:
    law, name, sizes = term.law, form.show(term), term.sizes
    follows = form.sign("∼") if not form.plain else " ~ "
    if isinstance(law, ProcedureLaw):
        known = procedures.get(law.procedure)
        meaning = (
            [form.words(known.outputs[law.output]), form.words(known.meaning)] if known and law.output in known.outputs else []
        )
        return _colon(form, name, form.show(law), *meaning)
    if not sizes:
        return name + follows + form.show(law)
    if law.dependent:
        note = {
            HaarLaw: "a random orthogonal matrix",
            SphereLaw: "rows independent" if len(sizes) == 2 else "",
            WishartLaw: "",
        }.get(type(law), "")
        columns = "rows independent" if len(sizes) == 2 and law.gaussian else note
        return form.listed([name + follows + form.show(law), _shape(sizes, form), *([form.words(columns)] if columns else [])])
    if len(sizes) == 1:
        first, last = (form.printer._below(name, i) for i in (sp.Integer(1), sizes[0]))
        return form.listed([first, form.sign("…").strip(), last]) + follows + form.show(law) + form.after("independent")
    entry = form.printer._below(name, sp.Symbol("i"), sp.Symbol("j"))
    return form.listed([entry + follows + form.show(law) + form.after("independent"), _shape(sizes, form)])


def _array(a: Any, form: Form) -> str:
    sizes = a.shape if a.shape[1] != 1 else a.shape[:1]
    rest = [form.words(a.meaning), _shape(sizes, form)]
    if isinstance(a.kind, Tied):
        others = [n for n in a.kind.names if n != a.name]
        rest += [form.words("tied to " + ", ".join(others))] if others else []
    elif a.kind.name != "general":
        rest.append(form.words(a.kind.name))
    if a.start != 1:
        rest.append(form.words("numbered from 0"))
    if a.of.name != "ℝ":
        rest.append(form.words("entries in") + (" " if form.plain else r"\ ") + form.inset(a.of.name))
    return _colon(form, form.show(a), *rest)


def _function(f: Any, form: Form) -> str:
    of = f.of.name
    rest = [form.words(f.meaning), form.words(of if f.of.degree is not None or of.startswith("the ") else f"one of the {of}")]
    if f.of.degree is not None:
        rest.append(form.words("of degree at most") + (" " if form.plain else r"\ ") + form.show(f.of.degree))
    if f.kink is not None:
        rest.append(form.words("with slope") + (" " if form.plain else r"\ ") + form.show(f.kink) + form.after("at its corner"))
    return _colon(form, form.show(f), *rest)


def _symbol(s: Any, form: Form) -> str:
    return _colon(
        form, form.show(s), form.words(s.meaning), form.words("in") + (" " if form.plain else r"\ ") + form.inset(s.domain.name)
    )


def _notation(nodes: list[Any], form: Form) -> Iterator[str]:
    """What signs of our own stand for."""
    if any(isinstance(n, SlopeAlong) for n in nodes):
        yield _colon(
            form, "D[f; X + t V]" if form.plain else r"D[f;\ X + t V]", form.words("the derivative of f(X + t V) in t at t = 0")
        )
    if any(isinstance(n, Entrywise) for n in nodes):
        yield _colon(form, "f⟨A⟩" if form.plain else r"f\langle A\rangle", form.words("f of every entry of A"))
