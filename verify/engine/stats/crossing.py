"""Where a monotone noisy curve crosses a level, with an interval; and how that place moves with the size.

Bracket: with a simultaneous band at the grid points, monotonicity puts the crossing to the right of every point whose
band is on the near side of the level and to the left of every point whose band is on the far side: valid at level α for
any monotone curve. Interpolation: the zero of the line fitted to the few points around the crossing, with an interval by
Fieller's inversion of its t-statistic plus the change when the curve is bent; it is cut to the bracket.
Collapse: the crossings x*(n) at several sizes, their exponent in n from `slopes.growth_exponent`.
Conventions: the grid increases; logarithmic control variables are passed as such or with `log=True`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.sequential import as_tensor, check_level, normal_quantile
from lemmata.verify.engine.stats.slopes import Growth, Values, checked, growth_exponent


@dataclass(frozen=True)
class Crossing:
    """The crossing, its interval, the rigorous bracket, and whether the points are monotone within their noise."""

    position: float
    standard_error: float
    low: float
    high: float
    bracket: tuple[float, float]
    rising: bool
    monotone: bool
    found: bool


def crossing(
    grid: Values, values: Values, se: Values | None = None, *, level: float = 0.0, alpha: float = 1e-3, log: bool = False
) -> Crossing:
    """Locate values = level at confidence 1 - α; `found` is false where the data do not show both sides."""
    if log and not bool((as_tensor(grid) > 0).all()):
        raise LemmataError("a logarithmic grid needs positive points")
    x = torch.log(as_tensor(grid)) if log else as_tensor(grid)
    shift = 1 - float(x.min())
    x, y, s = checked(x + shift, values, se, 3, 0.0)
    x, y = x - shift, y - level
    rising = bool(y[-1] > y[0])
    v = y if rising else -y
    count = len(x)
    z = float(normal_quantile(check_level(alpha) / (2 * count)))
    left, right = x[v + z * s < 0], x[v - z * s > 0]
    bracket = (float(left.max()) if len(left) else -math.inf, float(right.min()) if len(right) else math.inf)
    gap = v[:, None] - v[None, :]
    noise = (s[:, None] ** 2 + s[None, :] ** 2).sqrt()
    later = torch.ones(count, count, dtype=torch.bool).triu(1)
    monotone = not bool(((gap > z * noise * math.sqrt(2)) & later & (gap > 0)).any())
    found = len(left) > 0 and len(right) > 0 and bracket[0] < bracket[1]
    position, error, low, high = _interpolate(x, v, s, float(normal_quantile(check_level(alpha) / 2)))
    low, high = max(low, bracket[0]), min(high, bracket[1])
    if not low <= high:
        low, high = bracket
    back = _exp if log else float
    ends = [back(t) if math.isfinite(t) else (0.0 if log and t < 0 else t) for t in (position, low, high, *bracket)]
    scale = ends[0] if log else 1.0
    return Crossing(ends[0], error * scale, ends[1], ends[2], (ends[3], ends[4]), rising, monotone, found)


def _exp(t: float) -> float:
    return math.exp(t) if t < 700 else math.inf


def _interpolate(x: Tensor, v: Tensor, s: Tensor, z: float) -> tuple[float, float, float, float]:
    """Line through the points around the change of sign; z-interval by inversion, widened by the bend."""
    pooled = _isotonic(v, s)
    after = (pooled > 0).nonzero().flatten()
    k = int(after[0]) if len(after) else len(x)
    k = min(max(k, 1), len(x) - 1)
    # as many neighbours as the noise asks for: until the line's rise stands clear of it
    reach = 1
    while True:
        a, b = max(k - reach, 0), min(k + reach, len(x))
        rise, noise = float((v[a:b]).max() - v[a:b].min()), float(s[a:b].max())
        if rise > 3 * z * noise or (a == 0 and b == len(x)):
            break
        reach += 1
    exact = not bool((s[a:b] > 0).any())
    w = torch.ones(b - a, dtype=torch.float64) if exact else 1 / s[a:b].clamp(min=float(s[a:b][s[a:b] > 0].min())) ** 2
    m = float((w * x[a:b]).sum() / w.sum())
    xc = x[a:b] - m
    slope = float((w * xc * v[a:b]).sum() / (w * xc * xc).sum())
    centre = float((w * v[a:b]).sum() / w.sum())
    if slope <= 0:
        return (m, math.inf, -math.inf, math.inf)
    position = m - centre / slope
    bend = _bend(x, v, s, (max(a - 1, 0), min(b + 1, len(x))), slope, (float(x[a]), float(x[b - 1])), position)
    if exact:
        return position, 0.0, position - bend, position + bend
    var_c, var_s = float(1 / w.sum()), float(1 / (w * xc * xc).sum())
    error = math.sqrt(var_c + (position - m) ** 2 * var_s) / slope
    low, high = _fieller(centre, slope, var_c, var_s, z)
    return position, error, m + low - bend, m + high + bend


def _fieller(c: float, s: float, var_c: float, var_s: float, z: float) -> tuple[float, float]:
    """{t : (c + s t)² ≤ z² (var_c + t² var_s)}; the whole line where the slope is not clear of zero."""
    a, b, d = s * s - z * z * var_s, c * s, c * c - z * z * var_c
    if a <= 0:
        return -math.inf, math.inf
    root = math.sqrt(max(b * b - a * d, 0.0))
    return (-b - root) / a, (-b + root) / a


def _bend(
    x: Tensor, v: Tensor, s: Tensor, window: tuple[int, int], slope: float, ends: tuple[float, float], position: float
) -> float:
    """Shift of the zero by the curve's second order: the parabola through one point more on each side, times 1.5."""
    t, y = x[window[0] : window[1]] - position, v[window[0] : window[1]]
    if len(t) < 3:
        return ends[1] - ends[0]
    e = s[window[0] : window[1]]
    weight = torch.ones_like(t) if not bool((e > 0).any()) else 1 / e.clamp(min=float(e[e > 0].min()))
    design = torch.stack((torch.ones_like(t), t, t * t), dim=1) * weight[:, None]
    curvature = float(torch.linalg.lstsq(design, (y * weight)[:, None], driver="gelsd").solution[2, 0])
    # a chord through two points errs by the product of the distances to them, a line through more by the variance of t
    middle = (ends[0] + ends[1]) / 2
    product = abs((position - ends[0]) * (ends[1] - position))
    return 1.5 * abs(curvature) / slope * max(product, (ends[1] - middle) ** 2 / 3)


def _isotonic(v: Tensor, s: Tensor) -> Tensor:
    """Weighted isotonic regression (pool adjacent violators)."""
    weights = [1.0 / max(float(e), 1e-300) ** 2 if float(e) > 0 else 1.0 for e in s]
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(v.tolist(), weights, strict=True):
        blocks.append((value, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, wa, na), (b, wb, nb) = blocks[-2], blocks[-1]
            blocks[-2:] = [((a * wa + b * wb) / (wa + wb), wa + wb, na + nb)]
    return as_tensor([value for value, _, size in blocks for _ in range(size)])


def collapse(
    sizes: Values,
    crossings: Sequence[Crossing],
    *,
    alpha: float = 1e-3,
    logs: tuple[float, float] = (0.0, 0.0),
    decades: float = 1.0,
) -> Growth:
    """Exponent a of x*(n) ≈ c n^a; crossings collapse on x/n^a when its interval covers the stated a."""
    missing = [n for n, c in zip(as_tensor(sizes).tolist(), crossings, strict=True) if not c.found]
    if missing:
        raise LemmataError(f"no crossing was found at sizes {missing}; widen the grid there")
    z = float(normal_quantile(check_level(alpha) / 2))
    # the interval includes the bend of the curve, so its half-width over z is the honest standard error
    errors = [max((c.high - c.low) / (2 * z), c.standard_error) for c in crossings]
    return growth_exponent(sizes, [c.position for c in crossings], errors, logs=logs, decades=decades)
