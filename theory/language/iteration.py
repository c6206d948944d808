"""Iteration of a map as a term: gradient descent, sign descent, recursions, flows; and hitting times.

The state is a number, a column, a matrix, or a tuple of these. Terms declared ``fresh`` are drawn anew at each step;
every other sample is one sample for the whole path. ``keep`` names the times at which the state is looked at.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr

from lemmata.theory.language.binding import Binding, variable
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.sampled import RandomTerm


def _tuple(x: Any) -> tuple[Any, ...]:
    return tuple(x) if isinstance(x, tuple | list | sp.Tuple) else (x,)


class Path(Binding):
    """A path of states; args: states, step, start, number of steps, fresh terms, clock (the symbol of time, or none), field?"""

    scope = (0, 1, 5)

    @property
    def states(self) -> tuple[Any, ...]:
        return tuple(self.args[0])

    @property
    def step(self) -> tuple[Any, ...]:
        return tuple(self.args[1])

    @property
    def start(self) -> tuple[Any, ...]:
        return tuple(self.args[2])

    @property
    def times(self) -> sp.Expr:
        return self.args[3]

    @property
    def fresh(self) -> tuple[RandomTerm, ...]:
        return tuple(self.args[4])

    @property
    def clock(self) -> Any:
        return self.args[5][0] if self.args[5] else None

    @property
    def binds(self) -> tuple[Any, ...]:
        return self.states + self.fresh + tuple(self.args[5])

    def at(self, t: Any, component: int = 0) -> Any:
        """The state (or one component of it) after t steps."""
        t = sp.sympify(t)
        if not 0 <= component < len(self.states):
            raise ClaimError(f"component {component} of a path of {len(self.states)} states: count from 0")
        cls = StateMatrix if self.states[component].is_Matrix else StateNumber
        return cls(self, t, sp.Integer(component))

    @property
    def end(self) -> Any:
        """The last state; of a tuple, all components."""
        found = tuple(self.at(self.times, i) for i in range(len(self.states)))
        return found[0] if len(found) == 1 else found

    def _latex(self, printer: Any) -> str:
        arrow = r",\quad ".join(
            rf"{printer._print(s)} \leftarrow {printer._print(f)}" for s, f in zip(self.states, self.step, strict=True)
        )
        start = r",\ ".join(
            rf"{printer._print(s)}_0 = {printer._print(v)}" for s, v in zip(self.states, self.start, strict=True)
        )
        return rf"\left\{{{arrow};\ {start}\right\}}"

    def _sympystr(self, printer: Any) -> str:
        rows = (f"{printer._print(s)} <- {printer._print(f)}" for s, f in zip(self.states, self.step, strict=True))
        start = (f"{printer._print(s)} = {printer._print(v)} at 0" for s, v in zip(self.states, self.start, strict=True))
        return "{" + "; ".join((*rows, *start)) + "}"


class _State(sp.Basic):  # type: ignore[misc]
    """args: path, time, component."""

    structural = (2,)  # places of arguments that no wrong version of a formula changes

    @property
    def path(self) -> Path:
        return self.args[0]  # type: ignore[no-any-return]

    @property
    def time(self) -> sp.Expr:
        return self.args[1]

    @property
    def component(self) -> int:
        return int(self.args[2])

    def _name(self, printer: Any) -> str:
        return str(printer._print(self.path.states[self.component]))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"{self._name(printer)}_{{{printer._print(self.time)}}}"
        return text if exp is None else rf"{{{text}}}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"{self._name(printer)}({printer._print(self.time)})"


class StateNumber(_State, sp.Expr):  # type: ignore[misc]
    """A number of a path at a time."""

    is_commutative = True

    def _eval_is_real(self) -> bool:
        return True


class StateMatrix(_State, MatrixExpr):  # type: ignore[misc]
    """A column or matrix of a path at a time."""

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.path.states[self.component].shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)


class HittingTime(Binding, sp.Expr):  # type: ignore[misc]
    """args: path, event in its states. The first number of steps after which the event is true, at most the path's length."""

    is_commutative = True
    scope = (1,)

    @property
    def binds(self) -> tuple[Any, ...]:
        return self.args[0].states  # type: ignore[no-any-return]

    def _eval_is_real(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\min\left\{{t : {printer._print(self.args[1])}\right\}}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"first t with {printer._print(self.args[1])}"


def Iterate(state: Any, step: Any, start: Any, times: Any, *, fresh: Any = (), clock: Any = None) -> Path:
    """The path of ``state`` under ``state <- step``, from ``start``, for ``times`` steps.

    ``clock``: a symbol that stands for the number of the step (0, 1, ...) inside ``step``.
    """
    states = tuple(variable(s, "Iterate") for s in _tuple(state))
    steps, starts = tuple(sp.sympify(s) for s in _tuple(step)), tuple(sp.sympify(s) for s in _tuple(start))
    if not len(states) == len(steps) == len(starts):
        raise ClaimError(f"Iterate: {len(states)} states, {len(steps)} steps and {len(starts)} starts; give as many of each")
    if len(set(states)) != len(states):
        raise ClaimError(f"Iterate: a state stands twice in {', '.join(map(str, states))}")
    for s, f, v in zip(states, steps, starts, strict=True):
        for what, value in (("step", f), ("start", v)):
            shape, wanted = (side.shape if getattr(side, "is_Matrix", False) else () for side in (value, s))
            if bool(getattr(value, "is_Matrix", False)) != bool(s.is_Matrix) or (s.is_Matrix and tuple(shape) != tuple(wanted)):
                raise ClaimError(
                    f"Iterate: the {what} of {s} has the shape {shape or 'of a number'}, not that of {s}, {wanted or 'a number'}"
                )
    terms = _tuple(fresh)
    for term in terms:
        if not isinstance(term, RandomTerm):
            raise ClaimError(f"Iterate: {term} is declared fresh, but it is no random term")
    ticks = () if clock is None else (variable(clock, "Iterate"),)
    return Path(sp.Tuple(*states), sp.Tuple(*steps), sp.Tuple(*starts), sp.sympify(times), sp.Tuple(*terms), sp.Tuple(*ticks))


def First(path: Path, event: Any) -> Any:
    """The number of steps until the event, a relation in the path's states; the path's length where it does not happen."""
    event = sp.sympify(event)
    if not isinstance(path, Path) or not (event.is_Relational or event.is_Boolean):
        raise ClaimError(f"First({path}, {event}): give a path made by Iterate and a relation in its states")
    return HittingTime(path, event)


class FlowNumber(Binding, sp.Expr):  # type: ignore[misc]
    """x(t) of x' = f(x, s), x(0) = start; args: field, state, clock tuple, start, time."""

    is_commutative = True
    scope = (0, 1, 2)

    @property
    def binds(self) -> tuple[Any, ...]:
        return (self.args[1], *self.args[2])

    def _eval_is_real(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        x = printer._print(self.args[1])
        text = rf"{x}\left({printer._print(self.args[4])}\right)"
        return text if exp is None else rf"{{{text}}}^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        show = printer._print
        return f"{show(self.args[1])}({show(self.args[4])}) of {show(self.args[1])}' = {show(self.args[0])} from {show(self.args[3])}"


class FlowMatrix(FlowNumber, MatrixExpr):  # type: ignore[misc]
    """The same of a column or matrix."""

    is_commutative = False

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[1].shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)


def Flow(state: Any, field: Any, start: Any, t: Any, clock: Any = None) -> Any:
    """The solution at time t of the differential equation state' = field, from ``start`` at time 0."""
    state = variable(state, "Flow")
    cls = FlowMatrix if state.is_Matrix else FlowNumber
    ticks = sp.Tuple(*(() if clock is None else (variable(clock, "Flow"),)))
    return cls(sp.sympify(field), state, ticks, sp.sympify(start), sp.sympify(t))
