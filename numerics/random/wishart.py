"""Wishart matrices through their Bartlett factor: n x n work instead of n x df normals, exact in law.

If G is n x df with standard normal entries, G G^T has the law of T T^T, T lower trapezoidal with independent
entries: T_ii^2 chi-square of df - i degrees of freedom (i from 0), T_ij standard normal below the diagonal.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random import laws
from lemmata.numerics.random.sources import Source
from lemmata.theory.language.errors import DomainError


def bartlett(source: Source, n: int, df: int, replicates: int, like: Tensor, fast: bool = False) -> Tensor:
    """The factor T, of shape (replicates, n, min(n, df))."""
    if n < 1 or df < 1:
        raise DomainError(f"there is no Wishart law of size {n} with {df} degrees of freedom: give both at least 1")
    rank = min(n, df)
    factor = torch.tril(laws.normal(source, (replicates, n, rank), like, fast), diagonal=-1)
    degrees = df - torch.arange(rank, dtype=like.dtype, device=like.device)
    factor.diagonal(dim1=1, dim2=2).copy_(laws.chi2(source, degrees, (replicates, rank), like, fast).sqrt_())
    return factor
