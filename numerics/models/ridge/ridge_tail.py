"""The tail of a spectrum beside its head: moments of its Gram matrix, and what it does to the head's coefficients.

Rows are independent, coordinate j is sqrt(l_j) z with E z = 0, E z^2 = 1; K_T = X_T X_T^T and t is the sum of the l_j.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett
from lemmata.theory.language.errors import DomainError

ENTRIES = ("gaussian", "rademacher", "uniform")


def tail_moments(spectrum: Tensor | Sequence[float], n: int, entries: str, draw: Draw) -> dict[str, Tensor]:
    """`deviation` = |K_T/t - I|_F^2 and `noise` = Tr[X_T Sigma_T X_T^T] for n rows of independent coordinates."""
    scale = draw.tensor(spectrum).to(draw.dtype)
    if entries == "gaussian":
        z = draw.normal(n, scale.shape[0])
    elif entries == "rademacher":
        z = draw.rademacher(n, scale.shape[0])
    elif entries == "uniform":
        z = draw.uniform(n, scale.shape[0], low=-math.sqrt(3), high=math.sqrt(3))
    else:
        raise DomainError(f"there are no {entries!r} entries: use one of {', '.join(ENTRIES)}")
    x = z * scale.sqrt()
    gram = (x @ x.mT).to(torch.float64) / scale.to(torch.float64).sum()
    gram.diagonal(dim1=-2, dim2=-1).sub_(1)
    return {"deviation": gram.square().sum(dim=(1, 2)), "noise": (x.square() @ scale).sum(dim=1, dtype=torch.float64)}


def head_coefficients(n: int, head: int, tail: int, t: float, draw: Draw) -> dict[str, Tensor]:
    """Relative square distance of the ridgeless head coefficients, with a flat tail of `tail` columns and trace t, to ridge.

    `head_gap`: to the fit on the head alone with n lam = t; `wrong_gap`: with n lam = n t.
    """
    x, y = draw.normal(n, head, dtype=torch.float64), draw.normal(n, 1, dtype=torch.float64)
    factor = bartlett(draw.source(), n, tail, draw.replicates, y.new_empty(0))
    gram = x @ x.mT
    eye = torch.eye(n, dtype=torch.float64, device=draw.device)

    def fitted(k: Tensor) -> Tensor:
        return x.mT @ torch.cholesky_solve(y, torch.linalg.cholesky(gram + k))

    found, near, far = fitted(factor @ factor.mT * (t / tail)), fitted(t * eye), fitted(n * t * eye)
    size = near.square().sum(dim=(1, 2))
    return {
        "head_gap": (found - near).square().sum(dim=(1, 2)) / size,
        "wrong_gap": (found - far).square().sum(dim=(1, 2)) / size,
    }
