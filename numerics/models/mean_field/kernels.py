r"""How well the span of kernel sections at n Gaussian points fits $h_p(\langle x,\theta\rangle)$, averaged over θ.

The sections $k(\cdot,x_i)$ have Gram matrix G in $L^2(N(0,I_d))$ and products b with the target; the least error is
$1-b^\top G^{-1}b$, of mean $1-\operatorname{Tr}G^{-1}\mathbb E_\theta[bb^\top]$ over uniform θ.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

BLOCK = 512  # replicates decomposed at once
SLACK = 1e-14  # eigenvalues of G are lowered by this share of the largest for each point, which can only lower the error; sections that are
# dependent to rounding give no finite error


def span_error(kernel: str, d: int, p: int, n: int, draw: Draw) -> Tensor:
    """The least error (B,) for `chaos`, `traces`, `rbf` (bandwidth sqrt d) or `cubic` ((1 + <x, x'>/d)^3), p = 2 or 3."""
    if p not in (2, 3):
        raise DomainError(f"the degree p = {p} has no closed form here: give 2 or 3")
    return torch.cat([_span_error(kernel, x, p) for x in draw.normal(n, d).split(BLOCK)])


def _span_error(kernel: str, x: Tensor, p: int) -> Tensor:
    d = x.shape[-1]
    inner = x @ x.mT
    square = inner.diagonal(dim1=1, dim2=2)
    gram, mean = _MAKERS[kernel](inner, square, d, p)
    scale = gram.diagonal(dim1=1, dim2=2).rsqrt()
    values, vectors = torch.linalg.eigh(gram * scale[:, :, None] * scale[:, None, :])
    lowered = values - SLACK * x.shape[-2] * values[:, -1:]
    middle = vectors.mT @ (mean * scale[:, :, None] * scale[:, None, :]) @ vectors
    return 1 - (middle.diagonal(dim1=1, dim2=2) / lowered.clamp(min=0)).sum(dim=1)


def _targets(inner: Tensor, square: Tensor, d: int, p: int) -> Tensor:
    """E_θ h_p(<u, θ>) h_p(<v, θ>) for θ uniform on the sphere, from <u, v> and |u|^2, |v|^2."""
    a, b = square[:, :, None], square[:, None, :]
    if p == 2:
        return ((a * b + 2 * inner**2) / (d * (d + 2)) - (a + b) / d + 1) / 2
    top = (9 * a * b * inner + 6 * inner**3) / (d * (d + 2) * (d + 4))
    return (top - 9 * inner * (a + b) / (d * (d + 2)) + 9 * inner / d) / 6


def _chaos(inner: Tensor, square: Tensor, d: int, p: int) -> tuple[Tensor, Tensor]:
    total = square[:, :, None] + square[:, None, :]
    gram = (inner**2 - total + d) / 2 if p == 2 else (inner**3 - 3 * inner * total + 3 * (d + 2) * inner) / 6
    return gram, _targets(inner, square, d, p)


def _traces(inner: Tensor, square: Tensor, d: int, p: int) -> tuple[Tensor, Tensor]:
    """Only the trace part: |x|^2 - d for p = 2, x(|x|^2 - d - 2) for p = 3."""
    centre = d if p == 2 else d + 2
    gram = (square - centre)[:, :, None] * (square - centre)[:, None, :] / (2 * centre)
    if p == 2:
        return gram, gram / d
    return gram * inner, gram * inner * 3 / (d * (d + 2))


def _rbf(inner: Tensor, square: Tensor, d: int, p: int) -> tuple[Tensor, Tensor]:
    a, b = square[:, :, None], square[:, None, :]
    gram = torch.exp((a + b + 2 * inner) / (2 * d * (d + 2)) - (a + b) / (2 * d))
    factor = (1 + 2 / d) ** (d / 2) / (1 + 1 / d) ** d / (1 + d) ** p
    return gram, factor * torch.exp(-(a + b) / (2 * (1 + d))) * _targets(inner / (1 + d), square / (1 + d), d, p)


def _cubic(inner: Tensor, square: Tensor, d: int, p: int) -> tuple[Tensor, Tensor]:
    length = square.sqrt()
    s, rho = length / d, inner / (length[:, :, None] * length[:, None, :])
    coefficients = (1 + 3 * s**2, 3 * s + 3 * s**3, 3 * 2**0.5 * s**2, 6**0.5 * s**3)
    gram = torch.stack([c[:, :, None] * c[:, None, :] * rho**k for k, c in enumerate(coefficients)]).sum(dim=0)
    moment = (1 + 2 * rho**2) / (d * (d + 2)) if p == 2 else (9 * rho + 6 * rho**3) / (d * (d + 2) * (d + 4))
    return gram, coefficients[p][:, :, None] * coefficients[p][:, None, :] * moment


_MAKERS = {"chaos": _chaos, "traces": _traces, "rbf": _rbf, "cubic": _cubic}
