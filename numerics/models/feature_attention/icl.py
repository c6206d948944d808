"""Features of two-layer networks at finitely many inputs, and rotations of the true features towards which the loss falls.

h(x) = (1/M) sum_j a_j tanh(w_j.x) with |a_j| <= 1, evaluated at N inputs: tensors (B, N, k). Exceptional points are built
from independent signs: the inputs are all 2^(2k) sign vectors, k signs make the true features, of which the learned
ones see k - l and replace the others by l unused signs.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError


def network_features(inputs: Tensor, k: int, particles: int, gain: float, draw: Draw) -> Tensor:
    """(B, N, k): a random network with heads in the unit ball, at inputs (B, N, d)."""
    weights = gain * draw.normal(particles, inputs.shape[-1])
    heads = draw.sphere(k, particles) * draw.uniform(particles, 1) ** (1 / k)
    return torch.tanh(inputs @ weights.mT) @ heads / particles


def moments(f: Tensor, h: Tensor) -> tuple[Tensor, Tensor]:
    """(S, B) of features (..., N, k): residual covariance and regression of f on h."""
    n = f.shape[-2]
    cross = f.mT @ h / n
    regression = torch.linalg.solve(h.mT @ h / n, cross.mT).mT
    return f.mT @ f / n - regression @ cross.mT, regression


def steepest_rotation(f: Tensor, h: Tensor) -> Tensor:
    """The orthogonal R that minimises L'(0) = -2 Tr[S B R]."""
    residual, regression = moments(f, h)
    u, _, vt = torch.linalg.svd(residual @ regression)
    return vt.mT @ u.mT


def contraction(centre: Tensor, near: float, draw: Draw) -> Tensor:
    """A matrix on or in the unit ball of the operator norm: between Gaussian noise (near = 0) and `centre` (near = 1)."""
    noise = draw.normal(*centre.shape[-2:]) / centre.shape[-1] ** 0.5
    u, values, vt = torch.linalg.svd(near * centre + (1 - near) * noise)
    return (u * values.clamp(max=1.0)[..., None, :]) @ vt


def orthogonal(k: int, draw: Draw) -> Tensor:
    """(B, k, k) random orthogonal matrices."""
    return torch.linalg.qr(draw.normal(k, k)).Q


def signs(count: int, draw: Draw) -> Tensor:
    """(B, 2^count, count): all sign vectors."""
    index = torch.arange(2**count, device=draw.device)
    bits = (index[:, None] >> torch.arange(count, device=draw.device)) & 1
    return (1 - 2 * bits).to(draw.dtype).expand(draw.replicates, -1, -1)


def exceptional_features(
    k: int, missed: int, bound: float, draw: Draw, mix: float | None = None, *, unit_heads: bool = False
) -> dict[str, Tensor]:
    """Features at which S B = 0 and S != 0: h sees k - missed of the true signs and `missed` unused ones; |f|, |h| <= bound.

    With `mix` the unused signs have equal coefficients missed^(-1/2) and the seen ones `mix` (up to the norm of h), or,
    with `unit_heads`, 1 and `mix` up to their sum; otherwise the coefficients are random masses of sum one, so that h
    comes from a measure with heads in the unit ball. Returns f and h (B, 2^(2k), k), the orthogonal `aligned` that maps the range of S
    onto the kernel of B, and the projection `kernel` on the latter.
    """
    if not 1 <= missed <= k:
        raise DomainError(f"{missed} of {k} true features are missed: give a number from 1 to {k}")
    all_signs = bound * signs(2 * k, draw)
    left, right = orthogonal(k, draw), orthogonal(k, draw)
    # signs 0..missed-1 are missed, missed..k-1 are seen, k..k+missed-1 stand in for the missed ones
    seen = all_signs[..., missed : k + missed].roll(missed, dims=-1)
    unused = torch.arange(k, device=draw.device) < missed
    if mix is None:
        mass = draw.exponential(k) + 0.1
        mass = mass / mass.sum(dim=-1, keepdim=True)
    else:
        whole = torch.full((k,), 1.0 if unit_heads else missed**-0.5, dtype=draw.dtype, device=draw.device)
        coefficients = torch.where(unused, whole, mix)  # of two plain numbers it would make float32
        size = coefficients.sum() if unit_heads else coefficients.square().sum().sqrt()
        mass = (coefficients / size).expand(draw.replicates, k)
    return {
        "f": all_signs[..., :k] @ left.mT / k,
        "h": (seen * mass[..., None, :]) @ right.mT,
        "aligned": right @ left.mT,
        "kernel": (right * unused.to(draw.dtype)) @ right.mT,
    }
