"""Samplers of classical laws from a `Source`: exact in law up to float rounding, no loop or shape depends on data.

Gamma(a), a >= 1 (Marsaglia and Tsang 2000): with d = a - 1/3, x normal and t = x / (3 sqrt d), the proposal
d (1 + t)^3 is kept with probability exp(3 d h(t)), h(t) = log(1 + t) - t + t^2/2 - t^3/3 <= 0 (never if t <= -1).
This is about 1 - 1/(36 d) on average, and never below 0.95.
- One shape parameter: kept proposals of an i.i.d. sequence are i.i.d., so the first N kept of a pool of M are
  returned. M is such that fewer than N are kept with probability below 1e-20; the missing values would be NaN.
- A tensor of shape parameters: each entry takes the first kept of 16 proposals (0.05^16 < 1e-20).
For a < 1, Gamma(a) = Gamma(a + 1) U^(1/a).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import torch
from torch import Tensor

from lemmata.numerics.random.sources import Source
from lemmata.theory.language.errors import DomainError

PROPOSALS = 16
ACCEPTANCE = 0.95
LOG_FAILURE = math.log(1e-20)
CACHE = 1 << 16


def normal(source: Source, shape: Sequence[int], like: Tensor, fast: bool = False) -> Tensor:
    """Standard normals, of the type and on the device of `like`, which holds nothing else of interest."""
    return source.normal_(like.new_empty(tuple(shape)), fast)


def uniform(source: Source, shape: Sequence[int], like: Tensor, fast: bool = False) -> Tensor:
    """Uniform on (0, 1]."""
    return source.uniform_(like.new_empty(tuple(shape)), fast)


def rademacher(source: Source, shape: Sequence[int], like: Tensor) -> Tensor:
    """Fair signs."""
    bits = source.bits(math.prod(shape))
    return bits.mul_(2).sub_(1).to(like.dtype).view(tuple(shape))


def integers(source: Source, low: int, high: int, shape: Sequence[int], like: Tensor) -> Tensor:
    """int64 uniform on low, ..., high - 1; the probabilities are right to a relative (high - low) 2^-53."""
    if high <= low:
        raise DomainError(f"there is no integer in [{low}, {high}): give low < high")
    if high - low > 1 << 40:
        raise DomainError(f"the range [{low}, {high}) is too wide for exact integers: at most 2^40 values")
    u = source.uniform_(torch.empty(tuple(shape), dtype=torch.float64, device=like.device))
    return u.mul_(high - low).to(torch.int64).clamp_(max=high - low - 1).add_(low)


def exponential(source: Source, shape: Sequence[int], like: Tensor, fast: bool = False) -> Tensor:
    """Rate 1."""
    return uniform(source, shape, like, fast).log_().neg_()


def gamma(source: Source, concentration: float | Tensor, shape: Sequence[int], like: Tensor, fast: bool = False) -> Tensor:
    """Scale 1; a tensor of shape parameters broadcasts against `shape`."""
    if isinstance(concentration, Tensor):
        return _gamma_entrywise(source, concentration, shape, like, fast)
    _positive("the shape parameter of a gamma law", concentration)
    if concentration < 1:
        whole = gamma(source, concentration + 1, shape, like, fast)
        return whole.mul_(uniform(source, shape, like, fast).pow_(1 / concentration))
    wanted = math.prod(shape)
    out = like.new_empty(wanted)
    for first in range(0, wanted, CACHE):
        last = min(first + CACHE, wanted)
        out[first:last] = _kept(source, concentration, last - first, like, fast)
    return out.view(tuple(shape))


def chi2(source: Source, df: float | Tensor, shape: Sequence[int], like: Tensor, fast: bool = False) -> Tensor:
    """Chi-square; df = 0 is the constant 0, small integers are sums of squares and exponentials."""
    if isinstance(df, Tensor):
        return gamma(source, df.to(like.dtype) / 2, shape, like, fast).mul_(2)
    if df == 0:
        return like.new_zeros(tuple(shape))
    _positive("the degrees of freedom of a chi-square law", df)
    if df not in (1, 2, 3, 4):
        return gamma(source, df / 2, shape, like, fast).mul_(2)
    out = like.new_zeros(tuple(shape))
    for _ in range(int(df) // 2):
        out.add_(exponential(source, shape, like, fast), alpha=2)
    if df % 2:
        out.add_(normal(source, shape, like, fast).square_())
    return out


def sphere(source: Source, d: int, shape: Sequence[int], like: Tensor, fast: bool = False) -> Tensor:
    """Uniform on the unit sphere of R^d, in the last dimension."""
    if d < 1:
        raise DomainError(f"the sphere of R^{d} does not exist: give d >= 1")
    if d == 1:
        return rademacher(source, (*shape, 1), like)
    points = normal(source, (*shape, d), like, fast)
    return points.div_(torch.linalg.vector_norm(points, dim=-1, keepdim=True))


@lru_cache(maxsize=1024)
def pool_size(concentration: float, wanted: int) -> int:
    """M with P(fewer than `wanted` of M proposals are kept) <= 1e-20.

    With rejection rate q, at least k of M are rejected with probability at most exp(k - Mq - k log(k / Mq)).
    """
    rate = min(1 - ACCEPTANCE, 1.5 / (36 * (concentration - 1 / 3)))
    spare = 0
    for _ in range(200):
        mean = (wanted + spare) * rate
        k = spare + 1
        if k > mean and k - mean - k * math.log(k / mean) <= LOG_FAILURE:
            return wanted + spare
        spare = max(spare + 1, math.ceil(spare * 1.03))
    return wanted * 2 + 1000


def _proposal(source: Source, concentration: float | Tensor, shape: Sequence[int], like: Tensor, fast: bool) -> Tensor:
    """d (1 + t)^3 where it is kept, NaN where it is not."""
    d = concentration - 1 / 3
    t = normal(source, shape, like, fast).div_(3 * d**0.5)
    cut = t.clamp(min=-1 + 1e-7)
    # cancellation in h costs about eps sqrt(d) in the exponent: 1e-10 at d = 1e12, so no series is needed
    h = torch.log1p(cut).sub_(cut).addcmul_(cut, cut, value=0.5).addcmul_(cut * cut, cut, value=-1 / 3)
    u = uniform(source, shape, like, fast).log_()
    kept = (u <= h * (3 * d)) & (t > -1)
    return torch.where(kept, (1 + t) ** 3 * d, math.nan)


def _kept(source: Source, concentration: float, wanted: int, like: Tensor, fast: bool) -> Tensor:
    proposals = _proposal(source, concentration, (pool_size(concentration, wanted),), like, fast)
    where = torch.nonzero_static(~proposals.isnan(), size=wanted, fill_value=proposals.numel())[:, 0]
    return torch.cat((proposals, proposals.new_full((1,), math.nan))).index_select(0, where)


def _gamma_entrywise(source: Source, concentration: Tensor, shape: Sequence[int], like: Tensor, fast: bool) -> Tensor:
    wide = concentration.to(like.dtype).expand(tuple(shape))
    small = wide < 1
    base = torch.where(small, wide + 1, wide)
    out = like.new_full(tuple(shape), math.nan)
    for _ in range(PROPOSALS):
        out = torch.where(out.isnan(), _proposal(source, base, shape, like, fast), out)
    boost = uniform(source, shape, like, fast).pow_(1 / wide)
    # a negative parameter cannot be refused without reading it: it gives NaN
    return torch.where(wide >= 0, torch.where(small, out * boost, out), math.nan)


def _positive(what: str, value: float) -> None:
    if not (value > 0 and math.isfinite(value)):
        raise DomainError(f"{what} is {value}: give a positive number")
