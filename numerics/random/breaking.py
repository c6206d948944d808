"""Wrong instances: an array that breaks one hypothesis of its kind, by about 0.3 of its size, and keeps the others.

A statement that rests on a hypothesis has to fail where it is broken; one that does not fail never needed it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.matrices import one_entry, symmetrised
from lemmata.theory.language.errors import DomainError

BY = 0.3  # of the array's size, or of 1 where it vanishes
OVER = 1.1  # a norm or a sum that should be 1
Break = Callable[[Tensor, Draw], Tensor]


def breaks(kind: Any, sizes: tuple[int, ...] | None = None) -> tuple[str, ...]:
    """The hypotheses of a kind (or of an array: of its entries as well) that can be broken; at ``sizes``, where they are given."""
    of = getattr(kind, "of", None)
    kind = kind if of is None else kind.kind
    found = tuple(_BREAKS.get(getattr(kind, "name", ""), {}))
    if of is not None and getattr(kind, "name", "") == "general":
        found += _of_breaks(of)
    small = sizes is not None and sizes[0] == 1
    if kind.name == "stochastic":
        small = sizes is not None and sizes[-1] == 1
    return tuple(how for how in found if not (small and how in _NEEDS_TWO.get(kind.name, ())))


def _of_breaks(of: Any) -> tuple[str, ...]:
    made = []
    if of.low == 0 or of.low == 1:
        made.append("negative entry")
    if of.integer:
        made.append("fractional entry")
    return tuple(made)


def break_instance(array: Any, tensor: Tensor, how: str, draw: Draw) -> Tensor:
    """The instance (B, n, m) with one hypothesis of its kind broken."""
    sizes = tuple(tensor.shape[-2:])
    allowed = breaks(array, sizes)
    if how not in allowed:
        shown = ", ".join(allowed) or "nothing at this size"
        raise DomainError(
            f"{array.name} ({array.kind.name}, {sizes[0]} x {sizes[1]}) cannot be broken by {how!r}; there is {shown}"
        )
    table = _BREAKS["general"] if array.kind.name == "general" else _BREAKS[array.kind.name]
    if array.kind.name == "stochastic" and type(array).__name__ == "VectorSymbol":
        table = {"rows sum to 1.1": _sum, "negative entry": _negative_kept_sum}
    made = table[how] if how in table else _ENTRIES[how]
    return made(tensor.to(torch.float64), draw)


def _size(a: Tensor) -> Tensor:
    """The largest entry, or 1 where all vanish."""
    size = a.abs().amax(dim=(-2, -1), keepdim=True)
    return torch.where(size > 0, size, torch.ones_like(size))


def _asymmetric(a: Tensor, draw: Draw) -> Tensor:
    g = draw.normal(*a.shape[-2:])
    skew = g - g.mT
    return a + BY * _size(a) * skew / skew.abs().amax(dim=(-2, -1), keepdim=True)


def _lowest(a: Tensor) -> tuple[Tensor, Tensor]:
    """The smallest eigenvalue, and the projection on its direction."""
    values, vectors = torch.linalg.eigh(a)
    u = vectors[..., :1]
    return values[..., :1].unsqueeze(-1), u @ u.mT


def _negative(a: Tensor, draw: Draw) -> Tensor:
    low, direction = _lowest(a)
    return symmetrised(a - (low + BY * _size(a)) * direction)


def _singular(a: Tensor, draw: Draw) -> Tensor:
    low, direction = _lowest(a)
    return symmetrised(a - low * direction)


def _sheared(a: Tensor, draw: Draw) -> Tensor:
    """The first column is 1.1 times as long."""
    stretched = a.clone()
    stretched[..., :1] *= OVER
    return stretched


def _first_row(a: Tensor, draw: Draw) -> Tensor:
    """The first row is 1.1 times as long."""
    stretched = a.clone()
    stretched[..., :1, :] *= OVER
    return stretched


def _deficient(a: Tensor, draw: Draw) -> Tensor:
    """The smallest singular value becomes 0."""
    left, values, right = torch.linalg.svd(a)
    values = values.clone()
    values[..., -1:] = 0
    return left @ torch.diag_embed(values) @ right


def _half(a: Tensor, draw: Draw) -> Tensor:
    """The largest eigenvalue 1 becomes 0.7; of the zero matrix, one becomes 0.3. Symmetric still."""
    values, vectors = torch.linalg.eigh(a)
    u = vectors[..., -1:]
    by = torch.where(values[..., -1:] > 0.5, -BY, BY).unsqueeze(-1)
    return symmetrised(a + by * (u @ u.mT))


def _oblique(a: Tensor, draw: Draw) -> Tensor:
    """A projection along another direction: A + A N (1 - A), idempotent still and not symmetric."""
    n = a.shape[-1]
    moved = a @ draw.normal(n, n) @ (torch.eye(n, dtype=a.dtype, device=a.device) - a)
    largest = moved.abs().amax(dim=(-2, -1), keepdim=True)
    # the zero matrix and the identity are the only projections of their rank: 0.3 e1 e2' is added, and the sum is not idempotent
    other = torch.zeros_like(a)
    other[..., 0, 1] = BY
    return a + torch.where(largest < 1e-12, other, moved / largest.clamp(min=1e-12))


def _too_long(a: Tensor, draw: Draw) -> Tensor:
    norm = torch.linalg.matrix_norm(a, 2).reshape(-1, 1, 1)
    unit = one_entry(draw, *a.shape[-2:])
    return OVER * torch.where(norm > 0, a / norm.clamp(min=1e-300), unit)


def _sum(a: Tensor, draw: Draw) -> Tensor:
    return OVER * a


def _negative_kept_sum(a: Tensor, draw: Draw) -> Tensor:
    """Along the column: the smallest probability becomes -0.3, the largest takes what was lost."""
    low, high = a.argmin(dim=-2, keepdim=True), a.argmax(dim=-2, keepdim=True)
    high = torch.where(low == high, (high + 1) % a.shape[-2], high)  # all equal
    moved = a.gather(-2, low) + BY
    return a.scatter(-2, low, -BY * torch.ones_like(moved)).scatter_add(-2, high, moved)


def _negative_rows(a: Tensor, draw: Draw) -> Tensor:
    return _negative_kept_sum(a.mT, draw).mT


def _negative_last(a: Tensor, draw: Draw) -> Tensor:
    """The last entry of a decreasing sequence becomes negative."""
    made = a.clone()
    made[..., -1:, :] = -BY * _size(a)
    return made


def _reversed(a: Tensor, draw: Draw) -> Tensor:
    """The smallest first; of a constant sequence, the last is 1.3 times as large."""
    made = a.flip(-2).clone()
    made[..., -1:, :] += BY * _size(a)
    return made


def _negative_entry(a: Tensor, draw: Draw) -> Tensor:
    place = one_entry(draw, *a.shape[-2:]) > 0
    return torch.where(place, -torch.maximum(a.abs(), BY * _size(a)), a)


def _fraction(a: Tensor, draw: Draw) -> Tensor:
    return a + 0.5 * one_entry(draw, *a.shape[-2:])


_ENTRIES: dict[str, Break] = {"negative entry": _negative_entry, "fractional entry": _fraction}
_BREAKS: dict[str, dict[str, Break]] = {
    "general": {},
    "symmetric": {"asymmetric": _asymmetric},
    "positive semidefinite": {"asymmetric": _asymmetric, "negative eigenvalue": _negative},
    "positive definite": {"asymmetric": _asymmetric, "negative eigenvalue": _negative, "singular": _singular},
    "orthogonal": {"not orthogonal": _sheared},
    "invertible": {"singular": _deficient},
    "orthonormal rows": {"not orthonormal": _first_row},
    "unit rows": {"a row of norm 1.1": _first_row},
    "projection": {"not idempotent": _half, "oblique": _oblique},
    "contraction": {"norm above 1": _too_long},
    "stochastic": {"rows sum to 1.1": _sum, "negative entry": _negative_rows},
    "spectrum": {"negative entry": _negative_last, "increasing": _reversed},
    "probability vector": {"sums to 1.1": _sum, "negative entry": _negative_kept_sum},
    "unit vector": {"norm 1.1": _sum},
}
_NEEDS_TWO = {
    "symmetric": ("asymmetric",),
    "positive semidefinite": ("asymmetric",),
    "positive definite": ("asymmetric",),
    "projection": ("oblique",),
    "stochastic": ("negative entry",),
    "spectrum": ("increasing",),
    "probability vector": ("negative entry",),
}
