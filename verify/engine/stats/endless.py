"""Replicates that look like those of a law without a mean: then no number of them says anything about it.

Where the tail of a law falls like x^-a, the logarithms of its largest values above a threshold are exponential with mean
1/a (Hill 1975), so that a is known to a share 1/sqrt(k) from the k largest. A mean is finite for a > 1 alone.
"""

from __future__ import annotations

import math

from torch import Tensor

LEAST = 1024  # replicates
BELOW = 1.3  # of the index with two of its standard errors: at a = 1 this is met, at a = 3/2 hardly ever
FURTHER = 8  # this many times fewer values: a power goes on like that, where the tails of a polynomial in normal variables fall faster
ROUNDING = 1e-9
NO_MEAN = "the mean may be infinite here, or rests on values too rare to be drawn"


def tail_index(x: Tensor, part: int = 1) -> tuple[float, float]:
    """The index of the tails of each row of (m, n) values about its median, the least of them, and its standard error, by the
    2 sqrt(n)/part largest."""
    k = 2 * math.isqrt(x.shape[1]) // part
    largest = (x - x.median(dim=1, keepdim=True).values).abs().topk(k + 1, dim=1).values
    if not bool((largest[:, -1] > 0).all()):  # most values are equal: rare events, which say nothing about a tail
        return math.inf, math.inf
    slopes = (largest[:, :-1] / largest[:, -1:]).log().mean(dim=1)
    index = 1 / max(float(slopes.max()), 1e-300)
    return index, index / math.sqrt(k)


def without_mean(x: Tensor, scale: float = 0.0) -> str:
    """A sentence where the largest values of some row (m, n) are those of a law without a mean; what is rounding beside a scale
    has no tail that matters."""
    if x.shape[1] < LEAST or float((x - x.median(dim=1, keepdim=True).values).abs().max()) <= ROUNDING * scale:
        return ""
    index, error = tail_index(x)
    if index + 2 * error >= BELOW or tail_index(x, FURTHER)[0] >= BELOW:
        return ""
    return (
        f"{NO_MEAN}: the largest of {x.shape[1]} replicates grow as those of a law with tails x^-{index:.2g}; narrow the domain"
    )
