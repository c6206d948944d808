"""Instances of arbitrary arrays: drawn by style, made by a generator of arrays that hang together, or a user's own.

All are float64 of shape (B, n, m), a column (B, n, 1), B the draw's replicates; whoever wants one for all takes ``[0]``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.random.breaking import OVER, break_instance, breaks
from lemmata.numerics.random.checking import check_instance, column_only
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.parameters import by_name, size
from lemmata.numerics.random.styles import SMALL, STYLES
from lemmata.theory.language.arrays import Kind, Tied
from lemmata.theory.language.errors import DomainError, LemmataError, SimulatorError
from lemmata.theory.language.symbols import NumberSet, Reals

__all__ = [
    "Parameters",
    "break_instance",
    "breaks",
    "check_instance",
    "draw_instances",
    "instance",
    "tied_instances",
    "untied_instances",
]
LEAST = 1e-3  # an entry that has to be positive is at least this share of the largest


class Parameters(dict[str, Any]):
    """The values at a point, by name and by attribute: ``p.n`` or ``p["λ"]``; ``p.style`` is what the generator was asked for."""

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        there = ", ".join(sorted(self))
        raise AttributeError(
            f"there is no parameter {name}; there are {there}; one that stands in no formula: Tied(..., uses=({name},))"
        )


def instance(array: Any, sizes: tuple[int, ...], style: str, draw: Draw) -> Tensor:
    """An instance of the array's kind in that style; ``sizes``: the numbers of its declaration, one for a column."""
    kind = array.kind
    if not isinstance(kind, Kind):
        raise DomainError(f"{array.name} is made together with {', '.join(kind.names)}: use tied_instances")
    made = STYLES.get(kind.name, {}).get(style)
    if made is None or style not in kind.styles:
        raise DomainError(f"{array.name} has no style {style!r}; a {kind.name} array has {', '.join(kind.styles)}")
    n, m = _checked_sizes(array, sizes)
    if array.shape[1] == 1 and len(sizes) == 1 and kind.name == "stochastic":
        made = STYLES["probability vector"][{"deterministic": "one atom"}.get(style, style)]
    found = made(draw, n, m).to(torch.float64)
    if array.of == Reals:
        return found
    if kind.name in ("general", "spectrum"):
        return _into(array.of, found)
    if kind.name in ("stochastic", "probability vector") and not array.of.integer and array.of.low == 0:
        return found if array.of.contains(0) else (found + LEAST) / (found + LEAST).sum(-2 if m == 1 else -1, keepdim=True)
    raise DomainError(
        f"no generator makes arrays that are {kind.name} with entries in {array.of}: give {array.name} a Tied generator"
    )


def _checked_sizes(array: Any, sizes: tuple[int, ...]) -> tuple[int, int]:
    if len(sizes) not in (1, 2) or any(int(s) != s or s < 1 for s in sizes):
        raise DomainError(f"{array.name} cannot have the sizes {sizes}: give one or two positive integers")
    n, m = int(sizes[0]), int(sizes[1]) if len(sizes) == 2 else 1
    if array.kind.square and n != m:
        raise DomainError(f"{array.name} is {n} x {m}, but a {array.kind.name} matrix is square")
    if array.kind.wide and n > m:
        raise DomainError(
            f"{array.name} is {n} x {m}, but a matrix with {array.kind.name} has at most {m} rows: state it in the domain"
        )
    if column_only(array.kind.name) and m != 1:
        raise DomainError(f"{array.name} is {n} x {m}, but a {array.kind.name} is a column")
    return n, m


def _into(of: NumberSet, x: Tensor) -> Tensor:
    """The entries moved into their set, by absolute values, rounding, or a squeeze between two ends."""
    low, high = float(of.low), float(of.high)
    if low == -math.inf and high == math.inf:
        return (3 * x).round() if of.integer else x
    if math.isfinite(low) and math.isfinite(high):
        share = torch.sigmoid(x).clamp(0.0 if of.closed[0] else SMALL, 1.0 if of.closed[1] else 1 - SMALL)
        squeezed = low + (high - low) * share
        return squeezed.round().clamp(low, high) if of.integer else squeezed
    size = (3 * x).round().abs() if of.integer else x.abs()
    if not of.integer and not of.closed[0 if math.isfinite(low) else 1]:
        largest = size.amax(dim=(-2, -1), keepdim=True)
        size = torch.maximum(size, LEAST * torch.where(largest > 0, largest, torch.ones_like(largest)))
    return low + size if math.isfinite(low) else high - size


def tied_instances(tied: Tied, arrays: Iterable[Any], env: Mapping[Any, Any], style: str, draw: Draw) -> dict[str, Tensor]:
    """All arrays of one generator, checked: names, shapes, finite; the generator sees the parameters and ``p.style``."""
    values = by_name(env)
    declared = {a.name: a for a in arrays if a.name in tied.names}
    if style not in tied.styles:
        raise DomainError(f"{', '.join(tied.names)} have no style {style!r}; there are {', '.join(tied.styles)}")
    label = f"the generator of {', '.join(tied.names)}"
    try:
        made = tied.make(Parameters({**values, "style": style}), draw)
    except LemmataError:
        raise
    except Exception as error:
        why = (str(error).strip().splitlines() or [""])[0][:200]
        raise SimulatorError(f"{label} fails ({type(error).__name__}{': ' if why else ''}{why})") from error
    if not isinstance(made, Mapping) or set(made) != set(tied.names):
        given = ", ".join(sorted(map(str, made))) if isinstance(made, Mapping) else type(made).__name__
        raise SimulatorError(f"{label} returned {given or 'nothing'}: return a dictionary with exactly these names")
    return {name: _shaped(name, made[name], array, values, label, draw) for name, array in declared.items()}


def _shaped(name: str, value: Any, array: Any, env: Mapping[str, Any], label: str, draw: Draw) -> Tensor:
    n, m = (size(s, env, name) for s in array.shape)
    try:
        found = torch.as_tensor(value, dtype=torch.float64, device=draw.device)
    except (TypeError, ValueError, RuntimeError):
        raise SimulatorError(f"{label} returned {name} as {type(value).__name__}: return a tensor") from None
    shape = tuple(found.shape)
    if m == 1 and shape in ((n,), (draw.replicates, n)) and shape != (n, 1):
        found = found.unsqueeze(-1)
    if tuple(found.shape) not in ((n, m), (1, n, m), (draw.replicates, n, m)):
        raise SimulatorError(
            f"{label} returned {name} of shape {shape}: it is {n} x {m}, with or without {draw.replicates} replicates"
        )
    if not is_fake(found) and not bool(found.isfinite().all()):
        raise SimulatorError(f"{label} returned {name} with a NaN or an infinity")
    return found.expand(draw.replicates, n, m)


def draw_instances(arrays: Iterable[Any], env: Mapping[Any, Any], styles: Mapping[str, str], draw: Draw) -> dict[str, Tensor]:
    """Every array of a claim at a point: ``styles`` are the point's labels (``K:style``, ``F,H:style``).

    Each array has its own substream, so that a further array changes no other.
    """
    given = list(arrays)
    values = by_name(env)
    found: dict[str, Tensor] = {}
    for array in given:
        if array.name in found:
            continue
        if isinstance(array.kind, Tied):
            label = ",".join(array.kind.names)
            style = styles.get(f"{label}:style", array.kind.styles[0])
            found |= tied_instances(array.kind, given, values, style, draw.named("array", label))
        else:
            sizes = tuple(size(s, values, array.name) for s in array.shape)
            sizes = sizes[:1] if _is_column(array) else sizes
            style = styles.get(f"{array.name}:style", array.kind.styles[0])
            found[array.name] = instance(array, sizes, style, draw.named("array", array.name))
    return found


def untied_instances(
    arrays: Iterable[Any], env: Mapping[Any, Any], styles: Mapping[str, str], draw: Draw, name: str
) -> dict[str, Tensor]:
    """The same instances, but ``name``, one of arrays that hang together, comes from an independent run of their generator.

    Each array is as its generator makes it, and what ties them is broken; where the generator makes one instance only, it is
    1.1 times that.
    """
    given = list(arrays)
    array = next((a for a in given if a.name == name), None)
    if array is None or not isinstance(array.kind, Tied):
        raise DomainError(f"{name} is not made together with other arrays: use break_instance")
    made = draw_instances(given, env, styles, draw)
    label = ",".join(array.kind.names)
    style = styles.get(f"{label}:style", array.kind.styles[0])
    other = tied_instances(array.kind, given, env, style, draw.named("array", label, "apart"))[name]
    same = (other == made[name]).all(dim=-1, keepdim=True).all(dim=-2, keepdim=True)
    return {**made, name: torch.where(same, OVER * other, other)}


def _is_column(array: Any) -> bool:
    return type(array).__name__ == "VectorSymbol"
