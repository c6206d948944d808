"""What may enter a fact: exact and finite terms whose symbols are declared, so that no assumption comes from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from lemmata.theory.kernel.conditions import MARK
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.arrays import _Array
from lemmata.theory.language.calculus import Applied, Entrywise, FunctionSymbol
from lemmata.theory.language.iteration import Path
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.symbols import NumberSet, Symbol

NOT_FINITE = (sp.oo, -sp.oo, sp.zoo, sp.nan)
_UNSUPPORTED = (AppliedUndef, sp.Derivative, sp.Limit, sp.Subs, sp.Piecewise, sp.Order)


class Admission:
    """Checks terms on their way into a fact."""

    def __init__(self, arrays: Iterable[Any] = ()) -> None:
        self.arrays = {str(a.name): a for a in arrays}
        self.fresh: set[Any] = set()  # symbols that rules have made
        self._seen: set[Any] = set()

    def check(self, *terms: Any, bound: bool = False) -> None:
        """``bound``: terms of a condition, which may hold the variables that it binds."""
        for term in terms:
            if term in self._seen:
                continue
            inside = {s for s in term.atoms(sp.Symbol, sp.MatrixSymbol) if MARK in s.name} if bound else set()
            self._nodes(term)
            self._symbols(term, inside)
            if not inside:
                self._seen.add(term)

    def _nodes(self, term: Any) -> None:
        if term.atoms(sp.Float):
            raise Refused(
                f"{term} contains the float {min(term.atoms(sp.Float), key=str)}: write an exact number, such as Rational(3, 10)"
            )
        if found := _not_finite(term):
            limits = {end for s in term.atoms(sp.Product, sp.Integral) for limit in s.limits for end in limit[1:]}
            where = "a product or integral with an infinite end" if limits & set(NOT_FINITE) else f"{found}"
            raise Refused(f"{term} contains {where}: no rule of the kernel takes limits")
        if term.has(sp.I):
            raise Refused(f"{term} contains the imaginary unit: statements are about real numbers")
        for node in sp.preorder_traversal(term):
            if not type(node).__module__.startswith(("sympy.", "lemmata.theory.language.")):
                raise Refused(
                    f"{node} is of the class {type(node).__name__}, which is no part of the language: no rule knows what it means"
                )
            if any(isinstance(a, FunctionSymbol) for a in node.args) and not isinstance(node, Applied | Entrywise | sp.Tuple):
                raise Refused(f"{node} uses a function as if it were a number: apply it")
        if unknown := [e for e in sp.preorder_traversal(term) if isinstance(e, _UNSUPPORTED)]:
            raise Refused(f"{unknown[0]} is no term that the kernel knows: use the words of the language")

    def _symbols(self, term: Any, inside: set[Any]) -> None:
        known = self.fresh | inside
        bound = {limit[0] for s in term.atoms(sp.Sum, sp.Product) for limit in s.limits}
        bound |= {s for f in term.atoms(sp.Lambda) for s in f.variables}
        for node in sp.preorder_traversal(term):
            if isinstance(node, sp.Symbol) and node not in known:
                self._symbol(node, bound)
            elif isinstance(node, sp.Indexed):
                self._entry(node)
            elif isinstance(node, sp.MatrixSymbol) and re.search(f"{MARK}\\d", node.name) and node not in known:
                raise Refused(f"the name {node.name} is reserved for arrays that rules make: take another")
            elif isinstance(node, sp.MatrixSymbol) and not isinstance(node, _Array) and node not in known:
                raise Refused(f"the matrix {node} has no declaration: declare it with Array")
        names: dict[str, Any] = {}
        for sample in term.atoms(RandomTerm):
            if names.setdefault(sample.name, sample) != sample and not sample.has(Path):
                raise Refused(f"the name {sample.name} stands for two random terms: rename one of them")

    def _symbol(self, s: Any, bound: set[Any]) -> None:
        if isinstance(s, FunctionSymbol):
            return
        if s.name.startswith("_") or MARK in s.name:
            raise Refused(f"the name {s.name} is reserved for variables that rules make: take another")
        if isinstance(s, Symbol):
            if (why := contradiction(s.assumptions0, s.domain)) is not None:
                raise Refused(
                    f"the symbol {s} ranges over {s.domain}, but is assumed to be {why}: declare the set that is meant"
                )
            return
        if isinstance(s, sp.Dummy):
            raise Refused(f"{s} is no declared symbol: declare it with Symbol")
        if s not in bound and not _index(s) and s.name not in self.arrays:
            raise Refused(f"the symbol {s} has no declaration: declare it with Symbol")

    def _entry(self, entry: Any) -> None:
        if entry.is_real is not True:
            raise Refused(f"{entry} is not known to be a real number: use the entries of a declared Array")
        array = self.arrays.get(str(entry.base.label))
        if array is None or not array.meaning:
            if not any(
                entry.base.assumptions0.get(k)
                for k in ("positive", "negative", "nonnegative", "nonpositive", "integer", "zero")
            ):
                return
            raise Refused(f"{entry} has signs that no declared array gives it: use the array's own entries")
        wanted = sp.Symbol(array.name, **array.of.assumptions).assumptions0
        if any(value and not wanted.get(k) for k, value in entry.base.label.assumptions0.items()):
            raise Refused(f"{entry} is assumed to be more than the array {array.name} says of its entries ({array.of})")


def _not_finite(node: Any) -> Any:
    """What is not finite in a term, or nothing; a sum may end at oo."""
    if node in NOT_FINITE:
        return node
    args = node.args
    if isinstance(node, sp.Sum):
        args = (node.function, *(x for limit in node.limits for k, x in enumerate(limit) if k < 2 or x != sp.oo))
    return next((x for a in args if isinstance(a, sp.Basic) and (x := _not_finite(a)) is not None), None)


def _index(s: Any) -> bool:
    """A free index of a family of facts: an integer."""
    return bool(s.is_integer) and type(s) is sp.Symbol


def contradiction(assumptions: Any, domain: NumberSet) -> str | None:
    """An assumption of sympy that the set does not bear out, or None."""
    low, high = sp.sympify(domain.low), sp.sympify(domain.high)
    at_low, at_high = domain.closed
    true = {
        "positive": low > 0 or (low == 0 and not at_low),
        "nonnegative": low >= 0,
        "negative": high < 0 or (high == 0 and not at_high),
        "nonpositive": high <= 0,
        "integer": domain.integer,
        "rational": domain.integer,
        "real": True,
        "nonzero": low > 0 or high < 0 or (low == 0 and not at_low) or (high == 0 and not at_high),
    }
    wrong = [name for name, holds in true.items() if assumptions.get(name) and not bool(holds)]
    if assumptions.get("zero") or assumptions.get("even") or assumptions.get("odd") or assumptions.get("prime"):
        return "more than its set says"
    return wrong[0] if wrong else None
