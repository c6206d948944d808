"""Order: the ratio of quantity and scale has growth exponent zero (or of one sign), and stays in the stated interval."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Order
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.judges.growth import exponent_of, judge_exponent
from lemmata.verify.engine.judges.ladders import Curve, Rungs
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.trial import Trial

SPREAD = 6.0  # standard errors; below 1e-8 per rung
RELATIONS = {"both": Relation.EQUAL, "upper": Relation.AT_MOST, "lower": Relation.AT_LEAST}


class OrderJudge:
    """The quantity's curve is shared; each law divides it by its own scale."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        rungs = Rungs(trial)
        return [self._one(rungs, law, alpha) for law in laws]

    def _one(self, rungs: Rungs, law: Law, alpha: float) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Order)
        top, bottom = rungs.curve(statement.quantity, statement), rungs.curve(statement.scale, statement)
        if any(value <= 0 for value in bottom.values):
            raise LemmataError(f"{rungs.trial.claim_id}: the scale {statement.scale} is not positive along the ladder")
        ratios = tuple(abs(a) / b for a, b in zip(top.values, bottom.values, strict=True))
        errors = tuple(
            (e + abs(a) / b * f) / b for a, e, b, f in zip(top.values, top.errors, bottom.values, bottom.errors, strict=True)
        )
        curve = Curve(top.sizes, ratios, errors, top.samples)
        evidence = judge_exponent(exponent_of(curve), 0.0, statement.tolerance, alpha, RELATIONS[statement.direction])
        evidence.samples = curve.samples
        low, high = min(ratios), max(ratios)
        evidence.detail += f"; constant in [{low:.4g}, {high:.4g}]"
        if statement.constant is not None:
            self._within(evidence, ratios, errors, statement.constant)
        evidence.series = [[n, b, a, e] for n, a, b, e in zip(top.sizes, top.values, bottom.values, top.errors, strict=True)]
        evidence.axes = [str(statement.ladder.symbol), "quantity (points) and scale (line)"]
        return evidence

    @staticmethod
    def _within(evidence: Evidence, ratios: Sequence[float], errors: Sequence[float], constant: tuple[float, float]) -> None:
        """A stated interval for the ratio decides in place of the exponent, which spectra in transition may leave."""
        low, high = constant
        reach = [SPREAD * e for e in errors]
        outside = any(r + w < low or r - w > high for r, w in zip(ratios, reach, strict=True))
        inside = all(r - w >= low and r + w <= high for r, w in zip(ratios, reach, strict=True))
        evidence.outcome = "fails" if outside else "holds" if inside else "undecided"
        least, most = (
            min(r - w for r, w in zip(ratios, reach, strict=True)),
            max(r + w for r, w in zip(ratios, reach, strict=True)),
        )
        above, below = max(ratios) / high, low / min(ratios)
        evidence.size = max(above, below)
        evidence.statistic, evidence.predicted = (max(ratios), high) if above >= below else (min(ratios), low)
        evidence.interval, evidence.stated = (least, most), (low, high)
        # a scale that is off by this factor at every rung leaves the interval, on the side where it leaves it sooner
        factors = [high / max(r - w for r, w in zip(ratios, reach, strict=True))]
        factors += [min(r + w for r, w in zip(ratios, reach, strict=True)) / low] if low > 0 else []
        evidence.resolution = max(min(factors) - 1, 0.0) if min(factors) > 0 else None
        evidence.detail += f", stated [{low:g}, {high:g}]"
