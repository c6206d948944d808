"""Products with a shared diagonal matrix: a scaling of rows or columns, which costs n where a product costs n².

Statements write spectra as diag(l), and a design with given eigenvalues as Z diag(l). A sum with one term that is not 0
is not rounded, so that the scaling is the product to the last bit.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake

LEAST = 8  # rows of a matrix that is looked at for being diagonal


def diagonal(a: Tensor) -> Tensor | None:
    """The diagonal of a shared matrix that has nothing beside it: its product is a scaling, the same to the last bit.

    Not while it is differentiated, as its other entries have slopes.
    """
    if not shared(a) or a.shape[-1] != a.shape[-2] or a.shape[-1] < LEAST or a.requires_grad or is_fake(a):
        return None
    matrix = plain(a)
    if bool(matrix[0, 1:].any()) or int(matrix.count_nonzero()) != int(matrix.diagonal().count_nonzero()):
        return None
    return matrix.diagonal()


def columns_scaled(a: Tensor, scales: Tensor) -> Tensor:
    """Laid out in memory as a product is, so that what follows rounds as it would after one."""
    return a * scales if a.requires_grad else torch.mul(a, scales, out=a.new_empty(a.shape))


def shared(a: Tensor) -> bool:
    return a.ndim == 2 or math.prod(a.shape[:-2]) == 1


def plain(a: Tensor) -> Tensor:
    return a.reshape(a.shape[-2:])
