"""The kinds of statement, as frozen records of formulas made of terms.

``formulas`` names the fields that hold formulas, ``target`` the one that a wrong version usually changes. A kind says
what it cannot be judged without: what is missing is an error here, before anything is computed.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import sympy as sp
from sympy.logic.boolalg import Boolean

from lemmata.theory.language.errors import ClaimError

Formula = Any  # anything sympify accepts


@dataclass(frozen=True)
class Certificate:
    """The outcome of an exact or ball check; ``how`` and ``detail`` have no defaults: a certificate says how it was made."""

    holds: bool | None
    how: Literal["exact", "ball"]
    detail: str

    def __post_init__(self) -> None:
        if self.how not in ("exact", "ball") or not str(self.detail).strip():
            raise ClaimError(
                f"a certificate says how it was made (exact or ball) and with what result, not {self.how!r}, {self.detail!r}"
            )


@dataclass(frozen=True)
class Statement(ABC):  # noqa: B024 - it says what all kinds share; the kinds are its final forms
    """Base of the kinds; never instantiated."""

    kind: ClassVar[str] = ""
    formulas: ClassVar[tuple[str, ...]] = ()
    target: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for name in self.formulas:
            value = getattr(self, name)
            if value is None:
                continue
            try:
                formula = sp.sympify(value)
            except (sp.SympifyError, TypeError, AttributeError):
                formula = None
            if not isinstance(formula, sp.Expr | sp.MatrixExpr | sp.MatrixBase | Boolean):
                raise ClaimError(f"the {name} of this {self.kind} is no formula: {value!r}")
            object.__setattr__(self, name, formula)
        self.validate()

    def validate(self) -> None:  # noqa: B027 - most kinds have nothing to add
        """What a statement of this kind must satisfy."""

    def expressions(self) -> Iterator[tuple[str, Any]]:
        """The formulas by the name of their field."""
        for name in self.formulas:
            if getattr(self, name) is not None:
                yield name, getattr(self, name)

    def replace(self, **changes: Any) -> Statement:
        """The same statement with some fields changed."""
        return replace(self, **changes)


def _same_shape(kind: str, *sides: Any) -> None:
    shapes = [tuple(side.shape) if getattr(side, "is_Matrix", False) else () for side in sides]
    if len(set(shapes)) > 1:
        raise ClaimError(f"the sides of this {kind} have the shapes {', '.join(str(s or 'of a number') for s in shapes)}")


@dataclass(frozen=True)
class Identity(Statement):
    """``left = right``, numbers or matrices. ``scale``: what relative errors refer to, where the sides can vanish."""

    kind = "identity"
    formulas = ("left", "right", "scale")
    target = "right"
    left: Formula
    right: Formula
    scale: Formula | None = field(default=None, kw_only=True)

    def validate(self) -> None:
        if self.left == self.right:
            raise ClaimError(f"the two sides of the identity are one expression, {self.left}: nothing would be checked")
        _same_shape(self.kind, self.left, self.right)


@dataclass(frozen=True)
class Inequality(Statement):
    """``left <= right`` with explicit constants."""

    kind = "inequality"
    formulas = ("left", "right")
    target = "right"
    left: Formula
    right: Formula

    def validate(self) -> None:
        if self.left == self.right:
            raise ClaimError(f"the two sides of the inequality are one expression, {self.left}: nothing would be checked")
        if any(getattr(side, "is_Matrix", False) for side in (self.left, self.right)):
            raise ClaimError("an inequality compares numbers; for matrices compare traces, eigenvalues or norms")


@dataclass(frozen=True)
class Within(Statement):
    """``low <= quantity <= high``: a two-sided bound with constants."""

    kind = "within"
    formulas = ("quantity", "low", "high")
    target = "high"
    quantity: Formula
    low: Formula
    high: Formula


@dataclass(frozen=True)
class Ladder:
    """The sizes along which growth is judged; ``sizes`` ties other parameters to the rung (``{n: floor(kappa * d**l)}``)."""

    symbol: sp.Symbol
    rungs: tuple[Any, ...]
    quick: tuple[Any, ...] | None = None
    sizes: Mapping[Any, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for rungs in (self.rungs, self.quick or self.rungs):
            if len(rungs) < 4 or list(rungs) != sorted(set(rungs)) or rungs[0] <= 0:
                raise ClaimError(f"the ladder of {self.symbol} needs at least four growing positive sizes, not {rungs}")

    @property
    def moving(self) -> set[Any]:
        """What is another number at each rung."""
        return {self.symbol, *self.sizes}


@dataclass(frozen=True)
class _Along(Statement):
    """A statement about growth along a ladder. ``expansion``: the correction terms that are declared, as expressions of the
    ladder's symbol (at least two); without it a simulated ladder decides nothing."""

    ladder: Ladder = field(kw_only=True)
    expansion: tuple[Formula, ...] = field(default=(), kw_only=True)

    def validate(self) -> None:
        if not isinstance(self.ladder, Ladder):
            raise ClaimError(f"this {self.kind} needs a ladder: Ladder(symbol, (size, size, size, size))")
        terms = tuple(sp.sympify(term) for term in self.expansion)
        stray = [t for t in terms if t.free_symbols != {self.ladder.symbol}]
        if stray or len(terms) == 1:
            raise ClaimError(
                f"the expansion of this {self.kind} must have two terms or more in {self.ladder.symbol} alone, not {terms}"
            )
        object.__setattr__(self, "expansion", terms)


@dataclass(frozen=True)
class Order(_Along):
    """``quantity`` grows like ``scale``: both ways, at most (upper) or at least (lower). ``constants``: the interval in which
    the ratio lies, where one is stated; then exponent and constants are both judged."""

    kind = "order"
    formulas = ("quantity", "scale")
    target = "scale"
    quantity: Formula
    scale: Formula
    direction: Literal["both", "upper", "lower"] = field(default="both", kw_only=True)
    constants: tuple[Any, Any] | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Rate(_Along):
    """``quantity ~ size^exponent`` along the ladder."""

    kind = "rate"
    formulas = ("quantity", "exponent")
    target = "exponent"
    quantity: Formula
    exponent: Formula


@dataclass(frozen=True)
class Limit(_Along):
    """``quantity -> value`` along the ladder. ``finite``: a formula for finite sizes, compared rung by rung instead of a fit."""

    kind = "limit"
    formulas = ("quantity", "value", "finite", "scale")
    target = "value"
    quantity: Formula
    value: Formula
    finite: Formula | None = field(default=None, kw_only=True)
    scale: Formula | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Existence(Statement):
    """There are values of the symbols in ``witness`` for which ``condition`` holds; the witness is given.

    ``certificate(witness, point)`` returns a :class:`Certificate` where the condition is no relation of numbers.
    """

    kind = "existence"
    formulas = ("condition",)
    target = "condition"
    condition: Formula
    witness: Mapping[Any, Any] = field(hash=False)
    certificate: Callable[..., Certificate] | None = field(default=None, kw_only=True, compare=False)


@dataclass(frozen=True)
class Optimality(Statement):
    """``at`` minimises (or maximises) ``objective`` over the symbols that it names."""

    kind = "optimality"
    formulas = ("objective",)
    target = "at"
    objective: Formula
    at: Mapping[Any, Any] = field(hash=False)
    sense: Literal["min", "max"] = field(default="min", kw_only=True)

    def validate(self) -> None:
        if not self.at:
            raise ClaimError("an optimality names its variables: at={x: formula}")
        object.__setattr__(self, "at", {x: sp.sympify(v) for x, v in self.at.items()})

    def expressions(self) -> Iterator[tuple[str, Any]]:
        yield from super().expressions()
        for x, value in self.at.items():
            yield f"at {x}", value


@dataclass(frozen=True)
class Phase(Statement):
    """The curve ``order`` in ``control`` crosses ``level`` at the critical value ``critical``, a formula of the other parameters.

    ``crossings``: how often it crosses on ``span`` (the interval of the control that is looked at, in units of the critical
    value); judged at several values of the other parameters, so that a wrong dependence on any of them fails.
    """

    kind = "phase"
    formulas = ("order", "level", "critical")
    target = "critical"
    order: Formula
    level: Formula
    critical: Formula
    control: Any = field(kw_only=True)
    span: tuple[Any, Any] = field(default=(0.25, 4), kw_only=True)
    rising: bool = field(default=False, kw_only=True)
    crossings: int = field(default=1, kw_only=True)

    def validate(self) -> None:
        if self.control in self.critical.free_symbols:
            raise ClaimError(
                f"the critical value {self.critical} contains the control {self.control}: state it by the other parameters"
            )
        if self.control not in self.order.free_symbols:
            raise ClaimError(f"the curve {self.order} does not contain the control {self.control}")


@dataclass(frozen=True)
class Guarantee(Statement):
    """The event has at least the stated probability (``exactly``: that probability)."""

    kind = "guarantee"
    formulas = ("event", "probability")
    target = "probability"
    event: Formula
    probability: Formula
    exactly: bool = field(default=False, kw_only=True)


KINDS: tuple[type[Statement], ...] = (Identity, Inequality, Within, Order, Rate, Limit, Existence, Optimality, Phase, Guarantee)
