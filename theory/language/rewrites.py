"""Small wrong turns in a formula: dropped and flipped terms, changed constants and exponents, swapped symbols and matrices.

Every rewrite has a name that depends on the formula alone, keeps the shape of what it changes, and leaves declared things
(arrays, random terms, sizes of identities) as they are; a rewrite that makes no formula is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.language.arrays import _Array
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.matrices import PositiveDefinite
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.sampled import RandomMatrix, RandomTerm, samples
from lemmata.theory.language.symbols import Symbol
from lemmata.theory.language.walking import distinct

Path = tuple[int, ...]
PADDED = 100  # a longer sum of so many terms is one over a table, whose last entries say nothing
_SHUT = (_Array, RandomTerm, sp.MatrixSymbol, sp.Indexed, sp.Identity, sp.ZeroMatrix, sp.OneMatrix, sp.Lambda, MatrixElement)
_REFUSED = (LemmataError, TypeError, ValueError, IndexError, AttributeError, NotImplementedError, ZeroDivisionError)


def rewrites(formula: Any) -> Iterator[tuple[str, Any]]:
    """All of them with their names, in the order of the formula's tree."""
    counter: dict[str, int] = {}
    for path, node in _walk(formula, ()):
        for word, new in _node(node, path, formula):
            counter[word] = counter.get(word, 0) + 1
            made = _put(formula, path, new)
            if made is not None:
                yield f"{word}{counter[word]}", made
    yield from _swaps(formula)


def _node(node: Any, path: Path, formula: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, sp.MatAdd | sp.Add):
        yield from _sum(node)
    elif isinstance(node, sp.MatMul):
        yield from _matrices(node)
    elif isinstance(node, sp.Mul):
        for i, factor in enumerate(node.args):
            rest = sp.Mul(*node.args[:i], *node.args[i + 1 :])
            if factor != -1:
                yield ("drop_constant" if factor.is_Number else "drop_factor"), rest
            if factor.is_Rational and not factor.is_Integer:
                yield "constant", rest * sp.Rational(factor.p, factor.q + 1)
    elif isinstance(node, sp.Pow) and node.exp.is_number and node.base != sp.E:
        yield "exponent", sp.Pow(node.base, _next(node.exp))
    elif isinstance(node, sp.MatPow) and node.exp.is_Integer:
        yield "exponent", sp.MatPow(node.base, _next(node.exp))
        if isinstance(node, sp.Inverse):
            yield "drop_inverse", node.arg
    elif isinstance(node, sp.Integer) and node not in (0, -1) and path:
        yield "constant", node + 1
    elif isinstance(node, sp.Rational) and not node.is_Integer and path and not isinstance(_at(formula, path[:-1]), sp.Mul):
        yield "constant", sp.Rational(node.p, node.q + 1)
    elif isinstance(node, sp.Max | sp.Min):
        yield "other_extreme", (sp.Min if isinstance(node, sp.Max) else sp.Max)(*node.args)
    elif isinstance(node, sp.Sum | sp.Product) and len(node.limits) == 1 and len(node.limits[0]) == 3:
        j, low, high = node.limits[0]
        if not (high.is_Integer and high > PADDED):
            yield "drop_last", node.func(node.function, (j, low, high - 1))


def _sum(node: Any) -> Iterator[tuple[str, Any]]:
    for i, term in enumerate(node.args):
        rest = _summed(node, [*node.args[:i], *node.args[i + 1 :]])
        yield "drop_term", rest
        yield "flip_term", _summed(node, [*node.args[:i], -term, *node.args[i + 1 :]])


def _summed(node: Any, terms: list[Any]) -> Any:
    return node.func(*terms).doit(deep=False) if isinstance(node, sp.MatAdd) else node.func(*terms)


def _matrices(node: Any) -> Iterator[tuple[str, Any]]:
    """A factor less, of those that are square; the transpose of one."""
    scalar, matrices = node.as_coeff_matrices()
    if scalar not in (1, -1):
        yield "drop_scalar", sp.MatMul(*matrices).doit(deep=False)
    for i, factor in enumerate(matrices):
        if factor.shape[0] != factor.shape[1]:
            continue
        if len(matrices) > 1:
            yield "drop_factor", sp.MatMul(scalar, *matrices[:i], *matrices[i + 1 :]).doit(deep=False)
        if factor.T != factor and isinstance(factor, sp.MatrixSymbol | RandomMatrix | sp.Transpose):
            yield "transpose", sp.MatMul(scalar, *matrices[:i], factor.T, *matrices[i + 1 :]).doit(deep=False)


def _next(exponent: Any) -> Any:
    """The next exponent away from zero; halves go to the next integer."""
    away = 1 if exponent.is_positive else -1
    return exponent + away if exponent.is_Integer else exponent + sp.Rational(away, 2)


# -- swaps ---------------------------------------------------------------------------------------------------------


def _swaps(formula: Any) -> Iterator[tuple[str, Any]]:
    bound = {v for node in distinct(formula) if isinstance(node, Binding) for v in node.binds}
    symbols = sorted({s for s in _open(formula) if isinstance(s, Symbol)} & formula.free_symbols - bound, key=lambda s: s.name)
    for a, b in combinations(symbols, 2):
        if a.is_integer == b.is_integer:
            yield f"swap_{a.name}_{b.name}", exchanged(formula, {a: b, b: a})
    found: set[Any] = {m for m in _below(formula) if isinstance(m, _Array | RandomMatrix)} - bound
    arrays = sorted(found, key=lambda m: (str(m.name), str(m.args)))
    for a, b in combinations(arrays, 2):
        if (
            a.shape == b.shape
            and isinstance(a, _Array) == isinstance(b, _Array)
            and getattr(a, "start", 1) == getattr(b, "start", 1)
        ):
            yield f"swap_{a.name}_{b.name}", exchanged(formula, {a: b, b: a})


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
    if isinstance(node, _SHUT) or not node.args or isinstance(node, sp.Tuple):
        return _entry(node, table)
    args = [_exchanged(a, table, made) if isinstance(a, sp.Basic) else a for a in node.args]
    if any(a is None for a in args):
        return None
    if all(a is b for a, b in zip(args, node.args, strict=True)):
        return node
    try:
        return node.func(*args)
    except _REFUSED:
        return None


def _entry(node: Any, table: Mapping[Any, Any]) -> Any:
    """An entry of an exchanged matrix."""
    if isinstance(node, MatrixElement) and node.parent in table:
        return MatrixElement(table[node.parent], *node.args[1:])
    return node


def _open(node: Any) -> Iterator[Any]:
    yield node
    if not isinstance(node, (*_SHUT, sp.Tuple)):
        for a in node.args:
            yield from _open(a)


def _below(node: Any) -> Iterator[Any]:
    """The terms below a formula; of a declared one, itself."""
    yield node
    if isinstance(node, MatrixElement):
        yield node.parent
    elif not isinstance(node, (*_SHUT, sp.Tuple)):
        for a in node.args:
            yield from _below(a)


# -- the tree ------------------------------------------------------------------------------------------------------


def _walk(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, node
    if isinstance(node, (*_SHUT, sp.Tuple)):
        return
    for i, child in enumerate(node.args):
        numeric = isinstance(node, sp.Pow | sp.MatPow | sp.Inverse) and i == 1 and child.is_number
        bound = isinstance(node, Binding) and (i not in node.scope or child in node.binds)
        if (
            not numeric
            and not bound
            and i not in getattr(node, "structural", ())
            and isinstance(child, sp.Expr | sp.MatrixExpr | sp.logic.boolalg.Boolean)
        ):
            yield from _walk(child, (*path, i))


def _at(node: Any, path: Path) -> Any:
    for i in path:
        node = node.args[i]
    return node


def _put(node: Any, path: Path, new: Any) -> Any:
    """The formula with the term at ``path`` replaced; None where the outcome is none, of another shape, or says nothing."""
    if new is None or getattr(new, "is_Matrix", False) != getattr(_at(node, path), "is_Matrix", False):
        return None
    if not path:
        return None if new.has(sp.nan, sp.zoo) else new
    if getattr(new, "is_Matrix", False) and new.shape != _at(node, path).shape:
        return None
    args = list(node.args)
    below = _put(args[path[0]], path[1:], new)
    if below is None:
        return None
    args[path[0]] = below
    if isinstance(node, BINDERS) and (not samples(below) or any(not below.has(t) for t in node.args[1])):
        return None  # a mean of what is not random
    if isinstance(node, Binding) and any(node.args[0].has(v) and not args[0].has(v) for v in node.binds):
        return None  # an equation without its unknown
    try:
        made = node.func(*args)
        if isinstance(made, sp.Inverse | sp.MatMul):
            made = made.doit(deep=False)
    except _REFUSED:
        return None
    if isinstance(node, sp.Inverse) and isinstance(below, _Array) and not isinstance(below, PositiveDefinite):
        return None  # the inverse of what may be singular
    odd = (sp.nan, sp.zoo, sp.true, sp.false)  # what stood below was looked at before
    return None if made in odd or any(a in odd[:2] for a in made.args) else made
