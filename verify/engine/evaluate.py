"""Every quantity that a law speaks of, at a point, with its own error: the values behind a yes or no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.devices.device import resolve_device
from lemmata.theory.first.expressions import Mean, Observable, latex, means
from lemmata.theory.first.kinds import Existence, Phase, Statement
from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.points import complete
from lemmata.verify.engine.trial import Setting, Trial

SAMPLES = 4096


def evaluate(
    experiment: Experiment, law: str, parameters: Mapping[str, Any], *, seed: int = 0, device: str = "auto"
) -> dict[str, Any]:
    """Values of the sides, definitions and means of a law; missing parameters take the first typical value."""
    claim = experiment.claim
    laws = {item.name: item for item in claim.laws()}
    if law not in laws:
        raise UsageError(f"{claim.id} has no law {law!r}; it has {', '.join(laws)}")
    statement = laws[law].statement
    ladder = getattr(statement, "ladder", None)
    rung = {}
    given = dict(parameters)
    if ladder is not None:
        name = str(ladder.symbol)
        rung = {name: float(given.pop(name, ladder.sizes[0]))}
        rung[name] = int(rung[name]) if rung[name].is_integer() else rung[name]
    if isinstance(statement, Phase) and statement.sweep.name not in claim.domain.names:
        rung[statement.sweep.name] = float(given.pop(statement.sweep.name, 1.0))
    point = complete(claim.domain, given)
    trial = Trial(experiment, point, Setting(root=seed, device=str(resolve_device(device))), rung)
    quantities: dict[str, Any] = {}
    if isinstance(statement, Existence):
        certificate = statement.check(statement.witness, trial.parameters())
        quantities["certificate"] = {
            "value": certificate.holds,
            "error": 0.0,
            "how": certificate.how,
            "detail": certificate.detail,
        }
    else:
        _fill(trial, statement, quantities)
    return {"id": claim.id, "law": law, "point": {**point, **rung}, "statement": statement.latex(), "quantities": quantities}


def _fill(trial: Trial, statement: Statement, quantities: dict[str, Any]) -> None:
    values, errors = trial.environment(statement)
    for symbol in {**trial.experiment.claim.definitions, **statement.where}:
        for part in symbol if isinstance(symbol, tuple) else (symbol,):
            name = str(part.label if isinstance(part, sp.IndexedBase) else part)
            if name in values:
                quantities[name] = _entry(values[name], errors.get(name, 0.0))
    for field in statement._formulas():
        formula = getattr(statement, field)
        if not isinstance(formula, sp.Expr):
            continue
        for node in means(formula):
            quantities[latex(node)] = _mean(trial, node, statement)
        if not formula.has(Mean) and not formula.atoms(Observable):
            try:
                quantities[field] = _entry(*trial.value(formula, statement))
            except LemmataError as error:
                quantities[field] = {"value": None, "error": None, "detail": str(error)}


def _mean(trial: Trial, node: sp.Basic, statement: Statement) -> dict[str, Any]:
    observed = trial.sample(statement.variant, "eval", 0, SAMPLES)
    sample = trial.integrand(node.args[0], statement, observed)
    return {"value": float(sample.mean()), "error": float(sample.std() / SAMPLES**0.5), "how": f"{SAMPLES} replicates"}


def _entry(value: Any, error: float) -> dict[str, Any]:
    if isinstance(value, torch.Tensor):
        flat = value.reshape(-1)
        shown: Any = float(flat[0]) if flat.numel() == 1 else f"array of {tuple(value.shape)}"
        return {"value": shown, "error": error}
    if isinstance(value, sp.Basic) and value.is_number:
        return {"value": str(value), "error": error, "how": "exact"}
    return {"value": value if isinstance(value, int | float | str | None.__class__) else str(value), "error": error}
