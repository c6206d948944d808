"""A claim at one point: its numbers, arrays and functions, and the samples of its random terms.

Everything is made once and is a pure function of (root key, claim, point, stage, chunk). A rung of a ladder, a wrong
world and a wrong instance are scenes of their own beside the true one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.devices.device import resolve_device
from lemmata.numerics.formula.certain import Memo, evaluate, nudged
from lemmata.numerics.formula.in_parts import by_its_state
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.formula.prepare import jumps
from lemmata.numerics.random.breaking import break_instance
from lemmata.numerics.random.checking import check_instance
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.functions import function_instance
from lemmata.numerics.random.instances import draw_instances
from lemmata.numerics.random.keys import Key, canonical
from lemmata.numerics.random.terms import draw_terms
from lemmata.theory.language.comparing import comparison, names_of, plain
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError, NonFinite, SimulatorError
from lemmata.theory.language.operators import BINDERS, means
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import RandomTerm
from lemmata.verify.engine.attributes import Attributes, as_python
from lemmata.verify.engine.given import MARK
from lemmata.verify.engine.running import run_in_parts
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.sizes import drawn_at_once
from lemmata.verify.engine.spoken import counted, mentions, named, of_numbers, on_arrays, size_of
from lemmata.verify.engine.subject import Settings

RUNS = 64  # runs of procedures that a scene keeps, and more of them while they are small
KEPT = 2**25  # bytes of draws that it keeps, beyond four chunks: laws about different terms share them;
MOST = 2**28  # and of four chunks, whatever they are of: what is needed again is drawn again, and is the same


@dataclass
class Scene:
    """``rung``: numbers that take the place of the point's; ``world``: a wrong world; ``broken``: (array, hypothesis violated);
    ``fresh``: a second, independent key; ``shared``: a run that takes the draws of another run, by their labels."""

    settings: Settings
    point: Mapping[str, Any]
    setting: Setting
    rung: Mapping[str, Any] = field(default_factory=dict)
    world: Any = None
    broken: tuple[str, str] | None = None
    fresh: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    shared: Mapping[str, str] = field(default_factory=dict)
    simulations: list[int] = field(default_factory=lambda: [0])
    _env: dict[str, Any] | None = None
    _values: dict[Any, tuple[Tensor, Tensor]] = field(default_factory=dict)
    _failed: dict[Any, LemmataError] = field(default_factory=dict)  # why a formula has no value here
    _memo: Memo | None = None
    _chunks: dict[Any, dict[str, Any]] = field(default_factory=dict)
    _held: int = 0  # bytes of the draws in them
    _runs: dict[Any, Any] = field(default_factory=dict)
    _kept: int = 0  # bytes of these runs
    _rungs: dict[str, Scene] = field(default_factory=dict)
    measured: dict[Any, Any] = field(default_factory=dict)  # what a judge keeps for further laws at this scene

    @property
    def claim(self) -> Any:
        return self.settings.claim

    def but(self, **changes: Any) -> Scene:
        """The same point with something changed; nothing computed is shared."""
        own = dict(
            settings=self.settings,
            point=self.point,
            setting=self.setting,
            rung=self.rung,
            world=self.world,
            broken=self.broken,
            fresh=self.fresh,
            given=self.given,
            shared=self.shared,
            simulations=self.simulations,
        )
        return Scene(**{**own, **changes})

    def at(self, values: Mapping[str, Any]) -> Scene:
        """The same point with some numbers replaced; made once."""
        tag = repr(sorted(values.items()))
        if tag not in self._rungs:
            self._rungs[tag] = self.but(rung={**self.rung, **values})
        return self._rungs[tag]

    def along(self, ladder: Any) -> list[Scene]:
        """The scenes of a ladder's rungs in this profile, with the sizes that are tied to them."""
        rungs = (ladder.quick or ladder.rungs) if self.setting.profile == 0 else ladder.rungs
        return [self.rung_at(ladder, rung) for rung in rungs]

    def rung_at(self, ladder: Any, rung: Any) -> Scene:
        values: dict[str, Any] = {str(ladder.symbol.name): int(rung) if ladder.symbol.is_integer else float(rung)}
        for symbol, formula in ladder.sizes.items():
            number, _ = self.at(values).number(sp.sympify(formula))
            values[str(symbol.name)] = round(float(number)) if symbol.is_integer else float(number)
        return self.at(values)

    def number(self, expr: Any) -> tuple[Tensor, Tensor]:
        """The value of a formula of the point's numbers alone, such as a size that arrays need before they can be made."""
        if {str(s) for s in expr.free_symbols} <= set(self.numbers):
            value, error = evaluate(expand(expr), self.numbers)
            return torch.as_tensor(value, dtype=torch.float64), torch.as_tensor(error, dtype=torch.float64)
        return self.value(expr)

    # -- what it is made of --------------------------------------------------------------------------------------

    def key(self, stage: str, chunk: int) -> Key:
        return self._key({**self.point, **self.rung}, stage, chunk)

    def _key(self, numbers: Mapping[str, Any], stage: str, chunk: int) -> Key:
        return Key(self.setting.root, self.claim.id, canonical(dict(numbers)), f"fresh:{stage}" if self.fresh else stage, chunk)

    def draw(self, stage: str, chunk: int, replicates: int) -> Draw:
        return self._draw(self.key(stage, chunk), replicates)

    def draw_arbitrary(self, stage: str) -> Draw:
        """For what is arbitrary: one key for all rungs and for a second look, which confirms what it saw of the same instance."""
        return self._draw(Key(self.setting.root, self.claim.id, canonical(dict(self.point)), stage, 0), 1)

    def _draw(self, key: Key, replicates: int) -> Draw:
        return Draw(key, replicates, device=resolve_device(self.setting.device), rng=self.setting.rng)

    @cached_property
    def numbers(self) -> dict[str, Any]:
        """The numbers by name."""
        return {k: v for k, v in {**self.point, **self.rung}.items() if not isinstance(v, str | list | tuple)}

    @property
    def env(self) -> dict[str, Any]:
        """Numbers, arrays and functions by name."""
        if self._env is None:
            self._env = {**self.numbers}
            self._make_functions()
            self._make_arrays()
            self._env.update(self.given)
            self._make_free_samples()
        return self._env

    def _make_functions(self) -> None:
        assert self._env is not None
        for function in self.claim.functions:
            label = self.point.get(str(function.name), "")
            draw = self.draw_arbitrary(f"function:{function.name}")
            self._env[str(function.name)] = function_instance(function, label, self._env, draw)

    def _make_arrays(self) -> None:
        assert self._env is not None
        own = {str(a.name): a for a in self.claim.arrays if isinstance(self.point.get(str(a.name)), list | tuple)}
        self._env.update({k: check_instance(a, self.point[k], self._env) for k, a in own.items() if k not in self.given})
        wanted = [a for a in self.claim.arrays if str(a.name) not in {*self.given, *own}]
        styles = {k: v for k, v in self.point.items() if isinstance(v, str)}
        made = draw_instances(wanted, self._env, styles, self.draw_arbitrary("instance"))
        if self.broken is not None:
            name, how = self.broken
            array = next(a for a in wanted if str(a.name) == name)
            made[name] = break_instance(array, made[name], how, self.draw_arbitrary(f"broken:{name}"))
        self._env.update({name: value[0] for name, value in made.items()})

    def _make_free_samples(self) -> None:
        """Samples that stand free in a statement are part of the instance: it is said to hold for all of them."""
        assert self._env is not None
        if self.settings.free:
            drawn = draw_terms(self.settings.free, self._env, self.draw_arbitrary("given"))
            self._env.update({f"{name}{MARK}": value[0] for name, value in drawn.items()})

    @property
    def memo(self) -> Memo:
        """Balls of what was looked at here."""
        if self._memo is None:
            self._memo = Memo(self.env)
        return self._memo

    @cached_property
    def plain(self) -> Memo:
        """The same of formulas of numbers alone, for which no array is made: at the end of a ladder it may have millions of entries."""
        return Memo(self.numbers)

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, expr: Any) -> tuple[Tensor, Tensor]:
        """The value of a formula without means, and a bound of its error; arrays as they are.

        What has no value is not tried again for the next wrong version.
        """
        expr = expand(sp.sympify(expr))
        if expr in self._failed:
            raise self._failed[expr].with_traceback(None)
        if expr not in self._values:
            try:
                self._values[expr] = self._evaluated(expr)
            except LemmataError as error:
                self._failed[expr] = error
                raise
        return self._values[expr]

    def _evaluated(self, expr: Any) -> tuple[Tensor, Tensor]:
        if means(expr):
            raise LemmataError(f"{self.claim.id}: {expr} holds a mean where a value is needed")
        memo = self.plain if of_numbers(expr, self.numbers, self.given) else self.memo
        value, error = by_its_state(expr, self.value, memo.env) or evaluate(expr, memo.env, memo=memo)
        value, error = torch.as_tensor(value, dtype=torch.float64), torch.as_tensor(error, dtype=torch.float64)
        if not bool(torch.isfinite(value).all()) or not bool((error == error).all()):
            raise NonFinite(
                f"{self.claim.id}: {expr} is not finite at {self.shown()}; narrow the domain or rewrite the formula"
            )
        return value, error

    def rough(self, *exprs: Any) -> list[Tensor]:
        """Values without errors, for searches that look at many points."""
        found = self.settings.compiled(tuple(expand(sp.sympify(e)) for e in exprs))(self.env)
        return [torch.as_tensor(v, dtype=torch.float64) for v in found]

    def shown(self) -> str:
        return ", ".join(f"{k} = {v}" for k, v in {**self.point, **self.rung}.items()) or "the only point"

    def truth(self, condition: Any) -> bool | None:
        """Whether a condition holds here; None where rounding leaves it open."""
        condition = expand(condition)
        if condition in (sp.true, sp.false):
            return bool(condition)
        if isinstance(condition, sp.And | sp.Or):
            found = [self.truth(c) for c in condition.args]
            stop = isinstance(condition, sp.Or)
            return stop if stop in found else None if None in found else not stop
        if isinstance(condition, sp.Not):
            inner = self.truth(condition.args[0])
            return None if inner is None else not inner
        if (whole := counted(condition, {**self.point, **self.rung})) is not None:
            return whole[0]
        (a, ea), (b, eb) = self.value(condition.lhs), self.value(condition.rhs)
        gap, error = float(torch.as_tensor(a - b).max()), float(torch.as_tensor(ea + eb).max())
        if isinstance(condition, sp.Equality):
            return abs(gap) <= error
        if isinstance(condition, sp.Unequality):
            return abs(gap) > error
        if isinstance(condition, sp.StrictGreaterThan | sp.GreaterThan):
            gap = -float(torch.as_tensor(a - b).min())
        strict = isinstance(condition, sp.StrictGreaterThan | sp.StrictLessThan)
        if error == 0:
            return gap < 0 if strict else gap <= 0
        return True if gap < -error else False if gap > error else (None if strict else True)

    def unmet(self, law: Any) -> Any:
        """The first condition under which a law is not stated here: one of its own, or one of the domain on the arrays that it
        speaks of (what the domain says of numbers is met when they are drawn). A wrong instance is meant to break those."""
        swept = getattr(law.statement, "at", None) or {}  # where an optimum may be is no condition on the point
        if self.world is None and self.broken is None:
            formulas = tuple(f for _, f in law.statement.expressions())
            for condition in on_arrays(self.claim.domain.conditions, formulas, frozenset(self.point)):
                if mentions(condition, swept):
                    continue
                with suppress(LemmataError):
                    if self.truth(condition) is not True:  # where rounding leaves it open nothing is stated
                        return condition
        return next((c for c in law.when if not mentions(c, swept) and self.truth(c) is not True), None)

    def just_broken(self, condition: Any) -> bool:
        """Whether numbers break a comparison of polynomials, which within rounding may count as met: they are the fractions they are."""
        compared, names = comparison(condition), names_of(condition)
        there = compared is not None and all(name in self.numbers and plain(self.numbers[name]) for name in names)
        return there and not compared(self.numbers)  # type: ignore[misc]

    @cached_property
    def in_core(self) -> bool:
        """Whether the instance meets what the core says of arrays; what it says of numbers is met when they are drawn."""
        with suppress(LemmataError):
            about = on_arrays(self.claim.domain.core, self.claim.domain.core, frozenset(self.point))
            return all(self.truth(condition) is not False for condition in about)
        return True

    # -- samples -------------------------------------------------------------------------------------------------

    def literal(self, bodies: tuple[Any, ...], averaged: bool = True) -> Literal:
        return self.settings.compiled(bodies, averaged)  # type: ignore[no-any-return]

    @cached_property
    def chunk(self) -> int:
        """The replicates that are drawn at a time."""
        return min(self.settings.chunk, drawn_at_once(self.settings.drawn, self.env))

    def sampled(
        self, bodies: Sequence[Any], stage: str, chunk: int, size: int, averaged: bool = True, moved: int = 0
    ) -> list[Tensor]:
        """The bodies of means on one chunk of replicates, one row of values for each; equal names are equal samples.

        ``moved``: a pattern of one-ulp changes of every number that goes in, to see what rounding does; 0 for none.
        What is drawn from whole numbers stays on them where the body jumps.
        """
        chosen, renamed = named(tuple(bodies))
        literal = self.literal(chosen, averaged)
        draws = self._draws(literal, renamed, stage, chunk, size)
        self.simulations[0] += 1
        world = (
            self.world
            if literal.fresh and self.world is not None and self.world.term in {t.name for t in literal.fresh}
            else None
        )
        env = self.env
        if moved:
            whole = {k for k, v in draws.items() if bool((v == v.round()).all())} if jumps(sp.Tuple(*chosen)) else set()
            env, draws = (
                {k: v if k in whole else nudged(v, 7 * moved + i) for i, (k, v) in enumerate(sorted(d.items()))}
                for d in (env, draws)
            )
        found = literal(env, draws, size, draw=self.draw(stage, chunk, size), world=world)
        rows = [torch.as_tensor(row, dtype=torch.float64) for row in found]
        for body, row in zip(bodies, rows, strict=True):
            if not bool(torch.isfinite(row).all()):
                raise NonFinite(f"{self.claim.id}: {body} is not finite on some sample at {self.shown()}; narrow the domain")
        return [
            row.expand(size, *row.shape[1:]) if row.ndim and row.shape[0] in (1, size) else row.expand(size) for row in rows
        ]

    def _draws(self, literal: Literal, renamed: Mapping[str, RandomTerm], stage: str, chunk: int, size: int) -> dict[str, Any]:
        tag = (stage, chunk, size)
        if tag not in self._chunks:
            while self._held > MOST or (self._held > KEPT and len(self._chunks) >= 4):
                oldest = self._chunks.pop(next(iter(self._chunks)))
                self._held -= sum(size_of(v) for v in oldest.values())
        kept = self._chunks.setdefault(tag, {})
        wanted = [t for t in literal.random if t.name not in kept]
        new: dict[str, Any] = {}
        if wanted:
            world = self.world if self.world is not None and self.world.term in {t.name for t in wanted} else None
            new.update(draw_terms(wanted, self.env, self.draw(stage, chunk, size), world))
        for name, term in renamed.items():
            if name not in kept and name not in new:
                new[name] = self._run(term, stage, chunk, size)
        self._held += sum(size_of(v) for v in new.values()) - sum(size_of(kept[name]) for name in new if name in kept)
        kept.update(new)
        return kept

    def _run(self, term: RandomTerm, stage: str, chunk: int, size: int) -> Tensor:
        """One output of a call; the others of that call come from the same run, which further laws use as well."""
        law = term.law
        assert isinstance(law, ProcedureLaw)
        p = Attributes()
        for name, formula in law.parameters.items():
            value, _ = self.value(formula)
            p[name] = value if value.ndim else as_python(value, formula)
        label = run_label(law)
        run = (f"{stage}:{label}", chunk, size)
        if run not in self._runs:
            draw = self.draw(f"{stage}:{self.shared.get(label, label)}", chunk, size)
            process = os.getpid()
            self._runs[run] = run_in_parts(self.settings.procedures[law.procedure], p, draw)
            if os.getpid() != process:  # a procedure that forks comes back twice: the copy ends here, before it is called again
                os._exit(1)
            self._kept += size_of(self._runs[run])
            while len(self._runs) > RUNS and self._kept > KEPT:
                self._kept -= size_of(self._runs.pop(next(iter(self._runs))))
        made = self._runs[run]
        if not isinstance(made, Mapping) or law.output not in made:
            raise SimulatorError(f"{self.claim.id}: the procedure {law.procedure} returned no {law.output!r}")
        found = made[law.output]
        if not isinstance(found, Tensor) or tuple(found.shape) != (size,):
            raise SimulatorError(f"{self.claim.id}: {law.procedure} must return {law.output} as a tensor of {size} values")
        return found


@lru_cache(maxsize=4096)  # asked for every chunk
def run_label(law: ProcedureLaw) -> str:
    """What names the run of a call: its procedure with its parameters."""
    return f"{law.procedure}:{canonical({k: str(v) for k, v in law.parameters.items()})}"


def has_means(expr: Any) -> bool:
    """Whether a formula holds a mean, a probability or a quantile."""
    return bool(expand(sp.sympify(expr)).has(*BINDERS))
