"""One term of the discretised denoising loss, drawn: a data point, a time, and the noisy point; and batches of them."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def term(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) squared differences of beta x and the conditional score, for the data cos 1, ..., cos n.

    `law` of the times: 0 uniform; 1 uniform in log t, weighted by t log(T_1/T_0); 2 the same without the weight.
    """
    data = torch.cos(torch.arange(1, int(p["n"]) + 1, dtype=torch.float64, device=draw.device))
    x = data[draw.integers(0, int(p["n"]))]
    low, high = float(p["T_0"]), float(p["T_1"])
    u = draw.uniform(dtype=torch.float64)
    time = low * (high / low) ** u if p["law"] else low + (high - low) * u
    sigma = (-torch.expm1(-2 * time)).sqrt()
    z = draw.normal(dtype=torch.float64)
    loss = (p["β"] * (torch.exp(-time) * x + sigma * z) + z / sigma).square()
    weight = time * torch.log(draw.tensor([high / low])) if p["law"] == 1 else 1.0
    return {"loss": loss * weight}


def batch(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) averages over M terms of the squared difference of -x and the conditional score, for data N(0, 1), times uniform on [1/N, 1]."""
    terms, first = int(p["M"]), 1 / float(p["N"])
    time = draw.uniform(terms, dtype=torch.float64, low=first)
    sigma = (-torch.expm1(-2 * time)).sqrt()
    x, z = draw.normal(terms, dtype=torch.float64), draw.normal(terms, dtype=torch.float64)
    return {"loss": (z / sigma - torch.exp(-time) * x - sigma * z).square().mean(-1)}
