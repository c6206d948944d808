"""Additive models: overlaps of random directions, and the flow of one neuron.

Directions are theta_m in R^d, |theta_m| = 1; the target is f(x) = M^-1/2 sum_m sigma_m(<x, theta_m>), x ~ N(0, I_d).
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def random_overlaps(tasks: int, d: int, level: float, draw: Draw) -> dict[str, Tensor]:
    """Squared overlaps of i.i.d. uniform directions: their mean, the share above `level`, and whether any is above.

    The Gram matrix of Gaussian vectors is drawn by its Cholesky factor: chi-square diagonal with d, d - 1, ... degrees
    of freedom and standard normals below it, so d costs nothing; it must be at least the number of tasks.
    """
    freedom = torch.arange(d, d - tasks, -1, dtype=torch.float64, device=draw.device)
    factor = draw.normal(tasks, tasks, dtype=torch.float64).tril(-1) + torch.diag_embed(
        draw.chi2(freedom, tasks, dtype=torch.float64).sqrt()
    )
    factor = factor / torch.linalg.vector_norm(factor, dim=-1, keepdim=True)
    rows, columns = torch.tril_indices(tasks, tasks, -1, device=draw.device)
    squares = (factor @ factor.mT)[:, rows, columns].square()
    above = (squares > level).to(squares.dtype)
    return {"square": squares.mean(dim=-1), "share": above.mean(dim=-1), "exceeds": above.amax(dim=-1)}


def field(overlaps: Tensor, c: Tensor, k: float) -> Tensor:
    """The flow of one neuron on the sphere: dm_j/dt = c_j m_j^(k-1) - m_j sum_l c_l m_l^k."""
    return c * overlaps ** (k - 1) - overlaps * (c * overlaps**k).sum(dim=-1, keepdim=True)


def flow_to_rest(c: Tensor, k: int, draw: Draw, steps: int = 400, pace: float = 0.2) -> dict[str, Tensor]:
    """Uniform starts in the positive orthant and where the flow ends, by Runge-Kutta steps of pace / ((k - 2) max c m^(k-2)).

    In one step a small difference of log c_j m_j^(k-2) grows by about the factor e^pace.
    """
    rates = draw.tensor(c)
    start = draw.sphere(rates.shape[-1], dtype=torch.float64).abs()
    x = start
    for _ in range(steps):
        h = pace / ((k - 2) * (rates * x ** (k - 2)).amax(dim=-1, keepdim=True))
        a = field(x, rates, k)
        b = field(x + h / 2 * a, rates, k)
        e = field(x + h / 2 * b, rates, k)
        f = field(x + h * e, rates, k)
        x = (x + h / 6 * (a + 2 * b + 2 * e + f)).clamp(min=0)
        x = x / torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return {"start": start, "end": x}
