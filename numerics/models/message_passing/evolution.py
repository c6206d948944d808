"""The scalar process of state evolution for the cross-entropy: one sample of the training set instead of the algorithm.

omega_0 ~ N(0, I) in R^K, gamma = omega_0 M + a Gaussian vector of covariance Q - M'M, label argmax omega_0; with G and J at (gamma, V) the step is
M^ = alpha (E omega_0 G' - M E J), M' = M^ V', Q' = V'(M^' M^ + alpha E G G')V', V' = (ridge - alpha E J)^-1, from M = Q = 0 and V = 1/ridge.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.message_passing.amp import softmax
from lemmata.numerics.random.draw import Draw


def multiclass(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """tr M/K and tr Q/K after T steps, means by so many samples; ``correction`` and ``own`` (1) multiply -M E J and M^' M^."""
    k, ratio, ridge, samples = int(p["K"]), float(p["α"]), float(p["λ"]), int(p["samples"])
    omega, noise = draw.normal(samples, k), draw.normal(samples, k)
    respond = softmax(omega.argmax(-1))
    eye = torch.eye(k, dtype=omega.dtype, device=omega.device)
    m, q, v = omega.new_zeros(len(omega), k, k), omega.new_zeros(len(omega), k, k), (eye / ridge).expand(len(omega), k, k)
    for _ in range(int(p["T"])):
        values, vectors = torch.linalg.eigh(q - m.mT @ m)
        gamma = omega @ m + noise @ (vectors * values.clamp(min=0).sqrt()[..., None, :]).mT
        g, slopes = respond(gamma, v)
        slope = slopes.mean(1)
        pull = ratio * (omega.mT @ g / samples + float(p["correction"]) * m @ slope)
        v = torch.linalg.inv(ridge * eye + ratio * slope)
        m, q = pull @ v, v @ (float(p["own"]) * pull.mT @ pull + ratio * g.mT @ g / samples) @ v
    return {"M": m.diagonal(dim1=-2, dim2=-1).mean(-1), "Q": q.diagonal(dim1=-2, dim2=-1).mean(-1)}
