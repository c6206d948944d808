"""Phase: who wins on both sides, where the curve crosses the level, and that one variable decides it at every size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from typing import Any

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Phase
from lemmata.theory.language.errors import NotConverged
from lemmata.verify.engine.judges.growth import judge_exponent
from lemmata.verify.engine.judges.ladders import estimate
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.crossing import Crossing, collapse, crossing
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.trial import Trial

LOCATED = 1e-3


class PhaseJudge:
    """The curve is measured once per variant, on values of the true control; every law must make the crossings collapse."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        curves: dict[Any, list[tuple[float, list[float], list[tuple[float, float, int]]]]] = {}
        # every law sees the curve at the same points: those of the true control
        true = trial.experiment.claim.truth
        truth = true if isinstance(true, Phase) else laws[0].statement
        found = []
        for law in laws:
            statement = law.statement
            assert isinstance(statement, Phase)
            assert isinstance(truth, Phase)
            tag = (statement.order, statement.variant)
            if tag not in curves:
                curves[tag] = self._curves(trial, statement, truth)
            found.append(self._one(trial, law, curves[tag], alpha))
        return found

    def _curves(
        self, trial: Trial, statement: Phase, truth: Phase
    ) -> list[tuple[float, list[float], list[tuple[float, float, int]]]]:
        """For each size: the swept values and the curve with its standard errors."""
        made = []
        for rung in trial.along(statement.ladder):
            size = float(rung.rung[statement.ladder.symbol.name])
            sweep = [_solve(rung, truth, value) for value in statement.grid]
            rows = [estimate(rung.at(**{statement.sweep.name: x}), statement.order, statement) for x in sweep]
            made.append((size, sweep, rows))
        return made

    def _one(self, trial: Trial, law: Law, curves: Any, alpha: float) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Phase)
        ladder, name = statement.ladder, statement.sweep.name
        level, _ = trial.value(statement.level, statement)
        crossings: list[Crossing] = []
        series: list[list[float]] = []
        samples, wrong = 0, ""
        for size, sweep, rows in curves:
            rung = trial.at(**{ladder.symbol.name: int(size) if ladder.symbol.is_integer else size})
            controls = [rung.at(**{name: x}).value(statement.control, statement)[0] for x in sweep]
            if max(controls) == min(controls):
                return Evidence("fails", detail=f"the control does not move with {statement.sweep}", how="float", size=1.0)
            values, errors = [r[0] for r in rows], [max(r[1], 1e-12) for r in rows]
            order = sorted(range(len(controls)), key=controls.__getitem__)
            controls, values, errors = ([seq[i] for i in order] for seq in (controls, values, errors))
            found = crossing(controls, values, errors, level=level, alpha=LOCATED, log=True)
            if found.rising is not statement.rising:
                wrong = f"at {ladder.symbol} = {size:g} the curve {'rises' if found.rising else 'falls'} with the control"
            wrong = wrong or self._ends(trial, statement, values, errors)
            crossings.append(found)
            samples += sum(r[2] for r in rows)
            series += [[c, level, v, e, size] for c, v, e in zip(controls, values, errors, strict=True)]
        axes = ["control", "order parameter (points) and level (line)"]
        if wrong:
            return Evidence("fails", detail=wrong, samples=samples, how="statistical", size=1.0, series=series, axes=axes)
        if not all(c.found for c in crossings):
            return Evidence(
                "undecided",
                detail="no crossing is located at every size",
                samples=samples,
                how="statistical",
                series=series,
                axes=axes,
            )
        # one place at the sizes of the ladder is what is claimed: nothing is extrapolated beyond them
        growth = replace(collapse([size for size, _, _ in curves], crossings, alpha=LOCATED), systematic=0.0)
        evidence = judge_exponent(growth, 0.0, statement.tolerance, alpha, Relation.EQUAL)
        spread = max(c.position for c in crossings) / min(c.position for c in crossings)
        places = ", ".join(f"{c.position:.3g} [{c.low:.3g}, {c.high:.3g}]" for c in crossings)
        evidence.detail = f"critical control {places}; its {evidence.detail}; largest over smallest {spread:.3g}"
        evidence.samples, evidence.series, evidence.axes = samples, series, axes
        return evidence

    @staticmethod
    def _ends(trial: Trial, statement: Phase, values: list[float], errors: list[float]) -> str:
        """Whether the curve is where the claim says far on both sides; a sentence if it is not."""
        if statement.ends is None:
            return ""
        first, last = (trial.value(end, statement)[0] for end in statement.ends)
        above, below = (values[0], values[-1]) if not statement.rising else (values[-1], values[0])
        upper, lower = (first, last) if not statement.rising else (last, first)
        slack = 4 * max(errors)
        if above < upper - slack:
            return f"the order parameter is {above:.4g} on the side where at least {upper:.4g} is stated"
        return (
            f"the order parameter is {below:.4g} on the side where at most {lower:.4g} is stated"
            if below > lower + slack
            else ""
        )


def _solve(rung: Trial, truth: Phase, value: float) -> float:
    """The swept parameter at which the true control has the given value; the control is monotone in it."""

    def control(x: float) -> float:
        return rung.at(**{truth.sweep.name: x}).value(truth.control, truth)[0]

    low, high = 1e-8, 1e8
    rising = control(high) > control(low)
    if not min(control(low), control(high)) <= value <= max(control(low), control(high)):
        raise NotConverged(
            f"the control {truth.control} does not take the value {value} for {truth.sweep} between 1e-8 and 1e8"
        )
    for _ in range(80):
        middle = exp((log(low) + log(high)) / 2)
        low, high = (middle, high) if (control(middle) < value) is rising else (low, middle)
    return exp((log(low) + log(high)) / 2)
