"""Optimality: the stated place against competitors at every scale, and the excess against the error of the values.

Competitors are drawn around the place at scales from 1e-8 to 1e8 of it and far away by heavy tails; the best are followed
by descent. The place fails where a competitor is lower by more than the errors. It holds where none is, and moving it by
a tenth raises the objective by more than the errors: so an offset of the objective hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.certain import evaluate_high
from lemmata.numerics.formula.literal import Literal
from lemmata.theory.algebra.moments import kurtosis_bound
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Optimality
from lemmata.theory.language.laws import Normal
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.sampled import Sampled
from lemmata.verify.engine.judging.averages import average
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.stats.assumptions import Assumption, Kurtosis, Unknown
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.mean_test import estimate_mean
from lemmata.verify.engine.stats.relations import AtMost

COMPETITORS = (512, 4096)
FEW, MORE = 4, 64  # of so few numbers, so many times as many competitors: they are cheap, and a minimum may be narrow
FOLLOWED = (2, 12)
ITERATIONS = (40, 200)
MOVE = 0.1
SCREENED = 96
SCALES = 17


def judge_optimality(scene: Scene, law: Law, alpha: float) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Optimality)
    sign = 1.0 if statement.sense == "min" else -1.0
    place = {x: scene.value(v)[0] for x, v in statement.at.items()}
    outside = next((x for x, v in place.items() if _outside(x, v)), None)
    if outside is not None:
        return Evidence("fails", size=1.0, detail=f"{outside} = {float(place[outside].min()):.6g} is no value that it may take")
    if has_means(statement.objective):
        return _sampled(scene, statement, place, sign, alpha)
    start = torch.cat([v.reshape(-1) for v in place.values()])
    f = _objective(scene, statement, place)
    value, error = _stated(scene, statement, place, f, start)
    rivals = _competitors(scene, statement, start)
    found = sign * f(rivals)
    found = torch.where(torch.isfinite(found), found, torch.full_like(found, float("inf")))
    best = rivals[found.argsort()[: FOLLOWED[scene.setting.profile]]]
    steps = ITERATIONS[scene.setting.profile] if law.role in (Role.TRUTH, Role.PRINT) else 10
    for followed in (False, True) if law.role not in (Role.TRUTH, Role.PRINT) else (True,):  # a wrong version dies at once
        ends = [_descend(f, sign, x, steps) for x in [start, *best]] if followed else list(best)
        for x in sorted(ends, key=lambda x: float(sign * f(x[None])[0])):
            there, spread = _value(scene, statement, _shaped(place, x))
            gap = sign * (value - there)
            if gap > error + spread:
                return Evidence(
                    "fails",
                    statistic=float(value),
                    predicted=float(there),
                    size=1.0,
                    detail=f"{_where(statement, x)} is better by {float(gap):.6g}",
                )
    least = min(sign * (_value(scene, statement, _shaped(place, x))[0] - value) for x in _moved(start))
    outcome: Outcome = "holds" if least > 2 * error else "undecided"
    why = (
        "" if outcome == "holds" else "moving the stated place by a tenth of it changes the objective by no more than its error"
    )
    return Evidence(
        outcome,
        statistic=float(value),
        predicted=float(value),
        resolution=MOVE,
        size=0.0,
        detail=why or f"{len(rivals)} competitors",
        assumption=f"no better place is too narrow to be met by {len(rivals)} competitors at scales of 1e-8 to 1e8",
    )


def _outside(x: Any, value: Tensor) -> bool:
    least = float(value.min())
    return bool((x.is_positive and least <= 0) or (x.is_nonnegative and least < 0))


def _objective(scene: Scene, statement: Optimality, place: dict[Any, Tensor]) -> Callable[[Tensor], Tensor]:
    at = batched((expand(statement.objective),), list(place)).at(
        {k: v for k, v in scene.env.items() if k not in {str(x.name) for x in place}}
    )

    def f(rows: Tensor) -> Tensor:
        return torch.as_tensor(at(_env(place, rows), rows.shape[0], check=False)[0]).expand(rows.shape[0])

    return f


def batched(exprs: tuple[Any, ...], variables: list[Any]) -> Literal:
    """Formulas as functions of many values of their variables at once: they take the place of draws."""
    table = {
        x: Sampled(
            str(x.name), Normal(), *(x.shape[:1] if getattr(x, "shape", (0, 0))[1] == 1 else x.shape) if x.is_Matrix else ()
        )
        for x in variables
    }
    return Literal(tuple(e.xreplace(table) for e in exprs), averaged=False)


def _env(place: dict[Any, Tensor], rows: Tensor) -> dict[str, Tensor]:
    env, used = {}, 0
    for x, value in place.items():
        piece = rows[:, used : used + value.numel()]
        env[str(x.name)] = piece.reshape(rows.shape[0], *value.shape)
        used += value.numel()
    return env


def _shaped(place: dict[Any, Tensor], x: Tensor) -> dict[Any, Tensor]:
    return {s: v[0] for s, v in zip(place, _env(place, x[None]).values(), strict=True)}


def _value(scene: Scene, statement: Optimality, place: dict[Any, Tensor]) -> tuple[float, float]:
    """The objective at a place with its error, at 50 digits where it is a formula of numbers."""
    if all(not v.ndim for v in place.values()):
        try:
            table = {x: sp.Rational(float(v)) for x, v in place.items()}
            high, error = evaluate_high(expand(statement.objective).xreplace(table), scene.env, 50)
            return _Wide(high), float(error)
        except LemmataError:
            pass
    value, spread = scene.but(given={**scene.given, **{str(x.name): v for x, v in place.items()}}).value(statement.objective)
    return float(value), 4 * float(spread) + 2.0**-50 * abs(float(value))


def _stated(
    scene: Scene, statement: Optimality, place: dict[Any, Tensor], f: Callable[[Tensor], Tensor], start: Tensor
) -> tuple[float, float]:
    """The objective at the stated place as its formulas have it: what rounding them costs in a narrow valley refutes nothing."""
    if all(not v.ndim for v in place.values()):
        try:
            table = {x: expand(sp.sympify(formula)) for x, formula in statement.at.items()}
            high, error = evaluate_high(expand(statement.objective).xreplace(table), scene.env, 50)
            return _Wide(high), float(error)
        except LemmataError:
            pass
    value, error = _value(scene, statement, place)
    steps = torch.where(scene.draw("rounding", 0, 32).normal(len(start)) > 0, 1.0, -1.0) * 2.0**-51
    moved = f(torch.cat([start[None], start * (1 + steps)]))
    return value, error + float((moved[1:] - moved[0]).abs().max().nan_to_num(0.0))


def _Wide(value: Any) -> Any:
    """A number of many digits: differences of two of them keep what a float would lose."""
    return value


def _competitors(scene: Scene, statement: Optimality, start: Tensor) -> Tensor:
    count = COMPETITORS[scene.setting.profile] * (MORE if len(start) <= FEW and not has_means(statement.objective) else 1)
    draw = scene.draw("competitors", 0, count)
    noise, scales = draw.normal(len(start)), draw.uniform(1, low=-8.0, high=8.0)
    size = torch.where(start != 0, start.abs(), torch.full_like(start, max(float(start.abs().max()), 1.0)))
    near = start + size * noise * 10.0**scales
    signs = [x.is_positive or x.is_nonnegative for x in statement.at for _ in range(1)]
    if len(signs) == len(start):
        fold = torch.tensor([bool(s) for s in signs])
        near = torch.where(fold, near.abs(), near)
    return torch.cat([start[None], near])


def _descend(f: Callable[[Tensor], Tensor], sign: float, x: Tensor, steps: int) -> Tensor:
    """Descent in units of the start, so that the scale of the problem does not matter."""
    from scipy import optimize

    size = float(x.abs().max()) or 1.0

    def both(u: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        y = torch.tensor(u * size, dtype=torch.float64, requires_grad=True)
        value = sign * f(y[None])[0]
        (grad,) = torch.autograd.grad(value, y)
        return float(value.detach()), (grad * size).nan_to_num(0.0).numpy()

    try:
        found = optimize.minimize(
            both,
            x.numpy() / size,
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": steps, "maxfun": 4 * steps, "ftol": 0.0, "gtol": 0.0},  # at a kink the line search does not end
        )
    except (RuntimeError, ValueError):
        return x
    end = torch.as_tensor(found.x * size, dtype=torch.float64)
    if len(x) == 1 or not bool(torch.isfinite(end).all()):
        fallback = optimize.minimize(
            lambda u: float(sign * f(torch.as_tensor(u * size)[None])[0]),
            x.numpy() / size,
            method="Nelder-Mead",
            options={"xatol": 1e-12, "fatol": 0.0, "maxiter": 2 * steps},
        )
        other = torch.as_tensor(fallback.x * size, dtype=torch.float64)
        end = (
            other
            if not bool(torch.isfinite(end).all()) or float(sign * f(other[None])[0]) < float(sign * f(end[None])[0])
            else end
        )
    return end


def _moved(start: Tensor) -> list[Tensor]:
    size = torch.where(start != 0, start.abs(), torch.full_like(start, max(float(start.abs().max()), 1.0)))
    if len(start) > 6:
        signs = torch.where(torch.arange(len(start)) % 2 == 0, 1.0, -1.0)
        return [start + MOVE * size, start - MOVE * size, start + MOVE * size * signs]
    return [start + s * MOVE * size * torch.eye(len(start))[i] for i in range(len(start)) for s in (1, -1)]


def _where(statement: Optimality, x: Tensor) -> str:
    shown = ", ".join(f"{float(v):.6g}" for v in x[:4]) + (", ..." if len(x) > 4 else "")
    return f"{', '.join(str(s) for s in statement.at)} = {shown}"


def _screened(
    scene: Scene, statement: Optimality, body: Any, place: dict[Any, Tensor], start: Tensor, sign: float
) -> list[Tensor]:
    """The best of many rivals at all scales, the mirrored place among them, on a sample of their own; the same on every key."""
    own = scene.but(fresh=False)
    rivals = [-start, *_competitors(own, statement, start)[1 : SCREENED + 1]]
    scores = []
    for x in rivals:
        there = own.but(given={**own.given, **{str(s.name): v for s, v in _shaped(place, x).items()}})
        try:
            scores.append(sign * float(there.sampled([body], "screen", 0, 512)[0].mean()))
        except LemmataError:
            scores.append(float("inf"))
    return [rivals[i] for i in sorted(range(len(rivals)), key=scores.__getitem__)[:4]]


def _sampled(scene: Scene, statement: Optimality, place: dict[Any, Tensor], sign: float, alpha: float) -> Evidence:
    """A mean as objective: differences to competitors on the same replicates."""
    found = average(statement.objective)
    if found is None or found.variances:
        raise LemmataError(f"{scene.claim.id}: an objective must be a sum of means to be compared on samples")
    start = torch.cat([v.reshape(-1) for v in place.values()])
    settings, profile = scene.settings, scene.setting.profile
    count = min(settings.chunk, int(settings.replicates[profile]))
    near = _moved(start)
    rivals = [*near, *_screened(scene, statement, found.body, place, start, sign)]

    def values(x: Tensor) -> Tensor:
        own = scene.but(given={**scene.given, **{str(s.name): v for s, v in _shaped(place, x).items()}})
        return torch.cat(
            [
                own.sampled([found.body], "sample", k, count)[0]
                for k in range(max(1, int(settings.replicates[profile]) // count))
            ]
        )

    own = values(start)
    undecided: list[str] = []
    derived = kurtosis_bound(found.body)  # it bounds every polynomial of these degrees, so the difference of two as well
    assumption: Assumption = Kurtosis(float(derived[0]), "derived") if derived is not None else Unknown()
    for x in rivals:
        gap = sign * (own - values(x))  # positive where the rival is better
        estimate, extra = estimate_mean(gap, AtMost(0.0), assumption, alpha / len(rivals), 0.0, 0.0, True)
        decision, _ = AtMost(0.0).decide(estimate.low - extra, estimate.high + extra, 0.0)
        if decision is Decision.FAILS:
            return Evidence(
                "fails",
                statistic=float(own.mean()),
                samples=len(own),
                how="statistical",
                size=1.0,
                detail=f"{_where(statement, x)} is better",
                assumption=estimate.text,
            )
        if decision is not Decision.HOLDS and any(x is y for y in near):
            undecided.append(_where(statement, x))
    outcome: Outcome = "undecided" if undecided else "holds"
    return Evidence(
        outcome,
        statistic=float(own.mean()),
        samples=len(own),
        how="statistical",
        resolution=MOVE,
        detail=f"not told apart: {undecided[0]}" if undecided else "",
    )
