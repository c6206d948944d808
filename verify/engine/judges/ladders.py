"""A quantity along a ladder of sizes: its value and standard error at every rung, each rung simulated once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
import torch

from lemmata.theory.first.expressions import Mean
from lemmata.theory.first.kinds import Ladder, Statement
from lemmata.theory.language.errors import NonFinite
from lemmata.verify.engine.trial import Trial


@dataclass(frozen=True)
class Curve:
    """Sizes, values and standard errors (numerical errors of a deterministic quantity count as such)."""

    sizes: tuple[float, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    samples: int


class Rungs:
    """The rungs of the laws at a point, with every curve measured once."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self._curves: dict[Any, Curve] = {}

    def curve(self, expr: sp.Expr, statement: Any) -> Curve:
        """The values of a formula, which may hold means, along the statement's ladder."""
        ladder: Ladder = statement.ladder
        tag = (expr, statement.variant, repr(sorted(map(str, statement.where.items()))), ladder)
        if tag not in self._curves:
            rungs = self.trial.along(ladder)
            values, errors, samples = zip(*(estimate(rung, expr, statement) for rung in rungs), strict=True)
            sizes = tuple(float(rung.rung[ladder.symbol.name]) for rung in rungs)
            self._curves[tag] = Curve(sizes, values, errors, sum(samples))
        return self._curves[tag]


def estimate(trial: Trial, expr: sp.Expr, statement: Statement, stage: str = "ladder") -> tuple[float, float, int]:
    """Value, standard error and replicates of a formula at one rung; a nonlinear one by the delta method."""
    nodes = sorted(expr.atoms(Mean), key=sp.default_sort_key)
    if not nodes:
        value, error = trial.value(expr, statement)
        return value, error, 0
    rows, size = _replicates(trial, nodes, statement, stage)
    means, covariance = rows.mean(dim=1), torch.cov(rows).reshape(len(nodes), len(nodes)) / size
    dummies = [sp.Dummy(f"mean{i}") for i in range(len(nodes))]
    flat = expr.xreplace(dict(zip(nodes, dummies, strict=True)))
    table = dict(zip(dummies, (sp.Float(float(m), 17) for m in means), strict=True))
    value, _ = trial.value(flat.xreplace(table), statement)
    gradient = torch.tensor([trial.value(sp.diff(flat, d).xreplace(table), statement)[0] for d in dummies], dtype=torch.float64)
    variance = float(gradient @ covariance @ gradient)
    if not variance >= 0:
        raise NonFinite(f"{trial.claim_id}: the variance of {expr} is {variance} at {dict(trial.point) | dict(trial.rung)}")
    return value, variance**0.5, size


def _replicates(trial: Trial, nodes: Sequence[sp.Basic], statement: Statement, stage: str) -> tuple[torch.Tensor, int]:
    """Integrands of the means on all replicates of a rung, drawn in chunks of one size."""
    total = int(trial.experiment.replicates[trial.setting.profile]) * max(1, trial.confirming)
    chunk = min(total, int(trial.experiment.chunk))
    parts = []
    for number, start in enumerate(range(0, total, chunk)):
        observed = trial.sample(statement.variant, stage, number, min(chunk, total - start))
        parts.append(torch.stack([trial.integrand(node.args[0], statement, observed) for node in nodes]))
    return torch.cat(parts, dim=1), total
