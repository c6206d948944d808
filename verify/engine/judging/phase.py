"""Phase: where the curve crosses its level as the control varies, beside the stated critical value.

The control runs over ``span`` in units of the critical value; the grid is refined where the curve turns or crosses. Every
point of the domain gives one crossing, so that a wrong dependence on any parameter shows at some of them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lemmata.theory.language.kinds import Phase
from lemmata.theory.language.part import Law
from lemmata.verify.engine.judging.growth import OUTCOMES, replicates
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.stats.phase import find_crossings, judge_crossings

BUDGET = (49, 129)
START = (17, 33)


def judge_phase(scene: Scene, law: Law, alpha: float) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Phase)
    apart = scene.at({str(statement.control.name): 1})  # neither the critical value nor the level depends on the control
    critical, _ = apart.value(statement.critical)
    level, _ = apart.value(statement.level)
    centre = float(critical)
    if not math.isfinite(centre) or centre == 0:
        return Evidence("fails", predicted=centre, size=1.0, detail=f"the critical value is {centre:.6g} here")
    low, high = sorted(centre * float(s) for s in statement.span)
    name, whole = str(statement.control.name), bool(statement.control.is_integer)
    drawn = [0]
    rows: list[list[float]] = []

    def curve(points: Any) -> tuple[Any, Any]:
        values, errors = [], []
        for x in points:
            there = scene.at({name: round(float(x)) if whole else float(x)})
            if has_means(statement.order):
                sample = replicates(there, statement.order)
                values.append(float(sample.mean()))
                errors.append(float(sample.std()) / math.sqrt(len(sample)))
                drawn[0] += len(sample)
            else:
                value, error = there.value(statement.order)
                values.append(float(value))
                errors.append(float(error))
            rows.append([float(x), float(level), values[-1], errors[-1]])
        return np.asarray(values), np.asarray(errors)

    profile = scene.setting.profile
    found = find_crossings(
        curve, low, high, level=float(level), alpha=max(alpha, 1e-12), log=low > 0, start=START[profile], budget=BUDGET[profile]
    )
    verdict = judge_crossings(found, [centre] * 1 if statement.crossings == 1 else [])
    outcome, notes = OUTCOMES[verdict.decision], list(verdict.notes)
    if statement.crossings != 1:
        outcome, notes = (
            ("holds", []) if len(found.brackets) == statement.crossings and not found.unsure else ("undecided", notes)
        )
    direction = 1 if statement.rising else -1
    if outcome == "holds" and found.ends[0] * found.ends[1] < 0 and found.ends[1] != direction:
        outcome, notes = (
            "fails",
            [f"the curve {'falls' if statement.rising else 'rises'} through its level, the other way round"],
        )
    at = (
        math.sqrt(found.brackets[0][0] * found.brackets[0][1])
        if found.brackets and low > 0
        else sum(found.brackets[0]) / 2
        if found.brackets
        else None
    )
    return Evidence(
        outcome,
        statistic=at,
        predicted=centre,
        interval=found.brackets[0] if found.brackets else None,
        resolution=verdict.resolution if math.isfinite(verdict.resolution) else None,
        samples=drawn[0],
        how="statistical" if drawn[0] else "float",
        size=abs(at / centre - 1) if at else 1.0,
        detail="; ".join(notes),
        series=sorted(rows),
        axes=[name],
        assumption=f"nothing happens within one step of the grid ({found.points} points)",
    )
