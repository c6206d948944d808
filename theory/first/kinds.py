r"""The nine kinds of statement, as frozen records.

Every statement may carry ``where``: definitions that replace those of the claim for this statement only (a
formula, a :class:`Root`, a :class:`System` or a :class:`Computed` value), ``variant``: the name of the variant of
the procedure that the experiment is to run for it, and ``provided``: conditions on computed quantities in place of
those of the claim (an empty tuple drops them). ``mutable`` names the fields that hold formulas.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import sympy as sp

from lemmata.theory.first.expressions import Mean, Observable, latex
from lemmata.theory.language.errors import ClaimError

Formula = Any  # anything sympify accepts


@dataclass(frozen=True)
class Enclosure:
    """A value with a bound of its error and how it was obtained: exact arithmetic, balls, or floating point."""

    value: Any
    error: float = 0.0
    how: Literal["exact", "ball", "float"] = "exact"
    detail: str = ""


@dataclass(frozen=True)
class Computed:
    """A quantity that a procedure computes: ``function(environment)`` returns an :class:`Enclosure` or a number."""

    function: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Certificate:
    """The outcome of an exact or ball check: ``holds`` is None where it could not be decided."""

    holds: bool | None
    how: Literal["exact", "ball"] = "exact"
    detail: str = ""


@dataclass(frozen=True)
class Statement(ABC):
    """Base of the kinds; never instantiated."""

    kind: ClassVar[str] = ""
    mutable: ClassVar[tuple[str, ...]] = ()
    where: Mapping[Any, Any] = field(default_factory=dict, kw_only=True)
    variant: str = field(default="", kw_only=True)
    provided: tuple[Any, ...] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        for name in self._formulas():
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, sp.sympify(value))
            except (sp.SympifyError, TypeError, AttributeError):
                raise ClaimError(f"the {name} of this {self.kind} is no formula: {value!r}") from None
            if not isinstance(getattr(self, name), sp.Expr):
                raise ClaimError(f"the {name} of this {self.kind} is no formula: {value!r}")
        self._validate()

    def _formulas(self) -> tuple[str, ...]:
        return self.mutable

    def _validate(self) -> None:  # noqa: B027 - most kinds have nothing to add
        """What a statement of this kind must satisfy."""

    def expressions(self) -> list[sp.Basic]:
        """The formulas of the statement, definitions in ``where`` included."""
        own = [getattr(self, name) for name in self._formulas()]
        return own + [value for value in self.where.values() if isinstance(value, sp.Basic)]

    def observables(self) -> set[str]:
        """Names of the simulated quantities it speaks of."""
        return {str(o) for expr in self.expressions() for o in expr.atoms(Observable)}

    @property
    def stochastic(self) -> bool:
        """Whether judging it needs simulation."""
        return any(expr.has(Mean) for expr in self.expressions()) or bool(self.observables())

    @abstractmethod
    def latex(self) -> str:
        """The displayed formula."""

    def replace(self, **changes: Any) -> Statement:
        """The same statement with some fields changed."""
        return replace(self, **changes)


@dataclass(frozen=True)
class Identity(Statement):
    """``left = right``; a side may hold ``Mean(...)``. ``bounds``: interval that every replicate of left obeys.

    ``scale`` is what relative errors refer to, where the right side can vanish.
    """

    kind: ClassVar[str] = "identity"
    mutable: ClassVar[tuple[str, ...]] = ("left", "right")
    left: Formula
    right: Formula
    bounds: tuple[Formula, Formula] | None = field(default=None, kw_only=True)
    scale: Formula | None = field(default=None, kw_only=True)

    def _validate(self) -> None:
        if self.left == self.right:
            raise ClaimError(f"the two sides of the identity are the same expression: {self.left}")
        if self.right.has(Mean) and not self.left.has(Mean):
            raise ClaimError("put the mean on the left side of the identity")

    def latex(self) -> str:
        return f"{latex(self.left)} = {latex(self.right)}"


@dataclass(frozen=True)
class Inequality(Statement):
    """``left <= right`` with explicit constants. ``sharp``: the claim also says that the ratio 1 is approached."""

    kind: ClassVar[str] = "inequality"
    mutable: ClassVar[tuple[str, ...]] = ("left", "right")
    left: Formula
    right: Formula
    bounds: tuple[Formula, Formula] | None = field(default=None, kw_only=True)

    def latex(self) -> str:
        return rf"{latex(self.left)} \le {latex(self.right)}"


@dataclass(frozen=True)
class Ladder:
    """The sizes along which a statement about growth is judged: ``symbol`` takes these values in turn."""

    symbol: sp.Symbol
    sizes: tuple[float, ...]
    quick: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        for sizes in (self.sizes, self.quick or self.sizes):
            if len(sizes) < 3 or list(sizes) != sorted(set(sizes)) or sizes[0] <= 0:
                raise ClaimError(f"the ladder of {self.symbol} needs at least three growing positive sizes: {sizes}")


@dataclass(frozen=True)
class _Along(Statement):
    """A statement about growth along a ladder."""

    ladder: Ladder = field(kw_only=True)


@dataclass(frozen=True)
class Order(_Along):
    r"""``quantity`` grows like ``scale`` (two-sided), at most (upper) or at least (lower) like it, constants unstated.

    ``constant``: the interval in which the ratio must stay where the claim states one.
    """

    kind: ClassVar[str] = "order"
    mutable: ClassVar[tuple[str, ...]] = ("scale",)
    quantity: Formula
    scale: Formula
    direction: Literal["both", "upper", "lower"] = field(default="both", kw_only=True)
    constant: tuple[float, float] | None = field(default=None, kw_only=True)
    tolerance: float = field(default=0.1, kw_only=True)

    def _formulas(self) -> tuple[str, ...]:
        return ("quantity", "scale")

    def latex(self) -> str:
        sign = {"both": r"\asymp", "upper": r"\lesssim", "lower": r"\gtrsim"}[self.direction]
        return f"{latex(self.quantity)} {sign} {latex(self.scale)}"


@dataclass(frozen=True)
class Rate(_Along):
    r"""``quantity`` $\sim n^{e}$ along the ladder, with exponent ``e`` within ``tolerance``."""

    kind: ClassVar[str] = "rate"
    mutable: ClassVar[tuple[str, ...]] = ("exponent",)
    quantity: Formula
    exponent: Formula
    tolerance: float = field(default=0.1, kw_only=True)

    def _formulas(self) -> tuple[str, ...]:
        return ("quantity", "exponent")

    def latex(self) -> str:
        base = latex(self.ladder.symbol)
        return rf"{latex(self.quantity)} \sim {base}^{{{latex(self.exponent)}}}"


@dataclass(frozen=True)
class Limit(_Along):
    """``quantity -> value`` along the ladder. ``finite``: the exact finite-size formula where one is known.

    ``decay``: the stated order with which quantity - value vanishes (an exponent of the ladder's symbol).
    """

    kind: ClassVar[str] = "limit"
    mutable: ClassVar[tuple[str, ...]] = ("value",)
    quantity: Formula
    value: Formula
    finite: Formula | None = field(default=None, kw_only=True)
    decay: float | None = field(default=None, kw_only=True)

    def _formulas(self) -> tuple[str, ...]:
        return ("quantity", "value") + (("finite",) if self.finite is not None else ())

    def latex(self) -> str:
        return rf"{latex(self.quantity)} \xrightarrow[{latex(self.ladder.symbol)}\to\infty]{{}} {latex(self.value)}"


@dataclass(frozen=True)
class Existence(Statement):
    """A witness with a certificate: ``check(witness, point)`` returns a :class:`Certificate`."""

    kind: ClassVar[str] = "existence"
    witness: Any
    check: Callable[[Any, Mapping[str, Any]], Certificate]
    text: str = field(default="", kw_only=True)

    def latex(self) -> str:
        return self.text or latex(self.witness)


@dataclass(frozen=True)
class Optimality(Statement):
    """``at`` minimises (or maximises) ``objective`` over the symbols it names; ``at`` maps each symbol to its formula."""

    kind: ClassVar[str] = "optimality"
    objective: Formula
    at: Mapping[Any, Any]
    sense: Literal["min", "max"] = field(default="min", kw_only=True)

    def _formulas(self) -> tuple[str, ...]:
        return ("objective",)

    def expressions(self) -> list[sp.Basic]:
        return [*super().expressions(), *(sp.sympify(value) for value in self.at.values())]

    def latex(self) -> str:
        symbols = ", ".join(latex(s) for s in self.at)
        values = ", ".join(latex(v) for v in self.at.values())
        return rf"\operatorname*{{arg\,{self.sense}}}_{{{symbols}}} {latex(self.objective)} = {values}"


@dataclass(frozen=True)
class Phase(_Along):
    """Which side wins is decided by ``control`` alone: the curve ``order`` crosses ``level`` at one value of it.

    ``sweep`` is the parameter that is varied so that the true control takes the values of ``grid``; the ladder gives
    the sizes for the collapse; ``ends``: what the curve must reach at the low and at the high end of the control.
    """

    kind: ClassVar[str] = "phase"
    mutable: ClassVar[tuple[str, ...]] = ("control",)
    order: Formula
    level: Formula
    control: Formula
    sweep: sp.Symbol = field(kw_only=True)
    grid: tuple[float, ...] = field(kw_only=True)
    rising: bool = field(default=False, kw_only=True)
    tolerance: float = field(default=0.1, kw_only=True)
    ends: tuple[Formula, Formula] | None = field(default=None, kw_only=True)

    def _formulas(self) -> tuple[str, ...]:
        return ("order", "level", "control")

    def latex(self) -> str:
        sign = "<" if not self.rising else ">"
        return rf"{latex(self.order)} {sign} {latex(self.level)} \iff {latex(self.control)} > c"


@dataclass(frozen=True)
class Guarantee(Statement):
    """``event`` (an observable that is 0 or 1) happens with at least (or exactly) the stated probability."""

    kind: ClassVar[str] = "guarantee"
    mutable: ClassVar[tuple[str, ...]] = ("probability",)
    event: Formula
    probability: Formula
    exactly: bool = field(default=False, kw_only=True)

    def _formulas(self) -> tuple[str, ...]:
        return ("event", "probability")

    def latex(self) -> str:
        sign = "=" if self.exactly else r"\ge"
        return rf"\mathbb{{P}}\left[{latex(self.event)}\right] {sign} {latex(self.probability)}"


KINDS: tuple[type[Statement], ...] = (Identity, Inequality, Order, Rate, Limit, Existence, Optimality, Phase, Guarantee)
