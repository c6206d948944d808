"""What formulas at a scene speak of: arrays, whole numbers, outputs of procedures; looked up, as every point asks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
from torch import Tensor

from lemmata.numerics.formula.traits import has
from lemmata.theory.language.calculus import Applied
from lemmata.theory.language.comparing import comparison, names_of, polynomial
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import RandomTerm, samples

COUNTED = 2**20  # whole numbers below this, and the polynomials of a condition in them, are told apart by floats as well


@lru_cache(maxsize=4096)  # a search asks at every place
def on_arrays(conditions: tuple[Any, ...], formulas: tuple[Any, ...], numbers: frozenset[str]) -> tuple[Any, ...]:
    """The conditions on something that formulas speak of beside the numbers of a point."""
    spoken = {s for f in formulas for s in _free_symbols(f) if str(getattr(s, "name", "")) not in numbers}
    return tuple(c for c in conditions if spoken & _free_symbols(c))


@lru_cache(maxsize=4096)  # a truth and its wrong versions share their sides
def _free_symbols(formula: Any) -> frozenset[Any]:
    return frozenset(expand(formula).free_symbols)


@lru_cache(maxsize=4096)
def _names(formula: Any) -> frozenset[str]:
    return frozenset(str(getattr(s, "name", "")) for s in _free_symbols(formula))


def of_numbers(formula: Any, numbers: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    """Whether a formula speaks of such numbers alone: of no array, no function, nothing that is drawn or given."""
    names = _names(formula)
    return names <= numbers.keys() and names.isdisjoint(given) and not has(formula, (Applied, RandomTerm))


def mentions(condition: Any, variables: Iterable[Any]) -> bool:
    """Whether a condition speaks of some of the variables, or of an entry of one."""
    return not _names(condition).isdisjoint(str(x.name) for x in variables)


def counted(condition: Any, numbers: Mapping[str, Any]) -> tuple[bool | None] | None:
    """The truth of a comparison of polynomials of whole numbers, which needs no evaluation; nothing for any other."""
    compared, names = comparison(condition), names_of(condition)
    if compared is None or not all(type(numbers.get(n)) is int and abs(numbers[n]) < COUNTED for n in names):
        return None
    left, right = (side(numbers) for side in map(polynomial, condition.args) if side is not None)
    strict = isinstance(condition, sp.StrictGreaterThan | sp.StrictLessThan)
    return (None if strict and left == right else compared(numbers),)


@lru_cache(maxsize=4096)  # asked for every chunk
def named(bodies: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, RandomTerm]]:
    """Outputs of procedures under names of their own, as calls with different parameters share an output's name."""
    terms = [t for t in samples(sp.Tuple(*bodies)) if isinstance(t.law, ProcedureLaw)]
    table = {t: sp.Symbol(f"{t.law.procedure}_{t.name}_{_digest(t.law)}", real=True) for t in terms}
    return tuple(b.xreplace(table) for b in bodies), {table[t].name: t for t in terms}


def size_of(value: Any) -> int:
    """Bytes of a tensor, or of all that a run returned."""
    if isinstance(value, Mapping):
        return sum(map(size_of, value.values()))
    return int(value.numel() * value.element_size()) if isinstance(value, Tensor) else 0


def _digest(law: ProcedureLaw) -> str:
    """A short name of a call: its procedure with its parameters, whatever the output."""
    text = "; ".join(f"{name}={sp.srepr(value)}" for name, value in law.parameters.items())
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
