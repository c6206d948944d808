"""Small wrong turns in a formula: dropped and flipped terms, changed constants and exponents, swapped symbols and matrices.

Every rewrite has a name that depends on the formula alone, keeps the shape of what it changes, and leaves declared things
(arrays, random terms, sizes of identities) as they are; a rewrite that makes no formula is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import sympy as sp

from lemmata.theory.language.arrays import _Array
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.exchanges import REFUSED, SHUT, Made, swaps
from lemmata.theory.language.matrices import PositiveDefinite
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.sampled import RandomMatrix, samples

Path = tuple[int, ...]
PADDED = 100  # a longer sum of so many terms is one over a table, whose last entries say nothing


def rewrites(formula: Any) -> Iterator[tuple[str, Any]]:
    """All of them with their names, in the order of the formula's tree."""
    for name, make in turns(formula):
        made = make()
        if made is not None:
            yield name, made


def turns(formula: Any) -> Iterator[tuple[str, Made]]:
    """Their names, and what makes each of them: most are not wanted, and take their time."""
    counter: dict[str, int] = {}
    for path, node in _walk(formula, ()):
        for word, new in _node(node, path, formula):
            counter[word] = counter.get(word, 0) + 1
            yield f"{word}{counter[word]}", partial(_turned, formula, path, new)
    yield from swaps(formula)


def _turned(formula: Any, path: Path, new: Made) -> Any:
    return _put(formula, path, new())


def _node(node: Any, path: Path, formula: Any) -> Iterator[tuple[str, Made]]:
    if isinstance(node, sp.MatAdd | sp.Add):
        yield from _sum(node)
    elif isinstance(node, sp.MatMul):
        yield from _matrices(node)
    elif isinstance(node, sp.Mul):
        for i, factor in enumerate(node.args):
            rest = (*node.args[:i], *node.args[i + 1 :])
            if factor != -1:
                yield ("drop_constant" if factor.is_Number else "drop_factor"), partial(sp.Mul, *rest)
            if factor.is_Rational and not factor.is_Integer:
                yield "constant", partial(sp.Mul, sp.Rational(factor.p, factor.q + 1), *rest)
    elif isinstance(node, sp.Pow) and node.exp.is_number and node.base != sp.E:
        yield "exponent", partial(_raised, node)
    elif isinstance(node, sp.MatPow) and node.exp.is_Integer:
        yield "exponent", partial(_raised, node)
        if isinstance(node, sp.Inverse):
            yield "drop_inverse", lambda: node.arg
    elif isinstance(node, sp.Integer) and node not in (0, -1) and path:
        yield "constant", lambda: node + 1
    elif isinstance(node, sp.Rational) and not node.is_Integer and path and not isinstance(_at(formula, path[:-1]), sp.Mul):
        yield "constant", lambda: sp.Rational(node.p, node.q + 1)
    elif isinstance(node, sp.Max | sp.Min):
        yield "other_extreme", partial(sp.Min if isinstance(node, sp.Max) else sp.Max, *node.args)
    elif isinstance(node, sp.Sum | sp.Product) and len(node.limits) == 1 and len(node.limits[0]) == 3:
        j, low, high = node.limits[0]
        if not ((high - low).is_Integer and high - low >= PADDED):
            yield "drop_last", lambda: node.func(node.function, (j, low, high - 1))


def _raised(node: Any) -> Any:
    return (sp.MatPow if isinstance(node, sp.MatPow) else sp.Pow)(node.base, _next(node.exp))


def _sum(node: Any) -> Iterator[tuple[str, Made]]:
    for i, term in enumerate(node.args):
        before, after = node.args[:i], node.args[i + 1 :]
        yield "drop_term", partial(_summed, node, [*before, *after])
        yield "flip_term", partial(_flipped, node, before, term, after)


def _flipped(node: Any, before: Sequence[Any], term: Any, after: Sequence[Any]) -> Any:
    return _summed(node, [*before, -term, *after])


def _summed(node: Any, terms: list[Any]) -> Any:
    return node.func(*terms).doit(deep=False) if isinstance(node, sp.MatAdd) else node.func(*terms)


def _matrices(node: Any) -> Iterator[tuple[str, Made]]:
    """A factor less, of those that are square; the transpose of one."""
    scalar, matrices = node.as_coeff_matrices()
    if scalar not in (1, -1):
        yield "drop_scalar", partial(_product, *matrices)
    for i, factor in enumerate(matrices):
        if factor.shape[0] != factor.shape[1]:
            continue
        if len(matrices) > 1:
            yield "drop_factor", partial(_product, scalar, *matrices[:i], *matrices[i + 1 :])
        if isinstance(factor, sp.MatrixSymbol | RandomMatrix | sp.Transpose) and factor.T != factor:
            yield "transpose", partial(_product, scalar, *matrices[:i], factor.T, *matrices[i + 1 :])


def _product(*factors: Any) -> Any:
    return sp.MatMul(*factors).doit(deep=False)


def _next(exponent: Any) -> Any:
    """The next exponent away from zero; halves go to the next integer."""
    away = 1 if exponent.is_positive else -1
    return exponent + away if exponent.is_Integer else exponent + sp.Rational(away, 2)


# -- the tree ------------------------------------------------------------------------------------------------------


def _walk(node: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, node
    if isinstance(node, (*SHUT, sp.Tuple)):
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
    except REFUSED:
        return None
    if isinstance(node, sp.Inverse) and isinstance(below, _Array) and not isinstance(below, PositiveDefinite):
        return None  # the inverse of what may be singular
    odd = (sp.nan, sp.zoo, sp.true, sp.false)  # what stood below was looked at before
    return None if made in odd or any(a in odd[:2] for a in made.args) else made
