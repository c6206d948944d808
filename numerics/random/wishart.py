"""Wishart matrices through their Bartlett factor: n x n work instead of n x df normals, exact in law.

If G is n x df with standard normal entries, G G^T has the law of T T^T, T lower trapezoidal with independent
entries: T_ii^2 chi-square of df - i degrees of freedom (i from 0), T_ij standard normal below the diagonal.
Reflections of T from both sides leave a bidiagonal matrix with the same singular values, its entries again independent: below
the diagonal the i-th is the root of a chi-square of n - i degrees of freedom (Dumitriu and Edelman 2002).
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
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


def spectrum(source: Source, n: int, df: int, replicates: int, like: Tensor, fast: bool = False) -> Tensor:
    """The eigenvalues of Wishart matrices, n <= df, ascending: (replicates, n). In law, at the cost of 2n - 1 numbers each."""
    if not 1 <= n <= df:
        raise DomainError(f"a Wishart matrix of size {n} with {df} degrees of freedom is singular: give n from 1 to df")
    place = torch.arange(n, dtype=like.dtype, device=like.device)
    on = laws.chi2(source, df - place, (replicates, n), like, fast)
    off = laws.chi2(source, n - place[1:], (replicates, n - 1), like, fast)
    diagonal, beside = on.clone(), (on[:, :-1] * off).sqrt()
    diagonal[:, 1:] += off
    if is_fake(diagonal) or diagonal.device.type != "cpu":
        matrix = torch.diag_embed(diagonal) + torch.diag_embed(beside, 1) + torch.diag_embed(beside, -1)
        return torch.linalg.eigvalsh(matrix)
    from scipy.linalg.lapack import dsterf

    pairs = zip(diagonal.double().numpy(), beside.double().numpy(), strict=True)
    return torch.from_numpy(np.stack([dsterf(d, e)[0] if n > 1 else d for d, e in pairs])).to(like.dtype)
