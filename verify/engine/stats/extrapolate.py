"""Limits of ladders: L and δ in y(n) = L + b n^-δ, with intervals.

Noisy values: profile likelihood. At each δ the pair (L, b) is a weighted least-squares fit, and the interval of L at
level α is the hull over δ of L̂(δ) ± √(z² - (χ²(δ) - χ²_min)) se(δ). Deterministic values: each three consecutive sizes
determine (L, b, δ) exactly (Richardson with unknown order); the last triple gives L, its distance from the triple
before, or for three values from the last value, the half-width.
Conventions: values are gaps to the stated limit, so that the claim is L = 0; sizes increase; `se` are standard errors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.verify.engine.stats.decide import BETA, Ruling, rule
from lemmata.verify.engine.stats.sequential import Interval, as_tensor, check_level, normal_quantile
from lemmata.verify.engine.stats.slopes import Growth, Values, checked, growth_exponent

ORDERS = (0.25, 4.0)


@dataclass(frozen=True)
class Limit:
    """Profile of a ladder's limit over the orders of decay; a single entry where the values are deterministic."""

    limit: float
    order: float
    orders: Tensor
    limits: Tensor
    errors: Tensor
    excess: Tensor
    systematic: float
    ratio: float
    shrink_z: float
    scale: float

    def interval(self, alpha: float) -> tuple[float, float]:
        """Two-sided interval for the limit at level α."""
        z2 = float(normal_quantile(check_level(alpha) / 2)) ** 2
        allowed = self.excess <= z2
        reach = (z2 - self.excess).clamp(min=0).sqrt() * self.errors
        low, high = (self.limits - reach)[allowed].min(), (self.limits + reach)[allowed].max()
        return float(low) - self.systematic, float(high) + self.systematic

    def order_interval(self, alpha: float) -> tuple[float, float]:
        """Orders of decay that the values do not refute at level α (the grid's ends mean: no bound found)."""
        z2 = float(normal_quantile(check_level(alpha) / 2)) ** 2
        kept = self.orders[self.excess <= z2]
        return float(kept.min()), float(kept.max())

    @property
    def shrinks(self) -> bool:
        """Whether the gap's size falls along the ladder beyond its noise (or the last gap is noise itself)."""
        return self.ratio < 1 and self.shrink_z > 2

    def resolution(self, alpha: float, beta: float = BETA) -> float:
        """A limit off by this much is excluded with probability at least 1 - β."""
        low, high = self.interval(alpha)
        q = float(normal_quantile(beta)) * float(self.errors[self.excess.argmin()])
        return max(high - self.limit, self.limit - low) + q + self.systematic

    def decide(self, alpha: float, *, allowed: float, target: float = 0.0, beta: float = BETA, slack: float = 0.0) -> Ruling:
        """Judge `limit = target` with absolute resolution `allowed`."""
        low, high = self.interval(alpha)
        half = max(high - self.limit, self.limit - low)
        q = as_tensor([self.resolution(alpha, beta) - half])
        interval = Interval(as_tensor([low]), as_tensor([high]))
        return rule(as_tensor([self.limit]), interval, q, allowed=allowed, target=target, slack=slack)


def limit_of_ladder(
    sizes: Values,
    gaps: Values,
    se: Values | None = None,
    *,
    orders: tuple[float, float] = ORDERS,
    decades: float = 0.6,
) -> Limit:
    """Fit the ladder; `orders` is the range of decay considered (equal ends: a known order)."""
    n, y, s = checked(sizes, gaps, se, 3, decades)
    noise = math.hypot(float(s[0]), float(s[-1]))
    ratio = float(y[-1].abs() / y[0].abs()) if float(y[0]) != 0 else math.inf
    fall = float(y[0].abs() - y[-1].abs())
    shrink_z = fall / noise if noise > 0 else math.copysign(math.inf, fall)
    shape = {"ratio": ratio, "shrink_z": shrink_z, "scale": float(y.abs().max())}
    if not bool((s > 0).any()):
        return _deterministic(n, y, orders, shape)
    floor = s[s > 0].min()
    w = 1 / s.clamp(min=float(floor)) ** 2
    points = 121 if orders[0] < orders[1] else 1
    grid = torch.logspace(math.log10(orders[0]), math.log10(orders[1]), points, dtype=torch.float64)
    power = (n / n[0])[None, :] ** -grid[:, None]
    mean = (power * w).sum(1) / w.sum()
    centred = power - mean[:, None]
    spread2 = (w * centred**2).sum(1)
    b = (w * centred) @ y / spread2
    limits = (w @ y) / w.sum() - b * mean
    errors = (1 / w.sum() + mean**2 / spread2).sqrt()
    chi2 = (w * (y - limits[:, None] - b[:, None] * power) ** 2).sum(1)
    best = int(chi2.argmin())
    # values that scatter by more than they say: believe the scatter
    scale = max(1.0, float(chi2[best]) / max(len(n) - 3, 1)) if len(n) > 3 else 1.0
    errors, excess = errors * math.sqrt(scale), (chi2 - chi2[best]) / scale
    return Limit(float(limits[best]), float(grid[best]), grid, limits, errors, excess, 0.0, **shape)


def _order_of(n: Tensor, y: Tensor, orders: tuple[float, float]) -> float | None:
    """δ with (y₁ - y₂)/(y₂ - y₃) = (n₁^-δ - n₂^-δ)/(n₂^-δ - n₃^-δ), a function increasing in δ; None outside the range."""
    near, far = float(y[0] - y[1]), float(y[1] - y[2])
    if near == 0 or far == 0 or near * far < 0:
        return None
    ratio = near / far

    def quotient(d: float) -> float:
        p = [math.exp(-d * math.log(float(v) / float(n[2]))) for v in n]
        return (p[0] - p[1]) / (p[1] - p[2])

    low, high = orders
    if not quotient(low) <= ratio <= quotient(high):
        return None
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if quotient(middle) < ratio else (low, middle)
    return (low + high) / 2


def _deterministic(n: Tensor, y: Tensor, orders: tuple[float, float], shape: dict[str, float]) -> Limit:
    found: list[tuple[float, float]] = []
    for i in range(len(n) - 2):
        m, v = n[i : i + 3], y[i : i + 3]
        d = orders[0] if orders[0] == orders[1] else _order_of(m, v, orders)
        if d is None:
            found.append((float(v[2]), math.nan))
            continue
        p = (m / m[2]) ** -d
        found.append((float(v[2] - (v[1] - v[2]) / (p[1] - p[2])), d))
    limit, order = found[-1]
    if math.isnan(order):
        # no power law there: the last step says how far the values still move
        half = abs(float(y[-1] - y[-2]))
    elif len(found) > 1 and not math.isnan(found[-2][1]):
        half = abs(limit - found[-2][0])
    else:
        half = abs(limit - float(y[-1]))
    rounding = 64 * torch.finfo(torch.float64).eps * float(y.abs().max())
    zero = torch.zeros(1, dtype=torch.float64)
    return Limit(limit, order, as_tensor([order]), as_tensor([limit]), zero, zero, half + rounding, **shape)


def decay_order(
    sizes: Values,
    gaps: Values,
    se: Values | None = None,
    *,
    logs: tuple[float, float] = (0.0, 0.0),
    slowest: float = 0.5,
    decades: float = 1.0,
) -> Growth:
    """Growth exponent of |gap|, whose negative is the order of decay to zero."""
    return growth_exponent(sizes, as_tensor(gaps).abs(), se, logs=logs, slowest=slowest, decades=decades)
