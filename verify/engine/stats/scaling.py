"""Samples in safe units: y = (x - shift)/2^e with |y| ≤ 1, so that no square of a sample overflows or underflows.

Divisions by powers of two are exact; the subtraction of a sample point is exact to a rounding of max|x|, which `rounding`
states and every interval adds. Conventions: rows are statistics (L, n); all tensors are float64.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError, NonFinite

EPS = torch.finfo(torch.float64).eps
# the value itself, the subtraction and the way back are rounded once each
ROUNDINGS = 4
ORDINARY = 1000  # 2^±1000 is a normal number


def exponents(x: Tensor) -> Tensor:
    """e with max|x| ≤ 2^e along the last axis; 0 where all are zero."""
    return torch.frexp(x.abs().amax(-1)).exponent


def times_power(x: Tensor, e: Tensor) -> Tensor:
    """x 2^e, in two steps where 2^e alone may leave the range of a float."""
    if int(e.abs().max()) <= ORDINARY:
        return x * torch.ldexp(torch.ones_like(e, dtype=x.dtype), e)
    half = torch.div(e, 2, rounding_mode="floor")
    return torch.ldexp(torch.ldexp(x, half), e - half)


def finite(x: Tensor, what: str = "a replicate") -> Tensor:
    """x in float64, or an error that names the first value that is no number."""
    x = torch.as_tensor(x).to(torch.float64)
    # a sum is finite only if every term is; an overflow of finite terms is told apart below
    if not math.isfinite(float(x.sum())) and not bool(x.isfinite().all()):
        bad = x[~x.isfinite()].flatten()[0].item()
        raise NonFinite(f"{what} is {bad}; restrict the domain or the observable so that every value is finite")
    return x


@dataclass(frozen=True)
class Scaled:
    """x = 2^outer (shift + 2^inner y) for rows y in [-1, 1]."""

    y: Tensor
    shift: Tensor
    inner: Tensor
    outer: Tensor

    @classmethod
    def of(cls, x: Tensor) -> Scaled:
        x = finite(x)
        if x.ndim != 2 or x.shape[1] == 0:
            raise LemmataError(f"a sample of shape {tuple(x.shape)} has no mean: give (n,) or (L, n) with n at least 1")
        outer = exponents(x)
        u = times_power(x, -outer[:, None])
        shift = u[:, 0].clone()
        u = u.sub_(shift[:, None])
        inner = exponents(u)
        return cls(times_power(u, -inner[:, None]), shift, inner, outer)

    @property
    def rounding(self) -> Tensor:
        """What the representation of the values alone may do to their mean."""
        return times_power(torch.full_like(self.shift, ROUNDINGS * EPS), self.outer)

    def back(self, value: Tensor) -> Tensor:
        """A location in units of y, in the units of x."""
        return times_power(self.shift + times_power(value, self.inner), self.outer)

    def back_square(self, value: Tensor) -> Tensor:
        """A variance in units of y, in the units of x (infinite or zero where it leaves the range)."""
        return times_power(value, 2 * (self.inner + self.outer))
