"""The worst case of an inequality: hypothesis climbs over the parameters, then torch over the instance.

hypothesis' ``target`` looks for the parameters at which left/right of the truth is largest. Where the experiment
supplies an instance and both sides are formulas of it, gradient ascent then moves the numbers that the instance was
drawn from, from many starts at once. All deterministic inequalities of the claim are judged where this ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.devices.device import resolve_device
from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.solve.adversary import Steered, ascend
from lemmata.theory.first.claim import Law
from lemmata.theory.first.expressions import names
from lemmata.theory.first.kinds import Inequality
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.experiment import Experiment, Parameters
from lemmata.verify.engine.fuzz import climb
from lemmata.verify.engine.judges.values import compare
from lemmata.verify.engine.trial import Setting, Trial, Values

CLIMB = (40, 400)  # points that hypothesis tries, by profile
PLACES = (2, 4)  # choices of the domain at which the ascent starts
STARTS, STEPS = (16, 32), (60, 400)  # of the gradient ascent


def hunted(laws: Sequence[Law]) -> list[Law]:
    """The laws to be judged at the worst case: the inequalities without simulation, if the truth is one of them."""
    found = [law for law in laws if isinstance(law.statement, Inequality) and not law.statement.stochastic]
    return found if found and found[0].name == "truth" else []


def worst_trials(experiment: Experiment, setting: Setting) -> list[tuple[Trial, str]]:
    """The claim where its truth is most nearly broken, as far as the search sees, and how that was found."""
    truth = experiment.claim.truth
    assert isinstance(truth, Inequality)

    def score(point: dict[str, Any]) -> float | None:
        trial = Trial(experiment, point, setting)
        try:
            if trial.unmet(truth):
                return None
            pair = compare(trial, truth.left, truth.right, truth)
        except LemmataError:
            return None  # the points of the claim itself report errors
        return pair.gap / pair.scale if pair.scale else 0.0

    found: list[tuple[Trial, str]] = []
    for point in climb(experiment.claim.domain, score, CLIMB[setting.profile], salt=setting.root)[: PLACES[setting.profile]]:
        steered = _ascended(experiment, truth, point, setting) if experiment.instance is not None else None
        if steered is not None:
            found.append((steered, "after gradient ascent of the instance"))
        else:
            found.append((Trial(experiment, point, setting), "after a climb over the parameters"))
    return found


def _ascended(experiment: Experiment, truth: Inequality, point: dict[str, Any], setting: Setting) -> Trial | None:
    """The trial at the point with the instance that the ascent ends at; None where the sides cannot be differentiated."""
    chain = _definitions(experiment, truth)
    if chain is None:
        return None
    trial = Trial(experiment, point, setting)
    parameters = Parameters(experiment.claim.domain.values(point))
    parameters.update({f"{name}_label": value for name, value in point.items() if isinstance(value, str)})
    conditions = experiment.claim.provided if truth.provided is None else truth.provided

    def score(draw: Any) -> tuple[torch.Tensor, torch.Tensor]:
        values: Values = {k: v for k, v in parameters.items() if not isinstance(v, str)}
        values.update(experiment.instance(Parameters(parameters), draw))  # type: ignore[misc]
        for name, definition in chain:
            values[name] = _evaluated(definition, values)
        left, right = (_evaluated(side, values) for side in (truth.left, truth.right))
        left, right = torch.broadcast_tensors(left, right)
        scale = torch.maximum(left.abs(), right.abs()).clamp_min(1e-300)
        met = torch.ones_like(left, dtype=torch.bool)
        for condition in conditions:
            met = met & _evaluated(condition, values)
        shape = (draw.replicates,)
        return ((left - right) / scale).expand(shape), met.expand(shape)

    draw = Steered(trial.key("hunt", 0), STARTS[setting.profile], device=resolve_device(setting.device), rng=setting.rng)
    try:
        found = ascend(score, draw, STEPS[setting.profile])
    except LemmataError:
        return None
    if found is None:
        return None
    made = experiment.instance(Parameters(parameters), found[1].rewind())  # type: ignore[misc]
    return trial.with_instance({k: v.detach() if isinstance(v, torch.Tensor) else v for k, v in made.items()})


def _evaluated(expr: Any, values: Values) -> torch.Tensor:
    used = names(expr)
    return torch.as_tensor(compile_expr(expr)({k: v for k, v in values.items() if k in used}, check=False))


def _definitions(experiment: Experiment, truth: Inequality) -> list[tuple[str, sp.Basic]] | None:
    """The formulas that the truth rests on, in order; None where one of them is a solver or a procedure."""
    table = {str(getattr(s, "label", s)): d for s, d in {**experiment.claim.definitions, **truth.where}.items()}
    conditions = experiment.claim.provided if truth.provided is None else truth.provided
    wanted = set().union(*(names(e) for e in (truth.left, truth.right, *conditions)))
    chain: list[tuple[str, sp.Basic]] = []
    for name in reversed(table):
        if name not in wanted:
            continue
        definition = table[name]
        if not isinstance(definition, sp.Basic):
            return None
        wanted |= names(definition)
        chain.append((name, definition))
    return chain[::-1]
