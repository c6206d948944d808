"""A literal at one instance: the parts without randomness computed once, the others for each chunk of draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.devices.device import memory_budget
from lemmata.numerics.formula.closures import LooseRun, column, occupied
from lemmata.numerics.formula.compile import Compiled, _require_finite
from lemmata.numerics.formula.program import TooLarge, is_fake, plain_number
from lemmata.numerics.formula.terms import FRESH
from lemmata.numerics.formula.walker import brief
from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError, NonFinite, SimulatorError
from lemmata.theory.language.sampled import RandomTerm

ROUNDING = 64 * 2.0**-52  # the share of an imaginary part that complex numbers in between leave behind
PROBE = 2  # replicates of the run that measures what a replicate needs
FEW, SHORT = 8, 64  # so many replicates of so short arrays fit in any memory


class TermRun(LooseRun):
    """A run with columns: an (n, 1) array where a sequence is meant is taken as one, and draws may be replaced."""

    def __init__(self, program: Any, env: Mapping[Any, Any], dtype: torch.dtype, device: Any) -> None:
        super().__init__(program, columns_of(program, env), dtype, device)
        self.root_env = dict(env)
        for name, value in self.root_env.items():  # sizes, also of arrays that are drawn later
            number = plain_number(value)
            if number is not None:
                self.numbers.setdefault(str(getattr(name, "name", name)), number)
        self.fake = self.fake or is_fake(torch.empty(0, device=self.device))
        self.draw: Any = None
        self.world: Any = None
        self.measuring, self.inner = False, 0.0  # whether values are weighed, and what closures hold
        self.near = False  # whether the replicates are one point but for rounding, at which the literal was evaluated last
        self.known: dict[str, Any] = {}  # the environment and the draws, for laws that speak of them


def columns_of(program: Any, env: Mapping[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in env.items():
        name = str(getattr(key, "name", key))
        shape = getattr(value, "shape", None)
        rank = program.ranks.get(name)
        if rank == 1 and shape is not None and len(shape) == 2 and shape[-1] == 1:
            value = value[..., 0]
        if rank == 2 and isinstance(value, Tensor) and value.ndim == 1:
            value = value.unsqueeze(-1)
        if rank == 0 and isinstance(value, Tensor) and value.ndim and value.numel() == 1:
            value = value.reshape(())
        found[name] = value
    return found


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
    ) -> None:
        self.compiled, self.random, self.fresh = program, (*random, *varying), fresh
        drawn = frozenset(self.random)
        fixed = {k: v for k, v in env.items() if k not in drawn and _is_value(v)}
        self.run = TermRun(program.program, fixed, program.dtype, device)
        self.run.root_env = dict(env)
        if self.run.batch:
            shapes = {n: tuple(t.shape) for n, t in self.run.env.items()}
            raise DomainError(
                f"an instance has no batch dimensions, but its arrays have: {shapes}; give one instance at a time"
            )
        moving = drawn | {FRESH}
        self._slots: list[Any] = [None] * len(program.program.nodes)
        self._shapes: dict[str, tuple[int, ...]] = {}
        for name, sizes in ((t.name, t.sizes) for t in random.values()):
            self._announce(name, sizes)
        for name, value in columns_of(program.program, {n: env[n] for n in varying if n in env}).items():
            if isinstance(value, Tensor) and value.ndim:  # its sizes are known before its values come
                self._shapes[name] = tuple(value.shape)
                self.run.env[name] = value.to(device="meta", dtype=self.run.dtype)
        for name in sorted(program.program.sizes):
            self.run.size(name)  # arrays that disagree about a size are refused here
        needed = program.needed
        static = [n for n in program.program.nodes if not n.deps & moving and (n.id in needed or n.fn is None)]
        self._moving = [n for n in program.program.nodes if n.deps & moving and n.id in needed]
        self._last = program._last
        kept = {a.id for n in self._moving for a in n.args}  # of the others nothing is needed once they are used
        last = {a.id: n.id for n in static for a in n.args if a.id not in kept and not a.is_const}
        last.update({n.id: -1 for n in program.outputs})
        try:
            Compiled._execute(self.run, static, self._slots, last)
        except TooLarge as large:
            raise DomainError(
                f"the formula needs a tensor of {large.elements} elements for one instance; lower the sizes"
            ) from None
        except torch.linalg.LinAlgError as why:
            raise NonFinite(self._broken(why)) from None
        for name in drawn:
            self.run.env.pop(name, None)
        self._bytes: float | None = None

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
        if self._bytes is None:
            ranks = self.compiled.program.ranks
            few = {k: column(draws[k], ranks.get(k, 0))[:PROBE] for k in self.random}
            count = min([PROBE, *(t.shape[0] for t in few.values())])
            few_runs = Draw(draw.key, count, draw.device, draw.dtype, draw._engine) if self.fresh else None
            self._evaluate(few, count, few_runs, world, measure=True)
            drawn = sum(t[:1].numel() * t.element_size() for t in draws.values())
            self._bytes = max(self._peak / max(count, 1) + drawn, 8.0)
        return self._bytes

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
        if batch is None or self.fresh or fake or not draws or batch <= PROBE or (batch <= FEW and self._short(draws)):
            return self._evaluate(draws, batch, draw, world)
        step = max(1, int(memory_budget(self.device) // self.bytes_per_replicate(draws)))
        if step >= batch:
            return self._evaluate(draws, batch, draw, world)
        parts = []
        for first in range(0, batch, step):
            piece = {k: t[first : first + step] for k, t in draws.items()}
            parts.append(self._evaluate(piece, min(step, batch - first), draw, world))
        return [torch.cat(part) for part in zip(*parts, strict=True)]

    def _short(self, draws: Mapping[str, Tensor]) -> bool:
        """Whether nothing that goes in is long, nor counts far."""
        arrays = [*draws.values(), *(v for v in self.run.env.values() if isinstance(v, Tensor))]
        lengths = (n for v in arrays for n in v.shape)
        return max(*lengths, *(abs(v) for v in self.run.numbers.values()), 0, 0) <= SHORT

    def _evaluate(
        self, draws: Mapping[str, Tensor], batch: int | None, draw: Any, world: Any, measure: bool = False
    ) -> list[Tensor]:
        run, program = self.run, self.compiled
        run.batch = () if batch is None else (batch,)
        run.draw, run.world, run.known = draw, world, {**run.root_env, **draws}
        for name, t in draws.items():
            run.env[name] = t.to(run.dtype)
        slots = list(self._slots)
        try:
            run.measuring, run.inner = measure, 0.0
            if measure:
                self._measured(slots)
            else:
                Compiled._execute(run, self._moving, slots, self._last)
        except torch.linalg.LinAlgError as why:
            raise NonFinite(self._broken(why)) from None
        except TooLarge as large:
            raise DomainError(
                f"the formula needs a tensor of {large.elements} elements for one replicate; lower the sizes"
            ) from None
        finally:
            for name in draws:
                run.env.pop(name, None)
        values = [(_real(slots[node.id]), node.rank) for node in program.outputs]
        return [v.expand(*run.batch, *v.shape[v.ndim - rank :]) if run.batch else v for v, rank in values]

    def _measured(self, slots: list[Any]) -> None:
        """Run and note the largest sum of the sizes of the values that are alive at one time."""
        live, self._peak = 0.0, 0.0
        for node in self._moving:
            Compiled._execute(self.run, [node], slots, {})
            live += occupied(slots[node.id])
            self._peak = max(self._peak, live)
            for arg in {a.id: a for a in node.args}.values():
                if self._last.get(arg.id) == node.id and arg.deps & node.deps:
                    live -= occupied(slots[arg.id])
                    slots[arg.id] = None if arg in self._moving else slots[arg.id]
        # an operation has temporaries of its own, and a derivative twice what its body has
        self._peak = 2 * self._peak + 3 * self.run.inner

    def _finite(self, expr: Any, value: Tensor, draws: Mapping[str, Tensor]) -> None:
        self.run.env.update(draws)
        try:
            _require_finite(expr, value, self.run)
        finally:
            for name in draws:
                self.run.env.pop(name, None)


def _real(value: Any) -> Any:
    """A value that is real up to rounding; where it is not, it is no number: statements compare real numbers."""
    if not isinstance(value, Tensor) or not value.is_complex() or is_fake(value):
        return value
    return torch.where(value.imag.abs() <= ROUNDING * value.abs(), value.real, torch.nan)


def _is_value(value: Any) -> bool:
    import sympy as sp

    return not isinstance(value, sp.Lambda) and not (isinstance(value, sp.Expr) and not value.is_number)
