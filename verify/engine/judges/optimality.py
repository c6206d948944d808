"""Optimality: the first-order condition, and no better competitor under search.

The objective is compiled from its formula and differentiated; competitors are random steps of all sizes from the
candidate, and what L-BFGS finds. A law fails when a competitor is better by more than rounding can explain.
L-BFGS also starts at the best of the random competitors: a saddle is a critical point, which it would not leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.first.claim import Law
from lemmata.theory.first.expressions import names
from lemmata.theory.first.kinds import Optimality
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.trial import Trial

ROUNDING = 1e-11
STEPS = (1e-3, 1e-2, 1e-1, 1.0)
COMPETITORS = (16, 128)


class OptimalityJudge:
    """Finds the best competitor of each law's candidate; the statistic is its relative excess (negative: better)."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        return [self._one(trial, law) for law in laws]

    def _one(self, trial: Trial, law: Law) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Optimality)
        values, _ = trial.environment(statement)
        env = {k: v for k, v in values.items() if not isinstance(v, sp.Basic)}
        sign = 1.0 if statement.sense == "min" else -1.0
        objective = compile_expr(statement.objective)
        used = names(statement.objective)

        def value(point: dict[str, torch.Tensor]) -> torch.Tensor:
            table = {k: v for k, v in {**env, **point}.items() if k in used}
            return sign * torch.as_tensor(objective(table)).reshape(-1)[0]

        start = {str(symbol): self._candidate(sp.sympify(formula), env) for symbol, formula in statement.at.items()}
        base = float(value(start))
        scale = max(abs(base), 1e-300)
        gradient, decrease = self._first_order(value, start)
        competitors = self._competitors(trial, start)
        excesses = [float(value(c)) - base for c in competitors]
        nearby = competitors[min(range(len(excesses)), key=excesses.__getitem__)]
        descended = min(float(value(self._descend(value, at))) for at in (start, nearby)) - base
        best = min([*excesses, descended, -decrease]) / scale
        smallest = min((e / scale for e in excesses if e > 0), default=None)
        detail = f"gradient norm {gradient:.2e}; best competitor {best:+.2e} of the objective"
        return Evidence(
            "fails" if best < -ROUNDING else "holds",
            statistic=best,
            predicted=0.0,
            interval=(best - ROUNDING, best + ROUNDING),
            resolution=smallest,
            how="float",
            size=-best,
            detail=detail,
            samples=len(excesses),
        )

    @staticmethod
    def _candidate(formula: sp.Basic, env: dict[str, Any]) -> torch.Tensor:
        used = names(formula)
        return torch.as_tensor(
            compile_expr(formula)({k: v for k, v in env.items() if k in used}), dtype=torch.float64
        ).contiguous()

    @staticmethod
    def _first_order(value: Any, start: dict[str, torch.Tensor]) -> tuple[float, float]:
        """The gradient's norm, and the decrease that one exact line search along it achieves."""
        point = {k: v.detach().clone().requires_grad_(True) for k, v in start.items()}
        gradient = torch.autograd.grad(value(point), list(point.values()))
        norm = float(torch.stack([(g**2).sum() for g in gradient]).sum().sqrt())
        if norm == 0.0:
            return 0.0, 0.0
        base, best = float(value(start)), 0.0
        for power in range(-12, 5):
            step = 10.0**power
            moved = {k: v - step * g / norm for (k, v), g in zip(start.items(), gradient, strict=True)}
            best = max(best, base - float(value(moved)))
        return norm, best

    @staticmethod
    def _competitors(trial: Trial, start: dict[str, torch.Tensor]) -> list[dict[str, torch.Tensor]]:
        count = COMPETITORS[trial.setting.profile]
        draw = trial.draw("search", 0, count)
        noise = {k: draw.normal(*v.shape) for k, v in start.items()}
        size = {k: float(v.abs().mean()) or 1.0 for k, v in start.items()}
        return [{k: v + STEPS[i % len(STEPS)] * size[k] * noise[k][i] for k, v in start.items()} for i in range(count)]

    @staticmethod
    def _descend(value: Any, start: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        point = {k: v.detach().clone().requires_grad_(True) for k, v in start.items()}
        optimiser = torch.optim.LBFGS(list(point.values()), max_iter=30, line_search_fn="strong_wolfe")

        def closure() -> torch.Tensor:
            optimiser.zero_grad()
            loss: torch.Tensor = value(point)
            loss.backward()
            return loss

        optimiser.step(closure)
        return {k: v.detach() for k, v in point.items()}
