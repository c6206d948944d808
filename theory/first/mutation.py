"""Systematic wrong versions of a statement: rewrites of its expression tree.

``mutate(statement)`` yields named statements: a ladder of factors on the formula (x2, x1.5, x1.1, x1.02; the bound of
an inequality is divided by them, as a weaker bound is no mutant), the opposite sign, changed constants and exponents,
dropped terms and factors, and swapped symbols of one type. What a kind cannot see by its nature (a constant factor in
an order claim) is not a mutant of it and is returned apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from lemmata.theory.first.expressions import Mean, Observable
from lemmata.theory.first.kinds import Statement
from lemmata.theory.language.errors import ClaimError, LemmataError

LADDER = ("2", "1.5", "1.1", "1.02")


@dataclass(frozen=True)
class Mutant:
    """A wrong version with a stable name; ``factor`` is set on the rungs of the ladder."""

    name: str
    statement: Statement
    factor: float | None = None


def mutate(statement: Statement, limit: int = 24) -> tuple[list[Mutant], list[str]]:
    """The mutants of a statement (at most ``limit`` beside the ladder) and the names of those its kind cannot see."""
    mutants: list[Mutant] = []
    unseen: list[str] = []
    seen: set[Any] = {tuple(statement.expressions())}
    target = statement.mutable[-1] if statement.mutable else None
    for field in statement.mutable:
        formula = getattr(statement, field)
        if not isinstance(formula, sp.Expr) or formula.has(Mean) or formula.atoms(Observable):
            continue
        if field == target and formula != 0 and not formula.is_Matrix:
            for text in LADDER:
                factor = 1 / sp.Rational(text) if statement.kind == "inequality" else sp.Rational(text)
                changed = _changed(statement, field, factor * formula)
                name = f"auto:x{text}"
                if statement.kind in {"order", "phase"} or changed is None:
                    unseen.append(name)
                else:
                    mutants.append(Mutant(name, changed, float(text)))
        if field != target:
            continue
        for name, changed_formula in _rewrites(formula):
            changed = _changed(statement, field, changed_formula)
            if changed is None:
                unseen.append(f"auto:{name}")
                continue
            key = tuple(changed.expressions())
            if key in seen:
                continue
            seen.add(key)
            if _blind(statement.kind, formula, changed_formula, name):
                unseen.append(f"auto:{name}")
            elif len(mutants) < limit + len(LADDER):
                mutants.append(Mutant(f"auto:{name}", changed))
    return mutants, unseen


def _changed(statement: Statement, field: str, formula: sp.Expr) -> Statement | None:
    """The statement with another formula; None where that states nothing (one expression with itself, or no number)."""
    if formula.has(sp.nan, sp.zoo):
        return None
    try:
        return statement.replace(**{field: formula})
    except ClaimError:
        return None


def _blind(kind: str, formula: sp.Expr, changed: sp.Expr, name: str) -> bool:
    """Whether the kind cannot see the rewrite, whatever the samples."""
    if kind == "phase" and name == "sign":
        return True
    if kind in {"order", "phase"} and changed != 0:
        ratio = sp.cancel(changed / formula) if formula != 0 else formula
        return bool(ratio.is_number)
    return kind == "guarantee" and name == "sign"


def _rewrites(formula: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    if formula == 0:
        return
    yield "sign", -formula
    counter: dict[str, int] = {}

    def label(word: str) -> str:
        counter[word] = counter.get(word, 0) + 1
        return f"{word}{counter[word]}"

    for path, node in _walk(formula, ()):
        if isinstance(node, sp.Add):
            for term in node.args:
                if len(node.args) > 1:
                    yield label("drop_term"), _put(formula, path, node - term)
                yield label("flip_term"), _put(formula, path, node - 2 * term)
        elif isinstance(node, sp.Mul):
            for factor in node.args:
                if not factor.is_Number:
                    yield label("drop_factor"), _put(formula, path, node / factor)
                elif factor != -1:
                    yield label("drop_constant"), _put(formula, path, node / factor)
        elif isinstance(node, sp.Pow) and node.exp.is_number and node.exp not in (-1,):
            yield label("exponent"), _put(formula, path, sp.Pow(node.base, node.exp + (1 if node.exp > 0 else -1)))
        elif isinstance(node, sp.Integer) and node not in (0, -1) and path and not _in_exponent(formula, path):
            yield label("constant"), _put(formula, path, node + 1)
    symbols = sorted((s for s in formula.free_symbols if isinstance(s, sp.Symbol)), key=str)
    taken = _bound(formula) | {str(base.label) for base in formula.atoms(sp.IndexedBase)}
    plain = [s for s in symbols if not isinstance(s, sp.Idx) and s.name not in taken]
    for i, a in enumerate(plain):
        for b in plain[i + 1 :]:
            if a.is_integer == b.is_integer:
                yield f"swap_{a.name}_{b.name}", formula.subs({a: b, b: a}, simultaneous=True)


def _walk(node: sp.Basic, path: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], sp.Basic]]:
    yield path, node
    if isinstance(node, sp.Indexed | sp.MatrixExpr):
        return
    for i, child in enumerate(node.args):
        if isinstance(child, sp.Expr) and not (isinstance(node, sp.Pow) and i == 1 and child.is_number):
            yield from _walk(child, (*path, i))


def _put(node: sp.Basic, path: tuple[int, ...], new: sp.Basic) -> sp.Expr:
    """The expression with the node at ``path`` replaced; nan where the rewrite is no expression at all (a degree of -2)."""
    if not path:
        return new
    args = list(node.args)
    args[path[0]] = _put(args[path[0]], path[1:], new)
    try:
        return node.func(*args)
    except (LemmataError, TypeError, ValueError, IndexError):
        return sp.nan


def _in_exponent(formula: sp.Basic, path: tuple[int, ...]) -> bool:
    node: sp.Basic = formula
    for i in path:
        if isinstance(node, sp.Pow) and i == 1:
            return True
        node = node.args[i]
    return False


def _bound(formula: sp.Expr) -> set[str]:
    return {
        str(limit[0])
        for node in sp.preorder_traversal(formula)
        if isinstance(node, sp.Sum | sp.Product | sp.Integral)
        for limit in node.limits
    }
