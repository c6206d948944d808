"""Instances as functions of free numbers, so that an ascent over the entries of an array stays among the arrays of its kind.

A symmetric matrix is (G + G')/2, a semidefinite one G G', a unit vector g/|g|, a probability vector g²/|g|², positive entries exp(g);
an orthogonal matrix is the factor of G = Q R with positive diagonal of R, a contraction G/max(1, |G|), a projection that onto the
eigenvectors of (G + G')/2 with eigenvalues above 1/2, a spectrum the sums of g_j² from the last on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from lemmata.theory.language.arrays import VectorSymbol
from lemmata.theory.language.symbols import NonNegative, Positive, Reals

SINGULAR = 1e-8  # share of the largest eigenvalue below which a definite matrix counts as none


def _root(value: Tensor) -> Tensor:
    sizes, vectors = torch.linalg.eigh((value + value.mT) / 2)
    root: Tensor = vectors * sizes.clamp_min(0).sqrt()
    return root


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


def _orthonormal_columns(g: Tensor) -> Tensor:
    q, r = torch.linalg.qr(g)
    columns: Tensor = q * torch.where(r.diagonal() < 0, -1.0, 1.0)
    return columns


def _above_half(g: Tensor) -> Tensor:
    sizes, vectors = torch.linalg.eigh((g + g.mT) / 2)
    onto: Tensor = (vectors * (sizes > 0.5).to(vectors.dtype)) @ vectors.mT
    return onto


def _steps(v: Tensor) -> Tensor:
    return (v - torch.cat([v[1:], torch.zeros_like(v[:1])])).clamp_min(0).sqrt()


# kinds whose instances a competitor for an optimum is made of, beside those that the search for worst cases moves
_FURTHER: dict[str, tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]] = {
    "orthogonal": (lambda v: v, _orthonormal_columns),
    "orthonormal rows": (lambda v: v, lambda g: _orthonormal_columns(g.mT).mT),
    "unit rows": (lambda v: v, lambda g: g / torch.linalg.vector_norm(g, dim=-1, keepdim=True)),
    "contraction": (lambda v: v, lambda g: g / torch.linalg.matrix_norm(g, 2).clamp_min(1.0)),
    "projection": (lambda v: v, _above_half),
    "stochastic": (torch.sqrt, lambda g: g**2 / (g**2).sum(-1, keepdim=True)),
    "spectrum": (_steps, lambda g: (g**2).flip(0).cumsum(0).flip(0)),
}
Chart = tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]


def chart(array: Any) -> Chart | None:
    """How free numbers are read off a value of an array and make one; None where every real array of the shape will do."""
    name, entries = getattr(getattr(array, "kind", None), "name", "general"), getattr(array, "of", Reals)
    if entries.integer:
        return lambda v: v, lambda g: g.round().clamp(float(entries.low), float(entries.high))
    if name in ("", "general"):
        return _SETS.get(entries.name)
    if name == "stochastic" and isinstance(array, VectorSymbol):
        name = "probability vector"
    return _KINDS.get(name) or _FURTHER.get(name)


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
