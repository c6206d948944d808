"""Statements about a mean, judged on shared replicates: ``left - right`` equal to zero, or at most zero.

Laws that run the same variant of the procedure are judged together. The truth and the print are confirmed on a fresh
key before they are refuted; a mutant counts as killed at the level of the first stage. A mutant is followed until it
is rejected, or shown to be closer than a quarter of the resolution asked of the truth.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Identity, Inequality
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.stats.decide import Decision, Relation
from lemmata.verify.engine.stats.plan import Law as State
from lemmata.verify.engine.stats.plan import Plan
from lemmata.verify.engine.stats.twostage import run
from lemmata.verify.engine.trial import Trial

OUTCOMES: dict[Decision, Outcome] = {
    Decision.HOLDS: "holds",
    Decision.FAILS: "fails",
    Decision.UNDECIDED: "undecided",
    Decision.ERROR: "error",
}
ROUNDING = 1e-12
CLOSE = 0.25


def judge_means(trial: Trial, laws: Sequence[Law], alpha: float, relation: Relation) -> list[Evidence]:
    """Evidence of laws whose left sides are means; in the order given."""
    found: dict[str, Evidence] = {}
    right: dict[str, tuple[float, float]] = {}
    for law in laws:
        try:
            right[law.name] = trial.value(_statement(law).right, law.statement)
        except LemmataError as error:
            found[law.name] = Evidence("error", detail=str(error))
    variants = dict.fromkeys(law.statement.variant for law in laws)
    for variant in variants:
        members = [law for law in laws if law.statement.variant == variant and law.name in right]
        for bounded in (True, False):
            group = [law for law in members if (_bounds(trial, law) is not None) is bounded]
            if group:
                found.update(_judge_group(trial, group, [right[law.name] for law in group], alpha, relation, bounded))
    return [found[law.name] for law in laws]


def _statement(law: Law) -> Identity | Inequality:
    assert isinstance(law.statement, Identity | Inequality)
    return law.statement


def _bounds(trial: Trial, law: Law) -> tuple[float, float] | None:
    statement = _statement(law)
    if statement.bounds is None:
        return None
    low, high = (trial.value(bound, statement)[0] for bound in statement.bounds)
    return low, high


def _judge_group(
    trial: Trial, laws: Sequence[Law], sides: Sequence[tuple[float, float]], alpha: float, relation: Relation, bounded: bool
) -> dict[str, Evidence]:
    experiment, index = trial.experiment, trial.setting.profile
    right, slack = zip(*sides, strict=True)
    left_ends = [_bounds(trial, law) for law in laws] if bounded else []
    first, chunk = min(int(experiment.first), int(experiment.replicates[index])), int(experiment.chunk)

    def residuals(stage: int, chunk: int, size: int) -> torch.Tensor:
        observed = trial.sample(laws[0].statement.variant, f"stage{stage}", chunk, size)
        shared: dict[object, torch.Tensor] = {}
        rows = []
        for law, value in zip(laws, right, strict=True):
            tag = (_statement(law).left, repr(law.statement.where))
            if tag not in shared:
                shared[tag] = trial.left(law.statement, observed)
            rows.append(shared[tag] - value)
        return torch.stack(rows)

    pilot = residuals(1, 0, min(first, chunk))
    scales = [_scale(trial, law, value, pilot[i]) for i, (law, value) in enumerate(zip(laws, right, strict=True))]
    own = [scale for law, scale in zip(laws, scales, strict=True) if law.expected == "holds"] or scales
    if not bounded and float(pilot.std(dim=1).max()) <= ROUNDING * min(
        own
    ):  # a rare event may be missing from the pilot: bet on it
        return {
            law.name: _pathwise(law, pilot[i], value, scales[i], slack[i], relation)
            for i, (law, value) in enumerate(zip(laws, right, strict=True))
        }
    wanted = experiment.resolution[index]
    bounds = None
    if bounded:
        ends = [(low - value, high - value) for (low, high), value in zip([e for e in left_ends if e], right, strict=True)]
        low, high = zip(*_widened(ends), strict=True)
        bounds = torch.tensor(low, dtype=torch.float64), torch.tensor(high, dtype=torch.float64)
    plan = Plan(
        laws=len(laws),
        alpha=alpha,
        first=first,
        relations=relation,
        max_samples=int(experiment.replicates[index]),
        max_chunk=chunk,
        resolution=[
            wanted * scale * (1.0 if law.expected == "holds" else CLOSE) for law, scale in zip(laws, scales, strict=True)
        ],
        slack=[s + ROUNDING * scale for s, scale in zip(slack, scales, strict=True)],
        bounds=bounds,
        confirm=[law.expected == "holds" or law.name == "as-printed" for law in laws],
    )
    states = run(residuals, plan)
    return {
        law.name: _evidence(law, state, value, scale, trial)
        for law, state, value, scale in zip(laws, states, right, scales, strict=True)
    }


def _widened(ends: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Room for the rounding of a difference."""
    return [(low - 1e-9 * (high - low), high + 1e-9 * (high - low)) for low, high in ends]


def _scale(trial: Trial, law: Law, value: float, pilot: torch.Tensor) -> float:
    """What relative errors refer to: the stated scale, the right side, or the spread of a replicate where it vanishes."""
    statement = _statement(law)
    stated = getattr(statement, "scale", None)
    if stated is not None:
        return abs(trial.value(stated, statement)[0])
    spread = float(pilot.std())
    return abs(value) if abs(value) > 1e-9 * spread else spread


def _pathwise(law: Law, residual: torch.Tensor, value: float, scale: float, slack: float, relation: Relation) -> Evidence:
    """Replicates that do not vary: the statement is judged as it stands, replicate by replicate."""
    worst = float(residual.max() if relation is Relation.AT_MOST else residual.abs().max())
    allowed = slack + 1e3 * ROUNDING * scale
    measured = float(residual[0]) + value
    return Evidence(
        "fails" if worst > allowed else "holds",
        statistic=measured,
        predicted=value,
        interval=(measured - allowed, measured + allowed),
        resolution=2 * allowed / scale if scale else None,
        samples=residual.numel(),
        how="float",
        size=worst / scale if scale else worst,
        detail="replicates do not vary",
    )


def _evidence(law: Law, state: State, value: float, scale: float, trial: Trial) -> Evidence:
    outcome = OUTCOMES[state.decision]
    samples = state.samples + state.confirm_samples
    return Evidence(
        outcome,
        statistic=state.mean + value,
        predicted=value,
        interval=(state.low + value, state.high + value),
        resolution=state.resolution / scale if scale else None,
        samples=samples,
        how="statistical",
        size=abs(state.mean) / (scale or 1.0),
        detail=state.reason,
        series=[[0.0, value, state.mean + value, state.standard_error]],
        p=None if outcome == "error" else state.p,
    )
