"""Finite particle measures of the in-context model: atoms, masses and rotations, as smooth functions of what is drawn.

h(x) = c sum_j p_j a_j tanh(w_j.x) with |a_j| <= 1 and sum_j p_j = 1, at N inputs: tensors (B, N, k). The true measure is
turned so that its features have a covariance proportional to the identity. A learned measure is (1 - near) of a random
one and `near` of the true one, rotated.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.models.feature_attention.icl import orthogonal, signs
from lemmata.numerics.random.draw import Draw


def atoms(k: int, d: int, particles: int, gain: float, draw: Draw) -> tuple[Tensor, Tensor, Tensor]:
    """Heads (B, M, k) in the unit ball, weights (B, M, d) and masses (B, M) of one measure."""
    heads = draw.sphere(k, particles) * draw.uniform(particles, 1) ** (1 / k)
    masses = draw.exponential(particles)
    return heads, gain * draw.normal(particles, d), masses / masses.sum(dim=-1, keepdim=True)


def features(inputs: Tensor, heads: Tensor, weights: Tensor, masses: Tensor, bound: float = 1.0) -> Tensor:
    """(B, N, k)."""
    return bound * torch.tanh(inputs @ weights.mT) @ (masses[..., None] * heads)


def whitened(f: Tensor, heads: Tensor) -> tuple[Tensor, Tensor]:
    """Features and heads turned by one matrix, after which E[f f^T] is a multiple of 1 and the longest head has length 1."""
    factor = torch.linalg.cholesky(f.mT @ f / f.shape[-2])
    heads = torch.linalg.solve_triangular(factor, heads.mT, upper=False).mT
    longest = heads.norm(dim=-1).amax(dim=-1)[..., None, None]
    return torch.linalg.solve_triangular(factor, f.mT, upper=False).mT / longest, heads / longest


def teacher(inputs: Tensor, k: int, particles: int, gain: float, bound: float, draw: Draw) -> Tensor:
    """(B, N, k): true features, E[f f^T] = r 1, of a measure with heads in the unit ball."""
    heads, weights, masses = atoms(k, inputs.shape[-1], particles, gain, draw)
    return whitened(features(inputs, heads, weights, masses, bound), heads)[0]


def pair(k: int, points: int, d: int, particles: int, gain: float, bound: float, near: float, draw: Draw) -> dict[str, Tensor]:
    """True features `f` and learned features `h`, near (1) or far (0) from the rotated true ones."""
    inputs = draw.normal(points, d)
    f = teacher(inputs, k, particles, gain, bound, draw)
    junk = features(inputs, *atoms(k, d, particles, gain, draw), bound)
    return {"f": f, "h": (1 - near) * junk + near * f @ orthogonal(k, draw).mT}


def one_sign_off(k: int, mix: float, small: float, bound: float, draw: Draw, *, unit_heads: bool) -> dict[str, Tensor]:
    """Independent signs: f ~ (s_1..s_k), h ~ ((1 - mix) s_1 + mix s_{k+1}, small s_2, .., small s_k), as large as allowed.

    With `unit_heads` both are measures of mass one with heads on the axes: coefficients add up to `bound`. Without, only
    |f| and |h| are at most `bound`, for which their squares add up.
    """
    s = signs(k + 1, draw)
    h = small * s[..., :k] + 0.0
    h[..., 0] = (1 - mix) * s[..., 0] + mix * s[..., k]
    longest = 1 + (k - 1) * small if unit_heads else (1 + (k - 1) * small**2) ** 0.5
    return {"f": bound * s[..., :k] / (k if unit_heads else k**0.5), "h": bound * h / longest}


def sign_mixtures(k: int, rank: int, noise: float, draw: Draw) -> dict[str, Tensor]:
    """True features of k rotated signs, `mixed` = C f with C of the given rank, and `h` = C' f + noise, C' invertible.

    Entries of C are multiples of 1/8, so that its rank is exact in floating point; the inputs are all 4^k signs.
    """
    s = signs(2 * k, draw)
    f = s[..., :k] / k
    diagonal = (torch.arange(k, device=draw.device) < rank).to(f.dtype)
    left, right = (unit_triangular(k, draw) for _ in range(2))
    mixing = left @ torch.diag_embed(diagonal) @ right.mT
    whole = left @ right.mT
    h = f @ whole.mT + noise * s[..., k:] @ draw.normal(k, k).mT / k
    return {"f": f, "mixing": mixing, "mixed": s[..., :k] @ mixing.mT, "h": h}


def unit_triangular(k: int, draw: Draw) -> Tensor:
    """(B, k, k) with 1 on the diagonal and random multiples of 1/8 below it."""
    below = draw.integers(-4, 5, k, k).to(draw.dtype) / 8
    return torch.tril(below, diagonal=-1) + torch.eye(k, dtype=draw.dtype, device=draw.device)


def hull_weights(values: Tensor) -> Tensor:
    """Weights (..., k + 1) of the sign patterns (first i positive) whose mixture is diag(values), 1 >= d_1 >= .. >= -1."""
    one = torch.ones_like(values[..., :1])
    ends = torch.cat([one, values, -one], dim=-1)
    return (ends[..., :-1] - ends[..., 1:]) / 2


def rotated(k: int, points: int, d: int, particles: int, gain: float, draw: Draw) -> dict[str, Tensor]:
    """A measure, one rotation of it, a matrix R of the unit ball, and R as a mixture of k + 1 rotations of the measure."""
    inputs = draw.normal(points, d)
    heads, weights, masses = atoms(k, d, particles, gain, draw)
    neurons = torch.tanh(inputs @ weights.mT)
    turn, left, right = (orthogonal(k, draw) for _ in range(3))
    values = draw.uniform(k, low=-1.0).sort(dim=-1, descending=True).values
    alpha = hull_weights(values)
    index = torch.arange(k + 1, device=draw.device)
    patterns = torch.where(index[None, :k] < index[:, None], 1.0, -1.0).to(heads.dtype)  # (k + 1, k)
    corners = (left[:, None] * patterns[:, None, :]) @ right.mT[:, None]
    mixture = (alpha[..., None, None] * (neurons @ (masses[..., None] * heads))[:, None] @ corners.mT).sum(dim=1)
    g = draw.normal(k, k)
    u, _, vt = torch.linalg.svd(g)
    big = draw.normal(k, k)
    return {
        "neurons": neurons,
        "masses": torch.diag_embed(masses),
        "heads": heads,
        "features": neurons @ (masses[..., None] * heads),
        "turn": turn,
        "turned": torch.einsum("bkl,bml->bmk", turn, heads),
        "contraction": (left * values[..., None, :]) @ right.mT,
        "hull": (alpha[..., None, None] * corners).sum(dim=1),
        "weights": alpha[..., None],
        "least": alpha.amin(dim=-1),
        "mixture": mixture,
        "frobenius": k**0.5 * big / torch.linalg.matrix_norm(big)[..., None, None],
        "direction": g,
        "aligned": u @ vt,
    }


def orthonormal_mixtures(k: int, missed: int, shape: str, draw: Draw) -> dict[str, Tensor]:
    """Features on 2k equally likely inputs: f the first k coordinates, h (B, 2k, k) combinations of all.

    `exceptional`: h sees k - missed of the true ones and `missed` others, mixed; `perturbed`: a little off that;
    `generic`: anything. Entries are multiples of 1/8 (of 2^-13 where perturbed), so that equalities are exact.
    """
    f = torch.eye(2 * k, k, dtype=draw.dtype, device=draw.device).expand(draw.replicates, -1, -1)
    if shape == "generic":
        return {"f": f, "h": draw.integers(-16, 17, 2 * k, k).to(draw.dtype) / 8 + f.roll(k, dims=-2)}
    mixing = unit_triangular(k, draw) @ unit_triangular(k, draw).mT
    h = f.roll(missed, dims=-2) @ mixing.mT
    if shape == "perturbed":
        h = h + draw.integers(-16, 17, 2 * k, k).to(draw.dtype) / 2**13
    return {"f": f, "h": h}
