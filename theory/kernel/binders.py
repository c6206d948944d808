"""Bound variables: what an expression binds, equality up to their names, and substitution that captures nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.operators import Expectation, MatrixExpectation, _Binder
from lemmata.theory.language.sampled import RandomTerm, samples

_SUMS = (sp.Sum, sp.Product, sp.Integral)


def bound_in(node: Any) -> set[Any]:
    """The variables that this node itself binds."""
    if isinstance(node, _SUMS):
        return {limit[0] for limit in node.limits}
    if isinstance(node, sp.Lambda):
        return set(node.variables)
    if isinstance(node, _Binder):
        return set(node.bound)
    if isinstance(node, Binding):
        return set(node.binds)
    return set()


def is_plain(index: Any) -> bool:
    """Whether an index may be any integer of a range: of its assumptions, only that it is positive or not negative counts."""
    signed = index.is_positive or (index.is_negative is not True and index.is_nonpositive is not True and index.is_zero is None)
    kinds = (index.is_even, index.is_odd, index.is_prime, index.is_composite)
    return bool(index.is_integer and signed and all(kind is None for kind in kinds))


def bound(expr: Any) -> set[Any]:
    """All variables that are bound somewhere in an expression."""
    return {v for node in sp.preorder_traversal(expr) for v in bound_in(node)}


def renamed(expr: Any) -> Any:
    """The expression with definitions expanded and the indices of sums named by their depth, so that equality is up to names."""
    return _renamed(_over_everything(expand(sp.sympify(expr))))


def _over_everything(expr: Any) -> Any:
    """A mean that names all of its samples as the mean over everything, which it is."""
    named = [e for e in expr.atoms(Expectation, MatrixExpectation) if e.args[1] and set(e.args[1]) == set(samples(e.body))]
    return expr.xreplace({e: e.func(e.body, sp.Tuple()) for e in named}) if named else expr


def _renamed(expr: Any) -> Any:
    if not expr.has(*_SUMS):
        return expr
    if isinstance(expr, sp.Sum | sp.Product) and len(expr.limits) == 1 and len(expr.limits[0]) == 3:
        index, low, high = expr.limits[0]
        inner = _renamed(expr.function)
        depth = sum(isinstance(node, _SUMS) for node in sp.preorder_traversal(inner))
        name = _canonical(depth, tuple(sorted((k, v) for k, v in index._assumptions_orig.items() if v is not None)))
        return expr.func(inner.xreplace({index: name}), (name, _renamed(low), _renamed(high)))
    return expr.func(*(_renamed(a) if isinstance(a, sp.Basic) and a.has(*_SUMS) else a for a in expr.args))


@lru_cache(maxsize=256)
def _canonical(depth: int, assumptions: tuple[tuple[str, bool], ...]) -> sp.Dummy:
    """A dummy, so that no name that an author chose can be caught."""
    return sp.Dummy(f"k{depth}", **dict(assumptions))


def same(a: Any, b: Any) -> bool:
    """Whether two terms are one term after expanding definitions and renaming bound indices."""
    return bool(a == b) or bool(renamed(a) == renamed(b))


def substituted(expr: Any, table: Mapping[Any, Any]) -> Any:
    """The expression with values for some of its free variables; refused where a value would be captured."""
    caught = bound(expr)
    for old, new in table.items():
        if old in caught:
            raise Refused(f"{old} is bound in {expr}: only a free variable takes a value")
        names = {str(v) for v in (new.free_symbols | new.atoms(sp.Symbol)) if v in caught}
        if names and expr.has(old):
            raise Refused(f"{new} cannot be put for {old}: {', '.join(sorted(names))} is bound in {expr}; rename it")
    return expr.xreplace(dict(table))


def rewritten(
    expr: Any, old: Any, new: Any, blocked: set[Any], speaks: set[Any], narrow: set[Any]
) -> tuple[Any, int, list[tuple[Any, Any]]]:
    """Every occurrence of ``old`` replaced, how many, and the ranges of the sums under which that happened.

    Below a binder of something that the equation holds for only conditionally (``blocked``) it is refused; below a sum
    over an index that the equation speaks of, the range has to lie in the index's set, so it is returned. Other binders let
    a variable take any value, so that an equation for the values in a set (``narrow``: those variables) says nothing there.
    """
    count, ranges = 0, dict[tuple[Any, Any], None]()

    def visit(node: Any, barred: Any, sums: tuple[tuple[Any, Any], ...]) -> Any:
        nonlocal count
        if node == old or (type(node) is type(old) and same(node, old)):
            if barred:
                raise Refused(
                    f"{old} stands in {expr} below what binds {barred}, and the equation for it holds only under conditions on that, or for the values in its set"
                )
            count += 1
            ranges.update(dict.fromkeys(sums))
            return new
        if not getattr(node, "args", ()) or not isinstance(node, sp.Basic) or isinstance(node, sp.MatrixSymbol | RandomTerm):
            return node  # an array of another size, or a sample of another law, would be another array or sample
        caught = bound_in(node)
        more = narrow if not isinstance(node, sp.Sum | sp.Product | _Binder) else set()
        inner = barred or ", ".join(sorted(map(str, caught & (blocked | more))))
        if isinstance(node, _SUMS):
            sums += tuple((limit[0], limit[1]) for limit in node.limits if limit[0] in speaks and len(limit) == 3)
        args = [visit(a, inner, sums) for a in node.args]
        return node if all(x is y for x, y in zip(args, node.args, strict=True)) else node.func(*args)

    return visit(expr, "", ()), count, list(ranges)
