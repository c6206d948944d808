"""The body of a term that binds variables, as a function of them: everything else is computed outside, once.

A closure's values have the batch of what it captures: the replicates and the indices of the sums around it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.formula.compile import Compiled
from lemmata.numerics.formula.program import BUDGET, Index, Node, Run, TooLarge, union
from lemmata.numerics.formula.terms import FRESH, TermBuilder
from lemmata.theory.language.arrays import VectorSymbol
from lemmata.theory.language.errors import CompileError

Body = Callable[..., list[Tensor]]
HEAD, TAIL = 2048, 2048  # of a sum that is thinned out: terms that are kept, and stretches of the others
LONG = 1 << 14  # the least number of terms of such a sum


def occupied(value: Any) -> float:
    """The bytes of the tensors in a value."""
    if isinstance(value, tuple | list):
        return sum(occupied(v) for v in value)
    if isinstance(value, Tensor):
        return float(value.numel() * value.element_size())
    states = getattr(value, "states", None)  # of a path
    return sum(occupied(s) for s in states.values()) if states else 0.0


def rank_of(variable: Any) -> int:
    """How many dimensions the value of a bound variable has inside: a column is a sequence."""
    if isinstance(variable, VectorSymbol):
        return 1
    return 2 if getattr(variable, "is_Matrix", False) else 0


class LooseRun(Run):
    """A run whose batch is cut by what a replicate occupies, so that a sum is refused only for its own length."""

    def reserve(self, index: Index, count: int) -> None:
        self.extents[index] = count
        total = count
        for parent in index.parents:
            total *= max(self.extents.get(parent, 1), 1)
        if total > 32 * BUDGET:
            raise TooLarge(total)


class Thinned:
    """Which terms stand for a long sum: the first ones, each for itself, and the middles of equal stretches of the others."""

    def __init__(self, length: int) -> None:
        step = (length - HEAD) // TAIL
        self.first, self.step = HEAD + step // 2, step
        self.count = len(range(self.first, length, step))
        self.weight = (length - HEAD) / self.count

    def of(self, t: Tensor, dim: int) -> Tensor:
        """The terms chosen, along one dimension; a value that is the same for all stays."""
        if t.shape[dim] == 1:
            return t
        places = torch.arange(self.count, device=t.device) * self.step + self.first
        return torch.cat([t.narrow(dim, 0, HEAD), t.index_select(dim, places)], dim)

    def total(self, t: Tensor, dim: int) -> Tensor:
        """The sum that they stand for."""
        return t.narrow(dim, 0, HEAD).sum(dim) + self.weight * t.narrow(dim, HEAD, self.count).sum(dim)


class SubRun(LooseRun):
    """The run of a closure: the names that it binds stand before those of the run around it."""

    def __init__(
        self, outer: Run, program: Any, captured: Sequence[Any], batch: tuple[int, ...], local: frozenset[str]
    ) -> None:
        self.outer, self.program, self.captured, self.batch = outer, program, captured, batch
        self.dtype, self.device, self.check, self.fake = outer.dtype, outer.device, outer.check, outer.fake
        self.numbers = {k: v for k, v in outer.numbers.items() if k not in local}
        self.env = {k: v for k, v in outer.env.items() if k not in local}
        self.windows: dict[Index, tuple[int, int, bool]] = {}
        self.extents: dict[Index, int] = {}
        self.thin: dict[Index, Thinned] = {}

    def size(self, name: str) -> int | None:
        found = super().size(name)
        return self.outer.size(name) if found is None else found

    @property
    def root(self) -> Any:
        """The run of the whole literal."""
        return self.outer.root if isinstance(self.outer, SubRun) else self.outer


def root(run: Any) -> Any:
    """The run of the whole literal."""
    return run.root if isinstance(run, SubRun) else run


class Closure:
    """Expressions as functions of the variables bound; ``args`` are the nodes of the builder around that it captures."""

    def __init__(self, b: TermBuilder, exprs: Sequence[Any], variables: Sequence[Any]) -> None:
        self.variables = tuple(variables)
        self.local = frozenset(str(v.name) for v in variables)
        self.sub = TermBuilder(b.level + b.rounded / 2, b, self.local)
        for v in variables:
            self.sub.program.name(str(v.name), rank_of(v))
        nodes = [self.sub.lower(e) for e in exprs]
        self.outputs = [self.sub.program.tensor(n) for n in nodes]
        self.args = tuple(self.sub.captured)
        self._last: dict[int, int] = {}
        for node in self.sub.program.nodes:
            for arg in node.args:
                self._last[arg.id] = node.id
        for node in self.outputs:
            if node.ix:
                raise CompileError("a value inside a bound term depends on an index of its own that no sum closes")
            self._last[node.id] = len(self.sub.program.nodes)
        self._needed = Compiled._ancestors(self.outputs)
        self._nodes = self.nodes = [n for n in self.sub.program.nodes if n.id in self._needed]
        first = Compiled._ancestors(self.outputs[:1])
        self._first = [n for n in self._nodes if n.id in first]
        moved = self.local | {FRESH}
        self._still = [n for n in self._nodes if n.is_const or not n.deps & moved]  # windows, slices: the same at every call
        still = {n.id for n in self._still}
        self._moving, self._moving_first = ([n for n in ns if n.id not in still] for ns in (self._nodes, self._first))

    def bind(self, run: Any, captured: Sequence[Any], batch: tuple[int, ...]) -> Body:
        """The function of the variables, at the values captured."""
        own, top = SubRun(run, self.sub.program, captured, batch, self.local), root(run)
        apart = not tracked(*captured)  # what is differentiated twice is computed twice
        kept: list[Any] = []

        def call(values: Mapping[str, Tensor], count: int = len(self.outputs)) -> list[Tensor]:
            """All outputs, or with ``count`` 1 the first alone."""
            own.env.update(values)
            slots: list[Any] = list(kept) or [None] * len(self.sub.program.nodes)
            if apart and not kept:
                Compiled._execute(own, self._still, slots, {})
                kept.extend(slots)
            if top.measuring:  # a derivative keeps every value
                Compiled._execute(own, self._moving if apart else self._nodes, slots, {})
                top.inner = max(top.inner, occupied(slots))
            elif apart:
                Compiled._execute(own, self._moving if count > 1 else self._moving_first, slots, self._last)
            else:
                Compiled._execute(own, self._nodes if count > 1 else self._first, slots, self._last)
            return [slots[n.id] for n in self.outputs[:count]]

        call.captured = captured  # type: ignore[attr-defined]
        call.rough = lambda: self._rough(run, captured, batch)  # type: ignore[attr-defined]
        return call

    def _rough(self, run: Any, captured: Sequence[Any], batch: tuple[int, ...]) -> Body | None:
        """The function at one point with its long sums thinned out, which says where to look; None where none is long."""
        if batch or tracked(*captured) or max((v.numel() for v in captured if isinstance(v, Tensor)), default=0) < LONG:
            return None
        own = SubRun(run, self.sub.program, captured, batch, self.local)
        slots: list[Any] = [None] * len(self.sub.program.nodes)
        Compiled._execute(own, self._still, slots, {})
        own.thin = {
            i: Thinned(stop - start + 1)
            for i, (start, stop, exact) in own.windows.items()
            if i.summed and exact and stop - start >= LONG
        }
        for node in self._still:
            for index in own.thin.keys() & set(node.ix):
                slots[node.id] = own.thin[index].of(slots[node.id], node.ix.index(index) - len(node.ix) - node.rank)

        def call(values: Mapping[str, Tensor], count: int = len(self.outputs)) -> list[Tensor]:
            own.env.update(values)
            found = list(slots)
            Compiled._execute(own, self._moving if count > 1 else self._moving_first, found, self._last)
            return [found[n.id] for n in self.outputs[:count]]

        return call if own.thin else None

    def emit(
        self,
        b: TermBuilder,
        key: Any,
        fn: Callable[..., Any],
        inputs: Sequence[Node],
        rank: int,
        deps: frozenset[str] = frozenset(),
    ) -> Node:
        """The node of ``fn(run, body, batch, *inputs)``, aligned with what is captured."""
        ix = union([*inputs, *self.args])
        every = [*inputs, *self.args]
        ready = []
        for node in every:
            ready.append(node if node.ix == ix or node.is_const else b.aligned(node, ix, node.rank))
        ready = [b.program.tensor(n) for n in ready[: len(inputs)]] + ready[len(inputs) :]
        count, ranks = len(inputs), [n.rank for n in every]
        b.program.widest = max(b.program.widest, len(ix) + self.sub.program.widest)

        def run_it(run: Any, *values: Any) -> Any:
            batch = batch_of(values, ranks)
            return fn(run, self.bind(run, values[count:], batch), batch, *values[:count])

        return b.program.emit((key, id(self)), run_it, ready, ix, rank, deps)


def batch_of(values: Sequence[Any], ranks: Sequence[int]) -> tuple[int, ...]:
    """The batch shape that values of these ranks broadcast to."""
    shapes = []
    for value, rank in zip(values, ranks, strict=True):
        t = value[0] if isinstance(value, tuple) else value
        if isinstance(t, Tensor):
            shapes.append(tuple(t.shape[: t.ndim - rank]))
    shapes = list(dict.fromkeys(shape for shape in shapes if shape))
    return shapes[0] if len(shapes) == 1 else tuple(torch.broadcast_shapes(*shapes)) if shapes else ()


def column(drawn: Tensor, rank: int) -> Tensor:
    """Draws of a column, (B, n) or (B, n, 1), as those of a sequence; others as they are."""
    return drawn.squeeze(-1) if rank == 1 and drawn.ndim == 3 and drawn.shape[-1] == 1 else drawn


def inside_column(variable: Any) -> bool:
    """Whether a bound variable has a column of the formula without its second dimension."""
    return isinstance(variable, VectorSymbol)


def inside(value: Tensor, variable: Any) -> Tensor:
    """A matrix of the formula as the value of a bound variable."""
    return value.squeeze(-1) if inside_column(variable) else value


def outside(value: Tensor, variable: Any) -> Tensor:
    """The value of a bound variable as a matrix of the formula."""
    return value.unsqueeze(-1) if isinstance(variable, VectorSymbol) else value


def spread(value: Tensor, rank: int, batch: tuple[int, ...]) -> Tensor:
    """A value with its own copy for every member of the batch."""
    return value.expand(*batch, *value.shape[value.ndim - rank :]) if batch else value


def tracked(*values: Any) -> bool:
    """Whether a derivative is being taken through one of the values."""
    return any(isinstance(t, Tensor) and t.requires_grad for v in values for t in (v if isinstance(v, tuple) else (v,)))
