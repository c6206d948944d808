"""What a run would judge, before anything is computed: points, laws, assumptions, ladders, what is unsupported, and the cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from lemmata.theory.algebra.moments import bounds, kurtosis_bound
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.display import statement_text
from lemmata.theory.language.domain import holds
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Existence, Guarantee
from lemmata.theory.language.operators import BINDERS, means
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.verify.engine.examination import automatic_laws, block, in_core
from lemmata.verify.engine.findings import LEAST
from lemmata.verify.engine.judging.averages import average, indicator
from lemmata.verify.engine.judging.growth import expansion
from lemmata.verify.engine.pointing import draw
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.space import Space
from lemmata.verify.engine.stats.plannable import plannable
from lemmata.verify.engine.subject import Settings, samples_in

SPEED = 3e7  # entries drawn and evaluated in a second on one core, roughly


@dataclass
class PartProspect:
    """A part: its statement, how it will be judged, and what stands in the way."""

    name: str
    kind: str
    text: str
    proof: bool
    points: int
    laws: dict[str, int]
    basis: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)
    open: str = ""


@dataclass
class Prospect:
    """A claim: the points of core and rest, its parts, and a rough cost in seconds."""

    id: str
    core: int
    rest: int
    units: int
    parts: list[PartProspect]
    seconds: float

    @property
    def troubled(self) -> bool:
        return any(part.trouble and not part.open for part in self.parts)


def prospect(settings: Settings, profile: Profile, seed: int = 0) -> Prospect:
    """The plan of a claim in a profile; nothing is drawn but the points, nothing is evaluated."""
    claim = settings.claim
    points = draw(settings, profile.index, seed, profile.points)
    inside = [in_core(settings, point) for point in points]
    automatic = automatic_laws(settings, profile.automatic)[0]
    parts = [_part(settings, name, points, automatic) for name in claim.parts]
    size = block(settings, profile.index)
    cost = sum(_cost(settings, profile, point) for point in points)
    return Prospect(claim.id, sum(inside), len(points) - sum(inside), -(-len(points) // size), parts, cost)


def _part(settings: Settings, name: str, points: list[Any], automatic: list[Law]) -> PartProspect:
    claim = settings.claim
    part = claim.parts[name]
    laws = [law for law in (*claim.laws(), *automatic) if law.part == name]
    truth = next(law for law in laws if law.role is Role.TRUTH)
    counts = {role.value: sum(law.role is role for law in laws) for role in (Role.PRINT, Role.MUTANT, Role.AUTOMATIC)}
    met = [point for point in points if all(_holds(c, point) for c in part.when)]
    found = PartProspect(name, truth.kind, statement_text(truth), part.proof is not None, len(met), counts, open=part.open)
    if claim.symbols and len(met) < min(LEAST, len(points)):
        found.trouble.append(
            f"vacuous: {len(met)} of {len(points)} points meet its conditions, {LEAST} are needed: widen them, or give examples"
        )
    found.basis += _basis(settings, truth)
    found.trouble += [*_unsupported(settings, truth), *_ladder(truth, settings)]
    return found


def _holds(condition: Any, point: Any) -> bool:
    try:
        return holds(condition, point) is not False
    except LemmataError:
        return False


def _basis(settings: Settings, law: Law) -> list[str]:
    """What the judgement of a law will rest on, by the term that is sampled."""
    if _certified(law):
        return ["a certificate of the witness, in exact or ball arithmetic; the condition itself is not evaluated"]
    if not samples_in(law):
        return ["formulas evaluated with an error bound, nothing drawn"]
    if isinstance(law.statement, Guarantee):
        return ["runs counted, independent: no assumption on moments"]
    found = []
    for body in _sampled(law):
        if any(isinstance(t.law, ProcedureLaw) for t in _terms(body)):
            found.append("a procedure is run: Student's interval where replicates are few, else kurtosis unknown")
        elif getattr(body, "is_Matrix", False):
            found.append("matrix, entry by entry: " + _assumption(settings, law, body))
        else:
            found.append(_assumption(settings, law, body))
    return list(dict.fromkeys(found))


def _assumption(settings: Settings, law: Law, body: Any) -> str:
    known = None if getattr(body, "is_Matrix", False) else bounds(body)
    if known is not None and all(end not in (sp.oo, -sp.oo) for end in known):
        return f"values in [{known[0]}, {known[1]}]: exact at any sample size"
    derived = kurtosis_bound(body)
    if derived is not None:
        return f"kurtosis at most {float(derived[0]):.6g}, derived from the term"
    if law.part in settings.kurtosis:
        return f"kurtosis at most {settings.kurtosis[law.part]:g}, declared"
    return "kurtosis unknown: the verdict will name the largest it supports; declare one with Settings(claim, kurtosis={...})"


def _certified(law: Law) -> bool:
    return isinstance(law.statement, Existence) and law.statement.certificate is not None


def _sampled(law: Law) -> Iterator[Any]:
    """The terms whose means are estimated: one for an affine formula of means, else each."""
    statement = law.statement
    left, right = getattr(statement, "left", None), getattr(statement, "right", None)
    if left is not None and not getattr(left, "is_Matrix", False):
        drawn = [t for t in sp.Add.make_args(expand(left) - expand(right)) if t.has(*BINDERS)]
        found = average(sp.Add(*drawn))
        if found is not None and not found.variances:
            yield found.body
            return
    for _, formula in statement.expressions():
        for node in means(expand(formula)):
            body = node.body
            yield indicator(body) if getattr(body, "is_Relational", False) or getattr(body, "is_Boolean", False) else body


def _terms(body: Any) -> list[Any]:
    from lemmata.theory.language.sampled import samples

    return samples(body)


def _unsupported(settings: Settings, law: Law) -> list[str]:
    """Formulas that no evaluator takes; what a certificate decides is not evaluated."""
    if _certified(law):
        return []
    found = []
    for name, formula in law.statement.expressions():
        formula = expand(formula)
        bodies = [node.body for node in means(formula)] if formula.has(*BINDERS) else [formula]
        for body in bodies:
            if getattr(body, "is_Relational", False) or getattr(body, "is_Boolean", False):
                body = indicator(body)
            try:
                settings.compiled((body,))
            except LemmataError as error:
                found.append(f"unsupported: the {name}: {error}")
    return found


def _ladder(law: Law, settings: Settings) -> list[str]:
    """Whether a ladder can decide at all."""
    ladder = getattr(law.statement, "ladder", None)
    if ladder is None or getattr(law.statement, "finite", None) is not None:
        return []
    declared = getattr(law.statement, "expansion", ())
    if not declared:
        return (
            ["no expansion is declared: expansion=(two correction terms or more); a sampled ladder decides nothing without"]
            if samples_in(law)
            else []
        )
    try:
        found = plannable([float(r) for r in ladder.rungs], 0.0, expansion(declared, ladder.symbol), settings.resolution[1])
    except LemmataError as error:
        return [f"the ladder: {error}"]
    if not found:
        return [f"the ladder decides nothing: {found.reason}"]
    return []


def _cost(settings: Settings, profile: Profile, point: Any) -> float:
    """Seconds at a point: replicates times the entries of the largest array, or an evaluation with its searches."""
    elements = Space(settings.claim).costs(point) if settings.claim.symbols else 1.0
    if not settings.sampled:
        return 0.02 + elements / SPEED
    rungs = max(
        (len(law.statement.ladder.rungs) for law in settings.claim.laws() if hasattr(law.statement, "ladder")), default=1
    )
    return float(settings.replicates[profile.index]) * max(elements, 4.0) * rungs / SPEED
