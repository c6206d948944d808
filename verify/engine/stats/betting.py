"""Confidence sequences for the mean of a bounded statistic, by betting: exact at every α, n and stopping rule.

For X in [0, 1] with mean m, Π (1 + θ(X_i - m)/m) and Π (1 + θ(m - X_i)/(1 - m)) are nonnegative martingales for
0 ≤ θ < 1, so a mixture of them reaches 1/α with probability at most α (Ville); values of m that it refutes are excluded.

Two implementations:
- `BettingSequence`: mixture over a grid of θ, each logarithm bounded below by y - y²/2 + y³/3 - k(θ) y⁴, which holds for
  y ≥ -θ; so the wealth against every m follows from four streaming moments, and a check can be resumed from them;
- `betting_interval`: hedged capital with predictable plug-in bets on the sample itself, for one final interval.
Conventions: `low`, `high` bound the statistic (numbers or tensors (L,)); L laws at once.
Sources: Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting; Ryu & Bhatt (2024), On
confidence sequences for bounded random processes via universal gambling strategies; Fan, Grama & Liu (2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import torch
from torch import Tensor

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.studentised import Interval, as_tensor, check_level

EDGE = 1e-12
BETS = 72
BISECTIONS = 24
# rows of every two-sided computation: bets on a mean above the target, and below it
SIDES = torch.tensor([[1.0], [-1.0]], dtype=torch.float64)


def _fourth(theta: Tensor) -> Tensor:
    """k(θ) = (-log(1-θ) - θ - θ²/2 - θ³/3)/θ⁴ = Σ_j θ^j/(j+4), by its series where that is accurate."""
    powers = torch.arange(24, dtype=torch.float64)
    series = (theta[:, None] ** powers / (powers + 4)).sum(1)
    closed = (-torch.log1p(-theta) - theta - theta**2 / 2 - theta**3 / 3) / theta**4
    return torch.where(theta < 0.2, series, closed)


def check_bounds(moments: Moments, low: Tensor, high: Tensor) -> None:
    """A statistic that leaves its stated bounds makes every guarantee void: say which value did."""
    slack = 1e-9 * (high - low)
    bad = (moments.low < low - slack) | (moments.high > high + slack)
    if bool(bad.any()):
        i = int(bad.nonzero()[0])
        lo, hi = low.expand_as(moments.mean)[i], high.expand_as(moments.mean)[i]
        raise LemmataError(
            f"statistic {i} is said to lie in [{lo:.6g}, {hi:.6g}], but its replicates range over "
            f"[{moments.low[i]:.6g}, {moments.high[i]:.6g}]; correct the bounds or leave them out"
        )


@dataclass(frozen=True)
class BettingSequence:
    """Anytime-valid intervals and e-values for means of statistics in [low, high]."""

    low: Tensor
    high: Tensor
    bets: int = BETS
    smallest_bet: float = 1e-5
    _theta: Tensor = field(init=False, repr=False, compare=False)
    _k: Tensor = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        low, high = as_tensor(self.low), as_tensor(self.high)
        if not bool((low < high).all()) or not bool((low.isfinite() & high.isfinite()).all()):
            raise LemmataError(f"bounds [{low.tolist()}, {high.tolist()}] must be finite and in increasing order")
        theta = torch.logspace(math.log10(self.smallest_bet), math.log10(0.9), self.bets, dtype=torch.float64)
        for name, value in {"low": low, "high": high, "_theta": theta, "_k": _fourth(theta)}.items():
            object.__setattr__(self, name, value)

    def _wealth(self, moments: Moments, m: Tensor, sign: Tensor) -> Tensor:
        """Log wealth of the mixture that bets on a mean above (sign 1) or below (sign -1) m, in units of [0, 1]."""
        width = self.high - self.low
        d = (moments.mean - self.low) / width - m
        m2, m3, m4 = moments.m2 / width**2, moments.m3 / width**3, moments.m4 / width**4
        n = moments.count
        scale = sign / torch.where(sign > 0, m, 1 - m).clamp(min=EDGE)
        sums = (n * d, m2 + n * d**2, m3 + 3 * d * m2 + n * d**3, m4 + 4 * d * m3 + 6 * d**2 * m2 + n * d**4)
        y1, y2, y3, y4 = ((s * scale**p)[..., None] for p, s in enumerate(sums, start=1))
        theta = self._theta
        log = theta * y1 - theta**2 * y2 / 2 + theta**3 * y3 / 3 - self._k * theta**4 * y4
        return torch.logsumexp(log, dim=-1) - math.log(self.bets)

    def _unit(self, target: float | Tensor) -> Tensor:
        return (as_tensor(target) - self.low) / (self.high - self.low)

    def log_e(self, moments: Moments, target: float | Tensor = 0.0, side: int | Tensor = 0) -> Tensor:
        """Log e-value of mean = target (side 0), of mean ≤ target (side 1), of mean ≥ target (side -1)."""
        check_bounds(moments, self.low, self.high)
        m = self._unit(target).expand_as(moments.mean)
        inside = m.clamp(EDGE, 1 - EDGE)
        up, down = self._wealth(moments, inside, SIDES)
        up = torch.where(m >= 1, -math.inf, torch.where(m < 0, math.inf, up))
        down = torch.where(m <= 0, -math.inf, torch.where(m > 1, math.inf, down))
        both = torch.logaddexp(up, down) - math.log(2)
        direction = as_tensor(side)
        return torch.where(direction == 0, both, torch.where(direction > 0, up, down))

    def interval(self, moments: Moments, alpha: float | Tensor) -> Interval:
        """Means that neither side refutes at α/2, by bisection that ends on a refuted point."""
        check_bounds(moments, self.low, self.high)
        wall = torch.log(2 / check_level(alpha))
        width = self.high - self.low
        centre = ((moments.mean - self.low) / width).clamp(EDGE, 1 - EDGE)
        inner = centre.expand(2, -1)
        outer = torch.stack((torch.zeros_like(centre), torch.ones_like(centre)))
        # first probe: well outside the end that a normal law would have
        reach = 2 * (2 * (wall + 4) * moments.m2).sqrt() / width / moments.count + 4 * wall / moments.count
        below, above = torch.maximum(centre - reach, centre / 2), torch.minimum(centre + reach, (1 + centre) / 2)
        middle = torch.stack((below, above))
        for _ in range(BISECTIONS):
            refuted = self._wealth(moments, middle.clamp(EDGE, 1 - EDGE), SIDES) >= wall
            outer, inner = torch.where(refuted, middle, outer), torch.where(refuted, inner, middle)
            middle = (outer + inner) / 2
        low, high = self.low + width * outer
        return Interval(low, high)


def betting_interval(
    x: Tensor, alpha: float, low: float = 0.0, high: float = 1.0, *, truncation: float = 0.75, tolerance: float = 1e-4
) -> Interval:
    """Interval for the means of samples x of shape (L, n) or (n,) in [low, high] whose size n was fixed beforehand.

    Bets λ_i = √(2 log(2/α)/(n v_{i-1})) with v the running variance, at most `truncation`/m (or /(1-m)); wealth counts at
    its running maximum; ends are exact to `tolerance` of the half-width, rounded outwards.
    """
    level = float(check_level(alpha))
    u = (torch.atleast_2d(x).to(torch.float64) - low) / (high - low)
    if not (float(u.amin()) >= -1e-9 and float(u.amax()) <= 1 + 1e-9):
        raise LemmataError(f"a replicate lies outside [{low}, {high}]; correct the bounds")
    laws, n = u.shape
    steps = torch.arange(1, n + 1, dtype=torch.float64)
    mean = (0.5 + u.cumsum(1)) / (steps + 1)
    variance = (0.25 + ((u - mean) ** 2).cumsum(1)) / (steps + 1)
    past = torch.cat((torch.full((laws, 1), 0.25, dtype=torch.float64), variance[:, :-1]), dim=1)
    bets = (2 * math.log(2 / level) / (n * past)).sqrt()
    wall = math.log(2 / level)
    # below the mean with X, above it with 1 - X
    below = [_end(row, bet, wall, truncation, tolerance) for row, bet in zip(u, bets, strict=True)]
    above = [_end(1 - row, bet, wall, truncation, tolerance) for row, bet in zip(u, bets, strict=True)]
    width = high - low
    return Interval(
        low + width * torch.tensor(below, dtype=torch.float64), high - width * torch.tensor(above, dtype=torch.float64)
    )


def _end(u: Tensor, bets: Tensor, wall: float, truncation: float, tolerance: float) -> float:
    """The largest mean below that of ``u`` whose wealth is refuted, to ``tolerance`` of its distance, rounded outwards.

    The root of the wealth is nearly linear in the distance from the mean, so the secant finds it; an end of the bracket that
    stays while the other one moves twice counts half, so that both close in, and at times the middle is taken.
    """
    n, centre = len(u), float(u.mean())
    inner, outer, inside, outside, aim = centre, 0.0, 0.0, math.inf, math.sqrt(wall)
    step = 1.1 * math.sqrt(2 * wall * float((u - centre).square_().mean()) / n) + wall / n
    buffer, before = torch.empty_like(u), False
    for iteration in range(200):
        middle = (inner + outer) / 2 if outside < math.inf else max((inner + outer) / 2, inner - step)
        if outside < math.inf and iteration % 8:
            place = inner + (outer - inner) * (aim - inside) / (outside - inside)
            shift = 0.3 * tolerance * (centre - place)
            place += -shift if place - outer > inner - place else shift
            middle = place if outer < place < inner else middle
        m = max(middle, EDGE)
        torch.clamp(bets, max=truncation / m, out=buffer)
        wealth = float(buffer.mul_(u - m).log1p_().cumsum(0).amax())
        refuted, reached = wealth >= wall, math.sqrt(max(wealth, 0.0))
        half = 0.5 if iteration and refuted == before else 1.0
        if refuted:
            outer, outside, inside = middle, reached, aim + (inside - aim) * half
        else:
            inner, inside, outside = middle, reached, aim + (outside - aim) * half
        before = refuted
        if inner - outer <= tolerance * (centre - outer):
            break
    return outer
