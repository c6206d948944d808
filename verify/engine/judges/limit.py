"""Limit: the gap to the stated value shrinks along the ladder and its extrapolation covers zero.

Where a finite-size formula is stated, it is first compared with simulation at every rung, as an equality of means, and
then its gap to the limit is followed without noise. A stated order of decay bounds the orders that the extrapolation
considers, and is itself judged as an exponent where the gap is known without noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

import numpy as np

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Identity, Limit
from lemmata.verify.engine.judges.growth import judge_exponent
from lemmata.verify.engine.judges.ladders import Rungs
from lemmata.verify.engine.judges.means import judge_means
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.stats.extrapolate import ORDERS, decay_order, limit_of_ladder
from lemmata.verify.engine.trial import Trial

ORDER_TOLERANCE = 0.25
CAUTION = 4.0
INVISIBLE = 3.0


class LimitJudge:
    """Resolutions are relative to the size of the limit, or of the first gap where the limit is zero."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        rungs = Rungs(trial)
        return [self._one(rungs, law, alpha) for law in laws]

    def _one(self, rungs: Rungs, law: Law, alpha: float) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Limit)
        if statement.finite is not None and statement.stochastic:
            early = self._finite(rungs, law, alpha / 2)
            if early.outcome != "holds":
                return early
        quantity = statement.quantity if statement.finite is None else statement.finite
        curve = rungs.curve(quantity, statement)
        values = rungs.curve(statement.value, statement)
        gaps = [a - b for a, b in zip(curve.values, values.values, strict=True)]
        errors = [a + b for a, b in zip(curve.errors, values.errors, strict=True)]
        noisy = any(e > 1e-9 * abs(v) for v, e in zip(curve.values, curve.errors, strict=True))
        orders = (
            ORDERS
            if statement.decay is None
            else (max(statement.decay - ORDER_TOLERANCE, 0.05), statement.decay + ORDER_TOLERANCE)
        )
        fit = limit_of_ladder(curve.sizes, gaps, errors if noisy else None, orders=orders)
        low, high = fit.interval(alpha)
        stated = values.values[-1]
        scale = abs(stated) if abs(stated) > 1e-9 * fit.scale else fit.scale
        allowed = rungs.trial.experiment.resolution[rungs.trial.setting.profile]
        rounding = 4 * errors[-1] if not noisy else 0.0
        if noisy:  # one power law is a model of the gap: a second term in it shows how far off the answer may be
            model = abs(fit.limit - _two_terms(curve.sizes, gaps, errors, fit.order)) if len(gaps) > 3 else 0.0
            low, high = low - model, high + model
            resolution = (fit.resolution(alpha) + 2 * model) / scale if scale else 0.0
        else:  # an extrapolation without noise has an estimate of its error, not a bound
            low, high = (fit.limit + CAUTION * (end - fit.limit) for end in (low, high))
            resolution = max(high, -low, high - low) / scale if scale else 0.0
        outcome: Outcome
        settled = noisy or not isnan(fit.order) or not fit.shrinks
        if (low > rounding or high < -rounding) and settled:
            outcome = "fails"
        elif (
            resolution <= allowed
            and low <= rounding
            and high >= -rounding
            and (fit.shrinks or _nil(gaps, errors, allowed * scale / 2 if noisy else rounding, noisy))
        ):
            outcome = "holds"
        else:
            outcome = "undecided"
        evidence = Evidence(
            outcome,
            statistic=stated + fit.limit,
            predicted=stated,
            interval=(stated + low, stated + high),
            resolution=resolution,
            samples=curve.samples,
            how="statistical" if noisy else "float",
            size=abs(fit.limit) / scale if scale else 0.0,
            detail=f"gap {gaps[0]:.3g} at {curve.sizes[0]:g}, {gaps[-1]:.3g} at {curve.sizes[-1]:g}, order of decay {fit.order:.3g}",
        )
        if statement.decay is not None and outcome == "holds" and not noisy:
            self._decay(evidence, curve.sizes, gaps, statement.decay, alpha)
        evidence.series = [
            [n, v, a, e] for n, v, a, e in zip(curve.sizes, values.values, curve.values, curve.errors, strict=True)
        ]
        evidence.axes = [str(statement.ladder.symbol), "quantity (points) and limit (line)"]
        return evidence

    @staticmethod
    def _decay(evidence: Evidence, sizes: Sequence[float], gaps: Sequence[float], stated: float, alpha: float) -> None:
        """A stated order of decay is part of the statement, and judged where the gap is known without noise."""
        found = judge_exponent(decay_order(sizes, gaps), -stated, ORDER_TOLERANCE, alpha, Relation.EQUAL)
        if found.outcome != "holds":
            evidence.outcome = found.outcome
        evidence.detail += f"; {found.detail} of the gap, stated {-stated:g}"

    @staticmethod
    def _finite(rungs: Rungs, law: Law, alpha: float) -> Evidence:
        """The finite-size formula against simulation at every rung; the worst rung speaks."""
        statement = law.statement
        assert isinstance(statement, Limit)
        trials = rungs.trial.along(statement.ladder)
        equal = Identity(statement.quantity, statement.finite, where=statement.where, variant=statement.variant)
        found = []
        for trial in trials:
            (evidence,) = judge_means(trial, [Law(law.name, equal, law.expected)], alpha / len(trials), Relation.EQUAL)
            evidence.point = dict(trial.rung)
            found.append(evidence)
        rank = {"fails": 3, "error": 2, "undecided": 1, "holds": 0}
        return max(found, key=lambda e: (rank.get(e.outcome, 0), e.size))


def _nil(gaps: Sequence[float], errors: Sequence[float], small: float, noisy: bool) -> bool:
    """Whether every gap is within its noise, or well below the resolution asked for: none need be seen to shrink."""
    reach = [INVISIBLE * error if noisy else 0.0 for error in errors]
    return all(abs(gap) <= r or abs(gap) + r <= small for gap, r in zip(gaps, reach, strict=True))


def _two_terms(sizes: Sequence[float], gaps: Sequence[float], errors: Sequence[float], order: float) -> float:
    """The limit when the gap is L + b n^-order + c n^-2order, by weighted least squares."""
    n, y = np.asarray(sizes) / sizes[0], np.asarray(gaps)
    weight = 1 / np.maximum(np.asarray(errors), 1e-300)
    design = np.stack([np.ones_like(n), n**-order, n ** (-2 * order)], axis=1)
    return float(np.linalg.lstsq(design * weight[:, None], y * weight, rcond=None)[0][0])
