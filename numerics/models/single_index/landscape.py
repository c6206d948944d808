"""The criterion R(W) of a two-layer linear network, and its gradient in the first layer.

With K = X W^T W X^T, M = (K + n lam)^-1 and D = S - s2_prime I,

    R(W) = s2_prime + lam Tr[M D],      grad R = -2 lam W X^T M D M X        (linear_net.landscape).

Everything is batched over replicates: X (B, n, d), W (B, p, d), S (B, n, n).
"""

from __future__ import annotations

import torch
from torch import Tensor


def value_and_gradient(w: Tensor, x: Tensor, centred: Tensor, lam: float, s2_prime: float | Tensor) -> tuple[Tensor, Tensor]:
    """R(W) and its gradient; `centred` is D = S - s2_prime I."""
    product, found = _parts(w, x, centred, lam)
    return s2_prime + lam * product.diagonal(dim1=-2, dim2=-1).sum(dim=-1), found


def gradient(w: Tensor, x: Tensor, centred: Tensor, lam: float) -> Tensor:
    """The gradient alone."""
    return _parts(w, x, centred, lam)[1]


def _parts(w: Tensor, x: Tensor, centred: Tensor, lam: float) -> tuple[Tensor, Tensor]:
    """M D and the gradient."""
    n = x.shape[-2]
    features = x @ w.mT
    gram = features @ features.mT
    gram.diagonal(dim1=-2, dim2=-1).add_(n * lam)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(gram))
    product = inverse @ centred
    return product, features.mT @ (product @ inverse).mul_(-2 * lam) @ x
