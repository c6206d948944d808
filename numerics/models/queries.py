r"""Statistical queries answered by empirical means, and the gradients that make them.

`adaptive_query`: y is a fair sign independent of x ~ N(0, I_d) and c the mean of y x; the query y <x, c>/|c| on the same sample
and on a fresh one. `uninformed_direction`: w uniform on the sphere against a fixed direction.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerics.draw import Draw


def adaptive_query(d: int, n: int, draw: Draw) -> dict[str, Tensor]:
    """The empirical value of the query made from the sample, on that sample and on a fresh one (scaled by sqrt n)."""
    products = draw.normal(n, d) * draw.rademacher(n)[..., None]
    c = products.mean(dim=1)
    direction = c / torch.linalg.vector_norm(c, dim=1, keepdim=True)
    again = draw.normal(n, d) * draw.rademacher(n)[..., None]
    old, new = ((x @ direction[..., None]).mean(dim=(1, 2)) for x in (products, again))
    return {"adaptive": old, "fresh": n**0.5 * new}


def mean_within(n: int, draw: Draw) -> Tensor:
    """Whether the mean of n normal values is within n^(-1/2) of its expectation."""
    return (draw.normal(n).mean(dim=1).abs() <= n**-0.5).to(draw.dtype)


def informative_direction(d: int, k: int, tau: float, draw: Draw) -> Tensor:
    """Whether |<w, theta>|^k > tau for w uniform."""
    return (draw.sphere(d)[:, 0].abs() ** k > tau).to(draw.dtype)
