"""An interval for the mean of an unbounded statistic at a fixed size: mean ± (s/√n) z, corrected.

It is asymptotic (the variance is estimated), so the statistic is corrected before it meets the normal quantile z:
- Hall's cubic transformation removes the effect of skewness, with the skewness taken larger by half and one standard
  error on the side where that widens the interval (samples that miss their tail underestimate it);
- Wallace's transformation turns Student's law into the normal;
- no interval is given below 32 replicates nor below 20 γ̂² of them, where no correction helps; replicates that do not
  vary at all give an interval only from 1024 on (an unseen event then has probability below log(1/α)/1024).
Conventions: `Moments` of L laws in, tensors (L,) out; `alpha` is a number or such a tensor.
Sources: Hall (1992), On the removal of skewness by transformation; Wallace (1959).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError

MINIMUM = 32
PER_SQUARED_SKEWNESS = 20.0
SKEWNESS_INFLATION = 1.5
CONSTANT_MINIMUM = 1024
ROUNDING = 8 * torch.finfo(torch.float64).eps


@dataclass(frozen=True)
class Interval:
    """Lower and upper ends; infinite where the sample does not allow one yet."""

    low: Tensor
    high: Tensor


def as_tensor(value: float | Sequence[Any] | Tensor) -> Tensor:
    tensor: Tensor = torch.as_tensor(value, dtype=torch.float64)
    return tensor


def check_level(alpha: float | Tensor, name: str = "alpha") -> Tensor:
    level = as_tensor(alpha)
    if not bool(((level > 0) & (level < 1)).all()):
        raise LemmataError(f"{name}={level.tolist()} is no error rate; give a number strictly between 0 and 1")
    return level


def normal_quantile(upper_tail: float | Tensor) -> Tensor:
    """z with P(Z > z) equal to the given probability."""
    quantile: Tensor = torch.special.ndtri(as_tensor(upper_tail))
    return -quantile


def student_from_normal(z: Tensor, dof: Tensor) -> Tensor:
    """t with P(T_dof > t) = P(Z > z), to about 1e-3 relative (Wallace)."""
    factor = (8 * dof + 3) / (8 * dof + 1)
    return torch.sign(z) * (dof * torch.expm1((z * factor) ** 2 / dof)).sqrt()


def _hall_inverse(h: Tensor, a: Tensor) -> Tensor:
    """The t at which ((1 + a t/3)³ - 1)/a + a/6 is h, with a = γ/√n: the skewness-free version of a studentised mean."""
    flat = a.abs() < 1e-9
    b = torch.where(flat, torch.ones_like(a), a)
    u = 1 + b * (h - b / 6)
    return torch.where(flat, h, 3 / b * (torch.sign(u) * u.abs() ** (1 / 3) - 1))


def _skewness_range(moments: Moments) -> tuple[Tensor, Tensor]:
    """γ/√n from below and from above, each on its cautious side."""
    g, n = moments.skewness, moments.count
    error = (6 / n).sqrt()
    low = torch.minimum(g, SKEWNESS_INFLATION * g) - error
    high = torch.maximum(g, SKEWNESS_INFLATION * g) + error
    return low / n.sqrt(), high / n.sqrt()


def _rounding(moments: Moments) -> Tensor:
    return ROUNDING * torch.maximum(moments.low.abs(), moments.high.abs())


def constant(moments: Moments) -> Tensor:
    """Where the replicates vary by no more than rounding."""
    return moments.variance <= _rounding(moments) ** 2


def reliable(moments: Moments) -> Tensor:
    """Where the central limit theorem with these corrections may be used at all."""
    n = moments.count
    enough = (n >= MINIMUM) & (n >= PER_SQUARED_SKEWNESS * moments.skewness**2)
    return torch.where(constant(moments), n >= CONSTANT_MINIMUM, enough)


def interval_at(moments: Moments, z: Tensor) -> Interval:
    """The corrected version of mean ± z standard errors; the whole line where it is not reliable."""
    t = student_from_normal(z, (moments.count - 1).clamp(min=1))
    low_skew, high_skew = _skewness_range(moments)
    se, good, rounding = moments.standard_error, reliable(moments), _rounding(moments)
    same = constant(moments)
    low = torch.where(same, moments.mean - rounding, moments.mean - se * _hall_inverse(t, low_skew))
    high = torch.where(same, moments.mean + rounding, moments.mean - se * _hall_inverse(-t, high_skew))
    return Interval(low.masked_fill(~good, -math.inf), high.masked_fill(~good, math.inf))


def fixed_interval(moments: Moments, alpha: float | Tensor) -> Interval:
    """Two-sided interval at one sample size that was chosen before the sample was seen."""
    return interval_at(moments, normal_quantile(check_level(alpha) / 2))
