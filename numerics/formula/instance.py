"""A literal at one instance: the parts without randomness computed once, the others for each chunk of draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.devices.device import at_once
from lemmata.numerics.formula.closures import column, occupied
from lemmata.numerics.formula.compile import Compiled, _require_finite
from lemmata.numerics.formula.program import TooLarge, is_fake
from lemmata.numerics.formula.term_run import TermRun, columns_of, real_part
from lemmata.numerics.formula.terms import FRESH
from lemmata.numerics.formula.traits import FLOWS, STATES, has
from lemmata.numerics.formula.walker import brief
from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError, LemmataError, NonFinite, SimulatorError
from lemmata.theory.language.iteration import HittingTime
from lemmata.theory.language.sampled import RandomTerm

PROBE = 2  # replicates of the run that measures what a replicate needs
FEW, SHORT = 8, 64  # so many replicates of so short arrays fit in any memory
SMALL = 4096  # entries of a value up to which few replicates are run at once and weighed meanwhile
OTHERWISE = (*FLOWS, *STATES, HittingTime)  # what is weighed by a shorter run, or by another arithmetic


class Instance:
    """``instance(draws, batch)``: the values of all expressions, one per replicate."""

    def __init__(
        self,
        program: Compiled,
        env: Mapping[str, Any],
        random: Mapping[str, RandomTerm],
        fresh: bool,
        device: Any,
        varying: tuple[str, ...] = (),
        near: bool = False,
    ) -> None:
        self.compiled, self.random, self.fresh = program, (*random, *varying), fresh
        drawn = frozenset(self.random)
        fixed = {k: v for k, v in env.items() if k not in drawn and _is_value(v)}
        self.run = TermRun(program.program, fixed, program.dtype, device)
        self.run.root_env, self.run.near = dict(env), near
        if self.run.batch:
            shapes = {n: tuple(t.shape) for n, t in self.run.env.items()}
            raise DomainError(
                f"an instance has no batch dimensions, but its arrays have: {shapes}; give one instance at a time"
            )
        moving = drawn | {FRESH}
        self._shapes: dict[str, tuple[int, ...]] = {}
        for name, sizes in ((t.name, t.sizes) for t in random.values()):
            self._announce(name, sizes)
        for name, value in columns_of(program.program, {n: env[n] for n in varying if n in env}).items():
            if isinstance(value, Tensor) and value.ndim:  # its sizes are known before its values come
                self._shapes[name] = tuple(value.shape)
                self.run.env[name] = value.to(device="meta", dtype=self.run.dtype)
        for name in sorted(program.program.sizes):
            self.run.size(name)  # arrays that disagree about a size are refused here
        self._still, self._moving, self._used = program.parts(moving)
        self._last = program._last
        self._absent = {n: self.run.env[n] for n in drawn if n in self.run.env}
        self._rules: dict[bool, tuple[list[Any], dict[Any, int]]] = {}  # values and lengths, by whether the rule is short
        self._bytes: dict[bool, float] = {}
        with self._unless_doubted():
            self._by_rule(not fresh and not self.run.fake)
        if self.run.doubtful:
            self._by_rule(False)

    @contextmanager
    def _unless_doubted(self) -> Iterator[None]:
        """What fails is raised, unless a mean that it may rest on is to be taken again."""
        try:
            yield
        except LemmataError:
            if not self.run.doubtful:
                raise

    def _by_rule(self, short: bool) -> None:
        """Let smooth means be taken by the short rule or not; what does not depend on a draw is computed the first time."""
        self.run.short, self.run.doubts = short, None
        if short not in self._rules:
            slots: list[Any] = [None] * len(self.compiled.program.nodes)
            self.run.extents = {}
            self.run.env.update(self._absent)
            try:
                with self._told("instance"):
                    Compiled._execute(self.run, self._still, slots, self._used)
            finally:
                for name in self._absent:
                    self.run.env.pop(name, None)
            self._rules[short] = (slots, self.run.extents)
        self._slots, self.run.extents = self._rules[short]

    @contextmanager
    def _told(self, one: str) -> Iterator[None]:
        """What fails while one instance or replicate is evaluated, in the words of the formula."""
        try:
            yield
        except TooLarge as large:
            raise DomainError(
                f"the formula needs a tensor of {large.elements} elements for one {one}; lower the sizes"
            ) from None
        except torch.linalg.LinAlgError as why:
            raise NonFinite(self._broken(why)) from None

    def _broken(self, why: Exception) -> str:
        """What a decomposition that fails is told as: its matrix holds no numbers, or no iteration converges."""
        shown = ", ".join(brief(e, 400) for e in self.compiled.exprs)
        at = ", ".join(f"{k} = {v}" for k, v in sorted(self.run.numbers.items()))
        return f"{shown[:200]} has no value at {at or 'this instance'}: {str(why).splitlines()[0]}"

    def _announce(self, name: str, sizes: tuple[Any, ...]) -> None:
        """The shape of what is drawn later, so that sums over its entries know their limits."""
        known = [self.run.static(k) for k in sizes]
        if sizes and None not in known:
            shape = [int(k[0]) for k in known if k is not None]
            self._shapes[name] = tuple(shape)
            self.run.env[name] = torch.empty(shape, dtype=self.run.dtype, device="meta")

    @property
    def device(self) -> torch.device:
        return self.run.device

    def bytes_per_replicate(self, draws: Mapping[str, Tensor], draw: Any = None, world: Any = None) -> float:
        """What one replicate occupies at the worst moment, measured on a run of two."""
        if self.run.short not in self._bytes:
            ranks = self.compiled.program.ranks
            few = {k: column(draws[k], ranks.get(k, 0))[:PROBE] for k in self.random}
            count = min([PROBE, *(t.shape[0] for t in few.values())])
            few_runs = Draw(draw.key, count, draw.device, draw.dtype, draw._engine) if self.fresh else None
            self._once(few, count, few_runs, world, measure=True)
            drawn = sum(t[:1].numel() * t.element_size() for t in draws.values())
            self._bytes[self.run.short] = max(self._peak / max(count, 1) + drawn, 8.0)
        return self._bytes[self.run.short]

    def __call__(
        self, draws: Mapping[str, Tensor], batch: int | None = None, *, draw: Any = None, world: Any = None, check: bool = True
    ) -> list[Tensor]:
        """One tensor for each expression; without ``check``, for searches, values may be infinite or no numbers."""
        missing = [n for n in self.random if n not in draws]
        if missing:
            raise SimulatorError(f"the literal needs draws of {', '.join(missing)}; draw every term of literal.random")
        if self.fresh and draw is None:
            raise SimulatorError("a path with fresh terms needs draw= at the call, to draw at each step")
        draws = {n: column(draws[n], self.compiled.program.ranks.get(n, 0)) for n in self.random}
        for name, t in draws.items():
            if t.device != self.device:
                raise SimulatorError(f"the draws of {name} lie on {t.device} and the instance on {self.device}")
            if name in self._shapes and tuple(t.shape[1:]) != self._shapes[name]:
                raise SimulatorError(
                    f"a draw of {name} has the sizes {tuple(t.shape[1:])}, and the statement {self._shapes[name]}"
                )
            if batch is not None and t.shape[0] != batch:
                raise SimulatorError(f"the draws of {name} are {t.shape[0]} replicates, not {batch}")
        if batch is None and (draws or self.fresh):
            batch = next(iter(draws.values())).shape[0] if draws else draw.replicates
        values = self._chunks(draws, batch, draw, world)
        if check and not self.run.fake and not any(is_fake(v) for v in values):
            for expr, value in zip(self.compiled.exprs, values, strict=True):
                self._finite(expr, value, draws)
        return values

    def _chunks(self, draws: Mapping[str, Tensor], batch: int | None, draw: Any, world: Any) -> list[Tensor]:
        fake = self.run.fake or any(is_fake(t) for t in draws.values())
        if (
            batch is None
            or self.fresh
            or fake
            or not draws
            or batch <= PROBE
            or (batch <= FEW and self._longest(draws) <= SHORT)
        ):
            return self._evaluate(draws, batch, draw, world)
        if batch <= FEW and self.run.near and (values := self._weighed(draws, batch, draw, world)) is not None:
            return self._undoubted(values, draws, batch, draw, world)
        step = max(1, int(at_once(self.device) // self.bytes_per_replicate(draws)))
        if step >= batch:
            return self._evaluate(draws, batch, draw, world)
        parts = []
        for first in range(0, batch, step):
            piece = {k: t[first : first + step] for k, t in draws.items()}
            parts.append(self._evaluate(piece, min(step, batch - first), draw, world))
        return [torch.cat(part) for part in zip(*parts, strict=True)]

    def _longest(self, draws: Mapping[str, Tensor]) -> float:
        """How long what goes in is, and how far it counts."""
        arrays = [*draws.values(), *(v for v in self.run.env.values() if isinstance(v, Tensor))]
        lengths = (n for v in arrays for n in v.shape)
        return max(*lengths, *(abs(v) for v in self.run.numbers.values()), 0, 0)

    def _weighed(self, draws: Mapping[str, Tensor], batch: int, draw: Any, world: Any) -> list[Tensor] | None:
        """The values of few replicates, weighed as they are made, where these fit at once: two would occupy no more, so that a run
        of two is not needed to tell. None where it is."""
        wide = self.compiled.program.widest
        long = bool(wide) and self._longest(draws) > SMALL ** (1 / wide)
        if long or any(has(e, OTHERWISE) for e in self.compiled.exprs):
            return None
        try:
            values = self._once(draws, batch, draw, world, measure=True)
        except LemmataError:
            return None
        drawn = sum(t[:1].numel() * t.element_size() for t in draws.values())
        return values if batch * max(self._peak / PROBE + drawn, 8.0) <= at_once(self.device) else None

    def _evaluate(self, draws: Mapping[str, Tensor], batch: int | None, draw: Any, world: Any) -> list[Tensor]:
        """The values of replicates that are run at once."""
        values: list[Tensor] = []
        with self._unless_doubted():
            values = self._once(draws, batch, draw, world)
        return self._undoubted(values, draws, batch, draw, world)

    def _undoubted(
        self, values: list[Tensor], draws: Mapping[str, Tensor], batch: int | None, draw: Any, world: Any
    ) -> list[Tensor]:
        """The values; replicates at which the short rule may not serve are evaluated again without it, each as if alone."""
        rows = self.run.doubts
        if rows is None or not bool(rows.any()):
            return values
        self._by_rule(False)
        try:
            if rows.ndim == 0 or bool(rows.all()) or not values:
                return self._chunks(draws, batch, draw, world)
            again = self._chunks({k: t[rows] for k, t in draws.items()}, int(rows.sum()), draw, world)
        finally:
            self._by_rule(True)
        return [v.index_put((rows,), t) for v, t in zip(values, again, strict=True)]

    def _once(
        self, draws: Mapping[str, Tensor], batch: int | None, draw: Any, world: Any, measure: bool = False
    ) -> list[Tensor]:
        run, program = self.run, self.compiled
        run.batch, run.doubts = () if batch is None else (batch,), None
        run.draw, run.world, run.known = draw, world, {**run.root_env, **draws}
        for name, t in draws.items():
            run.env[name] = t.to(run.dtype)
        slots = list(self._slots)
        try:
            run.measuring, run.inner = measure, 0.0
            with self._told("replicate"):
                if measure:
                    self._measured(slots)
                else:
                    Compiled._execute(run, self._moving, slots, self._last)
        finally:
            for name in draws:
                run.env.pop(name, None)
        values = [(real_part(slots[node.id]), node.rank) for node in program.outputs]
        return [v.expand(*run.batch, *v.shape[v.ndim - rank :]) if run.batch else v for v, rank in values]

    def _measured(self, slots: list[Any]) -> None:
        """Run and note the largest sum of the sizes of the values that are alive at one time."""
        live, self._peak = 0.0, 0.0
        moving = {n.id for n in self._moving}
        for node in self._moving:
            Compiled._execute(self.run, [node], slots, {})
            live += occupied(slots[node.id])
            self._peak = max(self._peak, live)
            for arg in {a.id: a for a in node.args}.values():
                if self._last.get(arg.id) == node.id and arg.deps & node.deps:
                    live -= occupied(slots[arg.id])
                    slots[arg.id] = None if arg.id in moving else slots[arg.id]
        # an operation has temporaries of its own, and a derivative twice what its body has
        self._peak = 2 * self._peak + 3 * self.run.inner

    def _finite(self, expr: Any, value: Tensor, draws: Mapping[str, Tensor]) -> None:
        self.run.env.update(draws)
        try:
            _require_finite(expr, value, self.run)
        finally:
            for name in draws:
                self.run.env.pop(name, None)


def _is_value(value: Any) -> bool:
    return not isinstance(value, sp.Lambda) and not (isinstance(value, sp.Expr) and not value.is_number)
