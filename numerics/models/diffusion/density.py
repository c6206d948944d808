"""Densities on the circle of a given smoothness, and their projections on periodic cubic splines.

p_0 = 1 + A sum_k 2^(-ks) cos(2 pi (2^k x + theta_k)), A = (1 - 2^(-s))/2, with uniform phases theta: smooth to the order s exactly.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

OCTAVES = 12  # frequencies up to 2^11


def modes(s: float, draw: Draw) -> tuple[Tensor, Tensor]:
    """Frequencies (K,) and complex coefficients (B, K) of cosine waves, without the constant."""
    k = 2 ** torch.arange(OCTAVES, dtype=torch.float64, device=draw.device)
    phase = 2 * math.pi * draw.uniform(OCTAVES, dtype=torch.float64)
    return k, (1 - 2**-s) / 2 * k**-s * torch.exp(1j * phase)


def values(frequencies: Tensor, coefficients: Tensor, points: int) -> Tensor:
    """Real part of sum c exp(2 pi i k x) on the grid j/points: (..., points). Frequencies below points/2; those below 0 as conjugates of others."""
    spectrum = torch.zeros(*coefficients.shape[:-1], points // 2 + 1, dtype=torch.complex128, device=coefficients.device)
    spectrum.index_add_(-1, frequencies.long().abs(), torch.where(frequencies < 0, coefficients.conj(), coefficients))
    spectrum[..., 1:] /= 2
    return torch.fft.irfft(spectrum, n=points, dim=-1) * points


def basis(x: Tensor) -> list[Tensor]:
    """The four cubic B-splines that are not 0 at the fraction x of a cell."""
    return [(1 - x) ** 3 / 6, (3 * x**3 - 6 * x**2 + 4) / 6, (-3 * x**3 + 3 * x**2 + 3 * x + 1) / 6, x**3 / 6]


def gram(count: int, like: Tensor) -> Tensor:
    """Symbol of the Gram matrix of `count` periodic cubic splines, times the number of cells."""
    angle = 2 * math.pi * torch.arange(count, dtype=torch.float64, device=like.device) / count
    rows = (2416, 1191, 120, 1)
    return sum(w * torch.cos(k * angle) * (1 if k == 0 else 2) for k, w in enumerate(rows)) / 5040  # type: ignore[return-value]


def total_variation(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) distance of p_0 from the projection of n samples on N splines, cut off at 0 and brought to mass 1.

    `count` N; a phase of p_0 and a sample for each replicate.
    """
    n, count, fine = int(p["n"]), int(p["count"]), 1 << 14
    density = 1 + values(*modes(float(p["s"]), draw), fine)
    levels = torch.cat((torch.zeros_like(density[:, :1]), density.cumsum(-1) / fine), dim=-1)
    levels = levels / levels[:, -1:]
    u = draw.uniform(n, dtype=torch.float64)
    cell = torch.searchsorted(levels, u, right=True).clamp(1, fine) - 1
    low, high = levels.gather(-1, cell), levels.gather(-1, cell + 1)
    x = (cell + (u - low) / (high - low)) / fine * count
    place = x.floor().clamp(max=count - 1)
    hits = torch.zeros(x.shape[0], count, dtype=torch.float64, device=x.device)
    for k, weight in enumerate(basis(x - place)):
        hits.scatter_add_(-1, (place.long() + k - 1) % count, weight)
    spectrum = torch.fft.fft(hits / n * count, dim=-1) / gram(count, hits)
    coefficients = torch.fft.ifft(spectrum, dim=-1).real
    grid = torch.arange(fine, dtype=torch.float64, device=x.device) / fine * count
    at = grid.floor()
    found = sum(coefficients[:, (at.long() + k - 1) % count] * w for k, w in enumerate(basis(grid - at)))
    found = found.clamp(min=0)  # type: ignore[union-attr]
    found = found / found.mean(-1, keepdim=True)
    return {"distance": (found - density).abs().mean(-1) / 2}


def score_error(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) sigma^2 times the mean squared error of the score of the projection on N splines, both smoothed by a normal of variance
    sigma^2 = 2t, t = late/N^2; N is at most 64, so that no frequency lies beyond the grid's."""
    count, fine = int(p["count"]), 1 << 13
    time = float(p["late"]) / count**2
    k, c = modes(float(p["s"]), draw)
    orders = torch.arange(-16, 17, dtype=torch.float64, device=c.device) * count
    copies = k[:, None] + orders  # frequencies with the same residue
    window = torch.sinc(copies / count) ** 4
    own = torch.sinc(k / count) ** 4 / window.square().sum(-1)
    projected = (c[:, :, None] * (own[:, None] * window)).flatten(-2)
    images = copies.flatten()

    def smoothed(frequencies: Tensor, coefficients: Tensor) -> tuple[Tensor, Tensor]:
        damped = coefficients * torch.exp(-((2 * math.pi * frequencies) ** 2) * time)
        value, slope = values(frequencies, torch.stack((damped, 2j * math.pi * frequencies * damped)), fine)
        return 1 + value, slope

    (exact, slope), (found, other) = smoothed(k, c), smoothed(images, projected)
    return {"error": 2 * time * (exact * (slope / exact - other / found).square()).mean(-1)}
