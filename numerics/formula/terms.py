"""The builder of literals: columns and sequences in one, products at the least cost, functions entry by entry, closures.

Handlers registered here serve literals only; the other formulas keep theirs. A closure is the body of a term that binds
variables (a derivative, a root, a path): what does not depend on these is computed outside it, once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import sympy as sp
from torch import Tensor

from lemmata.numerics.formula import linalg as _linalg
from lemmata.numerics.formula.lowering import Builder
from lemmata.numerics.formula.program import Index, Node, Run

Handler = Callable[["TermBuilder", Any], Node]
TERMS: dict[type, Handler] = {}
FRESH = "@draw"  # what depends on it draws anew inside a path


def term(*classes: type) -> Callable[[Handler], Handler]:
    """Register the lowering of classes in literals."""

    def register(handler: Handler) -> Handler:
        TERMS.update(dict.fromkeys(classes, handler))
        return handler

    return register


@lru_cache(maxsize=65536)
def names_of(expr: Any) -> frozenset[Any]:
    """The names that an expression reads, and the dummies in it."""
    if isinstance(expr, sp.Dummy):
        return frozenset([expr])
    if isinstance(expr, sp.Symbol):
        return frozenset([expr.name])
    if isinstance(expr, sp.MatrixSymbol):
        return frozenset([expr.name]).union(*(names_of(s) for s in expr.shape))
    if isinstance(expr, sp.IndexedBase):
        return frozenset([str(expr.label)])
    found: frozenset[Any] = frozenset()
    for a in getattr(expr, "args", ()):
        found |= names_of(a)
    return found


class TermBuilder(Builder):
    """Lowers literals. Inside a closure ``parent`` is the builder around it and ``local`` the names that it binds."""

    def __init__(self, level: float = 0, parent: TermBuilder | None = None, local: frozenset[str] = frozenset()) -> None:
        super().__init__(level)
        if parent is not None:
            self.program.letters = parent.program.letters
        self.parent, self.local = parent, local
        self.captured: list[Node] = []
        self.paths: dict[Any, Any] = {}
        self.events: dict[Any, list[Any]] = parent.events if parent is not None else {}  # waited for, by path
        self._places: dict[int, Node] = {}
        self.factorised: set[int] = set()  # nodes whose value is a factorisation, not a matrix

    def touches(self, expr: Any) -> bool:
        """Whether the value of the expression depends on what this closure binds, or on its indices."""
        names = names_of(expr)
        return bool(names & self.local) or any(isinstance(n, sp.Dummy) and n in self.bound for n in names)

    def capture(self, outer: Node) -> Node:
        """A value of the builder around, inside the closure."""
        if outer.is_const:
            return self.program.const(outer.const)
        if outer.id not in self._places:
            place = len(self.captured)
            self.captured.append(outer)
            self._places[outer.id] = self.program.emit(("captured", place), lambda run: run.captured[place], [], (), outer.rank)
        return self._places[outer.id]

    def _lower(self, expr: Any) -> Node:
        if self.parent is not None and not self.touches(expr):
            return self.capture(self.parent.lower(expr))
        if expr in self.bound:
            return self.bound[expr]
        if expr is sp.nan:  # the derivative at a corner without a declared value; an error where it is chosen
            return self.program.const(float("nan"))
        for cls in type(expr).__mro__:
            if cls in TERMS:
                return TERMS[cls](self, expr)
        return super()._lower(expr)

    def load(self, name: str, rank: int) -> Node:
        if self.parent is not None and name not in self.local:
            return self.capture(self.parent.load(name, rank))
        return super().load(name, rank)

    def note_size(self, name: str, source: tuple[str, int, int]) -> None:
        super().note_size(name, source)
        if self.parent is not None and source[0] not in self.local:
            self.parent.note_size(name, source)

    def factor(self, matrix: Any) -> Node:
        """The factorisation of a matrix that is inverted."""
        if self.parent is not None and not self.touches(matrix):
            node = self.capture(self.parent.factor(matrix))
        else:
            node = _linalg._factor(self, matrix)[1]
        self.factorised.add(node.id)
        return node

    def aligned(self, node: Node, ix: tuple[Index, ...], rank: int) -> Node:
        """The same value with singleton dimensions for the indices that it does not have; of factorisations too."""
        if node.id not in self.factorised or node.ix == ix:
            return self.program.align(node, ix, rank)
        picked = tuple(slice(None) if i in node.ix else None for i in ix)

        def spread(run: Run, value: Any) -> Any:
            if isinstance(value, Tensor):
                return value[(..., *picked, slice(None), slice(None))]
            return value[0][(..., *picked, slice(None), slice(None))], value[1][(..., *picked, slice(None))]

        made = self.program.emit(("align factor", ix), spread, [node], ix, 2)
        self.factorised.add(made.id)
        return made
