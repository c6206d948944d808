"""Phase: where the curve crosses its level as the control varies, beside the stated critical value.

The control runs over ``span`` in units of the critical value; the grid is refined where the curve turns or crosses. Every
point of the domain gives one crossing, so that a wrong dependence on any parameter shows at some of them.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Phase
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.solved import LeastValue, Minimiser, RootOf
from lemmata.verify.engine.judging.conditions import batched
from lemmata.verify.engine.judging.growth import OUTCOMES, replicates
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.stats.phase import Crossings, find_crossings, judge_crossings

BUDGET = (49, 129)
START = (17, 33)
SCAN = (2**12, 2**15)
CLEAR = 1e-9  # of the largest value: what is nearer to the level is on no side


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
    same = (statement.order, statement.level, statement.control)  # wrong versions are judged on the curve of the truth,
    known = scene.measured.get(same)  # where what they state lies on its span
    wrong = law.role not in (Role.TRUTH, Role.PRINT)
    if known is not None and wrong and known[1] <= centre <= known[2]:
        found, low, high = known[0], known[1], known[2]
        rows += known[3]
        drawn[0] = known[4]
    else:
        found = find_crossings(
            curve,
            low,
            high,
            level=float(level),
            alpha=max(alpha, 1e-12),
            log=low > 0,
            start=START[profile],
            budget=BUDGET[profile],
            stated=statement.crossings if wrong else None,
        )
        if law.role is Role.TRUTH:
            scene.measured[same] = (found, low, high, rows, drawn[0])
    verdict = judge_crossings(_nearest(found, centre) if len(found.brackets) == statement.crossings else found, [centre])
    outcome, notes = OUTCOMES[verdict.decision], list(verdict.notes)
    if statement.crossings != 1 and len(found.brackets) != statement.crossings:
        more = len(found.brackets) > statement.crossings
        outcome = "fails" if more or not found.unsure else "undecided"
        notes = [f"the curve crosses {len(found.brackets)} times, {statement.crossings} are stated"]
    narrow = (
        _sides(scene, statement, float(level), low, high) if outcome == "holds" and law.role in (Role.TRUTH, Role.PRINT) else 0
    )
    if narrow > statement.crossings:
        outcome, notes = "fails", [f"the curve crosses {narrow} times, {statement.crossings} are stated"]
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
        assumption=f"nothing happens within one step of the grid ({max(found.points, SCAN[profile] if narrow else 0)} points)",
    )


def _nearest(found: Crossings, centre: float) -> Crossings:
    """The crossing nearest to the stated value alone: of several, one has to be there."""
    if len(found.brackets) < 2:
        return found
    return replace(found, brackets=(min(found.brackets, key=lambda b: abs(b[0] + b[1] - 2 * centre)),), ends=(-1, 1))


def _sides(scene: Scene, statement: Phase, level: float, low: float, high: float) -> int:
    """How often a curve without randomness changes its side, on a fine grid at once; 0 where it cannot be evaluated so."""
    order = expand(statement.order)
    if has_means(order) or statement.control.is_integer or order.has(RootOf, LeastValue, Minimiser):
        return 0
    x = torch.logspace(math.log10(low), math.log10(high), SCAN[scene.setting.profile], dtype=torch.float64)
    if low <= 0:
        x = torch.linspace(low, high, SCAN[scene.setting.profile], dtype=torch.float64)
    name = str(statement.control.name)
    try:
        at = batched((order,), [statement.control]).at({k: v for k, v in scene.env.items() if k != name})
        values = torch.as_tensor(at({name: x}, len(x), check=False)[0]).expand(len(x))
    except LemmataError:
        return 0
    gap = values - level
    seen = torch.nonzero(torch.isfinite(gap) & (gap.abs() > CLEAR * values.abs().max()))[:, 0]
    runs = torch.cat([torch.zeros(1, dtype=torch.bool), gap[seen][1:].sign() != gap[seen][:-1].sign()]).cumsum(0)
    sides = []
    for run in range(int(runs[-1]) + 1 if len(seen) else 0):
        own = seen[runs == run]
        there = float(x[own[gap[own].abs().argmax()]])
        value, error = scene.at({name: there}).value(order)  # a float may lie on the wrong side
        if abs(float(value) - level) > float(error):
            sides.append(float(value) > level)
    return sum(a != b for a, b in itertools.pairwise(sides))
