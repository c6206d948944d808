"""A procedure run in parts where it would draw more numbers at once than there is room for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from lemmata.numerics.random.draw import Draw, TooMany

MOST = 2**24  # numbers that a procedure draws at once, 128 MB in double: what it makes of them takes several times as much
FEW = 2  # replicates that are run together whatever they take

Run = Callable[[Any, Draw], Any]


def run_in_parts(procedure: Run, p: Any, draw: Draw) -> Any:
    """What the procedure returns; where it asks for too many numbers, halves of its replicates are run, each on a key of its own."""
    if draw.replicates <= FEW:
        return procedure(p, draw)
    try:
        return procedure(p, draw.under(draw.key, most=MOST))
    except TooMany:
        first = 2 * (draw.replicates // 4) or draw.replicates // 2
        keys = [draw.named("part", k).key for k in range(2)]
        parts = draw.under(keys[0], first), draw.under(keys[1], draw.replicates - first)
        halves = [run_in_parts(procedure, p, part) for part in parts]
        if not all(isinstance(half, Mapping) for half in halves):
            return halves[0]  # it is told by its caller what it should have returned
        return {name: torch.cat([half[name] for half in halves]) for name in halves[0]}
