"""Reductions: a quicker way to the same numbers, compared with the literal one at small sizes in the same run.

Pathwise: on the same draws the two are equal to rounding. By observables: mean and variance agree to a tenth. As a bound:
what a search finds is never below what is claimed. Only then does the quicker one stand in for the term at other sizes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp
import torch

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.kinds import Identity
from lemmata.theory.language.operators import Mean, Variance
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.procedures import Procedure, ProcedureLaw, Reduction
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.judging.nonlinear import CAP, OUTCOMES
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene, run_label
from lemmata.verify.engine.stats.estimate import by_student
from lemmata.verify.engine.stats.relations import Equal
from lemmata.verify.engine.subject import Settings

AGREEMENT = 1e-8
SEARCHED = 1e-6  # how far below its infimum rounding can lead a search: it is judged by its values
PATHS, SEARCHES = 64, 16  # replicates of a comparison on the same draws, and of one with the value of a search
LEAST = 2**17  # replicates of a comparison by observables, which is made once and at small sizes
RUNS = (2**13, 2**14, 2**15, 2**17)  # replicates of a comparison of runs: more where the fewer do not decide
RUN = 2**10  # of these at a time
UNPAIRED = (
    "pathwise, a run is compared with the run that takes its draws, and one side has {} runs and the other {}: "
    'state as many on either side, or how="observables"'
)
SAME_DRAWS = (
    ": both runs were given the same draws; they have to take the same numbers in the same order, "
    'and runs that do not are compared by how="observables"'
)
ORDER = {"fails": 0, "error": 1, "undecided": 2, "vacuous": 3, "holds": 4}


def reduced(scene: Scene | Settings, law: Law) -> Law:
    """The law with every reduced term in its quick form."""
    statement = law.statement
    for reduction in scene.claim.reductions:
        changes: dict[str, Any] = {}
        for name, formula in statement.expressions():
            if name in statement.__dataclass_fields__:
                new = expand(formula).xreplace(reduction.pairs([formula]))
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
        pairs = reduction.pairs(_stated(settings))
        if not pairs:
            found[name] = Evidence("error", detail=f"no part calls {_word(reduction.term)}: state the parts by it")
            continue
        for sizes in _sizes(settings, scene, reduction):
            small = scene.but(point={**scene.point, **sizes})
            try:
                if isinstance(reduction.term, Procedure) and reduction.how == "observables":
                    every = _runs(small, _first_call(pairs), alpha)
                else:
                    every = [_compare(small, reduction.how, term, by, alpha) for term, by in pairs.items()]
            except Exception as error:
                every = [Evidence("error", detail=f"the reduction of {_word(reduction.term)}: {error}")]
            for evidence in every:
                evidence.point = dict(small.point)
                if worst is None or ORDER[evidence.outcome] < ORDER[worst.outcome]:
                    worst = evidence
        assert worst is not None
        found[name] = worst
    return found


def _word(term: Any) -> str:
    return term.name if isinstance(term, Procedure) else str(term)


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
    found = [r.pairs(formulas) for r in settings.claim.reductions]
    return [k for k, pairs in enumerate(found, 1) if any(f.has(term) for f in formulas for term in pairs)]


def _stated(settings: Settings) -> list[Any]:
    """The formulas of the true statements and of the prints, whose procedures are run."""
    laws = [law for law in settings.claim.laws() if law.role in (Role.TRUTH, Role.PRINT)]
    return [f for law in laws for _, f in law.statement.expressions()]


def _compare(scene: Scene, how: str, term: Any, by: Any, alpha: float) -> Evidence:
    if how == "observables":
        return _observables(scene, term, by, alpha)
    runs = [_labels(x) for x in (term, by)]
    if how == "pathwise" and any(runs):
        if len(runs[0]) != len(runs[1]):
            return Evidence("error", detail=UNPAIRED.format(len(runs[0]), len(runs[1])))
        scene = scene.but(shared=dict(zip(runs[1], runs[0], strict=True)))
    if samples(term) or samples(by):
        a, b = scene.sampled([term, by], "reduction", 0, SEARCHES if how == "bound" else PATHS)
    else:
        a, b = scene.value(term)[0], scene.value(by)[0]
    size = float(torch.maximum(a.abs(), b.abs()).max()) or 1.0
    if how == "bound":
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
        detail="pathwise, on the same draws" + (SAME_DRAWS if any(runs) and gap > AGREEMENT * size else ""),
    )


def _labels(term: Any) -> list[str]:
    """The runs that a term is made of."""
    laws = [t.law for t in sorted(samples(term), key=sp.default_sort_key) if isinstance(t.law, ProcedureLaw)]
    return list(dict.fromkeys(run_label(law) for law in laws))


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


def _first_call(pairs: Mapping[Any, Any]) -> dict[Any, Any]:
    """The outputs of the call that stands first in the statements: two programs are compared, not each of their uses."""
    first = next(iter(pairs)).law.args[2:]
    return {term: by for term, by in pairs.items() if term.law.args[2:] == first}


def _runs(scene: Scene, pairs: Mapping[Any, Any], alpha: float) -> list[Evidence]:
    """Mean and variance of every output in independent runs of the two, by asymptotic intervals for their differences."""
    bodies = [*pairs, *pairs.values()]
    chunks: list[list[torch.Tensor]] = []
    found: list[Evidence] = []
    for most in RUNS:
        chunks += [scene.sampled(bodies, "reduction", k, RUN) for k in range(len(chunks), most // RUN)]
        rows = [torch.cat(values) for values in zip(*chunks, strict=True)]
        found = _outputs(pairs, rows, alpha / (2 * len(pairs) * len(RUNS)))
        if all(e.outcome != "undecided" for e in found):
            break
    return found


def _outputs(pairs: Mapping[Any, Any], rows: Sequence[torch.Tensor], level: float) -> list[Evidence]:
    """One comparison of means and one of variances for each output."""
    found = []
    own, other = rows[: len(pairs)], rows[len(pairs) :]
    for term, a, b in zip(pairs, own, other, strict=True):
        mean, spread = float(b.mean()), float(b.std())
        squares = (a - a.mean()).square() - (b - b.mean()).square()
        for name, x, scale in (
            ("mean", a - b, max(abs(mean), spread)),
            ("variance", squares, max(spread, CAP * abs(mean)) ** 2),
        ):
            relation = Equal(0.0)
            estimate = by_student(x, level)
            decision, attained = relation.decide(estimate.low, estimate.high, CAP * scale)
            gap = float(x.mean()) / scale if scale else 0.0
            found.append(
                Evidence(
                    OUTCOMES[decision],
                    statistic=gap,
                    predicted=0.0,
                    resolution=attained / scale if scale and math.isfinite(attained) else None,
                    samples=len(x),
                    how="statistical",
                    size=abs(gap),
                    detail=f"the {name} of {term.law.output} differs by {gap:.2g} of its size in {len(x)} runs each",
                    assumption=estimate.text,
                )
            )
    return found
