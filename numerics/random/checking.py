"""A user's own array against the declaration: shape, finite, entries in their set, and what the kind demands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numerics.random.parameters import by_name, size
from lemmata.theory.language.arrays import Tied
from lemmata.theory.language.errors import DomainError

FINE = 1e-12  # relative deviation that is taken for rounding
SINGULAR = 1e-14  # smallest eigenvalue of a positive definite matrix, relative to the largest
SUMS = 1e-10  # of probabilities: inputs are often written with few digits more


def column_only(kind: str) -> bool:
    """Whether arrays of that kind are columns."""
    return kind in ("spectrum", "probability vector", "unit vector")


def check_instance(array: Any, value: Any, env: Mapping[Any, Any] | None = None) -> Tensor:
    """The array as a float64 tensor (n, m), a column (n, 1); one sentence where it does not fit its declaration.

    ``env``: values of the sizes, where they are known; a size that is not known is what the array has.
    """
    found = _tensor(array.name, value)
    n, m = _shape(array, found)
    found = found.reshape(n, m)
    values = by_name(env or {})
    for what, declared, given in zip(("rows", "columns"), array.shape, (n, m), strict=True):
        known = all(getattr(s, "name", None) in values for s in declared.free_symbols)
        if known and size(declared, values, array.name) != given:
            what = "entries" if _column(array) else what
            raise DomainError(f"{array.name} has {given} {what}, but {declared} = {size(declared, values, array.name)}")
    _in_set(array, found)
    fault = "" if isinstance(array.kind, Tied) else _fault(array, found)
    if fault:
        raise DomainError(f"{array.name} is no {array.kind.name} {'column' if _column(array) else 'matrix'}: {fault}")
    return found


def _tensor(name: str, value: Any) -> Tensor:
    if isinstance(value, str | bytes) or value is None:
        raise DomainError(f"{name} = {value!r} is no array: give a list of numbers, or of rows of numbers")
    try:
        # of a list of numbers torch would make single precision
        found = value.detach() if isinstance(value, Tensor) else torch.as_tensor(np.asarray(value))
    except (TypeError, ValueError, RuntimeError):
        try:
            found = torch.tensor(_floats(value), dtype=torch.float64)  # fractions, exact numbers of sympy
        except (TypeError, ValueError, RuntimeError, OverflowError):
            raise DomainError(f"{name} is no array of numbers: give a list of numbers, or rows of equal length") from None
    if found.is_complex() or found.dtype == torch.bool:
        raise DomainError(f"{name} has entries of the type {str(found.dtype).removeprefix('torch.')}: give real numbers")
    found = found.to(torch.float64)
    if not bool(found.isfinite().all()):
        bad = float(found[~found.isfinite()].flatten()[0])
        raise DomainError(f"{name} has the entry {bad}: every entry is a finite number")
    return found


def _floats(value: Any) -> Any:
    return [_floats(v) for v in value] if isinstance(value, list | tuple) else float(value)


def _column(array: Any) -> bool:
    return type(array).__name__ == "VectorSymbol"


def _shape(array: Any, found: Tensor) -> tuple[int, int]:
    shape = tuple(found.shape)
    if _column(array) and len(shape) == 2 and shape[1] == 1:
        shape = shape[:1]
    if found.numel() == 0 or len(shape) != (1 if _column(array) else 2):
        wanted = "a list of numbers" if _column(array) else "rows of numbers"
        raise DomainError(f"{array.name} has the shape {shape}: give {wanted}")
    n, m = shape if len(shape) == 2 else (shape[0], 1)
    if getattr(array.kind, "square", False) and n != m:
        raise DomainError(f"{array.name} is {n} x {m}, but a {array.kind.name} matrix is square")
    if getattr(array.kind, "wide", False) and n > m:
        raise DomainError(f"{array.name} is {n} x {m}, but a matrix with {array.kind.name} has at most {m} rows")
    if m != 1 and column_only(getattr(array.kind, "name", "")):
        raise DomainError(f"{array.name} is {n} x {m}, but a {array.kind.name} is a column")
    return n, m


def _in_set(array: Any, found: Tensor) -> None:
    low, high = float(array.of.low), float(array.of.high)
    inside = (found >= low) if array.of.closed[0] else (found > low)
    inside &= (found <= high) if array.of.closed[1] else (found < high)
    if array.of.integer:
        inside &= found == found.round()
    if not bool(inside.all()):
        raise DomainError(f"{array.name} has the entry {float(found[~inside][0]):.12g}, which is not in {array.of}")


def _fault(array: Any, found: Tensor) -> str:
    """What the kind demands and the matrix does not have, or nothing."""
    name = "probability vector" if array.kind.name == "stochastic" and _column(array) else array.kind.name
    return _FAULTS.get(name, lambda a: "")(found)


def _asymmetric(a: Tensor) -> str:
    gap = (a - a.mT).abs()
    if float(gap.max()) <= FINE * float(a.abs().max()):
        return ""
    i, j = divmod(int(gap.argmax()), a.shape[1])
    return f"entry [{i}, {j}] is {float(a[i, j]):.12g} and entry [{j}, {i}] is {float(a[j, i]):.12g}"


def _eigenvalues(a: Tensor) -> Tensor:
    return torch.linalg.eigvalsh((a + a.mT) / 2)


def _not_psd(a: Tensor) -> str:
    if fault := _asymmetric(a):
        return fault
    values = _eigenvalues(a)
    low = float(values[0])
    return f"it has the eigenvalue {low:.12g}" if low < -FINE * max(float(values.abs().max()), 0.0) else ""


def _not_pd(a: Tensor) -> str:
    if fault := _asymmetric(a):
        return fault
    values = _eigenvalues(a)
    low, top = float(values[0]), float(values[-1])
    if low > SINGULAR * top and low > 0:
        return ""
    return f"its smallest eigenvalue is {low:.6g}, which is not positive beside the largest, {top:.6g}"


def _not_orthogonal(a: Tensor) -> str:
    gap = float((a.mT @ a - torch.eye(a.shape[1], dtype=a.dtype, device=a.device)).abs().max())
    return f"A'A differs from the identity by {gap:.3g}" if gap > FINE * a.shape[0] else ""


def _not_invertible(a: Tensor) -> str:
    values = torch.linalg.svdvals(a)
    low, top = float(values[-1]), float(values[0])
    return "" if low > SINGULAR * top else f"its smallest singular value is {low:.6g}, which is 0 beside the largest, {top:.6g}"


def _not_orthonormal_rows(a: Tensor) -> str:
    gap = float((a @ a.mT - torch.eye(a.shape[0], dtype=a.dtype, device=a.device)).abs().max())
    return f"AA' differs from the identity by {gap:.3g}" if gap > FINE * a.shape[1] else ""


def _not_unit_rows(a: Tensor) -> str:
    norms = torch.linalg.vector_norm(a, dim=-1)
    worst = float(norms[(norms - 1).abs().argmax()])
    return f"a row has norm {worst:.12g}" if abs(worst - 1) > FINE * 100 else ""


def _not_projection(a: Tensor) -> str:
    if fault := _asymmetric(a):
        return fault
    gap = float((a @ a - a).abs().max())
    return f"A² differs from A by {gap:.3g}" if gap > FINE * a.shape[0] else ""


def _not_contraction(a: Tensor) -> str:
    norm = float(torch.linalg.matrix_norm(a, 2))
    return f"its operator norm is {norm:.12g}" if norm > 1 + FINE else ""


def _not_stochastic(a: Tensor) -> str:
    if float(a.min()) < 0:
        return f"it has the entry {float(a.min()):.12g}"
    sums = a.sum(-1)
    worst = float(sums[(sums - 1).abs().argmax()])
    return f"a row sums to {worst:.12g}" if abs(worst - 1) > SUMS else ""


def _not_simplex(a: Tensor) -> str:
    if float(a.min()) < 0:
        return f"it has the entry {float(a.min()):.12g}"
    total = float(a.sum())
    return f"it sums to {total:.12g}" if abs(total - 1) > SUMS else ""


def _not_spectrum(a: Tensor) -> str:
    values = a.flatten()
    if float(values.min()) < 0:
        return f"it has the entry {float(values.min()):.12g}"
    rises = values[1:] > values[:-1] * (1 + FINE)
    if not bool(rises.any()):
        return ""
    k = int(rises.nonzero()[0])
    return f"it grows from {float(values[k]):.12g} to {float(values[k + 1]):.12g}; put the largest first"


def _not_unit(a: Tensor) -> str:
    norm = float(torch.linalg.vector_norm(a))
    return f"its norm is {norm:.12g}" if abs(norm - 1) > FINE * 100 else ""


_FAULTS: dict[str, Callable[[Tensor], str]] = {
    "symmetric": _asymmetric,
    "positive semidefinite": _not_psd,
    "positive definite": _not_pd,
    "orthogonal": _not_orthogonal,
    "invertible": _not_invertible,
    "orthonormal rows": _not_orthonormal_rows,
    "unit rows": _not_unit_rows,
    "projection": _not_projection,
    "contraction": _not_contraction,
    "stochastic": _not_stochastic,
    "probability vector": _not_simplex,
    "spectrum": _not_spectrum,
    "unit vector": _not_unit,
}
