"""Formulas with two of their symbols, or two of their arrays, exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.language.arrays import _Array
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.sampled import RandomMatrix, RandomTerm
from lemmata.theory.language.symbols import Symbol
from lemmata.theory.language.walking import distinct

Made = Callable[[], Any]  # what makes a formula, or None where there is none
SHUT = (_Array, RandomTerm, sp.MatrixSymbol, sp.Indexed, sp.Identity, sp.ZeroMatrix, sp.OneMatrix, sp.Lambda, MatrixElement)
REFUSED = (LemmataError, TypeError, ValueError, IndexError, AttributeError, NotImplementedError, ZeroDivisionError)


def swaps(formula: Any) -> Iterator[tuple[str, Made]]:
    bound = {v for node in distinct(formula) if isinstance(node, Binding) for v in node.binds}
    symbols = sorted({s for s in _open(formula) if isinstance(s, Symbol)} & formula.free_symbols - bound, key=lambda s: s.name)
    for a, b in combinations(symbols, 2):
        if a.is_integer == b.is_integer:
            yield f"swap_{a.name}_{b.name}", partial(exchanged, formula, {a: b, b: a})
    found: set[Any] = {m for m in _below(formula) if isinstance(m, _Array | RandomMatrix)} - bound
    arrays = sorted(found, key=lambda m: (str(m.name), str(m.args)))
    for a, b in combinations(arrays, 2):
        if (
            a.shape == b.shape
            and isinstance(a, _Array) == isinstance(b, _Array)
            and getattr(a, "start", 1) == getattr(b, "start", 1)
        ):
            yield f"swap_{a.name}_{b.name}", partial(exchanged, formula, {a: b, b: a})


def exchanged(node: Any, table: Mapping[Any, Any]) -> Any:
    """The formula with terms exchanged, but not inside declarations, nor in the limits of a sum; None where that is no formula."""
    return _exchanged(node, table, {})


def _exchanged(node: Any, table: Mapping[Any, Any], made: dict[Any, Any]) -> Any:
    """The same, a term that stands in several places once: definitions do."""
    if node not in made:
        made[node] = _with_exchanged(node, table, made)
    return made[node]


def _with_exchanged(node: Any, table: Mapping[Any, Any], made: dict[Any, Any]) -> Any:
    if node in table:
        return table[node]
    if isinstance(node, SHUT) or not node.args or isinstance(node, sp.Tuple):
        return _entry(node, table)
    args = [_exchanged(a, table, made) if isinstance(a, sp.Basic) else a for a in node.args]
    if any(a is None for a in args):
        return None
    if all(a is b for a, b in zip(args, node.args, strict=True)):
        return node
    try:
        return node.func(*args)
    except REFUSED:
        return None


def _entry(node: Any, table: Mapping[Any, Any]) -> Any:
    """An entry of an exchanged matrix."""
    if isinstance(node, MatrixElement) and node.parent in table:
        return MatrixElement(table[node.parent], *node.args[1:])
    return node


def _open(node: Any) -> Iterator[Any]:
    yield node
    if not isinstance(node, (*SHUT, sp.Tuple)):
        for a in node.args:
            yield from _open(a)


def _below(node: Any) -> Iterator[Any]:
    """The terms below a formula; of a declared one, itself."""
    yield node
    if isinstance(node, MatrixElement):
        yield node.parent
    elif not isinstance(node, (*SHUT, sp.Tuple)):
        for a in node.args:
            yield from _below(a)
