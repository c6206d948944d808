"""Products of matrices and traces of products at the least cost, found when the sizes are known.

A trace may be cut anywhere (it is cyclic), a product associated anyhow; both are chosen by dynamic programming over
the costs, in which a factor that varies over the replicates costs its size times their number. So no outer product is
formed where an inner one will do, vectors stay vectors, and what is shared by the replicates is multiplied first where
that pays. A shared matrix times a column of draws is one product with the (n, B) matrix of all replicates.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

from lemmata.numerics.formula.scaling import columns_scaled, diagonal, plain, shared
from lemmata.numerics.solve.thin import columns

BATCHED = 4.0  # a product of small matrices, one a replicate, costs this many times its share of one large product
THIN = 4  # columns up to which a batch of products is made by rows


class Item(NamedTuple):
    """The shape of one factor, whether it is an inverse (a factorisation), and over how many replicates it varies."""

    rows: int
    columns: int
    inverse: bool
    batch: int


Plan = tuple[Any, ...]  # ("leaf", k) or ("times", plan, plan)


def items(inverses: tuple[bool, ...], values: tuple[Any, ...]) -> tuple[Item, ...]:
    found = []
    for inverse, value in zip(inverses, values, strict=True):
        t = value[0] if isinstance(value, tuple) else value
        found.append(Item(t.shape[-2], t.shape[-1], inverse, math.prod(t.shape[:-2])))
    return tuple(found)


def _times_cost(a: Item, b: Item) -> float:
    batch = max(a.batch, b.batch)
    work = float(a.rows * a.columns * b.columns)
    if a.inverse and b.inverse:
        work += float(a.rows) ** 3
    if a.inverse or b.inverse:
        work = 2 * work if (a.batch == 1 or b.batch == 1) else 2 * work + a.rows * a.columns
    one_shared = (a.batch == 1 and b.columns == 1) or (b.batch == 1 and a.rows == 1)
    if batch == 1 or one_shared:
        return batch * work + 1
    if a.columns == 1 or (a.rows == 1 and b.columns == 1):
        return batch * work * 3 + 1  # elementwise: bounded by memory
    return BATCHED * batch * work + 1


def _product(a: Item, b: Item) -> Item:
    return Item(a.rows, b.columns, False, max(a.batch, b.batch))


@lru_cache(maxsize=4096)
def product_plan(factors: tuple[Item, ...]) -> Plan:
    """The association of least cost."""
    return _arcs(factors)[(0, len(factors))][1]


def _arcs(factors: tuple[Item, ...]) -> dict[tuple[int, int], tuple[float, Plan, Item]]:
    """(first, length) -> cost, plan and shape of every contiguous product."""
    n = len(factors)
    best: dict[tuple[int, int], tuple[float, Plan, Item]] = {}
    for k, item in enumerate(factors):
        best[k, 1] = (0.0, ("leaf", k), item)
    for length in range(2, n + 1):
        for first in range(n - length + 1):
            choices = []
            for cut in range(1, length):
                left, right = best[first, cut], best[first + cut, length - cut]
                cost = left[0] + right[0] + _times_cost(left[2], right[2])
                choices.append((cost, cut))
            cost, cut = min(choices)
            left, right = best[first, cut], best[first + cut, length - cut]
            best[first, length] = (cost, ("times", left[1], right[1]), _product(left[2], right[2]))
    return best


@lru_cache(maxsize=4096)
def trace_plan(factors: tuple[Item, ...]) -> tuple[Plan, Plan]:
    """Two arcs of the cycle whose products are contracted, at the least cost."""
    n = len(factors)
    arcs = _arcs(factors + factors)
    best: tuple[float, Plan, Plan] | None = None
    for first in range(n):
        for length in range(1, n):
            a, b = arcs[first, length], arcs[first + length, n - length]
            if a[2].inverse or b[2].inverse:
                continue
            cost = a[0] + b[0] + 3.0 * max(a[2].batch, b[2].batch) * a[2].rows * a[2].columns
            if best is None or cost < best[0]:
                best = (cost, _folded(a[1], n), _folded(b[1], n))
    assert best is not None
    return best[1], best[2]


def _folded(plan: Plan, n: int) -> Plan:
    return ("leaf", plan[1] % n) if plan[0] == "leaf" else ("times", _folded(plan[1], n), _folded(plan[2], n))


# --- execution ----------------------------------------------------------------------------------------------


def run_plan(plan: Plan, inverses: tuple[bool, ...], values: tuple[Any, ...], known: dict[Any, Any]) -> tuple[bool, Any]:
    """(is it still a factorisation, value); ``known`` holds the products made before, for powers."""
    if plan[0] == "leaf":
        return inverses[plan[1]], values[plan[1]]
    key = _leaves(plan, inverses, values)
    if key not in known:
        left = run_plan(plan[1], inverses, values, known)
        known[key] = _combined(left, run_plan(plan[2], inverses, values, known))
    return False, known[key]


def _combined(left: tuple[bool, Any], right: tuple[bool, Any]) -> Tensor:
    (ia, a), (ib, b) = left, right
    if ia:
        return solve(a, explicit(b) if ib else b)
    return solve(b, a, left=False) if ib else times(a, b)


def _leaves(plan: Plan, inverses: tuple[bool, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    if plan[0] == "leaf":
        return ((inverses[plan[1]], id(values[plan[1]])),)
    return _leaves(plan[1], inverses, values) + _leaves(plan[2], inverses, values)


def multiply(inverses: tuple[bool, ...], values: tuple[Any, ...]) -> Tensor:
    """The product of matrices and of inverses given by factorisations."""
    inverse, value = run_plan(product_plan(items(inverses, values)), inverses, values, {})
    return explicit(value) if inverse else value


def trace(inverses: tuple[bool, ...], values: tuple[Any, ...]) -> Tensor:
    """The trace of the product."""
    if len(values) == 1:
        value = explicit(values[0]) if inverses[0] else values[0]
        return value.diagonal(dim1=-2, dim2=-1).sum(-1)
    if all(inverses):
        inverses, values = (*inverses[:-1], False), (*values[:-1], explicit(values[-1]))
    if len(values) == 2 and any(inverses):  # no arc of the cycle is free of the inverse but the product itself
        return multiply(inverses, values).diagonal(dim1=-2, dim2=-1).sum(-1)
    left, right = trace_plan(items(inverses, values))
    known: dict[Any, Any] = {}
    (_, x), (_, y) = run_plan(left, inverses, values, known), run_plan(right, inverses, values, known)
    return inner(x, y.mT)


def inner(x: Tensor, y: Tensor) -> Tensor:
    """The sum of the entrywise product of two matrices."""
    if x.shape[-1] == 1 or x.shape[-2] == 1:
        x, y = x.flatten(-2), y.flatten(-2)
        if x.shape[-1] == 1:
            return (x * y).squeeze(-1)
        if x.ndim == 1 or y.ndim == 1:
            return x @ y if y.ndim == 1 else y @ x
        if x is y:
            return x.square().sum(-1)
        return (x * y).sum(-1)
    if x.ndim == 2 or y.ndim == 2:  # one of them is shared: a product of the batch with one long vector
        return torch.matmul(x.flatten(-2), y.flatten(-2)) if y.ndim == 2 else torch.matmul(y.flatten(-2), x.flatten(-2))
    return (x * y).sum((-2, -1))


def times(a: Tensor, b: Tensor) -> Tensor:
    """a b, as one product over all replicates where one of them is shared."""
    if a.ndim == 2 and b.ndim == 2:
        return a @ b
    if a.shape[-1] == 1:
        return a * b
    if (scales := diagonal(a)) is not None:
        return columns_scaled(b.mT, scales).mT
    if a.ndim >= b.ndim and (scales := diagonal(b)) is not None:
        return columns_scaled(a, scales)
    if shared(a) and b.shape[-1] == 1:
        return (b.squeeze(-1) @ plain(a).mT).unsqueeze(-1)
    if shared(b) and a.shape[-2] == 1:
        return (a.squeeze(-2) @ plain(b)).unsqueeze(-2)
    if a.shape[-2] == 1 and b.shape[-1] == 1:
        return (a.mT * b).sum(-2, keepdim=True)
    if shared(a):
        return (b.mT @ plain(a).mT).mT
    return columns(a, b) if b.shape[-1] <= THIN else a @ b


def explicit(factor: Any) -> Tensor:
    """The inverse itself."""
    t = factor if isinstance(factor, Tensor) else factor[0]
    eye = torch.eye(t.shape[-1], dtype=t.dtype, device=t.device)
    return solve(factor, eye)


def solve(factor: Any, rhs: Tensor, left: bool = True) -> Tensor:
    """A^-1 rhs (or rhs A^-1), A given by its Cholesky factor or its LU factors."""
    matrix = factor if isinstance(factor, Tensor) else factor[0]
    if shared(matrix) and rhs.ndim > 2:
        return _solve_folded(factor, rhs, left)
    return solve_each(factor, rhs, left)


def solve_each(factor: Any, rhs: Tensor, left: bool = True) -> Tensor:
    """The same, one replicate at a time."""
    batch = rhs.shape[:-2]
    matrix = factor if isinstance(factor, Tensor) else factor[0]
    if matrix.shape[:-2] != batch:
        batch = torch.broadcast_shapes(matrix.shape[:-2], batch)
        rhs = rhs.expand(*batch, *rhs.shape[-2:])
    if isinstance(factor, Tensor):
        factor = factor.expand(*batch, *factor.shape[-2:])
        return torch.cholesky_solve(rhs, factor) if left else torch.cholesky_solve(rhs.mT, factor).mT
    lu, pivots = factor
    return torch.linalg.lu_solve(lu.expand(*batch, *lu.shape[-2:]), pivots.expand(*batch, pivots.shape[-1]), rhs, left=left)


def _solve_folded(factor: Any, rhs: Tensor, left: bool) -> Tensor:
    """One factorisation for all replicates: their columns side by side are one right hand side."""
    rows = rhs.mT if left else rhs  # (..., p, n)
    flat = rows.reshape(-1, rows.shape[-1]).mT
    if isinstance(factor, Tensor):
        solved = torch.cholesky_solve(flat, plain(factor)).mT
    else:
        lu, pivots = plain(factor[0]), factor[1].reshape(-1)
        solved = torch.linalg.lu_solve(lu, pivots, flat) if left else torch.linalg.lu_solve(lu, pivots, flat.mT, left=False)
        solved = solved.mT if left else solved
    solved = solved.reshape(rows.shape)
    return solved.mT if left else solved
