"""Limits, orders and rates along a ladder: the hull of all fits of the declared expansion (``stats.hull``).

A limit with a formula for finite sizes is judged in two steps: sampled values against the formula at every rung, then the
formula against the limit, without randomness. Without one, sampled rungs are fitted, and the verdict names the expansion.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import sympy as sp
import torch

from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.theory.language.kinds import Identity, Limit, Order, Rate
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.judging.averages import average
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.expansion import Term
from lemmata.verify.engine.stats.hull import LadderVerdict, judge_limit
from lemmata.verify.engine.stats.orders import RESOLUTION, judge_order, order_hulls

FAR = 8.0  # standard errors, and resolutions
FINEST = 1e-9  # of the scale: nothing that is extrapolated is finer
FLAT = 1e-3  # an exponent that counts as 0 where an order is claimed from one side
STEPS, STEEPER, DRIFT, SHARE = 3, 1.5, math.log(1000), 0.75
UNSTATED = (Term(0.5), Term(1.0), Term(2.0))  # what is fitted where no expansion is declared
OUTCOMES: dict[Decision, Outcome] = {
    Decision.HOLDS: "holds",
    Decision.FAILS: "fails",
    Decision.UNDECIDED: "undecided",
    Decision.ERROR: "error",
}


def judge_growth(scene: Scene, law: Law, alpha: float) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Limit | Order | Rate)
    ladder = statement.ladder
    scenes = scene.along(ladder)
    for rung in scenes:
        unmet = next((c for c in law.when if rung.truth(c) is not True), None)
        if unmet is not None:
            return Evidence("vacuous", detail=f"not stated at every rung: {unmet} does not hold")
    sizes = [float(rung.rung[str(ladder.symbol.name)]) for rung in scenes]
    terms = expansion(statement.expansion, ladder.symbol)
    if isinstance(statement, Limit):
        return _limit(scenes, sizes, law, statement, terms, alpha)
    values, errors, bounds, samples = measured(scenes, statement.quantity)
    if isinstance(statement, Rate):
        exponent, _ = scenes[-1].value(statement.exponent)
        found = judge_order(sizes, values, errors, terms, stated=float(exponent), bounds=bounds, alpha=alpha)
        evidence = _evidence(law, found, float(exponent), sizes, values, errors, samples, values)
        return away(evidence, runaway(sizes, values, bounds, float(exponent), samples), float(exponent), 0)
    return _order(scenes, sizes, law, statement, (values, errors, bounds, samples), terms, alpha)


def measured(scenes: list[Scene], quantity: Any) -> tuple[list[float], list[float], list[float], int]:
    """The quantity at every rung: values, standard errors, hard bounds, and how many replicates were drawn in all."""
    rows = [_rung(scene, quantity) for scene in scenes]
    values, errors, bounds = ([row[k] for row in rows] for k in range(3))
    return values, errors, bounds, sum(row[3] for row in rows)


def _rung(scene: Scene, quantity: Any) -> tuple[float, float, float, int]:
    """Value, standard error, hard bound and replicates at one rung; made once for all laws."""
    if quantity not in scene.measured:
        if has_means(quantity):
            x = replicates(scene, quantity)
            spread, rounding = float(x.std() / math.sqrt(len(x))), 64 * 2.0**-52 * float(x.abs().max())
            scene.measured[quantity] = (float(x.mean()), spread, rounding, len(x))
        else:
            value, error = scene.value(quantity)
            scene.measured[quantity] = (float(value), 0.0, float(error) + 2.0**-50 * abs(float(value)), 0)
    found: tuple[float, float, float, int] = scene.measured[quantity]
    return found


def replicates(scene: Scene, quantity: Any) -> torch.Tensor:
    """Replicates whose mean is the quantity."""
    found = average(quantity)
    if found is None:
        raise LemmataError(
            f"{scene.claim.id}: {quantity} is not a sum of means, so it has no replicates; state its logarithm or its parts"
        )
    count = int(scene.settings.replicates[scene.setting.profile])
    rows, chunk, done = [], 0, 0
    while done < count:
        size = min(scene.chunk, count - done)
        size += size % 2
        rows.append(found.replicates(scene, "ladder", chunk, size))
        done, chunk = done + size, chunk + 1
    x = torch.cat(rows)
    if x.ndim != 1:
        raise ClaimError(f"{scene.claim.id}: along a ladder {quantity} must be a number, not of shape {tuple(x.shape[1:])}")
    return x


def expansion(stated: tuple[Any, ...], symbol: sp.Symbol) -> tuple[Term, ...]:
    """The declared correction terms as powers of the size and of its logarithm."""
    return tuple(_term(sp.sympify(t), symbol) for t in stated) or UNSTATED


def _term(term: Any, symbol: sp.Symbol) -> Term:
    log = sp.Symbol("log", positive=True)
    free = term.subs(sp.log(symbol), log)
    power, logs = sp.Integer(0), sp.Integer(0)
    for factor in sp.Mul.make_args(free):
        base, exponent = factor.as_base_exp()
        if base == symbol and exponent.is_number:
            power += exponent
        elif base == log and exponent.is_number:
            logs += exponent
        elif not factor.is_number:
            raise ClaimError(f"the correction term {term} must be a power of {symbol} times a power of its logarithm")
    return Term(float(-power), float(logs))


def _limit(
    scenes: list[Scene], sizes: list[float], law: Law, statement: Limit, terms: tuple[Term, ...], alpha: float
) -> Evidence:
    from lemmata.verify.engine.judging.fixed import judge_identity
    from lemmata.verify.engine.judging.sampled import CAP, judge_sampled

    last = scenes[-1]
    wanted = min(CAP, float(last.settings.resolution[last.setting.profile]) if has_means(statement.quantity) else CAP)
    value, slack = last.value(statement.value)
    scale = (abs(float(last.value(statement.scale)[0])) if statement.scale is not None else 0.0) or abs(float(value))
    first: list[Evidence] = []
    if statement.finite is not None:
        for rung in scenes:
            step = Law(
                law.part,
                law.role,
                law.label,
                Identity(statement.quantity, statement.finite, scale=statement.scale),
                (),
                law.expected,
                law.alone,
            )
            first.append(
                judge_sampled(rung, [step], alpha / len(scenes))[0]
                if has_means(statement.quantity)
                else judge_identity(rung, step, core=True)
            )
        values, errors, bounds, _ = measured(scenes, statement.finite)
        samples = sum(e.samples for e in first)
        wanted = CAP
    else:
        values, errors, bounds, samples = measured(scenes, statement.quantity)
    scale = scale or max(abs(v) for v in values) or 1.0
    found = judge_limit(
        sizes,
        values,
        errors,
        terms,
        stated=float(value),
        resolution=wanted,
        scale=scale,
        bounds=bounds,
        alpha=alpha,
        stated_error=float(slack) + FINEST * scale,
    )
    evidence = _evidence(law, found, float(value), sizes, values, errors, samples, [float(value)] * len(sizes))
    if first:
        order = {"fails": 0, "error": 1, "undecided": 2, "holds": 3}
        worst = min(first, key=lambda e: order[e.outcome])
        if order[worst.outcome] < order[evidence.outcome]:
            worst.detail = "; ".join(filter(None, ("the formula for finite sizes", worst.detail)))
            worst.series, worst.axes = evidence.series, evidence.axes
            return worst
        evidence.assumption = "; ".join(dict.fromkeys(filter(None, (evidence.assumption, *(e.assumption for e in first)))))
    return evidence


def _order(
    scenes: list[Scene], sizes: list[float], law: Law, statement: Order, data: Any, terms: tuple[Term, ...], alpha: float
) -> Evidence:
    values, errors, bounds, samples = data
    scales = [float(rung.value(statement.scale)[0]) for rung in scenes]
    if any(s <= 0 or not math.isfinite(s) for s in scales):
        return Evidence(
            "fails",
            detail=f"the scale {statement.scale} is {min(scales):.6g} on a rung, and an order needs a positive one",
            size=1.0,
        )
    last = list(zip(values, errors, bounds, strict=True))[len(values) // 2 :]
    if statement.direction != "upper" and all(v + FAR * e + b < 0 for v, e, b in last):
        how = "statistical" if samples else "float"
        return Evidence(
            "fails", statistic=values[-1], predicted=scales[-1], samples=samples, how=how, size=1.0, detail="it is negative"
        )
    ratios, noise, rounding = ([v / s for v, s in zip(row, scales, strict=True)] for row in (values, errors, bounds))
    if statement.constants is not None:
        pair = tuple(float(scenes[-1].value(c)[0]) for c in statement.constants)
        found = judge_order(sizes, ratios, noise, terms, stated=0.0, constants=pair, bounds=rounding, alpha=alpha)  # type: ignore[arg-type]
        return _evidence(law, found, 0.0, sizes, values, errors, samples, scales)
    if statement.direction == "both":
        found = judge_order(sizes, ratios, noise, terms, stated=0.0, bounds=rounding, alpha=alpha)
        evidence = _evidence(law, found, 0.0, sizes, values, errors, samples, scales)
        return away(evidence, runaway(sizes, ratios, rounding, 0.0, samples), 0.0, 0)
    sign = 1.0 if statement.direction == "upper" else -1.0
    declared, simple, wide = order_hulls(sizes, ratios, noise, terms, bounds=rounding, alpha=alpha)
    far = max(sign * declared.high if sign > 0 else -declared.low, sign * simple.high if sign > 0 else -simple.low)
    near = [h.low if sign > 0 else -h.high for h in (declared, wide)]
    holds = far <= RESOLUTION and near[0] <= FLAT  # an exponent that the declared expansion excludes is small, but it is not 0
    outcome: Outcome = "fails" if min(near) > 0 else "holds" if holds else "undecided"
    evidence = Evidence(
        outcome,
        statistic=sign * far,
        predicted=0.0,
        interval=(declared.low, declared.high),
        resolution=max(far, 0.0),
        samples=samples,
        how="statistical" if samples else "float",
        size=max(min(near), 0.0),
        detail="the exponent by which it outgrows the scale",
        series=[[k, s, v, e] for k, s, v, e in zip(sizes, scales, values, errors, strict=True)],
        axes=_axes(law),
        assumption="given the expansion " + ", ".join(t.text for t in terms),
    )
    return away(evidence, runaway(sizes, ratios, rounding, 0.0, samples), 0.0, int(sign))


def runaway(sizes: list[float], values: list[float], bounds: list[float], stated: float, samples: int) -> float:
    """The exponent of the last step where the exponents from rung to rung run away from the stated one, else 0.

    Over the last steps the distance grows by half each time, to eight resolutions at least, and the values end a factor of
    a thousand away from the stated power, of which no step alone makes most. No decaying correction does this, nor one that
    cancels at a rung, nor a factor that oscillates; an exponential does.
    """
    if samples or len(sizes) <= STEPS or min(values[-STEPS - 1 :]) <= 0:
        return 0.0
    k, y, b = (row[-STEPS - 1 :] for row in (sizes, values, bounds))
    widths = [math.log(after / before) for before, after in pairwise(k)]
    slopes = [math.log(after / before) / w for (before, after), w in zip(pairwise(y), widths, strict=True)]
    relative = [e / v for e, v in zip(b, y, strict=True)]
    slack = [FAR * (e + f) / w for (e, f), w in zip(pairwise(relative), widths, strict=True)]
    apart = [s - stated for s in slopes]
    side = math.copysign(1.0, apart[-1])
    if any(side * x <= 0 for x in apart) or side * apart[-1] - slack[-1] < FAR * RESOLUTION:
        return 0.0
    inner, outer = (
        [side * x + e for x, e in zip(apart, slack, strict=True)],
        [side * x - e for x, e in zip(apart, slack, strict=True)],
    )
    if any(later < STEEPER * earlier for earlier, later in zip(inner[:-1], outer[1:], strict=True)):
        return 0.0
    drifts = [side * x * w for x, w in zip(apart, widths, strict=True)]
    return slopes[-1] if sum(drifts) > DRIFT and max(drifts) < SHARE * sum(drifts) else 0.0


def away(evidence: Evidence, slope: float, stated: float, sign: int) -> Evidence:
    """The evidence refuted where the exponents run away, above the stated one (sign 1), below it (-1), or either way (0)."""
    if slope and evidence.outcome == "undecided" and sign * (slope - stated) >= 0:
        evidence.outcome, evidence.statistic, evidence.size = "fails", slope, abs(slope - stated)
        evidence.detail = f"the exponent from rung to rung runs away from {stated:.6g}, to {slope:.4g} on the last step"
        evidence.assumption = "given that no exponent returns beyond the ladder that runs away on it"
    return evidence


def _axes(law: Law) -> list[str]:
    """What the series is drawn against."""
    ladder = getattr(law.statement, "ladder", None)
    return [] if ladder is None else [str(ladder.symbol)]


def _evidence(
    law: Law, found: LadderVerdict, stated: float, sizes: Any, values: Any, errors: Any, samples: int, predicted: Any
) -> Evidence:
    middle = (found.declared.low + found.declared.high) / 2
    outcome = OUTCOMES[found.decision]
    if law.role not in (Role.TRUTH, Role.PRINT) and outcome == "undecided" and found.declared.excludes(stated):
        outcome = "fails"  # a wrong version dies where the declared expansion excludes it; only a truth or a print gets the wide class
    return Evidence(
        outcome,
        statistic=middle if math.isfinite(middle) else None,
        predicted=stated,
        interval=(found.declared.low, found.declared.high),
        resolution=found.resolution if math.isfinite(found.resolution) else None,
        samples=samples,
        how="statistical" if samples else "float",
        size=abs(middle - stated) if math.isfinite(middle) else 0.0,
        detail="; ".join(found.notes),
        series=[[k, p, v, e] for k, p, v, e in zip(sizes, predicted, values, errors, strict=True)],
        axes=_axes(law),
        assumption=found.assumption,
    )
