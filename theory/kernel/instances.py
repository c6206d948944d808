"""What a value has to satisfy in order to be put for a symbol or an array."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, integer, invertible, nonnegative, positive
from lemmata.theory.kernel.declared import Declared
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.arrays import General, MatrixOf, PdOf, Projection, PsdOf, SymmetricOf, VectorSymbol
from lemmata.theory.language.calculus import FunctionSymbol
from lemmata.theory.language.operators import _Binder
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.symbols import Reals, Symbol


def memberships(table: Mapping[Any, Any], terms: Iterable[Any], declared: Declared) -> list[Condition]:
    """The conditions under which all values lie where what they replace ranges."""
    terms = tuple(terms)
    found: list[Condition] = []
    for old, new in table.items():
        if isinstance(old, FunctionSymbol):
            raise Refused(f"no value is put for the function {old}: state the fact for the function that is meant")
        if new.atoms(RandomTerm) and any(t.has(_Binder) for t in terms):
            raise Refused(f"the random value {new} cannot be put for {old} where a mean would bind it")
        if isinstance(old, sp.Symbol) and not getattr(new, "is_Matrix", False):
            found += [*where_defined(new), *_number(old, new)]
        elif isinstance(old, sp.MatrixSymbol) and getattr(new, "is_Matrix", False):
            found += [*where_defined(new), *_matrix(old, new, terms, declared)]
        else:
            raise Refused(f"{new} cannot be put for {old}: give a number for a symbol, a matrix for an array")
    return found


def _number(old: Any, new: Any) -> list[Condition]:
    more = any(getattr(old, f"is_{k}") for k in ("even", "odd", "zero", "prime", "composite"))
    if more or (old.is_nonzero and not (old.is_positive or old.is_negative)):
        raise Refused(f"the set of {old} has no rule for values")
    found = []
    if old.is_integer:
        found.append(integer(new))
    if old.is_positive:
        found.append(positive(new))
    elif old.is_nonnegative:
        found.append(nonnegative(new))
    if old.is_negative:
        found.append(positive(-new))
    elif old.is_nonpositive:
        found.append(nonnegative(-new))
    return [*found, *(_ends(old, new) if isinstance(old, Symbol) else [])]


def _ends(old: Any, new: Any) -> list[Condition]:
    """That a value lies between the ends of a set of numbers, where the signs that sympy knows do not say so."""
    found = []
    for end, side, closed in zip((old.domain.low, old.domain.high), (1, -1), old.domain.closed, strict=True):
        end = sp.sympify(end)
        gap = side * (new - end)
        known = end == 0 and (side * old).is_nonnegative and (closed or (side * old).is_positive)
        known |= end == side and closed and bool((side * old).is_positive and old.is_integer)
        if end.is_finite and not known:
            found.append(nonnegative(gap) if closed else positive(gap))
    return found


def _matrix(old: Any, new: Any, terms: tuple[Any, ...], declared: Declared) -> list[Condition]:
    if tuple(old.shape) != tuple(new.shape):
        raise Refused(f"{new} has the shape {new.shape}, and {old} has {old.shape}")
    if any(
        isinstance(node, sp.Indexed) and str(node.base.label) == old.name for t in terms for node in sp.preorder_traversal(t)
    ):
        raise Refused(f"{old} stands there by its entries as well: no value is put for it")
    entries = {declared.set_of_any_size(old), getattr(old, "of", Reals)} - {Reals}
    if entries:
        raise Refused(f"the entries of {old} lie in {next(iter(entries))}: no rule knows which values may be put for it")
    if isinstance(old, PdOf):
        return [Condition("psd", (new,)), invertible(new)]
    if isinstance(old, PsdOf) and declared.kind_of_any_size(old) is not Projection:
        return [Condition("psd", (new,))]
    if isinstance(old, SymmetricOf) and new.T == new:
        return []
    if isinstance(old, MatrixOf | VectorSymbol) and declared.kind_of_any_size(old) is General:
        return []
    raise Refused(
        f"no rule knows which values may be put for {old}, which is {getattr(declared.kind_of_any_size(old), 'name', 'tied to other arrays')}"
    )
