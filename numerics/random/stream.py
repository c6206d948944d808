"""Streaming moments of L statistics over batches of replicates: count, mean, central sums of powers 2 to 4, extremes.

A batch is a tensor (L, B), one row per statistic. Batches are reduced in float64 about their own mean and
merged by the pairwise update of Chan, Golub and LeVeque (1979), extended to powers 3 and 4 by Pebay (2008):
associative and commutative up to rounding, so any split of the replicates gives the same moments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import reduce

import torch
from torch import Tensor

from lemmata.theory.language.errors import NonFinite, SimulatorError


@dataclass(frozen=True)
class Moments:
    """The moments of L statistics; every field is a float64 tensor of shape (L,)."""

    count: Tensor
    mean: Tensor
    m2: Tensor
    m3: Tensor
    m4: Tensor
    low: Tensor
    high: Tensor

    @classmethod
    def of(cls, batch: Tensor) -> Moments:
        """The moments of a batch (L, B), or (B,) for a single statistic."""
        if batch.ndim not in (1, 2) or batch.shape[-1] == 0:
            shape = tuple(batch.shape)
            raise SimulatorError(f"a batch of shape {shape} has no moments: give (L, B) with B >= 1")
        x = batch.to(torch.float64).reshape(-1, batch.shape[-1])
        mean = x.mean(dim=1)
        centred = x - mean[:, None]
        # the mean is rounded: one correction step keeps the central sums right when the spread is tiny
        shift = centred.mean(dim=1)
        centred -= shift[:, None]
        square = centred * centred
        return cls(
            count=torch.full_like(mean, x.shape[1]),
            mean=mean + shift,
            m2=square.sum(dim=1),
            m3=(square * centred).sum(dim=1),
            m4=(square * square).sum(dim=1),
            low=x.amin(dim=1),
            high=x.amax(dim=1),
        )

    @classmethod
    def merged(cls, parts: Sequence[Moments]) -> Moments:
        """All parts together."""
        return reduce(cls.merge, parts)

    def merge(self, other: Moments) -> Moments:
        """The moments of both samples together."""
        na, nb = self.count, other.count
        n = na + nb
        delta = other.mean - self.mean
        a, b = na / n, nb / n
        d2 = delta * delta
        cross = na * b  # na nb / n
        return Moments(
            count=n,
            mean=self.mean + delta * b,
            m2=self.m2 + other.m2 + d2 * cross,
            m3=self.m3 + other.m3 + delta * d2 * cross * (a - b) + 3 * delta * (a * other.m2 - b * self.m2),
            m4=self.m4
            + other.m4
            + d2 * d2 * cross * (a * a - a * b + b * b)
            + 6 * d2 * (a * a * other.m2 + b * b * self.m2)
            + 4 * delta * (a * other.m3 - b * self.m3),
            low=torch.minimum(self.low, other.low),
            high=torch.maximum(self.high, other.high),
        )

    @property
    def variance(self) -> Tensor:
        """The unbiased variance; zero for a single replicate, whose spread is unknown."""
        return self.m2 / (self.count - 1).clamp(min=1)

    @property
    def standard_error(self) -> Tensor:
        """Standard error of the mean."""
        return (self.variance / self.count).sqrt()

    @property
    def skewness(self) -> Tensor:
        """Third standardised moment of the sample, 0 for a constant."""
        spread = (self.m2 / self.count).sqrt()
        return torch.where(spread > 0, self.m3 / self.count / spread.pow(3), torch.zeros_like(spread))

    @property
    def kurtosis(self) -> Tensor:
        """Fourth standardised moment of the sample (3 for a normal law), 0 for a constant."""
        square = self.m2 / self.count
        return torch.where(square > 0, self.m4 / self.count / square.square(), torch.zeros_like(square))

    def require_finite(self) -> Moments:
        """This object, or NonFinite if any replicate was a NaN or an infinity."""
        bad = ~(self.low.isfinite() & self.high.isfinite() & self.m4.isfinite())
        if bool(bad.any()):
            rows = bad.nonzero().flatten().tolist()
            raise NonFinite(f"the replicates of statistics {rows} hold a NaN, an infinity or an overflow")
        return self

    def to_dict(self) -> dict[str, list[float]]:
        """Lists of floats, exact in JSON."""
        return {field.name: getattr(self, field.name).tolist() for field in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Sequence[float]]) -> Moments:
        """The inverse of `to_dict`."""
        return cls(**{field.name: torch.tensor(data[field.name], dtype=torch.float64) for field in fields(cls)})
