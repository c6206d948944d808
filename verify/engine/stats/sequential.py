"""A confidence sequence for an unbounded mean: |mean - μ| ≤ (s/√n) z_n at all n at once with probability ≥ 1 - α.

Here z_n² = (1 + 1/v)(log(1 + v) - 2 log α) with v = nρ² is Robbins' normal mixture. It is asymptotic (the variance is
estimated), so it serves near α = 1e-3 only, and the statistic is corrected before it meets the boundary:
- Hall's cubic transformation removes the effect of skewness, with the skewness taken larger by half and one standard
  error on the side where that widens the interval (samples that miss their tail underestimate it);
- Wallace's transformation turns Student's law into the normal;
- no interval is given below 32 replicates nor below 20 γ̂² of them, where no correction helps; replicates that do not
  vary at all give an interval only from 1024 on (an unseen event then has probability below log(1/α)/1024).
Conventions: `Moments` of L laws in, tensors (L,) out; `alpha` is a number or such a tensor.
Sources: Robbins (1970); Hall (1992), On the removal of skewness by transformation; Wallace (1959); Waudby-Smith et al.
(2024), Time-uniform central limit theory and asymptotic confidence sequences.
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


def normal_from_student(t: Tensor, dof: Tensor) -> Tensor:
    factor = (8 * dof + 1) / (8 * dof + 3)
    return torch.sign(t) * factor * (dof * torch.log1p(t * t / dof)).sqrt()


def _hall(t: Tensor, a: Tensor) -> Tensor:
    """((1 + a t/3)³ - 1)/a + a/6 with a = γ/√n: the skewness-free version of a studentised mean."""
    return t + a * t * t / 3 + a * a * t**3 / 27 + a / 6


def _hall_inverse(h: Tensor, a: Tensor) -> Tensor:
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


def statistic(moments: Moments, target: float | Tensor = 0.0) -> Tensor:
    """Corrected z-value of mean = target, standard normal in its tails; 0 where it is not reliable."""
    gap = moments.mean - as_tensor(target)
    same = constant(moments)
    t = gap / torch.where(same, torch.ones_like(gap), moments.standard_error)
    low_skew, high_skew = _skewness_range(moments)
    h = torch.where(t > 0, _hall(t, low_skew).clamp(min=0.0), _hall(t, high_skew).clamp(max=0.0))
    z = normal_from_student(h, (moments.count - 1).clamp(min=1))
    z = torch.where(same, torch.where(gap.abs() <= _rounding(moments), 0.0, torch.sign(gap) * math.inf), z)
    return torch.where(reliable(moments), z, torch.zeros_like(z))


def fixed_interval(moments: Moments, alpha: float | Tensor) -> Interval:
    """Two-sided interval at one sample size that was chosen before the sample was seen."""
    return interval_at(moments, normal_quantile(check_level(alpha) / 2))


def fixed_p(moments: Moments, target: float | Tensor = 0.0, side: int | Tensor = 0) -> Tensor:
    """p-value of mean = target at a fixed size: side 0 two-sided, +1 against larger, -1 against smaller means."""
    z = statistic(moments, target)
    direction = as_tensor(side)
    two = (2 * torch.special.ndtr(-z.abs())).clamp(max=1.0)
    return torch.where(direction == 0, two, torch.special.ndtr(torch.where(direction < 0, z, -z)))


@dataclass(frozen=True)
class MixtureSequence:
    """The confidence sequence whose mixture is tuned to be narrowest near `n_best` replicates (flat around it)."""

    n_best: float = 1024.0

    def __post_init__(self) -> None:
        if not self.n_best >= 1:
            raise LemmataError(f"n_best={self.n_best} must be a number of replicates, at least 1")

    def _information(self, n: float | Tensor, alpha: Tensor) -> Tensor:
        log = -2 * torch.log(alpha)
        return as_tensor(n).clamp(min=1) * (log + torch.log1p(log)) / self.n_best

    def boundary(self, n: float | Tensor, alpha: float | Tensor) -> Tensor:
        """z_n at two-sided level α; a one-sided sequence at level α is this at 2α."""
        level = check_level(alpha)
        v = self._information(n, level)
        return ((1 + 1 / v) * (torch.log1p(v) - 2 * torch.log(level))).sqrt()

    def interval(self, moments: Moments, alpha: float | Tensor) -> Interval:
        return interval_at(moments, self.boundary(moments.count, alpha))

    def log_e(self, moments: Moments, target: float | Tensor = 0.0, alpha: float | Tensor = 1e-3) -> Tensor:
        """Log e-value of mean = target, tuned to level α: it ever exceeds log(1/a) with probability at most a."""
        v = self._information(moments.count, check_level(alpha))
        z = statistic(moments, target)
        return (v / (1 + v) * z * z - torch.log1p(v)) / 2
