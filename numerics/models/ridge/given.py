"""Bias and variance of ridge regression for given designs on a processor: LAPACK's own routines, nothing transposed or copied twice.

With M = (XX' + nλ)^-1 and E = MX, from one triangle of XX', its Cholesky factor and two triangular solves:
bias |diag(l)^½ (β - X'Eβ)|², variance tr[diag(l) E'E], degrees of freedom tr[X'E], bias in training λ (Xβ)'Eβ.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

NAMES = ("bias", "variance", "dof", "train_bias")


def suits(x: Tensor, lam: float) -> bool:
    """Whether the routines apply: float64 in the memory of the processor, and a matrix that is positive definite."""
    return x.device.type == "cpu" and x.dtype == torch.float64 and lam > 0 and not x.requires_grad


def risks(x: Tensor, eigenvalues: Tensor, beta: Tensor, lam: float) -> dict[str, Tensor]:
    """The four numbers of every design (B, n, d); NaN where the factorisation fails."""
    l, b = eigenvalues.numpy(), beta.numpy()
    rows = [_risk(np.ascontiguousarray(design), l, b, lam) for design in x.numpy()]
    return {name: torch.tensor([row[k] for row in rows], dtype=torch.float64) for k, name in enumerate(NAMES)}


def _risk(x: np.ndarray, l: np.ndarray, b: np.ndarray, lam: float) -> tuple[float, float, float, float]:
    from scipy.linalg import blas, lapack

    n = len(x)
    across = x.T  # (d, n) in the order of Fortran, without a copy
    gram = blas.dsyrk(1.0, across, trans=1, lower=1)
    gram.reshape(-1, order="F")[:: n + 1] += n * lam
    factor, info = lapack.dpotrf(gram, lower=1, overwrite_a=1, clean=0)
    if info:
        return (float("nan"),) * 4
    half = blas.dtrsm(1.0, factor, across, side=1, lower=1, trans_a=1)  # X'L^-T
    estimator = blas.dtrsm(1.0, factor, half, side=1, lower=1, overwrite_b=1)  # and E' = X'L^-T L^-1
    dual, signal = b @ estimator, x @ b
    left = b - dual @ x
    return (
        float(left @ (l * left)),
        float(l @ np.square(estimator).sum(axis=1)),
        float(np.vdot(across.ravel(order="K"), estimator.ravel(order="K"))),
        float(lam * signal @ dual),
    )
