"""A formula of one state of a path: the path is run once for all formulas of that state, such as the ends of a range around it.

The error is that of the formula at the value of the state, and how far the formula moves between the ends of that value's error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.certain import Memo, evaluate
from lemmata.numerics.formula.traits import has
from lemmata.theory.language import iteration

PLAIN = (sp.Add, sp.Mul, sp.Pow, sp.Abs, sp.exp, sp.log, sp.Max, sp.Min)  # what may stand around the state
NAME = sp.Symbol("state°", real=True)
Valued = tuple[Tensor, Tensor]


@lru_cache(maxsize=4096)  # wrong versions of a law ask for the same at every point
def split(expr: Any) -> tuple[Any, Any] | None:
    """The one state that stands in plain arithmetic, and the formula with a symbol in its place; None for any other formula."""
    if not has(expr, (iteration.StateNumber,)) or isinstance(expr, iteration.StateNumber):
        return None
    states: set[Any] = set()
    left = [expr]
    while left:
        node = left.pop()
        if isinstance(node, iteration.StateNumber):
            states.add(node)
        elif isinstance(node, PLAIN):
            left += node.args
        elif node.args:
            return None
    (state, *others) = states
    return None if others else (state, expr.xreplace({state: NAME}))


def by_its_state(expr: Any, value: Callable[[Any], Valued], env: Mapping[Any, Any], memo: Memo | None = None) -> Valued | None:
    """The value of such a formula and a bound of its error, where ``value`` gives those of the state."""
    found = split(expr)
    if found is None:
        return None
    state, rest = found
    at, slack = value(state)
    middle, error = evaluate(rest, {**env, NAME.name: float(at)})
    for end in (at - slack, at + slack):
        error = error + (torch.as_tensor(evaluate(rest, {**env, NAME.name: float(end)})[0]) - middle).abs()
    return middle, error
