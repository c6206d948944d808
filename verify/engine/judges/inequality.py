"""Inequality: the worst case by search, or the mean at most its bound at both error rates.

Deterministic sides: hypothesis supplies starting points, and from each a simplex search in the real parameters makes
the ratio left/right of the truth as large as it can; every law is judged where that ends as well. The claim's worst
case over all parameters, and over the instance, is searched once, in `verify.engine.hunt`. The record's resolution is
the smallest relative gap found: 0 for an inequality that is attained.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

from lemmata.theory.first.claim import Law
from lemmata.theory.first.domain import Range
from lemmata.theory.first.kinds import Inequality
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.judges.means import judge_means
from lemmata.verify.engine.judges.values import Pair, compare
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.trial import Trial

SEARCH = (40, 300)


class InequalityJudge:
    """Fails where left exceeds right by more than the stated errors."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        sampled = [law for law in laws if law.statement.stochastic]
        found = dict(zip((law.name for law in sampled), judge_means(trial, sampled, alpha, Relation.AT_MOST), strict=True))
        fixed = [law for law in laws if not law.statement.stochastic]
        truth = next((law for law in fixed if law.name == "truth"), None)
        trials = [trial]
        if truth is not None and fixed:
            worst = self._worst_case(trial, truth)
            trials += [worst] if worst is not None else []
        for law in fixed:
            found[law.name] = max((self._one(t, law, truth) for t in trials), key=_badness)
        return [found[law.name] for law in laws]

    def _one(self, trial: Trial, law: Law, truth: Law | None) -> Evidence:
        pair = _pair(trial, law)
        error = pair.error + trial.experiment.rounding * pair.scale
        ratio = pair.left / pair.right if pair.right else 0.0
        slackness = -pair.gap / pair.scale if pair.scale else 0.0
        detail = ""
        if law.name.startswith("auto:") and truth is not None and _pair(trial, truth).right <= pair.right:
            detail = "implied"
        return Evidence(
            "fails" if pair.gap > error else "holds",
            statistic=pair.left,
            predicted=pair.right,
            interval=(pair.left - error, pair.left + error),
            resolution=max(slackness, 0.0),
            how=pair.how,
            size=-slackness,
            detail=detail or f"left/right = {ratio:.6g}",
            point=dict(trial.point),
        )

    def _worst_case(self, trial: Trial, truth: Law) -> Trial | None:
        """The point near this one at which left/right of the truth is largest."""
        domain = trial.experiment.claim.domain
        moving = [p for p in domain.parameters if isinstance(p, Range) and not p.integer]
        if not moving or trial.experiment.instance is not None:
            return None
        best: tuple[float, Trial | None] = (-float("inf"), None)

        def objective(coordinates: Any) -> float:
            nonlocal best
            point = dict(trial.point)
            for parameter, x in zip(moving, coordinates, strict=True):
                low, high = parameter.bounds(point)
                x = min(max(float(x), 0.0), 1.0)
                point[parameter.name] = exp(log(low) + x * log(high / low)) if parameter.log else low + x * (high - low)
            if domain.violations(point):
                return 1e6
            moved = Trial(trial.experiment, point, trial.setting)
            try:
                pair = _pair(moved, truth)
            except LemmataError:
                return 1e6
            value = pair.gap / pair.scale if pair.scale else 0.0
            if value > best[0]:
                best = (value, moved)
            return -value

        start = []
        for parameter in moving:
            low, high = parameter.bounds(trial.point)
            value = trial.point[parameter.name]
            position = (
                log(value / low) / log(high / low) if parameter.log and high > low else (value - low) / (high - low or 1.0)
            )
            start.append(min(max(position, 0.02), 0.98))
        from scipy.optimize import minimize

        minimize(
            objective,
            start,
            method="Nelder-Mead",
            options={"maxfev": SEARCH[trial.setting.profile], "xatol": 1e-6, "fatol": 1e-12},
        )
        return best[1]


def _pair(trial: Trial, law: Law) -> Pair:
    assert isinstance(law.statement, Inequality)
    return compare(trial, law.statement.left, law.statement.right, law.statement)


def _badness(evidence: Evidence) -> tuple[bool, float]:
    return evidence.outcome == "fails", evidence.size
