"""What rounding does to a value: its change where every input moves by an ulp, and the state of a flow at its steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.evaluate import SLACK, UNIT
from lemmata.numerics.formula.high import Memo
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.formula.term_run import columns_of
from lemmata.numerics.formula.traits import FLOWS, ONE_BY_ONE, has, is_upper_bound
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.functions import GaussMean


def perturbed(literal: Literal, env: Mapping[str, Any], value: Tensor, device: Any, memo: Memo | None) -> Tensor:
    """The largest change of the value where every input moves by an ulp, over up to eight patterns of signs.

    A flow that no input moves takes its steps an ulp off all the same.
    """
    expr = literal.exprs[0]
    patterns = range(2 if is_upper_bound(expr) else 3 if has(expr, (sp.Integral, GaussMean)) else 8)  # by what a value costs
    made = {} if memo is None else memo.moved  # by name and pattern: the inputs move alike for every formula
    moving, names = [], literal.names
    for place, (name, v) in enumerate(sorted(env.items(), key=lambda i: i[0])):
        if name in names:
            for pattern in patterns:
                if (name, pattern) not in made:
                    made[name, pattern] = nudged(v, pattern * 7 + place * 3 + 1)
            if any(made[name, pattern] is not v for pattern in patterns):
                moving.append(name)
    if not moving:
        if not has(expr, FLOWS):
            return 2 * SLACK * UNIT * value.abs()
        patterns = range(1)  # the steps of a flow are off all the same
    found = _together(literal, env, moving, patterns, made, device) if moving else None
    if found is None:
        inputs = [{**env, **{n: made[n, pattern] for n in moving}} for pattern in patterns]
        found = torch.stack([literal.at(moved, device, near=True)({})[0] for moved in inputs])
    return 2 * SLACK * torch.maximum(UNIT * value.abs(), (found - value).abs().amax(0))


def _together(
    literal: Literal, env: Mapping[str, Any], moving: list[str], patterns: range, made: dict[Any, Any], device: Any
) -> Tensor | None:
    """All inputs as one batch, a root beside that of the inputs as they are; None where the formula takes many values itself or is
    searched for, one input at a time."""
    if has(literal.exprs[0], ONE_BY_ONE):
        return None
    program = literal.compiled(env).program
    draws = {}
    for name in moving:
        stacked = (name, patterns, program.ranks.get(name))
        if stacked not in made:
            columns = [columns_of(program, {name: torch.as_tensor(made[name, p], dtype=torch.float64)}) for p in patterns]
            made[stacked] = torch.stack([c[name] for c in columns])
        draws[name] = made[stacked]
    try:
        instance = literal.at(env, device, moving, near=True)
        return instance(draws, len(patterns))[0]
    except LemmataError:
        return None


def nudged(value: Any, seed: int) -> Any:
    """One ulp up or down: every entry of an array, and numbers that are no integers."""
    if isinstance(value, float) and value != round(value):
        return value * (1 + UNIT * (1 - 2 * ((seed * 2654435761 >> 7) & 1)))
    if not isinstance(value, Tensor | list | tuple):
        return value
    tensor = torch.as_tensor(value, dtype=None if isinstance(value, Tensor) else torch.float64)
    if not tensor.is_floating_point():
        return value
    place = torch.arange(tensor.numel(), device=tensor.device).reshape(tensor.shape)
    if tensor.ndim == 2 and tensor.shape[0] == tensor.shape[1] and bool((tensor == tensor.mT).all()):
        place = torch.minimum(place, place.mT)  # a symmetric matrix stays one
    sign = 1 - 2 * (((place + seed) * 2654435761 >> 7) & 1).to(tensor.dtype)
    return tensor * (1 + UNIT * sign)
