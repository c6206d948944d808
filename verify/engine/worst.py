"""The worst case of an inequality: a climb on log left - log right over the valid domain, and ascent over the instance.

The search starts all over the valid domain and at its corners. Where the sides are formulas of arrays, the entries of the
instance are then moved by gradient ascent, within the kind of each.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.solve.adam import Adam
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Identity, Inequality, Within
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.drawing import draw_points
from lemmata.verify.engine.judging.averages import Average, average
from lemmata.verify.engine.judging.cancelling import Pair
from lemmata.verify.engine.judging.conditions import batched
from lemmata.verify.engine.judging.fixed import excess, pair
from lemmata.verify.engine.moving import free, image, member, moves
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.space import Point, Space
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.suspects import corners_of
from lemmata.verify.engine.zoom import zoomed

KEPT = (2, 6)
SLOW_SCAN = ((12, 4), (100, 40))  # where every point has a program of its own, or runs one
SCAN = ((140, 40), (1000, 400))  # points of the core and of the rest
LOOKS, GLANCE, SUSPICIOUS = (40, 200), 512, 4.0
ENDS = 8  # of the corners of a part's own conditions
BROKEN = 1e-6  # a score above which the worst end of each law is judged
SCANNED = 400  # elements of an array at a scanned point of the rest
STEPS = (60, 400)


def worst_points(settings: Settings, laws: Sequence[Law], points: Sequence[Any], setting: Setting) -> list[tuple[Scene, str]]:
    """Scenes at which a true inequality without randomness is most nearly broken, and how they were found."""
    from lemmata.verify.engine.search import climb  # loads hypothesis

    found: list[tuple[Scene, str]] = _scanned(settings, laws, setting)
    for law in (law for law in laws if law.role is Role.TRUTH and isinstance(law.statement, Inequality | Within)):
        budget = int(settings.search[setting.profile])

        def score(point: dict[str, Any], law: Law = law) -> float | None:
            return _score(Scene(settings, point, setting), law)

        best = climb(settings.claim, score, budget, setting.root, when=law.when, size_limit=settings.size_limit).found
        for _, point in best[: KEPT[setting.profile]]:
            scene = Scene(settings, point, setting)
            found.append((scene, "after a climb over the parameters"))
            closer = zoomed(scene, law, sides(law))
            if closer is not None:
                found.append((closer, "after a closer look around the worst point"))
            moved = _ascended(scene, law, STEPS[setting.profile])
            if moved is not None:
                found.append((moved, "after gradient ascent over the instance"))
    return found


def _scanned(settings: Settings, laws: Sequence[Law], setting: Setting) -> list[tuple[Scene, str]]:
    """Where a true statement looks most nearly broken among many points of the core and of the rest.

    A set of 5 % of the core is missed by 140 points with probability 1e-3.
    """
    truths = [law for law in laws if law.role is Role.TRUTH]
    if not truths or not settings.claim.symbols:
        return []
    core, rest = SCAN[setting.profile] if _quick_to_compile(settings) else SLOW_SCAN[setting.profile]
    points = draw_points(settings.claim, core, salt=setting.root + 1)
    points += draw_points(settings.claim, rest, salt=setting.root + 1, where="rest", size_limit=SCANNED)
    drawn, points = len(points), points + own_ends(settings, truths, setting)
    scored: list[tuple[float, int]] = []
    worst: dict[str, tuple[float, int]] = {}
    for number, point in enumerate(points):
        scene = Scene(settings, point, setting)
        values = {law.name: v for law in truths if (v := _score(scene, law)) is not None}
        if values:
            scored.append((max(values.values()), number))
            if number >= drawn:  # where a part's own conditions end, another part that looks worse elsewhere hides nothing
                worst |= {name: max(worst.get(name, (v, number)), (v, number)) for name, v in values.items()}
    chosen = sorted(scored, reverse=True)[: KEPT[setting.profile]]
    known = {number for _, number in chosen}
    chosen += sorted({(v, number) for v, number in worst.values() if v > BROKEN and number not in known}, reverse=True)
    return [(Scene(settings, points[number], setting), f"the worst of {len(scored)} points scanned") for _, number in chosen]


def own_ends(settings: Settings, laws: Sequence[Law], setting: Setting) -> list[Point]:
    """Points of the core at which every number is at an end of what a part's own conditions leave of it."""
    conditions = dict.fromkeys(law.when for law in laws if law.when)
    spaces = [Space(settings.claim, when=when, size_limit=settings.size_limit) for when in conditions]
    return [point for space in spaces for point in itertools.islice(corners_of(space, setting.root), ENDS)]


def _quick_to_compile(settings: Settings) -> bool:
    """Whether a value at a further point costs little: no arbitrary function, path, root, flow or derivative is in the way."""
    return not settings.claim.functions and not any(isinstance(node, Binding) for node in settings.claim.nodes)


def suspect_points(settings: Settings, laws: Sequence[Law], setting: Setting) -> list[tuple[Scene, str]]:
    """Where a true identity of means looks broken on a few hundred samples, among many points of the core."""
    if not settings.claim.symbols or settings.claim.procedures or not _quick_to_compile(settings):
        return []
    truths = [law for law in laws if law.role is Role.TRUTH and isinstance(law.statement, Identity)]
    tried = [(law, found) for law in truths for found in [_gap_of(law)] if found is not None]
    if not tried:
        return []
    scored: list[tuple[float, int]] = []
    points = draw_points(settings.claim, LOOKS[setting.profile], salt=setting.root + 2)
    points += own_ends(settings, [law for law, _ in tried], setting)
    for number, point in enumerate(points):
        scene = Scene(settings, point, setting)
        with suppress(LemmataError, ValueError, OverflowError, RuntimeError):
            scored.append((max(_suspicion(scene, law, found) for law, found in tried), number))
    chosen = [(z, k) for z, k in sorted(scored, reverse=True)[: KEPT[setting.profile]] if z > SUSPICIOUS]
    return [(Scene(settings, points[k], setting), f"the most suspect of {len(scored)} points") for _, k in chosen]


def _gap_of(law: Law) -> Average | None:
    gaps = [left - right for left, right in sides(law)]
    return average(gaps[0]) if len(gaps) == 1 and not getattr(gaps[0], "is_Matrix", False) else None


def _suspicion(scene: Scene, law: Law, found: Average) -> float:
    """How many standard errors the law is off, on a small sample."""
    if scene.unmet(law) is not None:
        return 0.0
    x = found.replicates(scene, "suspicion", 0, GLANCE)
    error = float(x.std()) / len(x) ** 0.5
    gap = abs(float(x.mean()))
    return gap / error if error > 0 else (float("inf") if gap > 0 else 0.0)


def sides(law: Law) -> list[tuple[Any, Any]]:
    """The inequalities (left, right) of a law."""
    statement = law.statement
    if isinstance(statement, Inequality | Identity):
        return [(statement.left, statement.right)]
    assert isinstance(statement, Within)
    return [(statement.quantity, statement.high), (statement.low, statement.quantity)]


def _score(scene: Scene, law: Law) -> float | None:
    """How nearly the law is broken; None where it is not stated or cannot be evaluated. 0 <= 0 says nothing and is passed over."""
    try:
        if scene.unmet(law) is not None:
            return None
        values = scene.rough(*(side for both in sides(law) for side in both))
        if isinstance(law.statement, Identity):
            gap, size = (
                float((values[0] - values[1]).abs().max()),
                float(torch.maximum(values[0].abs().max(), values[1].abs().max())),
            )
            return gap / size if size else 0.0
        numbers = [float(v) for v in values]
    except (LemmataError, ValueError, OverflowError, RuntimeError):
        return None
    pairs = [Pair(a, b, 0.0, max(abs(a), abs(b))) for a, b in zip(numbers[0::2], numbers[1::2], strict=True)]
    return max((excess(p) for p in pairs if p.left != 0 or p.right != 0), default=None)


def _ascended(scene: Scene, law: Law, steps: int) -> Scene | None:
    """The scene with the entries of its arrays moved, each within its kind, to where the law is most nearly broken."""
    moving = [a for a in scene.claim.arrays if moves(a) and str(a.name) in scene.env]
    if not moving or law.when:
        return None
    try:
        left, right = max(sides(law), key=lambda s: excess(pair(scene, *s)))
        arrays = [a for a in moving if expand(left - right).has(a)]
        if not arrays:
            return None
        both = batched((expand(left), expand(right)), arrays)
        start = {a: torch.as_tensor(scene.env[str(a.name)], dtype=torch.float64) for a in arrays}
        names = {str(a.name) for a in arrays}
        at = both.at({k: v for k, v in scene.env.items() if k not in names})
        best, place = _climb(
            lambda values: at({str(a.name): _column(v)[None] for a, v in values.items()}, 1, check=False), start, steps
        )
    except (LemmataError, RuntimeError):
        return None
    before = _score(scene, law)
    moved = {**scene.given, **{str(a.name): v for a, v in place.items()}}
    return scene.but(given=moved) if before is None or best > before else None


def _column(value: Tensor) -> Tensor:
    return value[:, None] if value.ndim == 1 else value


def _climb(sides: Any, start: dict[Any, Tensor], steps: int) -> tuple[float, dict[Any, Tensor]]:
    values = {a: free(a, v).requires_grad_(True) for a, v in start.items()}
    size = max(float(v.detach().abs().max()) for v in values.values()) or 1.0
    optimiser = Adam(list(values.values()), 0.05 * size)
    best, place = -float("inf"), dict(start)
    for _ in range(steps):
        images = {array: image(array, v) for array, v in values.items()}
        a, b = sides(images)
        gap = torch.log(a) - torch.log(b) if bool((a > 0).all()) and bool((b > 0).all()) else a - b
        number = float(gap.detach().max())
        if number != number:
            break
        if number > best and all(member(array, v.detach()) for array, v in images.items()):
            best, place = number, {array: v.detach().clone() for array, v in images.items()}
        (-gap.max()).backward()
        optimiser.step()
    return best, place
