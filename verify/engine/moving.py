"""Instances as functions of free numbers, so that an ascent over the entries of an array stays among the arrays of its kind.

A symmetric matrix is (G + G')/2, a semidefinite one G G', a unit vector g/|g|, a probability vector g²/|g|², positive entries exp(g).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from lemmata.theory.language.symbols import NonNegative, Positive, Reals

SINGULAR = 1e-8  # share of the largest eigenvalue below which a definite matrix counts as none


def _root(value: Tensor) -> Tensor:
    sizes, vectors = torch.linalg.eigh((value + value.mT) / 2)
    return vectors * sizes.clamp_min(0).sqrt()


# how free numbers are read off an instance, and the instance that they make
_KINDS: dict[str, tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]] = {
    "general": (lambda v: v, lambda g: g),
    "symmetric": (lambda v: v, lambda g: (g + g.mT) / 2),
    "positive semidefinite": (_root, lambda g: g @ g.mT),
    "positive definite": (_root, lambda g: g @ g.mT),
    "unit vector": (lambda v: v, lambda g: g / g.norm()),
    "probability vector": (torch.sqrt, lambda g: g**2 / (g**2).sum()),
}
_SETS: dict[str, tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]] = {
    Positive.name: (torch.log, torch.exp),
    NonNegative.name: (torch.sqrt, torch.square),
}


def moves(array: Any) -> bool:
    """Whether the instances of an array can be moved."""
    kind = getattr(array.kind, "name", "")
    return kind in _KINDS if array.of == Reals else kind == "general" and array.of.name in _SETS


def free(array: Any, value: Tensor) -> Tensor:
    """The free numbers of an instance."""
    return _pair(array)[0](value).clone()


def image(array: Any, numbers: Tensor) -> Tensor:
    """The instance that free numbers make."""
    return _pair(array)[1](numbers)


def member(array: Any, value: Tensor) -> bool:
    """Whether an instance is one for certain, and not merely up to rounding."""
    if getattr(array.kind, "name", "") != "positive definite":
        return bool(torch.isfinite(value).all())
    sizes = torch.linalg.eigvalsh(value)
    return bool(torch.isfinite(sizes).all()) and bool(sizes[0] > SINGULAR * sizes[-1].abs())


def _pair(array: Any) -> tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]:
    return _KINDS[array.kind.name] if array.of == Reals else _SETS[array.of.name]
