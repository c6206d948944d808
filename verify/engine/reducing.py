"""Reductions: a quicker way to the same numbers, compared with the literal one at small sizes in the same run.

Pathwise: on the same draws the two are equal to rounding. By observables: mean and variance agree to a tenth. As a bound:
what a search finds is never below what is claimed. Only then does the quicker one stand in for the term at other sizes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.kinds import Identity
from lemmata.theory.language.operators import Mean, Variance
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.procedures import Reduction
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.subject import Settings

AGREEMENT = 1e-8
SEARCHED = 1e-6  # how far below its infimum rounding can lead a search: it is judged by its values
PATHS = 64
LEAST = 2**17  # replicates of a comparison by observables, which is made once and at small sizes
ORDER = {"fails": 0, "error": 1, "undecided": 2, "vacuous": 3, "holds": 4}


def reduced(scene: Scene, law: Law) -> Law:
    """The law with every reduced term in its quick form."""
    statement = law.statement
    for reduction in scene.claim.reductions:
        changes: dict[str, Any] = {}
        for name, formula in statement.expressions():
            if name in statement.__dataclass_fields__:
                new = expand(formula).xreplace({expand(reduction.term): expand(reduction.by)})
                if new != expand(formula):
                    changes[name] = new
        if changes:
            statement = statement.replace(**changes)
    return (
        law
        if statement is law.statement
        else Law(law.part, law.role, law.label, statement, law.when, law.expected, law.alone, law.world)
    )


def compared(settings: Settings, scene: Scene, alpha: float) -> dict[str, Evidence]:
    """The comparisons of all reductions of a claim, at the small sizes that they name."""
    found = {}
    for number, reduction in enumerate(settings.claim.reductions, 1):
        name = f"reduction:{number}"
        worst: Evidence | None = None
        for sizes in _sizes(settings, scene, reduction):
            small = scene.but(point={**scene.point, **sizes})
            try:
                evidence = _compare(small, reduction, alpha)
            except Exception as error:
                evidence = Evidence("error", detail=f"{settings.claim.id}: the reduction of {reduction.term}: {error}")
            evidence.point = dict(small.point)
            if worst is None or ORDER[evidence.outcome] < ORDER[worst.outcome]:
                worst = evidence
        assert worst is not None
        found[name] = worst
    return found


def _sizes(settings: Settings, scene: Scene, reduction: Reduction) -> list[dict[str, Any]]:
    """The small sizes, and others at which no two of them are equal, so that a reduction for equal sizes alone is found out."""
    small = dict(reduction.small)
    whole = sorted(name for name, value in small.items() if isinstance(value, int))
    moved = {**small, **{name: small[name] + place for place, name in enumerate(whole, 1)}}
    point = {**scene.point, **moved}
    return [small, moved] if whole and not settings.claim.domain.broken(point) else [small]


def uses(settings: Settings, name: str) -> list[int]:
    """The numbers of the reductions that stand in for a term of a part."""
    formulas = [expand(f) for law in settings.claim.laws() if law.part == name for _, f in law.statement.expressions()]
    terms = [expand(r.term) for r in settings.claim.reductions]
    return [k for k, term in enumerate(terms, 1) if any(f.has(term) for f in formulas)]


def _compare(scene: Scene, reduction: Reduction, alpha: float) -> Evidence:
    term, by = expand(reduction.term), expand(reduction.by)
    if reduction.how == "observables":
        return _observables(scene, term, by, alpha)
    if samples(term) or samples(by):
        a, b = scene.sampled([term, by], "reduction", 0, PATHS)
    else:
        a, b = scene.value(term)[0], scene.value(by)[0]
    size = float(torch.maximum(a.abs(), b.abs()).max()) or 1.0
    if reduction.how == "bound":
        short = float((b - a).max())
        return Evidence(
            "fails" if short > SEARCHED * size else "holds",
            statistic=float(a.mean()),
            predicted=float(b.mean()),
            samples=a.numel(),
            size=short / size,
            detail="the term is never below its bound",
        )
    gap = float((a - b).abs().max())
    return Evidence(
        "fails" if gap > AGREEMENT * size else "holds",
        statistic=float(a.reshape(-1)[0]),
        predicted=float(b.reshape(-1)[0]),
        resolution=AGREEMENT,
        samples=a.numel(),
        size=gap / size,
        detail="pathwise, on the same draws",
    )


def _observables(scene: Scene, term: Any, by: Any, alpha: float) -> Evidence:
    from lemmata.verify.engine.judging.sampled import judge_sampled

    name = next(iter(scene.claim.parts))
    laws = [
        Law(name, Role.MUTANT, label, Identity(operator(term), operator(by)), (), "holds")  # seen to a tenth, as any other law
        for label, operator in (("mean", Mean), ("variance", Variance))
    ]
    sizes = scene.settings.replicates
    settings = replace(scene.settings, replicates=(max(sizes[0], LEAST), max(sizes[1], LEAST)))
    found = judge_sampled(scene.but(settings=settings), laws, alpha)
    order = {"fails": 0, "error": 1, "undecided": 2, "holds": 3}
    worst = min(found, key=lambda e: order[e.outcome])
    worst.detail = (
        "mean and variance of the two agree"
        if worst.outcome == "holds"
        else f"a difference of {worst.statistic or 0:.4g} of mean or variance; {worst.detail}".removesuffix("; ")
    )
    return worst
