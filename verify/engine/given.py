"""Samples that stand free in a statement: it is said to hold for all of them, so one instance of each is drawn and kept.

A sample under a mean, a probability or a quantile is bound there; so is a term that a path draws anew. Whatever is left is
replaced by a plain symbol of the same shape, whose value belongs to the instance.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.arrays import MatrixOf, VectorSymbol
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.kinds import Guarantee
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.part import Law
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomTerm

MARK = "∘"  # behind the name of an instance, which no declared name has


@lru_cache(maxsize=8192)
def free_terms(expr: Any, bound: frozenset[Any] = frozenset()) -> frozenset[RandomTerm]:
    """The random terms of an expression that nothing in it binds."""
    if not getattr(expr, "args", ()) or not expr.has(RandomTerm):
        return frozenset()
    if isinstance(expr, RandomTerm):
        return frozenset() if expr in bound or isinstance(expr.law, ProcedureLaw) else frozenset({expr})
    inside = bound | _binds(expr)
    return frozenset(t for a in expr.args for t in free_terms(a, inside))


def instantiated(expr: Any, bound: frozenset[Any] = frozenset()) -> Any:
    """The expression with an instance in place of every free random term."""
    if isinstance(expr, RandomTerm):
        return expr if expr in bound or isinstance(expr.law, ProcedureLaw) else stand_in(expr)
    if isinstance(expr, RandomEntry) and expr.args[0] not in bound:
        return sp.IndexedBase(f"{expr.args[0].name}{MARK}", real=True)[expr.args[1]]
    if not getattr(expr, "args", ()) or not expr.has(RandomTerm):
        return expr
    inside = bound | _binds(expr)
    args = [instantiated(a, inside) for a in expr.args]
    return expr if all(a is b for a, b in zip(args, expr.args, strict=True)) else expr.func(*args)


def stand_in(term: RandomTerm) -> Any:
    """The symbol of an instance of a random term."""
    name = f"{term.name}{MARK}"
    if not isinstance(term, RandomMatrix):
        return sp.Symbol(name, real=True)
    return VectorSymbol(name, term.shape[0]) if len(term.sizes) == 1 else MatrixOf(name, *term.shape)


def fixed(law: Law) -> Law:
    """The law for the instance of its free samples; the event of a guarantee binds its own."""
    statement = law.statement
    if isinstance(statement, Guarantee):
        return law
    changes = {}
    for name, formula in statement.expressions():
        if name in statement.__dataclass_fields__ and free_terms(expand(formula)):
            changes[name] = instantiated(expand(formula))
    if not changes:
        return law
    return Law(law.part, law.role, law.label, statement.replace(**changes), law.when, law.expected, law.alone, law.world)


def _binds(expr: Any) -> frozenset[Any]:
    if isinstance(expr, BINDERS):
        return frozenset(expr.bound)
    return frozenset(expr.binds) if isinstance(expr, Binding) else frozenset()
