"""Growth exponents: a in y(n) ≈ c n^a (log n)^p, from a ladder of sizes, with an interval that owns up to its bias.

The estimate is the weighted least-squares slope of log y on log n over at least 1.5 decades. Its interval has three
parts, each stated:
- noise: from the standard errors of the values (normal), or where none are given from the residuals (Student, n - 2);
- curvature: with finite-size corrections c n^a (1 + b n^-δ), δ ≥ `slowest`, the slopes s₁, s₂ of the first and last half
  of the ladder, their centres D decades apart, obey a - s₂ ≈ (s₂ - s₁) ρ/(1 - ρ) with ρ ≤ 10^(-D slowest); the distance
  of the estimate to this a, times 1.5 for the next orders, and two standard errors of it are the systematic part. For
  deterministic values s₂ is the estimate;
- logarithms: for an allowed range of p the hull of the slopes with p log log n taken out.
Conventions: sizes and values are positive (pass |y|); `se` holds absolute standard errors, zeros for exact values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from scipy import special
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import BETA, Relation, Ruling, rule
from lemmata.verify.engine.stats.sequential import Interval, as_tensor, check_level

DECADES = 1.5
SLOWEST = 0.5
NEXT_ORDERS = 1.5
Values = Sequence[float] | Tensor


@dataclass(frozen=True)
class Growth:
    """An exponent with what is known of its error; `local` holds (size, slope, standard error) between neighbours."""

    exponent: float
    standard_error: float
    dof: float
    systematic: float
    log_shift: tuple[float, float]
    first_half: float
    last_half: float
    curvature_z: float
    decades: float
    local: list[tuple[float, float, float]]
    constant: tuple[float, float]

    def quantile(self, tail: float) -> float:
        """Standard errors that the noise exceeds on one side with probability `tail`."""
        if math.isinf(self.dof):
            return float(-special.ndtri(tail))
        return float(-special.stdtrit(self.dof, tail))

    def interval(self, alpha: float) -> tuple[float, float]:
        """Two-sided interval at level α for the asymptotic exponent."""
        half = self.quantile(float(check_level(alpha)) / 2) * self.standard_error + self.systematic
        return self.exponent + self.log_shift[0] - half, self.exponent + self.log_shift[1] + half

    def resolution(self, alpha: float, beta: float = BETA) -> float:
        """An exponent off by this much is excluded with probability at least 1 - β."""
        low, high = self.interval(alpha)
        half = max(high - self.exponent, self.exponent - low)
        return half + self.quantile(beta) * self.standard_error + self.systematic

    def decide(
        self,
        target: float,
        alpha: float,
        *,
        allowed: float = 0.25,
        beta: float = BETA,
        relation: Relation | str = Relation.EQUAL,
    ) -> Ruling:
        """Judge `exponent = target` (or ≤, ≥); one-sided relations spend α on their side."""
        side = Relation(relation).side
        low, high = self.interval(alpha if side == 0 else min(2 * alpha, 0.999))
        shift = as_tensor([self.quantile(beta) * self.standard_error + self.systematic])
        interval = Interval(as_tensor([low]), as_tensor([high]))
        return rule(as_tensor([self.exponent]), interval, shift, allowed=allowed, target=target, side=side)


def checked(sizes: Values, values: Values, se: Values | None, points: int, decades: float) -> tuple[Tensor, Tensor, Tensor]:
    """Sizes, values and standard errors as increasing finite tensors, or a sentence saying what is wrong."""
    n, y = as_tensor(sizes), as_tensor(values)
    s = torch.zeros_like(y) if se is None else as_tensor(se)
    if not (n.ndim == 1 and n.shape == y.shape == s.shape):
        raise LemmataError(f"a ladder needs equally many sizes, values and errors, not {len(n)}, {len(y)} and {len(s)}")
    if n.shape[0] < points:
        raise LemmataError(f"a ladder of {n.shape[0]} sizes is too short; give at least {points}")
    if not bool((n.isfinite() & y.isfinite() & s.isfinite()).all()):
        raise LemmataError(f"a ladder holds a value that is not finite: {y.tolist()} ± {s.tolist()} at sizes {n.tolist()}")
    order = torch.argsort(n)
    n, y, s = n[order], y[order], s[order]
    if not bool((n > 0).all()) or not bool((n[1:] > n[:-1]).all()) or bool((s < 0).any()):
        raise LemmataError(f"sizes must be positive and distinct and errors not negative; sizes are {n.tolist()}")
    span = math.log10(float(n[-1] / n[0]))
    if span < decades - 1e-9:
        raise LemmataError(f"sizes from {n[0]:g} to {n[-1]:g} span {span:.2f} decades; at least {decades:g} are needed")
    return n, y, s


def _functional(x: Tensor, w: Tensor) -> Tensor:
    """The weighted least-squares slope as a linear functional of the values."""
    centred = x - (w * x).sum() / w.sum()
    return w * centred / (w * centred * centred).sum()


def growth_exponent(
    sizes: Values,
    values: Values,
    se: Values | None = None,
    *,
    logs: tuple[float, float] = (0.0, 0.0),
    slowest: float = SLOWEST,
    decades: float = DECADES,
    noisy: bool | None = None,
) -> Growth:
    """Fit the ladder. `noisy` says whether residuals are noise where `se` is missing (by default they are not)."""
    n, y, s = checked(sizes, values, se, 4, decades)
    if not bool((y > 0).all()):
        raise LemmataError(f"an exponent needs positive values, not {y.tolist()}; pass absolute values bounded away from 0")
    x, log = torch.log(n), torch.log(y)
    sigma = s / y
    exact = not bool((sigma > 0).any())
    # an exact value among noisy ones is given the smallest noise there is
    floor = sigma[sigma > 0].min() if not exact else torch.ones(())
    w = torch.ones_like(x) if exact else 1 / sigma.clamp(min=float(floor)) ** 2
    slope = _functional(x, w)
    middle = (x[0] + x[-1]) / 2
    first, last = _half(x, w, x <= middle), _half(x, w, x >= middle)
    distance = float(_centre(x, w, last) - _centre(x, w, first)) / math.log(10)
    rho = 10 ** (-slowest * distance)
    asymptote = last + (last - first) * rho / (1 - rho)

    def noise(functional: Tensor) -> float:
        return float(((functional * sigma) ** 2).sum().sqrt())

    dof = math.inf
    scale = 1.0
    if exact and noisy:
        residual = log - log.mean() - (slope @ log) * (x - x.mean())
        dof = len(x) - 2
        sigma = torch.full_like(x, float((residual @ residual / dof).sqrt()))
    elif not exact and len(x) > 3:
        # values that scatter about a parabola by more than they say: believe the scatter
        scale = math.sqrt(max(1.0, _parabola_chi2(x, log, w) / (len(x) - 3)))
    estimate = last if exact and not noisy else slope
    systematic = 0.0
    ladder = torch.log(x) if float(x[0]) > 0 else torch.zeros_like(x)
    if logs != (0.0, 0.0) and float(x[0]) <= 0:
        raise LemmataError("logarithmic corrections need sizes above 1")
    for p in set(logs):
        shifted = log - p * ladder
        systematic = max(systematic, abs(float((asymptote - estimate) @ shifted)))
    systematic = NEXT_ORDERS * systematic + 2 * scale * noise(asymptote - estimate)
    shifts = sorted(-p * float(estimate @ ladder) for p in logs)
    parts = [float(f @ log) for f in (estimate, first, last)]
    bend = scale * noise(last - first)
    return Growth(
        exponent=parts[0],
        standard_error=scale * noise(estimate),
        dof=dof,
        systematic=systematic,
        log_shift=(shifts[0], shifts[-1]),
        first_half=parts[1],
        last_half=parts[2],
        curvature_z=(parts[2] - parts[1]) / bend if bend > 0 else math.nan,
        decades=float(x[-1] - x[0]) / math.log(10),
        local=_local(n, log, sigma),
        constant=_constant(x, y, parts[0]),
    )


def _half(x: Tensor, w: Tensor, chosen: Tensor) -> Tensor:
    if int(chosen.sum()) < 2:
        raise LemmataError("each half of a ladder needs two sizes; spread the sizes evenly on a logarithmic scale")
    return torch.zeros_like(x).masked_scatter(chosen, _functional(x[chosen], w[chosen]))


def _centre(x: Tensor, w: Tensor, functional: Tensor) -> Tensor:
    """Where the slope is that the functional measures: exact for a parabola, half its response to x²."""
    return functional @ (x * x) / 2


def _parabola_chi2(x: Tensor, log: Tensor, w: Tensor) -> float:
    design = torch.stack((torch.ones_like(x), x - x.mean(), (x - x.mean()) ** 2), dim=1) * w.sqrt()[:, None]
    right = log * w.sqrt()
    fit = torch.linalg.lstsq(design, right[:, None], driver="gelsd").solution[:, 0]
    return float(((right - design @ fit) ** 2).sum())


def _local(n: Tensor, log: Tensor, sigma: Tensor) -> list[tuple[float, float, float]]:
    step = torch.log(n[1:] / n[:-1])
    slopes, errors = (log[1:] - log[:-1]) / step, (sigma[1:] ** 2 + sigma[:-1] ** 2).sqrt() / step
    return list(zip((n[1:] * n[:-1]).sqrt().tolist(), slopes.tolist(), errors.tolist(), strict=True))


def _constant(x: Tensor, y: Tensor, exponent: float) -> tuple[float, float]:
    """Observed range of y/n^a over the ladder."""
    ratio = y * torch.exp(-exponent * x)
    return float(ratio.min()), float(ratio.max())
