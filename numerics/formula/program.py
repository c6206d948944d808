r"""Straight-line programs of torch operations on named dimensions: what a formula is compiled to.

A value of a program has shape B + (one dimension per active index) + (rank trailing dimensions): B is the batch,
the indices are those of the sums around it, in order of depth, and the rank is 0 for scalars, 1 for arrays before
they are indexed and 2 for matrices. Equal operations on equal arguments are emitted once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.letters import Letters
from lemmata.theory.language.errors import CompileError, DomainError

BUDGET = 1 << 22  # elements of one intermediate tensor before the batch is cut into chunks


class TooLarge(Exception):
    """An intermediate of this many elements per batch member does not fit in the budget."""

    def __init__(self, elements: int) -> None:
        super().__init__(elements)
        self.elements = elements


class Index:
    """A bound index: its limits, the arrays it runs over, and the indices around it."""

    __slots__ = ("carriers", "depth", "high", "low", "parents", "summed", "symbol")

    def __init__(
        self, low: sp.Expr, high: sp.Expr, parents: tuple[Index, ...], letters: Letters, *, integer: bool = True
    ) -> None:
        self.low, self.high, self.parents = low, high, parents
        self.depth = len(parents)
        # quadrature points and eigenvalues are real: sympy would simplify floor(i) for an integer
        self.symbol = letters.next(f"i{self.depth}", integer)
        self.carriers: set[tuple[str, int, int, sp.Expr | None]] = set()  # label, axis, first index, size
        self.summed = False  # whether it is the index of sums alone, of which some terms could stand for all


class Node:
    """One operation, which ``key`` names; ``deps`` are the names of the environment its value depends on."""

    __slots__ = ("args", "const", "deps", "fn", "id", "ix", "key", "rank", "reads")

    def __init__(
        self,
        number: int,
        key: Any,
        fn: Callable[..., Any] | None,
        args: tuple[Node, ...],
        ix: tuple[Index, ...],
        rank: int,
        deps: frozenset[str],
        const: Any = None,
    ) -> None:
        self.id, self.key, self.fn, self.args, self.ix, self.rank = number, key, fn, args, ix, rank
        self.deps, self.const = deps, const
        self.reads = tuple(a.id for a in args)

    @property
    def is_const(self) -> bool:
        return self.fn is None


class Program:
    """The list of operations, in an order in which they can run."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.ranks: dict[str, int] = {}
        self.sizes: dict[str, list[tuple[str, int, int]]] = {}
        self.declared: set[tuple[str, str, int]] = set()
        self.letters = Letters()
        self.widest = 0  # how many dimensions a value has beside the batch
        self._memo: dict[Any, Node] = {}

    def const(self, value: Any) -> Node:
        key = ("const", type(value), value)
        if key not in self._memo:
            self._memo[key] = self._append(key, None, (), (), 0, frozenset(), value)
        return self._memo[key]

    def emit(
        self,
        key: Any,
        fn: Callable[..., Any],
        args: Sequence[Node],
        ix: tuple[Index, ...],
        rank: int = 0,
        deps: frozenset[str] = frozenset(),
    ) -> Node:
        """The node of ``fn(run, *values)``; ``key`` names the operation, so that equal ones are shared."""
        args = tuple(args)
        memo = (key, tuple(a.id for a in args), ix, rank)
        if memo not in self._memo:
            every = deps.union(*(a.deps for a in args))
            self._memo[memo] = self._append(key, fn, args, ix, rank, every, None)
        return self._memo[memo]

    def _append(
        self, key: Any, fn: Any, args: tuple[Node, ...], ix: tuple[Index, ...], rank: int, deps: frozenset[str], const: Any
    ) -> Node:
        self.widest = max(self.widest, len(ix) + rank)
        self.nodes.append(Node(len(self.nodes), key, fn, args, ix, rank, deps, const))
        return self.nodes[-1]

    def name(self, name: str, rank: int) -> None:
        """Declare that a name of the environment is read, and its rank."""
        if self.ranks.setdefault(name, rank) != rank:
            raise CompileError(f"{name} is used both with {self.ranks[name]} and with {rank} indices; rename one")

    def align(self, node: Node, ix: tuple[Index, ...], rank: int = 0) -> Node:
        """The same value with singleton dimensions for the indices of ``ix`` that it does not have."""
        if node.is_const or (node.ix == ix and node.rank == rank):
            return node
        picked: list[Any] = [slice(None) if i in node.ix else None for i in ix]
        picked += [slice(None)] * rank if node.rank == rank else [None] * rank
        while picked and picked[0] == slice(None):
            picked.pop(0)
        selector = (..., *picked)
        return self.emit(("align", ix, rank), lambda run, t: t[selector], [node], ix, rank)

    def elementwise(self, key: Any, fn: Callable[..., Any], nodes: Sequence[Node], *, tensors: bool = True) -> Node:
        """``fn`` on aligned values; ``tensors`` turns constants into tensors first."""
        ix = union(nodes)
        rank = max(n.rank for n in nodes)
        aligned = [self.align(n, ix, rank) for n in nodes]
        if tensors:
            aligned = [self.tensor(n) for n in aligned]
        return self.emit(key, lambda run, *values: fn(*values), aligned, ix, rank)

    def tensor(self, node: Node) -> Node:
        """A constant as a tensor of the run's dtype and device."""
        if not node.is_const:
            return node
        value = node.const
        return self.emit(("full", type(value), value), lambda run: run.full(value), [], ())


def union(nodes: Sequence[Node]) -> tuple[Index, ...]:
    """The indices of all nodes, outermost first."""
    return tuple(sorted({i for n in nodes for i in n.ix}, key=lambda i: i.depth))


def is_fake(tensor: Tensor) -> bool:
    """Whether the tensor has a shape but no values (fake mode or the meta device)."""
    if type(tensor) is Tensor:
        return tensor.is_meta
    from torch._subclasses.fake_tensor import FakeTensor

    return isinstance(tensor, FakeTensor) or tensor.is_meta


class Run:
    """One evaluation: the environment as tensors on one device, and the windows of the indices."""

    short = False  # whether smooth means are taken by a rule of few nodes,
    doubts: Tensor | None = None  # and where they may be too few

    def __init__(self, program: Program, env: Mapping[Any, Any], dtype: torch.dtype, device: Any = None) -> None:
        self.program, self.dtype = program, dtype
        given = {str(getattr(k, "name", k)): v for k, v in env.items()}
        used = {name: given[name] for name in program.ranks if name in given}
        for sources in program.sizes.values():
            used.update({name: given[name] for name, *_ in sources if name in given})
        if device is None:
            device = next((v.device for v in used.values() if isinstance(v, Tensor)), torch.device("cpu"))
        self.device = torch.device(device)
        self.numbers = {name: v for name, v in ((n, plain_number(v)) for n, v in used.items()) if v is not None}
        self.env = {name: self._convert(name, value) for name, value in used.items()}
        shapes = {name: tuple(t.shape[: t.ndim - program.ranks.get(name, 0)]) for name, t in self.env.items()}
        try:
            batches = [s for n, s in shapes.items() if n in program.ranks and s]
            self.batch = tuple(torch.broadcast_shapes(*batches)) if len(set(batches)) > 1 else batches[0] if batches else ()
        except RuntimeError:
            shown = ", ".join(f"{n}: {s}" for n, s in shapes.items())
            raise DomainError(f"the batch shapes of the parameters do not broadcast: {shown}") from None
        self._check_shapes()
        self.windows: dict[Index, tuple[int, int, bool]] = {}
        self.extents: dict[Index, int] = {}
        self.thin: dict[Index, Any] = {}  # the sums of which some terms stand for all
        self.check = True
        self.fake = any(is_fake(t) for t in self.env.values())

    def _convert(self, name: str, value: Any) -> Tensor:
        rank = self.program.ranks.get(name, 0)
        if isinstance(value, Tensor):
            tensor = value
        elif name in self.numbers:
            tensor = self.full(self.numbers[name])
        else:
            try:
                tensor = torch.as_tensor(value, dtype=None if _complex(value) else self.dtype)
            except (TypeError, ValueError, RuntimeError):
                raise DomainError(f"{name} = {value!r} is not a number or an array of numbers") from None
        if tensor.ndim < rank:
            want = ("a number", "a vector", "a matrix")[min(rank, 2)]
            raise DomainError(f"{name} must be {want} (with batch dimensions in front), not of shape {tuple(tensor.shape)}")
        complex_pair = {torch.float64: torch.complex128, torch.float32: torch.complex64}
        dtype = complex_pair.get(self.dtype, self.dtype) if tensor.is_complex() else self.dtype
        return tensor.to(device=self.device, dtype=dtype)

    def _check_shapes(self) -> None:
        for size, array, axis in self.program.declared:
            want, tensor = self.numbers.get(size), self.env.get(array)
            if want is not None and tensor is not None and tensor.shape[axis] != want:
                raise DomainError(f"{array} has size {tensor.shape[axis]} where the formula says {size} = {want}")

    def full(self, value: Any) -> Tensor:
        if isinstance(value, bool):
            return torch.full((), value, dtype=torch.bool, device=self.device)
        if isinstance(value, complex):
            return torch.full((), value, device=self.device)
        return torch.full((), float(value), dtype=self.dtype, device=self.device)

    def read(self, name: str) -> Tensor:
        """The value of a name; a size that is not given is taken from the array it is the size of."""
        if name in self.env:
            return self.env[name]
        size = self.size(name)
        if size is None:
            have = ", ".join(sorted(self.env)) or "nothing"
            raise DomainError(f"the formula needs a value of {name}; the environment gives {have}")
        return self.full(size)

    def reserve(self, index: Index, count: int) -> None:
        """Note the length of an index dimension, and refuse tensors that do not fit in the budget."""
        self.extents[index] = count
        total, members = count, math.prod(self.batch)
        for parent in index.parents:
            total *= max(self.extents.get(parent, 1), 1)
        if total * members > BUDGET and (members > 1 or total > 32 * BUDGET):
            raise TooLarge(total)

    def size(self, name: str) -> int | None:
        """The size that the arrays of the environment imply; they must agree."""
        sources = self.program.sizes.get(name, ())
        found = {
            f"{a} has {self.env[a].shape[k]}": int(self.env[a].shape[k]) + shift for a, k, shift in sources if a in self.env
        }
        if len(set(found.values())) > 1:
            raise DomainError(f"{name} is not given and the arrays disagree: {', '.join(found)} elements")
        return next(iter(found.values()), None)

    def static(self, expr: sp.Expr) -> tuple[float, float] | None:
        """The range of a limit or size over the enclosing indices, when it needs no tensor value."""
        if expr.is_Integer:
            return int(expr), int(expr)
        values: dict[sp.Basic, Any] = {}
        ranges: dict[sp.Basic, tuple[int, int]] = {}
        windows = {i.symbol: w for i, w in self.windows.items()}
        for symbol in expr.free_symbols:
            if symbol in windows:
                ranges[symbol] = windows[symbol][:2]
                continue
            name = getattr(symbol, "name", None) or str(symbol)
            number = self.numbers.get(name)
            if number is None and name not in self.env:
                number = self.size(name)
            if number is None and name in self.env and self.env[name].numel() == 1 and not self.fake:
                number = self.env[name].item()
            if number is None:
                return None
            values[symbol] = number
        if any(stop < start for start, stop in ranges.values()):
            return 1, 0
        symbols, fn = _lambdified(expr)
        corners = [(values[s],) if s in values else _probes(expr, s, ranges[s]) for s in symbols]
        results = [fn(*point) for point in product(*corners)]
        return min(results), max(results)


def _probes(expr: sp.Expr, symbol: sp.Basic, window: tuple[int, int]) -> Sequence[int]:
    # an affine limit attains its range at the corners; any other is evaluated everywhere
    affine = expr.diff(symbol).is_number
    return window if affine else range(window[0], window[1] + 1)


@lru_cache(maxsize=4096)
def _lambdified(expr: sp.Expr) -> tuple[tuple[sp.Basic, ...], Callable[..., Any]]:
    symbols = tuple(sorted(expr.free_symbols, key=str))
    return symbols, sp.lambdify(symbols, expr, modules="math")


def plain_number(value: Any) -> float | int | complex | None:
    """A python, Fraction, numpy or sympy number as a python number; None for anything else."""
    if isinstance(value, bool | int | float | complex):
        return value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, sp.Expr) and value.is_number:
        if value.is_Integer:
            return int(value)
        return float(value) if value.is_real else complex(value)
    if not isinstance(value, Tensor) and getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        number = value.item()
        return number if isinstance(number, int | float | complex) else None
    return None


def _complex(value: Any) -> bool:
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    return kind == "c" or (isinstance(value, list | tuple) and any(isinstance(v, complex) for v in value))


def bounds(low: tuple[float, float] | None, high: tuple[float, float] | None) -> tuple[Any, Any, bool]:
    """Integer window of a sum from the ranges of its limits, and whether every term of it is summed."""
    start = None if low is None else math.ceil(low[0] - 1e-9)
    stop = None if high is None else math.floor(high[1] + 1e-9)
    exact = low is not None and high is not None and low[0] == low[1] and high[0] == high[1]
    return start, stop, exact
