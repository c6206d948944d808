"""A claim made of declared terms as the Python file that states it: the file is read again and must state the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.language import arrays
from lemmata.theory.language.calculus import LINKS, SMOOTH, FunctionSymbol
from lemmata.theory.language.errors import UsageError
from lemmata.theory.language.kinds import Limit
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.symbols import Symbol
from lemmata.verify.check.declared import SET_WORDS
from lemmata.verify.check.printing import PythonPrinter
from lemmata.verify.check.statements import Stated

_FROM_SYMPY = (
    "acos asin atan sign erfc Min Max ceiling tan Determinant ZeroMatrix DiagMatrix DiagonalMatrix Not Ge Le Gt Lt S"
).split()
_KINDS = {
    id(getattr(arrays, name)): name
    for name in (
        "General Symmetric PSD PD Orthogonal Invertible OrthonormalRows UnitRows Projection Contraction Stochastic Spectrum Simplex "
        "UnitVector"
    ).split()
}
_SETS = {id(value): name for name, value in SET_WORDS.items()}


def source(stated: Stated, identity: str, says: str, proof: str = "", options: Mapping[str, Any] | None = None) -> str:
    """The file that states the claim; :func:`same` says whether what it states is the statement."""
    declared = stated.declared
    statement: Any = stated.statement
    spoken = _spoken(stated)
    terms = {name: term for name, term in declared.terms.items() if name in spoken}
    taken = {name: _python(name, terms) for name in terms}
    printer = PythonPrinter(taken)
    printer.words.add("Claim")
    lines = [_term(printer, name, term) for name, term in terms.items()]
    kind = type(statement).__name__
    printer.words.add(kind)
    sides = {name: printer._print(formula) for name, formula in statement.expressions()}
    body = ", ".join(sides if proof else sides.values())
    proved = (
        [f"{name} = {side}" for name, side in sides.items()] + ["", "", "def proof(k):", f"    return {proof}", ""]
        if proof
        else []
    )
    if isinstance(statement, Limit):
        printer.words.add("Ladder")
        expansion = ", ".join(printer._print(t) for t in statement.expansion)
        body += (
            f", ladder=Ladder({printer._print(statement.ladder.symbol)}, {statement.ladder.rungs}), expansion=({expansion},)"
        )
    rows = [
        f"    id={json.dumps(identity)},",
        f"    says={json.dumps(says, ensure_ascii=False)},",
        f"    statement={kind}({body}),",
    ]
    if declared.conditions or declared.core:
        printer.words.add("Domain")
        inner = [printer._print(c) for c in declared.conditions]
        inner += [f"core=({', '.join(printer._print(c) for c in declared.core)},)"] if declared.core else []
        rows.append(f"    domain=Domain({', '.join(inner)}),")
    if declared.when:
        rows.append(f"    when=({', '.join(printer._print(c) for c in declared.when)},),")
    rows += ["    proof=proof,"] if proof else []
    indices = getattr(printer, "indices", {})
    if indices:
        lines = [f"{python} = SympySymbol({json.dumps(name)}, integer=True)" for name, python in indices.items()] + lines
    settings = []
    if options:
        printer.words.add("Settings")
        settings = ["", f"settings = Settings(claim, {', '.join(f'{k}={v}' for k, v in options.items())})"]
    head = [
        f'"""{_quoted(says)}"""',
        "",
        *_imports(printer.words, bool(indices)),
        "",
        *lines,
        *proved,
        "",
        "claim = Claim(",
        *rows,
        ")",
        *settings,
        "",
    ]
    return "\n".join(head)


def _spoken(stated: Stated) -> set[str]:
    """Names of the terms that the statement, its conditions, and the terms themselves speak of."""
    todo: list[Any] = [formula for _, formula in stated.statement.expressions()]  # type: ignore[union-attr]
    todo += [*stated.declared.conditions, *stated.declared.core, *stated.declared.when]
    ladder = getattr(stated.statement, "ladder", None)
    todo += [ladder.symbol] if ladder is not None else []
    found: set[str] = set()
    while todo:
        for node in sp.preorder_traversal(todo.pop()):
            name = str(node.base.label) if isinstance(node, sp.Indexed) else str(getattr(node, "name", ""))
            if name and name in stated.declared.terms and name not in found:
                found.add(name)
                term = stated.declared.terms[name]
                todo += (
                    list(getattr(term, "args", ()))[1:]
                    if not isinstance(term, FunctionSymbol)
                    else [term.of.degree or sp.Integer(0)]
                )
    return found


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''") + ("." if not text.endswith((".", '"')) else " ")


def _python(name: str, terms: dict[str, Any]) -> str:
    """A name for the term that hides no word of the language."""
    import lemmata

    made = name.replace("'", "_prime")
    return (
        f"{made}_"
        if made in lemmata.__all__ or made in (*_FROM_SYMPY, "claim") or made in ("lambda", "is", "in", "as", "or")
        else made
    )


def _imports(words: set[str], indices: bool) -> list[str]:
    import lemmata

    other = sorted(w for w in words if w in _FROM_SYMPY and w not in lemmata.__all__)
    lines = (
        [f"from sympy import {', '.join([*other, *(['Symbol as SympySymbol'] if indices else [])])}", ""]
        if other or indices
        else []
    )
    lines += ["from lemmata import *", *(["from lemmata import Settings"] if "Settings" in words else [])]
    missing = words - {*other, *lemmata.__all__, "Settings"}
    if missing:
        raise UsageError(f"{', '.join(sorted(missing))} has no form in a file yet")
    return lines


def _term(printer: PythonPrinter, name: str, term: Any) -> str:
    made = f"{printer.taken[name]} = "
    if isinstance(term, Symbol):
        printer.words |= {"Symbol", _SETS[id(term.domain)]}
        return f"{made}Symbol({json.dumps(name, ensure_ascii=False)}, {json.dumps(term.meaning, ensure_ascii=False)}, {_SETS[id(term.domain)]})"
    if isinstance(term, FunctionSymbol):
        return made + _function(printer, name, term)
    if isinstance(term, RandomTerm):
        printer.words.add("Sampled")
        return f"{made}Sampled({', '.join([json.dumps(name, ensure_ascii=False), printer._law(term.law), *(printer._print(s) for s in term.sizes)])})"
    printer.words.add("Array")
    sizes = term.shape[:1] if isinstance(term, arrays.VectorSymbol) else term.shape
    rest = [printer._print(s) for s in sizes]
    if id(term.kind) in _KINDS and term.kind is not arrays.General:
        printer.words.add(_KINDS[id(term.kind)])
        rest.append(f"kind={_KINDS[id(term.kind)]}")
    if _SETS.get(id(term.of)) != "Reals":
        printer.words.add(_SETS[id(term.of)])
        rest.append(f"of={_SETS[id(term.of)]}")
    texts = [json.dumps(name, ensure_ascii=False), json.dumps(term.meaning, ensure_ascii=False)]
    return f"{made}Array({', '.join([*texts, *rest])})"


def _function(printer: PythonPrinter, name: str, term: FunctionSymbol) -> str:
    printer.words.add("Function")
    if term.of is SMOOTH:
        printer.words.add("SMOOTH")
        of = ", of=SMOOTH"
    elif term.of is LINKS:
        of = ""
    else:
        printer.words.add("POLYNOMIALS")
        of = f", of=POLYNOMIALS({printer._print(term.of.degree)})"
    return f"Function({json.dumps(name, ensure_ascii=False)}, {json.dumps(term.meaning, ensure_ascii=False)}{of})"


def same(stated: Stated, claim: Any) -> bool:
    """Whether a claim that was read from a file states this."""
    part = claim.parts["main"]
    declared = stated.declared
    return bool(
        part.statement == stated.statement
        and list(part.when) == declared.when
        and list(claim.domain.conditions) == declared.conditions
        and list(claim.domain.core) == declared.core
    )
