r"""From a sympy expression to a function of batched tensors.

``compile_expr(expr)(env)`` evaluates any scalar, matrix, relation or case distinction. The environment maps names
to python numbers or tensors of shape B (scalars), B + (N,) (sequences) and B + (n, m) (matrices), where the batch
shapes B broadcast; the result has the broadcast batch shape. Sizes may be left out where an array has them. The
same program runs on any device, in any dtype, and in fake mode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.devices.memory import keep_freed_memory
from lemmata.numerics.formula import cases as _cases  # noqa: F401  (registers comparisons, cases, polynomials)
from lemmata.numerics.formula import linalg as _linalg  # noqa: F401  (registers the lowering of matrices)
from lemmata.numerics.formula import program as ir
from lemmata.numerics.formula import sums as _sums  # noqa: F401  (registers sums and arrays)
from lemmata.numerics.formula.lowering import OPAQUE, Builder
from lemmata.numerics.formula.program import Node, Run, TooLarge
from lemmata.numerics.formula.walker import brief
from lemmata.numerics.integrate import quadrature as _quadrature  # noqa: F401  (registers integrals)
from lemmata.theory.language.errors import DomainError, NonFinite

Env = Mapping[Any, Any]

keep_freed_memory()


class Compiled:
    """The compiled form of one or several expressions; build it with :func:`compile_expr`."""

    def __init__(self, exprs: tuple[Any, ...], dtype: torch.dtype, level: float, single: bool) -> None:
        self.exprs, self.dtype, self.single = exprs, dtype, single
        builder = Builder(level)
        builder.shared, shared = _share(exprs)
        self.program = builder.program
        self.outputs = [builder.program.tensor(builder.lower(e)) for e in shared]
        self._last: dict[int, int] = {}
        for node in self.program.nodes:
            for arg in node.args:
                self._last[arg.id] = node.id
        for node in self.outputs:
            self._last[node.id] = len(self.program.nodes)

    @property
    def names(self) -> set[str]:
        """The names the formula reads (sizes that arrays imply included)."""
        return set(self.program.ranks)

    def __call__(self, env: Env, device: Any = None, *, check: bool = True) -> Any:
        """The value at the environment; with ``check`` a NaN or infinity is an error that names where."""
        run = Run(self.program, env, self.dtype, device)
        run.check = check
        values = self._evaluate(run)
        if check and not run.fake:
            for expr, value in zip(self.exprs, values, strict=True):
                _require_finite(expr, value, run)
        return values[0] if self.single else tuple(values)

    def _evaluate(self, run: Run) -> list[Tensor]:
        try:
            slots: list[Any] = [None] * len(self.program.nodes)
            self._execute(run, self.program.nodes, slots, self._last)
            return [self._expanded(run, node, slots[node.id]) for node in self.outputs]
        except TooLarge as too_large:
            return self._in_chunks(run, too_large.elements)

    def _expanded(self, run: Run, node: Node, value: Tensor) -> Tensor:
        return value.expand(*run.batch, *value.shape[value.ndim - node.rank :]) if run.batch else value

    @staticmethod
    def _execute(run: Run, nodes: Sequence[Node], slots: list[Any], last: Mapping[int, int]) -> None:
        for node in nodes:
            if node.fn is None:
                slots[node.id] = node.const
                continue
            slots[node.id] = node.fn(run, *[slots[k] for k in node.reads])
            for k in node.reads:  # free what is not needed again
                if last.get(k) == node.id:
                    slots[k] = None

    def _in_chunks(self, run: Run, elements: int) -> list[Tensor]:
        """Cut the batch along its first long dimension so that an intermediate fits in the budget."""
        axis = next((k for k, size in enumerate(run.batch) if size > 1), None)
        if axis is None:
            raise DomainError(
                f"the formula needs a tensor of {elements} elements for one parameter point; lower the sizes"
            ) from None
        behind = len(run.batch) - axis
        per_slice = elements * max(1, _product(run.batch[axis + 1 :]))
        step = max(1, ir.BUDGET // per_slice)
        parts: list[list[Tensor]] = []
        for start in range(0, run.batch[axis], step):
            piece: dict[str, Any] = dict(run.numbers)
            for name, tensor in run.env.items():
                place = tensor.ndim - self.program.ranks.get(name, 0) - behind
                cut = name not in run.numbers and place >= 0 and tensor.shape[place] > 1
                if cut:
                    tensor = tensor.narrow(place, start, min(step, run.batch[axis] - start))
                if name not in run.numbers:
                    piece[name] = tensor
            smaller = Run(self.program, piece, self.dtype, run.device)
            smaller.check = run.check
            parts.append(self._evaluate(smaller))
        return [torch.cat(part, axis) for part in zip(*parts, strict=True)]

    @cached_property
    def needed(self) -> set[int]:
        """The nodes that the outputs are made of."""
        return self._ancestors(self.outputs)

    @cached_property
    def _parts(self) -> dict[frozenset[str], tuple[list[Node], list[Node], dict[int, int]]]:
        return {}

    def parts(self, names: frozenset[str]) -> tuple[list[Node], list[Node], dict[int, int]]:
        """What does not depend on these names, and what does; of the former, after which of them each is not needed any more."""
        if names not in self._parts:
            still = [n for n in self.program.nodes if not n.deps & names and (n.id in self.needed or n.fn is None)]
            moving = [n for n in self.program.nodes if n.deps & names and n.id in self.needed]
            kept = {a.id for n in moving for a in n.args}
            used = {a.id: n.id for n in still for a in n.args if a.id not in kept and not a.is_const}
            self._parts[names] = still, moving, used | {n.id: -1 for n in self.outputs}
        return self._parts[names]

    @staticmethod
    def _ancestors(nodes: Sequence[Node]) -> set[int]:
        found: set[int] = set()
        stack = list(nodes)
        while stack:
            node = stack.pop()
            if node.id not in found:
                found.add(node.id)
                stack += node.args
        return found

    def partial(self, env: Env, varying: Sequence[str], device: Any = None) -> Callable[..., list[Tensor]]:
        """A function of the varying names alone: what does not depend on them is computed once, here.

        The values are neither checked nor cut into chunks; the caller does both.
        """
        names = frozenset(varying)
        run = Run(self.program, env, self.dtype, device)
        run.check = False
        slots: list[Any] = [None] * len(self.program.nodes)
        self._execute(run, [n for n in self.program.nodes if not n.deps & names], slots, {})
        moving: dict[int, list[Node]] = {}

        def evaluate(point: Env, count: int = len(self.outputs)) -> list[Tensor]:
            """The first ``count`` outputs."""
            if count not in moving:
                needed = self._ancestors(self.outputs[:count])
                moving[count] = [n for n in self.program.nodes if n.deps & names and n.id in needed]
            run.env.update(point)
            own = list(slots)
            self._execute(run, moving[count], own, self._last)
            return [own[node.id] for node in self.outputs[:count]]

        return evaluate


def _product(sizes: Sequence[int]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def _share(exprs: tuple[Any, ...]) -> tuple[dict[sp.Basic, sp.Basic], list[Any]]:
    """Common subexpressions of the scalar parts; sums, integrals and matrices stay whole."""
    scalar = [isinstance(e, sp.Expr) and not getattr(e, "is_Matrix", False) for e in exprs]
    if not any(scalar) or sum(e.count_ops() for e in exprs if isinstance(e, sp.Expr)) < 8:
        return {}, list(exprs)
    opaque: dict[sp.Basic, sp.Basic] = {}

    def hide(e: sp.Basic) -> sp.Basic:
        if e.is_Atom or not e.has(*OPAQUE, sp.Piecewise):
            return e
        if isinstance(e, sp.Add | sp.Mul | sp.Pow | sp.Function) and not isinstance(e, sp.Piecewise):
            return e.func(*(hide(a) for a in e.args))
        return opaque.setdefault(e, sp.Dummy())

    hidden = [hide(e) if s else e for e, s in zip(exprs, scalar, strict=True)]
    kept = [e for e, s in zip(hidden, scalar, strict=True) if s]
    defs, reduced = sp.cse(kept, symbols=sp.numbered_symbols(cls=sp.Dummy), order="none")
    shared: dict[sp.Basic, sp.Basic] = {v: k for k, v in opaque.items()} | dict(defs)
    iterator = iter(reduced)
    return shared, [next(iterator) if s else e for e, s in zip(hidden, scalar, strict=True)]


def _require_finite(expr: Any, value: Tensor, run: Run) -> None:
    bad = ~torch.isfinite(value) if value.is_floating_point() or value.is_complex() else None
    if bad is None or not bool(bad.any()):
        return
    place = [int(i) for i in bad.nonzero()[0]][: len(run.batch)]
    at = ", ".join(f"{name} = {_at(t, run, name, place)}" for name, t in sorted(run.env.items()))
    shown = brief(expr, 400)  # a search for worst cases meets this often, and a long formula takes seconds to write out
    shown = shown if len(shown) < 200 else shown[:200] + " ..."
    first = float(value[bad][0].real)
    raise NonFinite(f"{shown} is {first} at {at or 'no parameters'}")


def _at(tensor: Tensor, run: Run, name: str, place: list[int]) -> str:
    rank = run.program.ranks.get(name, 0)
    batch = tensor.ndim - rank
    for size, k in zip(tensor.shape[:batch], place[len(place) - batch :], strict=True):
        tensor = tensor[k if size > 1 else 0]
    if rank == 0:
        return f"{tensor.item():.17g}" if not tensor.is_complex() else str(tensor.item())
    flat = tensor.flatten()
    head = ", ".join(f"{float(v.real):.6g}" for v in flat[:3])
    return f"[{head}{', ...' if flat.numel() > 3 else ''}] of shape {tuple(tensor.shape)}"


@lru_cache(maxsize=4096)
def _compiled(exprs: tuple[Any, ...], dtype: torch.dtype, level: float, single: bool) -> Compiled:
    return Compiled(exprs, dtype, level, single)


def compile_expr(expr: Any, *, dtype: torch.dtype = torch.float64, level: float = 0) -> Compiled:
    """The function ``(env, device=None) -> Tensor`` of an expression (of a tuple: a tuple of tensors).

    ``level`` refines every quadrature. Compiled forms are kept by the structure of the expression.
    """
    single = not isinstance(expr, tuple | list)
    exprs = (sp.sympify(expr),) if single else tuple(sp.sympify(e) for e in expr)
    return _compiled(tuple(e.as_immutable() if isinstance(e, sp.MatrixBase) else e for e in exprs), dtype, level, single)
