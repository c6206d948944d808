"""A claim at one point: its environment, the values of its formulas, and its samples, each made once.

All laws of a claim share the samples of a point. Chunks are cached by (variant, stage, number), so that judges of
different kinds see the same replicates; their sizes follow one geometric schedule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
import torch

from lemmata.numerics.devices.device import resolve_device
from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.formula.evaluate import value_with_error
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key, canonical
from lemmata.numerics.solve.roots import resolve
from lemmata.theory.first.expressions import Mean, Observable, names
from lemmata.theory.first.kinds import Computed, Enclosure, Ladder, Statement
from lemmata.theory.language.errors import LemmataError, NonFinite, NotConverged, SimulatorError
from lemmata.verify.engine.experiment import Experiment, Parameters

Values = dict[str, Any]


@dataclass(frozen=True)
class Setting:
    """What a run fixes for all its trials."""

    root: int = 0
    device: str = "cpu"
    rng: str = "torch"
    profile: int = 0


@dataclass
class Trial:
    """A point of a claim under a setting."""

    experiment: Experiment
    point: Mapping[str, Any]
    setting: Setting
    rung: Mapping[str, float] = field(default_factory=dict)
    confirming: int = 0
    steered: bool = False
    simulations: list[int] = field(default_factory=lambda: [0])
    _chunks: dict[tuple[str, str, int], dict[str, torch.Tensor]] = field(default_factory=dict)
    _environments: dict[str, tuple[Values, dict[str, float], set[str]]] = field(default_factory=dict)
    _values: dict[tuple[sp.Expr, str], tuple[float, float]] = field(default_factory=dict)
    _rungs: dict[str, Trial] = field(default_factory=dict)
    _parameters: Parameters | None = None
    _instance: Values | None = None

    def at(self, **rung: float) -> Trial:
        """The same point with the ladder's symbol at one of its sizes; made once."""
        sizes = {**self.rung, **rung}
        tag = repr(sorted(sizes.items()))
        if tag not in self._rungs:
            self._rungs[tag] = Trial(
                self.experiment, self.point, self.setting, sizes, self.confirming, simulations=self.simulations
            )
        return self._rungs[tag]

    def along(self, ladder: Ladder) -> list[Trial]:
        """The trials of a ladder's rungs in this profile."""
        sizes = (ladder.quick or ladder.sizes) if self.setting.profile == 0 else ladder.sizes
        whole = bool(ladder.symbol.is_integer)
        return [self.at(**{ladder.symbol.name: int(size) if whole else size}) for size in sizes]

    @property
    def claim_id(self) -> str:
        return self.experiment.claim.id

    def key(self, stage: str, chunk: int) -> Key:
        """The key of a chunk: root, claim, canonical parameters, stage and number decide every random bit."""
        stage = f"confirm:{stage}" if self.confirming and stage != "instance" else stage
        return Key(self.setting.root, self.claim_id, canonical({**self.point, **self.rung}), stage, chunk)

    def confirmation(self, factor: int) -> Trial:
        """The same point on a fresh key with ``factor`` times the replicates of its ladders."""
        return Trial(self.experiment, self.point, self.setting, self.rung, factor, simulations=self.simulations)

    def with_instance(self, instance: Values) -> Trial:
        """The same point with an instance that a search has found."""
        return Trial(self.experiment, self.point, self.setting, _instance=instance, steered=True)

    def draw(self, stage: str, chunk: int, replicates: int) -> Draw:
        return Draw(self.key(stage, chunk), replicates, device=resolve_device(self.setting.device), rng=self.setting.rng)

    def parameters(self) -> Parameters:
        """What simulators see: parameters, labels of choices, and the instance."""
        if self._parameters is None:
            domain = self.experiment.claim.domain
            values = Parameters({**domain.values(self.point), **self.rung})
            values.update({f"{name}_label": self.point[name] for name in self.point if isinstance(self.point[name], str)})
            values.update(self._given(values))
            self._parameters = values
        return self._parameters

    def _given(self, values: Values) -> Values:
        if self.experiment.instance is None:
            return {}
        if self._instance is None:
            made = self.experiment.instance(Parameters(values), self.draw("instance", 0, 1))
            if not isinstance(made, Mapping):
                raise SimulatorError(
                    f"{self.claim_id}: instance must return a dictionary of tensors, not {type(made).__name__}"
                )
            self._instance = dict(made)
        return self._instance

    def environment(self, statement: Statement) -> tuple[Values, dict[str, float]]:
        """Values of every name the statement may use, and absolute errors of those that have one."""
        tag = _tag(statement)
        if tag not in self._environments:
            values: Values = {k: v for k, v in self.parameters().items() if not isinstance(v, str)}
            errors: dict[str, float] = {}
            definitions = {**self.experiment.claim.definitions, **statement.where}
            exact: set[str] = set()
            for symbol, definition in definitions.items():
                self._define(symbol, definition, values, errors, exact)
            self._environments[tag] = (values, errors, exact)
        values, errors, _ = self._environments[tag]
        return values, errors

    def _define(self, symbol: Any, definition: Any, values: Values, errors: dict[str, float], exact: set[str]) -> None:
        name = str(symbol.label if isinstance(symbol, sp.IndexedBase) else symbol)
        if isinstance(definition, Computed):
            result = definition.function(Parameters({**self.parameters(), **values}))
            result = result if isinstance(result, Enclosure) else Enclosure(result)
            if result.value is None:
                raise NotConverged(f"{self.claim_id}: {name} is undecided: {result.detail}")
            values[name], errors[name] = result.value, float(result.error)
            if result.how in {"exact", "ball"}:
                exact.add(name)
            return
        known = _numeric(values, values.keys())
        options = {sp.Symbol(k): v for k, v in values.items() if isinstance(v, sp.Basic)}
        if isinstance(definition, sp.Basic) and options:
            definition = self.substituted(definition)
        resolved = resolve({symbol: definition}, known)
        for key in set(resolved) - set(known) | {name}:
            values[key], errors[key] = resolved[key], float(torch.as_tensor(resolved.errors.get(key, 0.0)).max())

    def unmet(self, statement: Statement) -> str:
        """The condition on computed quantities that does not hold here (on some rung of its ladder), or nothing."""
        ladder = getattr(statement, "ladder", None)
        if ladder is not None and str(ladder.symbol) not in self.rung:
            broken = (rung.unmet(statement) for rung in self.along(ladder)) if self._conditions(statement) else ()
            return next((text for text in broken if text), "")
        for condition in self._conditions(statement):
            values, _ = self.environment(statement)
            used = names(condition)
            env = _numeric(values, used)
            if not bool(torch.as_tensor(compile_expr(condition)(env)).all()):
                return str(condition)
        return ""

    def _conditions(self, statement: Statement) -> tuple[Any, ...]:
        return self.experiment.claim.provided if statement.provided is None else statement.provided

    def substituted(self, expr: sp.Basic) -> sp.Basic:
        """Choices that stand for expressions are put into the formula."""
        formulas = {name: value for name, value in self.parameters().items() if isinstance(value, sp.Basic)}
        if not formulas:
            return expr
        table = {s: formulas[str(s)] for s in expr.free_symbols if str(s) in formulas}
        return expr.subs(table).doit(integrals=False) if table else expr

    def value(self, expr: sp.Expr, statement: Statement) -> tuple[float, float]:
        """A formula's value and a bound of its error, everything propagated."""
        expr = self.substituted(sp.sympify(expr))
        tag = (expr, _tag(statement))
        if tag not in self._values:
            self._values[tag] = self._value(expr, statement)
        return self._values[tag]

    def _value(self, expr: sp.Expr, statement: Statement) -> tuple[float, float]:
        values, errors = self.environment(statement)
        used = names(expr)
        env = _numeric(values, used)
        value, spread = value_with_error(expr, env)
        function = compile_expr(expr)
        for name in sorted(used & errors.keys()):
            if errors[name]:
                moved = {**env, name: torch.as_tensor(env[name], dtype=torch.float64) + errors[name]}
                spread = spread + (function(moved, check=False) - value).abs().nan_to_num(nan=0.0)
        number, error = float(torch.as_tensor(value).reshape(-1)[0]), float(torch.as_tensor(spread).reshape(-1)[0])
        if number != number or number in (float("inf"), float("-inf")):
            raise NonFinite(
                f"{self.claim_id}: {expr} is {number} at {dict(self.point) | dict(self.rung)}; "
                "narrow the domain or rewrite the formula"
            )
        return number, error

    def is_exact(self, name: str, statement: Statement) -> bool:
        """Whether a name's value is known without rounding: a parameter, or computed exactly."""
        self.environment(statement)
        exact = self._environments[_tag(statement)][2]
        return name in exact or name in self.point or name in self.rung

    def how(self, *exprs: sp.Expr, statement: Statement) -> str:
        """How the values of these expressions are obtained: by balls where nothing in them is an array or a solver's root."""
        self.environment(statement)
        used = set().union(*(names(self.substituted(expr)) for expr in exprs))
        return (
            "ball"
            if used and all(self.is_exact(n, statement) and n not in self.point and n not in self.rung for n in used)
            else "float"
        )

    def sample(self, variant: str, stage: str, chunk: int, size: int) -> dict[str, torch.Tensor]:
        """Observables of one chunk of replicates, simulated at most once."""
        tag = (variant, stage, chunk)
        if tag not in self._chunks:
            if self.experiment.simulate is None:
                raise SimulatorError(f"{self.claim_id}: nothing is simulated for this claim, yet a statement has an observable")
            draw = self.draw(stage, chunk, size)
            arguments = (self.parameters(), draw) + ((variant,) if self.experiment.takes_variant else ())
            if variant and not self.experiment.takes_variant:
                raise SimulatorError(
                    f"{self.claim_id}: a statement asks for the variant {variant!r}, but the experiment has none"
                )
            made = self.experiment.simulate(*arguments)
            self.simulations[0] += 1
            self._chunks[tag] = self._checked(made, size, variant)
        return self._chunks[tag]

    def _checked(self, made: Any, size: int, variant: str) -> dict[str, torch.Tensor]:
        """What the laws of this variant observe, as float64."""
        claim = self.experiment.claim
        wanted = sorted({o for law in claim.laws() if law.statement.variant == variant for o in law.statement.observables()})
        if isinstance(made, torch.Tensor):
            if len(wanted) != 1:
                raise SimulatorError(
                    f"{claim.id}: the experiment returned one tensor, but the claim observes {', '.join(wanted)}: "
                    "return a dictionary"
                )
            made = {wanted[0]: made}
        if not isinstance(made, Mapping):
            raise SimulatorError(
                f"{claim.id}: the experiment must return a tensor, or a dictionary of tensors by observable, "
                f"not {type(made).__name__}"
            )
        for name in wanted:
            if name not in made:
                raise SimulatorError(f"{claim.id}: the experiment returned no {name!r}; it returned {', '.join(made)}")
            tensor = made[name]
            if not isinstance(tensor, torch.Tensor) or tuple(tensor.shape) != (size,):
                shape = tuple(tensor.shape) if isinstance(tensor, torch.Tensor) else type(tensor).__name__
                raise SimulatorError(
                    f"{claim.id}: the observable {name} must be a tensor of shape ({size},), one value per "
                    f"replicate, not {shape}"
                )
            if tensor.is_complex():
                raise SimulatorError(f"{claim.id}: the observable {name} must be real, not {tensor.dtype}")
            if not bool(torch.isfinite(tensor).all()):
                raise NonFinite(
                    f"{claim.id}: the simulator returned a NaN or infinite {name} at "
                    f"{dict(self.point) | dict(self.rung)}; draw in float64 or narrow the domain"
                )
        return {name: made[name].to(torch.float64) for name in wanted}

    def integrand(self, expr: sp.Expr, statement: Statement, observed: Mapping[str, torch.Tensor]) -> torch.Tensor:
        """An expression of observables and parameters, replicate by replicate."""
        values, _ = self.environment(statement)
        expr = self.substituted(expr)
        if isinstance(expr, Observable):
            return observed[str(expr)]
        used = names(expr)
        env = _numeric(values, used)
        result = compile_expr(expr)({**env, **{k: v for k, v in observed.items() if k in used}})
        return torch.as_tensor(result, dtype=torch.float64).expand(next(iter(observed.values())).shape)

    def left(self, statement: Any, observed: Mapping[str, torch.Tensor]) -> torch.Tensor:
        """Replicates whose mean is the left side: every ``Mean(...)`` is linear in it and replaced by its integrand."""
        return self.linear(statement.left, statement, observed)

    def linear(self, expr: sp.Expr, statement: Statement, observed: Mapping[str, torch.Tensor]) -> torch.Tensor:
        """The integrand of an expression that is affine in its means."""
        nodes = sorted(expr.atoms(Mean), key=sp.default_sort_key)
        dummies = {node: sp.Dummy() for node in nodes}
        flat = expr.subs(dummies)
        for dummy in dummies.values():
            if sp.diff(flat, dummy, 2) != 0 or any(
                sp.diff(flat, dummy, other) != 0 for other in dummies.values() if other != dummy
            ):
                raise LemmataError(
                    f"{self.claim_id}: {expr} is not affine in its means, so its replicates have no unbiased mean"
                )
        return self.integrand(expr.subs({node: node.args[0] for node in nodes}), statement, observed)


def _numeric(values: Values, used: Collection[str]) -> Values:
    """What compiled formulas read: no formulas, and sequences of fractions as floats."""
    return {
        k: [float(entry) for entry in v] if isinstance(v, list | tuple) else v
        for k, v in values.items()
        if k in used and not isinstance(v, sp.Basic)
    }


def _tag(statement: Statement) -> str:
    return "" if not statement.where else repr(sorted((str(k), str(v)) for k, v in statement.where.items()))
