r"""Quantities defined by equations, as data: a scalar monotone root, or a system solved by Newton's method.

They are used as definitions, in dependency order::

    definitions = {kappa: Root(kappa, n - n * lam / kappa - Sum(l[j] / (l[j] + kappa), (j, 1, d)), (0, oo)),
                   gamma: Sum(l[j]**2 / (l[j] + kappa)**2, (j, 1, d)) / n}

so that the equations are written once and a generic solver evaluates them, saying its own error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import ClaimError


def residual(equation: Any, owner: str) -> sp.Expr:
    """The expression that vanishes: ``a - b`` for ``Eq(a, b)``, the expression itself otherwise."""
    if isinstance(equation, sp.Equality):
        return equation.lhs - equation.rhs
    expression = sp.sympify(equation)
    if not isinstance(expression, sp.Expr):
        raise ClaimError(f"{owner}: the equation {equation!r} must be an expression (= 0) or an Eq")
    return expression


def _displayed(equation: Any) -> sp.Basic:
    return equation if isinstance(equation, sp.Equality) else sp.Eq(equation, 0, evaluate=False)


def _symbol(value: Any, owner: str) -> sp.Symbol:
    if not isinstance(value, sp.Symbol):
        raise ClaimError(f"{owner}: the unknown {value!r} must be a sympy Symbol")
    return value


@dataclass(frozen=True)
class Root:
    r"""The root in ``unknown`` of an equation that is monotone in it on the bracket.

    ``bracket`` holds expressions of the parameters. With ``log`` (the default) the unknown is positive and
    the search runs in its logarithm: the ends may be 0 and oo, and relative accuracy is kept at any scale.
    ``guess`` is where the search starts, by default chosen from the bracket.
    """

    unknown: sp.Symbol
    equation: Any
    bracket: tuple[Any, Any] = (0, sp.oo)
    log: bool = True
    guess: Any = None

    def __post_init__(self) -> None:
        unknown = _symbol(self.unknown, "Root")
        owner = f"Root for {unknown}"
        expression = residual(self.equation, owner)
        if unknown not in expression.free_symbols:
            raise ClaimError(f"{owner}: the equation {self.equation} does not contain {unknown}")
        if not isinstance(self.bracket, Sequence) or len(self.bracket) != 2:
            raise ClaimError(f"{owner}: the bracket {self.bracket!r} must be a pair (lo, hi)")
        low, high = (sp.sympify(end) for end in self.bracket)
        guess = None if self.guess is None else sp.sympify(self.guess)
        for name, end in (("lower end", low), ("upper end", high), ("guess", guess)):
            if end is not None and unknown in end.free_symbols:
                raise ClaimError(f"{owner}: the {name} {end} contains the unknown; use parameters only")
        if low.is_number and high.is_number and not low < high:
            raise ClaimError(f"{owner}: the bracket ({low}, {high}) is empty; give lo < hi")
        if self.log and low.is_number and low < 0:
            raise ClaimError(f"{owner}: the lower end {low} is negative; use log=False")
        if not self.log and (low.is_infinite or high.is_infinite) and guess is None:
            raise ClaimError(f"{owner}: with log=False an infinite bracket ({low}, {high}) needs guess=...")
        object.__setattr__(self, "bracket", (low, high))
        object.__setattr__(self, "guess", guess)

    @property
    def residual(self) -> sp.Expr:
        return residual(self.equation, f"Root for {self.unknown}")

    @property
    def unknowns(self) -> tuple[sp.Symbol, ...]:
        return (self.unknown,)

    @property
    def free_symbols(self) -> set[sp.Basic]:
        ends = self.bracket if self.guess is None else (*self.bracket, self.guess)
        free: set[sp.Basic] = self.residual.free_symbols.union(*(e.free_symbols for e in ends))
        return free - {self.unknown}

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        return str(printer._print(_displayed(self.equation)))


@dataclass(frozen=True)
class System:
    r"""Unknowns $u$ with $F(u)=0$, found by damped Newton steps from ``start``.

    ``start`` maps each unknown to a number or an expression of the parameters (or gives them in order).
    An unknown declared ``positive`` is kept positive by searching in its logarithm.
    """

    unknowns: tuple[sp.Symbol, ...]
    equations: tuple[Any, ...]
    start: Any = None

    def __post_init__(self) -> None:
        unknowns = tuple(_symbol(u, "System") for u in self.unknowns)
        owner = "System for " + ", ".join(str(u) for u in unknowns)
        equations = tuple(self.equations)
        if not unknowns or len(set(unknowns)) != len(unknowns):
            raise ClaimError(f"{owner}: the unknowns must be distinct and at least one")
        if len(equations) != len(unknowns):
            raise ClaimError(f"{owner}: {len(equations)} equations for {len(unknowns)} unknowns")
        free = set().union(*(residual(e, owner).free_symbols for e in equations))
        for unknown in unknowns:
            if unknown not in free:
                raise ClaimError(f"{owner}: no equation contains {unknown}")
        start = self.start if self.start is not None else [1] * len(unknowns)
        if isinstance(start, Mapping):
            missing = [str(u) for u in unknowns if u not in start]
            if missing:
                raise ClaimError(f"{owner}: start lacks {', '.join(missing)}")
            start = [start[u] for u in unknowns]
        start = tuple(sp.sympify(s) for s in start)
        if len(start) != len(unknowns):
            raise ClaimError(f"{owner}: {len(start)} starting values for {len(unknowns)} unknowns")
        for unknown, value in zip(unknowns, start, strict=True):
            if value.free_symbols & set(unknowns):
                raise ClaimError(f"{owner}: the start {value} of {unknown} contains an unknown")
            if unknown.is_positive and value.is_nonpositive:
                raise ClaimError(f"{owner}: the start {value} of the positive {unknown} is not positive")
        object.__setattr__(self, "unknowns", unknowns)
        object.__setattr__(self, "equations", equations)
        object.__setattr__(self, "start", start)

    @property
    def residuals(self) -> tuple[sp.Expr, ...]:
        return tuple(residual(e, "System") for e in self.equations)

    @property
    def free_symbols(self) -> set[sp.Basic]:
        parts = (*self.residuals, *self.start)
        return set().union(*(p.free_symbols for p in parts)) - set(self.unknowns)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        rows = (str(printer._print(_displayed(e))) for e in self.equations)
        return r"\begin{cases}" + r"\\".join(rows) + r"\end{cases}"
