"""A nonlinear function of several means, judged on the image of the box of their intervals, never by the delta method.

If every mean lies in its interval at level α_i, f(means) lies in f(box) at level Σ α_i (no independence needed). The
image is enclosed by ball arithmetic: the box is bisected along the side that matters until the enclosure exceeds the
values seen at sampled points by little, or the evaluations run out; either way it contains the image.
An affine f needs no box: `combine` makes one sample of it, whose single interval is narrower.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from flint import arb, ctx
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.scaling import finite

Box = tuple[tuple[float, float], ...]
Function = Callable[[Sequence[arb]], arb]
TIGHT = 1e-2
EVALUATIONS = 4000
PRECISION = 120


@dataclass(frozen=True)
class Image:
    """An interval that contains f(box), and one that f attains there: the first exceeds the second by the work saved."""

    low: float
    high: float
    attained_low: float
    attained_high: float
    evaluations: int


def _ball(low: float, high: float) -> arb:
    a, b = arb(low), arb(high)
    return a.union(b)


def _ends(value: arb) -> tuple[float, float]:
    """Floats around a ball, outwards; the whole line where it is no number."""
    if not value.is_finite():
        return -math.inf, math.inf
    low, high = float(value.lower()), float(value.upper())
    return math.nextafter(low, -math.inf), math.nextafter(high, math.inf)


def _split(box: Box, f: Function) -> list[Box]:
    """Halves along the side over which f, with the others at their middles, moves most (the widest, if that is unknown)."""
    spans: list[tuple[float, float, int]] = []
    middles = [arb(low / 2 + high / 2) for low, high in box]
    for i, (low, high) in enumerate(box):
        if not low < high or not low < low / 2 + high / 2 < high:
            continue
        point = list(middles)
        point[i] = _ball(low, high)
        bottom, top = _ends(f(point))
        spans.append((top - bottom, (high - low) / max(abs(low), abs(high)), i))
    if not spans:
        return []
    i = max(spans)[2]
    low, high = box[i]
    middle = low / 2 + high / 2
    return [(*box[:i], side, *box[i + 1 :]) for side in ((low, middle), (middle, high))]


def _falling(f: Function, box: Box) -> list[int]:
    """The end of each side, 0 or 1, at which f is the lower one, with the others at their middles: of a function that is monotone
    in each variable the least value is attained at these ends."""
    middles = [arb(low / 2 + high / 2) for low, high in box]
    ends = []
    for i, side in enumerate(box):
        low, high = (_ends(f([*middles[:i], arb(end), *middles[i + 1 :]]))[1] for end in side)
        ends.append(int(high < low))
    return ends


def image(f: Function, boxes: Sequence[tuple[float, float]], *, tight: float = TIGHT, evaluations: int = EVALUATIONS) -> Image:
    """Enclose f over the product of the intervals `boxes`; f maps a list of arb balls to an arb ball."""
    box: Box = tuple((float(low), float(high)) for low, high in boxes)
    for low, high in box:
        if not low <= high:
            raise LemmataError(f"[{low}, {high}] is no interval; its ends must be numbers in increasing order")
    if not all(math.isfinite(end) for side in box for end in side):
        return Image(-math.inf, math.inf, math.nan, math.nan, 0)
    before, ctx.prec = ctx.prec, PRECISION
    try:
        low, seen_low, used = _minimum(f, box, tight, evaluations // 2)
        high, seen_high, more = _minimum(lambda point: -f(point), box, tight, evaluations // 2)
    finally:
        ctx.prec = before
    return Image(low, -high, seen_low, -seen_high, used + more)


def _minimum(f: Function, box: Box, tight: float, evaluations: int) -> tuple[float, float, int]:
    """A lower bound of f on the box, the least value seen, and the evaluations made."""
    used, count, seen, top = 0, 0, math.inf, -math.inf
    heap: list[tuple[float, int, Box]] = []
    falling = _falling(f, box)

    def push(part: Box) -> None:
        nonlocal used, count, seen, top
        bottom, _ = _ends(f([_ball(*side) for side in part]))
        corners = [
            [arb(low / 2 + high / 2) for low, high in part],
            [arb(side[0]) for side in part],
            [arb(side[1]) for side in part],
            [arb(side[end]) for side, end in zip(part, falling, strict=True)],
        ]
        for corner in corners:
            lower, upper = _ends(f(corner))
            if math.isfinite(upper):
                seen, top = min(seen, upper), max(top, lower)
        used, count = used + 5, count + 1
        heapq.heappush(heap, (bottom, count, part))

    push(box)
    while used < evaluations:
        bottom, _, part = heap[0]
        if seen - bottom <= tight * max(top - seen, 0.0):
            break
        halves = _split(part, f)
        used += len(box)
        if not halves:
            break
        heapq.heappop(heap)
        for half in halves:
            push(half)
    return heap[0][0], seen, used


def combine(coefficients: Sequence[float], constant: float, samples: Sequence[Tensor]) -> Tensor:
    """The sample of c₀ + Σ cᵢ xᵢ, whose mean is that affine function of the means; replicate j of each belongs together."""
    if len(coefficients) != len(samples) or len(samples) == 0:
        raise LemmataError(f"{len(coefficients)} coefficients do not go with {len(samples)} samples; give one for each")
    sizes = {tuple(x.shape) for x in samples}
    if len(sizes) != 1:
        raise LemmataError(f"samples of shapes {sorted(sizes)} cannot be combined; draw them together")
    total = torch.full_like(finite(samples[0]), float(constant))
    for c, x in zip(coefficients, samples, strict=True):
        total = total + float(c) * finite(x)
    return finite(total, "the combined replicate")
