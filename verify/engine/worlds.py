"""Wrong worlds: the true statement in an experiment with one ingredient wrong; and wrong instances, one hypothesis violated.

At least one of them must fail, at a point where the random part contributes: a check that passes in every wrong world
says nothing about ours. A hypothesis that nothing needs is a finding, and shown as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lemmata.numerics.random.breaking import breaks
from lemmata.numerics.random.worlds import worlds
from lemmata.theory.language.arrays import Tied
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.kinds import Inequality, Within
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.reducing import reduced
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.suspects import CLEAR, glance

PLACES = (2, 4)  # points at which a wrong world is tried before it counts as not seen
FURTHER = 8  # points more for a part that noticed none: where a factor is 0 nothing can be seen
SPARED = (
    16,
    1,
)  # once a part has noticed one wrong world, the others of it are drawn so many times less, at one place in quick
LEAST = 4096  # replicates that are drawn in any case
PILOT = 512  # replicates that say whether a bound may fail in a wrong world
Judge = Callable[[Scene, Sequence[Law], float], dict[str, Evidence]]


def wrong_worlds(
    settings: Settings, points: Sequence[Any], setting: Setting, alpha: float, judge: Judge, first: int
) -> dict[str, Evidence]:
    """The evidence of every part in its wrong worlds, by the name of the law; at the plainest of the first points, if it does."""
    found: dict[str, Evidence] = {}
    claim = settings.claim
    chosen = sorted(points[:first], key=_plainness)[: PLACES[setting.profile]]
    further = sorted((p for p in points if p not in chosen), key=_plainness)[:FURTHER]
    few = _first_few(settings, setting.profile)
    for truth in (law for law in claim.laws() if law.role is Role.TRUTH and not claim.parts[law.part].open):
        noticed = False
        every = [
            (replace(truth, role=Role.WORLD, label=label, expected="fails", world=label), changes)
            for label, changes in _changes(settings, truth)
        ]
        if few is not None:
            for law, changes in every:
                found[law.name] = _seen(law, [Scene(few, p, setting, **changes) for p in chosen[:1]], alpha, judge)
            if any(found[law.name].outcome == "fails" for law, _ in every):
                continue
        for law, changes in every:
            given = _spared(settings, setting.profile) if noticed else settings
            places = chosen[:1] if noticed and not setting.profile else chosen
            found[law.name] = _seen(law, [Scene(given, p, setting, **changes) for p in places], alpha, judge)
            noticed = noticed or found[law.name].outcome == "fails"
        needless = all(found[law.name].outcome in ("holds", "vacuous") for law, _ in every)
        needless = needless and settings.depends[truth.part] != frozenset()
        for law, changes in every if needless else ():
            here = _seen(law, [Scene(settings, p, setting, **changes) for p in further], alpha, judge, elsewhere=True)
            if here.outcome == "fails":
                found[law.name] = here
                break
    return found


def _seen(law: Law, scenes: Sequence[Scene], alpha: float, judge: Judge, elsewhere: bool = False) -> Evidence:
    """The evidence at the first place where the world is noticed, or at the first where the part is stated.

    After that one, and where the part is judged ``elsewhere``, a place counts only if the world is noticed there: where a pilot
    sees a bound kept by many standard errors nothing is judged.
    """
    evidence = Evidence("vacuous", detail="no point meets the conditions of the part")
    for scene in scenes:
        if (elsewhere or evidence.outcome != "vacuous") and _kept(scene, law):
            continue
        here = judge(scene, [law], alpha)[law.name]
        here.point = dict(scene.point)
        if evidence.outcome == "vacuous" or here.outcome == "fails":
            evidence = here
        if here.outcome == "fails":
            break
    return evidence


def _kept(scene: Scene, law: Law) -> bool:
    """Whether a pilot sees a bound kept by so much that no number of replicates would refute it."""
    if not isinstance(law.statement, Inequality | Within):
        return False
    seen = glance(scene, law, PILOT)
    return seen is not None and seen.excess < CLEAR


def _spared(settings: Settings, profile: int) -> Settings:
    """The settings with fewer replicates in this profile: what they cannot decide is undecided, and not called needless."""
    fewer = list(settings.replicates)
    fewer[profile] = min(fewer[profile], max(LEAST, fewer[profile] // SPARED[profile]))
    return settings.but(replicates=(fewer[0], fewer[1]))


def _first_few(settings: Settings, profile: int) -> Settings | None:
    """Where a world may take very many replicates, all of a part are looked at with few first in the quick profile: one that needs
    many may stand before one that does not."""
    few = _spared(settings, profile)
    return None if profile or few.replicates[profile] <= LEAST else few


def _plainness(point: Any) -> tuple[int, str]:
    """Points without hostile styles first: there the random part contributes."""
    hostile = sum(1 for name, value in point.items() if name.endswith(":style") and value != "generic")
    return hostile, ""


def _changes(settings: Settings, truth: Law) -> list[tuple[str, dict[str, Any]]]:
    terms: dict[Any, None] = {}
    names: set[str] = set()
    for _, formula in reduced(settings, truth).statement.expressions():  # what is drawn, and nothing else, can be wrong
        formula = expand(formula)
        terms.update(dict.fromkeys(samples(formula)))
        names |= {str(s.name) for s in formula.free_symbols if hasattr(s, "name")}
    random = [t for t in terms if not isinstance(t.law, ProcedureLaw)]
    bound = truth.kind == "guarantee" or any(expand(f).has(*BINDERS) for _, f in truth.statement.expressions())
    if random and bound:
        return [(w.name, {"world": w}) for t in random for w in worlds(t, random)]
    return [
        (f"{how.replace(' ', '_')}.{a.name}", {"broken": (str(a.name), how)})
        for a in settings.claim.arrays
        if not isinstance(a.kind, Tied) and str(a.name) in names
        for how in breaks(a)
    ]
