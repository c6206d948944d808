"""Bodies on plain numbers: what a program does to one number, or to a few side by side, without a tensor for each of its values.

A body that is called a hundred thousand times with a number, the field of a flow or the step of a path, spends its time on making tensors. The
operations that have a twin here are applied to Python floats or to arrays of numpy instead, in the same order; a body with any other
operation, with an index or an array stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.closures import Closure
from lemmata.numerics.formula.lowering import _Expm1
from lemmata.numerics.formula.program import Node, is_fake

Numbers = float | np.ndarray  # type: ignore[type-arg]
Plain = Callable[[Mapping[str, Numbers]], list[Numbers]]

ARITHMETIC: dict[Any, Callable[..., Any]] = {
    "add": lambda x, y: x + y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "square": lambda x: x * x,
    "reciprocal": lambda x: 1.0 / x,
}
TWINS: dict[Any, tuple[Callable[..., Any], Callable[..., Any]]] = {  # of a number, and of an array
    "sqrt": (math.sqrt, np.sqrt),
    "pow": (math.pow, np.power),
    "log": (math.log, np.log),
    "log1p": (math.log1p, np.log1p),
    ("fn", sp.exp): (math.exp, np.exp),
    ("fn", _Expm1): (math.expm1, np.expm1),
    ("fn", sp.sin): (math.sin, np.sin),
    ("fn", sp.cos): (math.cos, np.cos),
    ("fn", sp.tanh): (math.tanh, np.tanh),
    ("fn", sp.sinh): (math.sinh, np.sinh),
    ("fn", sp.cosh): (math.cosh, np.cosh),
    ("fn", sp.atan): (math.atan, np.arctan),
    "abs": (abs, np.abs),
}


def plain(closure: Closure, captured: Sequence[Any], batch: tuple[int, ...]) -> Plain | None:
    """A body as a function of numbers (floats; in a batch arrays of this shape), where it has one."""
    place = 1 if batch else 0
    values: list[Any] = [None] * len(closure.sub.program.nodes)
    work: list[tuple[int, Callable[..., Any], int, int | None, Node]] = []
    names: dict[str, int] = {}
    for node in closure.nodes:
        key = node.key
        kind = key[0] if isinstance(key, tuple) else key
        if node.rank or node.ix:
            return None
        if node.is_const or kind == "full":
            value = node.const if node.is_const else key[2]
            if isinstance(value, bool) or not isinstance(value, int | float):
                return None
            values[node.id] = float(value)
        elif kind == "captured":
            value = captured[key[1]]
            if not is_number(value, batch):
                return None
            values[node.id] = numbers_of(value)
        elif kind == "read":
            names[key[1]] = node.id
        elif key in ARITHMETIC or key in TWINS:
            two = node.reads[1] if len(node.reads) > 1 else None
            work.append((node.id, ARITHMETIC[key] if key in ARITHMETIC else TWINS[key][place], node.reads[0], two, node))
        else:
            return None
    ends = [node.id for node in closure.outputs]

    def call(given: Mapping[str, Numbers]) -> list[Numbers]:
        for name, k in names.items():
            values[k] = given[name]
        for k, fn, one, two, node in work:
            try:
                values[k] = fn(values[one]) if two is None else fn(values[one], values[two])
            except (ArithmeticError, ValueError):  # a float has no infinity there, as a tensor has
                values[k] = float(node.fn(None, *(torch.tensor(values[r], dtype=torch.float64) for r in node.reads)))  # type: ignore[misc]
        return [values[k] for k in ends]

    return call


def is_number(value: Any, batch: tuple[int, ...]) -> bool:
    """Whether a value is one double on the processor, or one for each member of the batch, and nothing is differentiated."""
    if not isinstance(value, Tensor) or is_fake(value) or value.requires_grad:
        return False
    return value.dtype == torch.float64 and value.device.type == "cpu" and tuple(value.shape) in ((), batch)


def numbers_of(value: Tensor) -> Numbers:
    return value.numpy() if value.ndim else float(value)
