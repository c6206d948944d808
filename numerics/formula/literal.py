"""The literal experiment: expressions of the language as one function of an instance and of draws.

``Literal(exprs)`` compiles once; ``literal(env, draws, batch)`` returns one tensor per expression. What does not depend on
a draw is computed once per instance and kept until the instance changes. The batch is cut where intermediate values
would not fit in the memory budget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.devices.memory import keep_freed_memory
from lemmata.numerics.formula import compile as _compile  # noqa: F401  (registers the lowering of plain formulas)
from lemmata.numerics.formula import derivatives as _derivatives  # noqa: F401  (registers derivatives)
from lemmata.numerics.formula import entry_terms as _entries  # noqa: F401  (registers functions of entries, norms, spectra)
from lemmata.numerics.formula import paths as _paths
from lemmata.numerics.formula import solving as _solving  # noqa: F401  (registers roots, minima, flows)
from lemmata.numerics.formula.compile import Compiled
from lemmata.numerics.formula.instance import Instance
from lemmata.numerics.formula.matrix_terms import normal
from lemmata.numerics.formula.prepare import Grounding
from lemmata.numerics.formula.terms import TermBuilder
from lemmata.numerics.formula.traits import has
from lemmata.theory.language.calculus import FunctionSymbol
from lemmata.theory.language.errors import DomainError, SimulatorError
from lemmata.theory.language.sampled import RandomTerm

keep_freed_memory()
Env = Mapping[Any, Any]
PLACEHOLDER = sp.Lambda(sp.Symbol("z", real=True), sp.Symbol("z", real=True) ** 2)


class Program(Compiled):
    """The compiled form of grounded expressions."""

    def __init__(self, shown: Sequence[Any], exprs: Sequence[Any], dtype: torch.dtype, level: float) -> None:
        self.exprs, self.dtype, self.single = tuple(shown), dtype, False
        builder = TermBuilder(level)
        builder.events = _paths.events_of(exprs)
        self.program = builder.program
        self.outputs = [builder.program.tensor(builder.lower(e)) for e in exprs]
        self.plain = tuple(exprs)
        self._last = {}
        for node in self.program.nodes:
            for arg in node.args:
                self._last[arg.id] = node.id
        for node in self.outputs:
            self._last[node.id] = len(self.program.nodes)


class Literal:
    """Expressions of the language, compiled; random terms are free in it: the bodies of means.

    ``averaged`` says that the values will be averaged over the draws: then a mean inside that enters multilinearly is
    replaced by independent copies of its samples. ``level`` refines every quadrature and solver.
    """

    def __init__(
        self, exprs: Sequence[Any], dtype: torch.dtype = torch.float64, *, averaged: bool = True, level: float = 0
    ) -> None:
        self.exprs = tuple(sp.sympify(e) for e in exprs)
        self.dtype, self.averaged, self.level = dtype, averaged, level
        self.functions = sorted({f.name for e in self.exprs if has(e, (FunctionSymbol,)) for f in e.atoms(FunctionSymbol)})
        self._forms: dict[Any, tuple[Program, Grounding]] = {}
        self._instance: tuple[Any, Instance] | None = None
        self._first: tuple[Program, Grounding] | None = None if self.functions else self._form({})

    def __reduce__(self) -> Any:
        return _rebuilt, (self.exprs, self.dtype, self.averaged, self.level)

    def _form(self, env: Env) -> tuple[Program, Grounding]:
        """The program; arbitrary functions are part of it, so there is one for each choice of them."""
        chosen = tuple(env.get(name) for name in self.functions)
        if chosen not in self._forms:
            ground, found = self._grounded(chosen)
            grounded = [normal(_explicit(e)) for e in found]
            self._forms[chosen] = (Program(self.exprs, grounded, self.dtype, self.level), ground)
        return self._forms[chosen]

    def _grounded(self, chosen: tuple[Any, ...]) -> tuple[Grounding, list[Any]]:
        """The formulas in plain symbols, and what was found on the way."""
        ground = Grounding(dict(zip(self.functions, chosen, strict=True)), self.averaged)
        return ground, [ground(e) for e in self.exprs]

    @cached_property
    def _drawn(self) -> Grounding:
        """What any choice of functions draws, for which nothing has to be compiled."""
        return self._first[1] if self._first is not None else self._grounded((PLACEHOLDER,) * len(self.functions))[0]

    def form(self, named: Mapping[str, Any]) -> tuple[Program, Grounding]:
        """The program for the functions given by name, and what was found while the formulas were made plain."""
        return self._form({n: named.get(n) for n in self.functions})

    def _known(self) -> tuple[Program, Grounding]:
        if self._first is None:
            self._first = self._form(dict.fromkeys(self.functions, PLACEHOLDER))
        return self._first

    @cached_property
    def names(self) -> set[str]:
        """The names of the environment that it reads: numbers, sizes, arrays, functions; not what is drawn."""
        program, ground = self._known()
        drawn = set(ground.random) | set(ground.fresh)
        law = {s.name for t in (*ground.random.values(), *ground.fresh.values()) for s in _symbols(t)}
        return ({n for n in program.names if not n.startswith("@")} - drawn) | law | set(self.functions)

    @cached_property
    def random(self) -> tuple[RandomTerm, ...]:
        """The random terms to draw, by name; independent copies among them."""
        return tuple(t for _, t in sorted(self._drawn.random.items()))

    @cached_property
    def fresh(self) -> tuple[RandomTerm, ...]:
        """The random terms drawn anew at each step of a path: these need ``draw`` at the call."""
        return tuple(t for _, t in sorted(self._drawn.fresh.items()))

    def compiled(self, env: Env) -> Program:
        """The program for the functions of an environment."""
        named = {str(getattr(k, "name", k)): v for k, v in env.items()}
        return self.form(named)[0]

    def at(self, env: Env, device: Any = None, varying: Sequence[str] = (), near: bool = False) -> Instance:
        """The literal at an instance; what does not depend on a draw is computed here.

        A random term that the environment gives is part of the instance and is not drawn. ``varying`` are further names
        (numbers or arrays) whose values come with the draws, one for each replicate. ``near``: the values are asked for what
        rounding does to that of the last evaluation.
        """
        named = {str(getattr(k, "name", k)): v for k, v in env.items()}
        program, ground = self.form(named)
        random = {n: t for n, t in ground.random.items() if n not in named}
        further = tuple(sorted(n for n in varying if n in program.program.ranks and n not in random))
        return Instance(program, named, random, bool(ground.fresh), device, further, near)

    def __call__(
        self,
        env: Env,
        draws: Mapping[str, Tensor] | None = None,
        batch: int | None = None,
        *,
        draw: Any = None,
        world: Any = None,
        device: Any = None,
    ) -> list[Tensor]:
        """One tensor per expression: (B,) or (B, n, m); without draws and batch, () or (n, m).

        ``draw`` (a ``Draw`` of the same replicates) is needed by paths with fresh terms, and by nothing else.
        """
        device = device if device is not None else _device(draws, draw)
        env = {k: v for k, v in env.items() if str(getattr(k, "name", k)) not in draws} if draws else env
        key = (*_fingerprint(env, device), sorted(draws or ()))
        if self._instance is None or self._instance[0] != key:
            self._instance = (key, self.at(env, device, tuple(draws or ())))
        return self._instance[1](draws or {}, batch, draw=draw, world=world)


def _rebuilt(exprs: tuple[Any, ...], dtype: torch.dtype, averaged: bool, level: float) -> Literal:
    return Literal(exprs, dtype, averaged=averaged, level=level)


def _device(draws: Mapping[str, Tensor] | None, draw: Any) -> Any:
    if draw is not None:
        return draw.device
    devices = {t.device for t in (draws or {}).values()}
    if len(devices) > 1:
        raise SimulatorError(f"the draws lie on several devices: {', '.join(sorted(map(str, devices)))}")
    return next(iter(devices), None)


class _Kept:
    """An environment's value by identity; holding it keeps the identity from being given to another."""

    def __init__(self, value: Any) -> None:
        self.value, self.version = value, getattr(value, "_version", 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Kept):
            return False
        if isinstance(self.value, int | float | sp.Basic):
            return type(self.value) is type(other.value) and bool(self.value == other.value)
        return isinstance(self.value, Tensor) and self.value is other.value and self.version == other.version

    __hash__ = None  # type: ignore[assignment]


def _fingerprint(env: Env, device: Any) -> Any:
    return [(str(getattr(k, "name", k)), _Kept(v)) for k, v in env.items()], str(device)


def _symbols(term: RandomTerm) -> set[Any]:
    free = term.law.free_symbols.union(*(s.free_symbols for s in term.sizes))
    return {s for s in free if isinstance(s, sp.Symbol | sp.MatrixSymbol)}


def _explicit(e: Any) -> Any:
    return e.as_immutable() if isinstance(e, sp.MatrixBase) else e


def require(condition: bool, sentence: str) -> None:
    """A DomainError with the sentence unless the condition holds."""
    if not condition:
        raise DomainError(sentence)


def __getattr__(name: str) -> Any:
    """``evaluate``, ``evaluate_exact`` and ``evaluate_high`` live in ``certain``; they are part of this interface."""
    if name in ("evaluate", "evaluate_exact", "evaluate_high"):
        from lemmata.numerics.formula import certain

        return getattr(certain, name)
    raise AttributeError(name)
