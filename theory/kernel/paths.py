"""Rules of iterated maps: the state at time 0, one step, the length of a path, and one step under a mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import bound
from lemmata.theory.kernel.conditions import integrable, nonnegative
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.kernel.lawful import law_conditions
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.iteration import Path, _State
from lemmata.theory.language.operators import Expectation, Mean, VarianceOf, _Binder
from lemmata.theory.language.sampled import RandomTerm


class Paths(Core):
    """Facts about the states of a path that Iterate makes."""

    def start(self, state: Any) -> Fact:
        """x(0) is where the path starts.

        Needs: a state at time 0 of a path made by Iterate.
        Example: for x <- a x from 1, x(0) = 1.
        """
        path, time = _state(state, "start")
        if time != 0:
            raise Refused(f"{state} is not at time 0")
        value = path.start[state.component]
        return self._enter(state, "=", value, "start of the path", conditions=where_defined(state))

    def step(self, state: Any) -> Fact:
        """x(t + 1) = step(x(t)), for a path without terms that are drawn anew.

        Needs: a state at a time t + 1 that is an integer from 1 to the length of the path.
        Example: for x <- a x, x(t + 1) = a x(t).
        """
        path, time = _state(state, "step")
        if path.fresh:
            raise Refused(f"{', '.join(map(str, path.fresh))} is drawn anew at each step: take the step under a mean")
        value = _stepped(path, time - 1, {})[state.component]
        conditions = [nonnegative(time - 1), *where_defined(state), *where_defined(expand(value))]
        return self._enter(state, "=", value, "one step of the path", conditions=conditions)

    def horizon(self, state: Any, length: Any) -> Fact:
        """x(t) is the same for every length of the path that reaches t.

        Needs: t at most both lengths.
        Example: x(3) of a path of 5 steps is x(3) of the same path of 3 steps.
        """
        path, time = _state(state, "length of a path")
        (length,) = self._terms("length of a path", length)
        other = Path(*path.args[:3], length, *path.args[4:])
        moved = other.at(time, state.component)
        conditions = [*where_defined(state), *where_defined(moved)]
        return self._enter(state, "=", moved, "length of the path", conditions=conditions)

    def mean_step(self, e: Any, fresh: Mapping[Any, Any]) -> Fact:
        """E g(x(t + 1)) = E g(step(x(t), ξ)), with the sample ξ of this step under a name of its own.

        Needs: a mean in which the path stands at the time t + 1 alone, a new sample of the same law for each fresh term,
        and that the mean exists.
        Example: for x <- a x + ξ, E[x(t + 1)²] = E[(a x(t) + η)²] with fresh={ξ: η}.
        """
        (e,) = self._terms("one step under a mean", e)
        if not isinstance(e, Expectation) or isinstance(e, VarianceOf) or e.args[1] or e.body.has(_Binder):
            raise Refused(f"one step under a mean takes a mean over everything, with no mean inside, not {e}")
        body = expand(e.body)
        states = sorted(body.atoms(_State), key=sp.default_sort_key)
        if len({(s.path, s.time) for s in states}) != 1:
            raise Refused(f"one step under a mean takes the states of one path at one time: {e} has {len(states)} states")
        path, time = states[0].path, states[0].time
        _renamed(path, fresh, {t.name for t in body.atoms(RandomTerm)})
        outside = body.xreplace({s: sp.MatrixSymbol("S°", *s.shape) if _matrix(s) else sp.Dummy() for s in states})
        if outside.has(*path.fresh, Path):
            raise Refused(f"a fresh term of the path, or another path, stands in {e} outside of the path: rename it")
        values = _stepped(path, time - 1, fresh)
        new_body = body.xreplace({s: values[s.component] for s in states})
        conditions = [nonnegative(time - 1), *where_defined(new_body), *where_defined(body)]
        right = Mean(new_body)
        conditions += [integrable(body, e.bound), integrable(new_body, right.bound)]
        conditions += [c for s in right.bound for c in law_conditions(s.law)]
        return self._enter(e, "=", right, "one step of the path under the mean", conditions=conditions)


def _state(state: Any, rule: str) -> tuple[Path, Any]:
    if not isinstance(state, _State) or not isinstance(state.path, Path):
        raise Refused(f"the rule {rule} takes a state of a path made by Iterate, not {state}")
    return state.path, state.time


def _matrix(state: Any) -> bool:
    return bool(getattr(state, "is_Matrix", False))


def _renamed(path: Path, fresh: Mapping[Any, Any], taken: set[str]) -> None:
    """Refuses new samples that are not those of the path under other names."""
    if set(fresh) != set(path.fresh):
        raise Refused(f"a new sample is given for each of {', '.join(map(str, path.fresh)) or 'no terms'}, and for no other")
    for old, new in fresh.items():
        alike = isinstance(new, RandomTerm) and type(new) is type(old) and new.args[1:] == old.args[1:]
        if not alike or new.name in taken or old.law.has(RandomTerm, *path.states, *path.args[5]):
            raise Refused(f"the new sample for {old} has its law and shape, and a name that stands nowhere else, unlike {new}")
        taken = taken | {new.name}


def _stepped(path: Path, time: Any, fresh: Mapping[Any, Any]) -> list[Any]:
    """The states after the step that begins at this time."""
    now = {s: path.at(time, k) for k, s in enumerate(path.states)}
    if path.clock is not None:
        now[path.clock] = time
    table = {**now, **fresh}
    free = any(isinstance(s, RandomTerm) for s in path.free_symbols) or bool(path.fresh)
    found = []
    for step in path.step:
        step = expand(step)
        if step.has(_Binder) and free:
            raise Refused(f"the step {step} has a mean inside, which would bind the samples of the path: no rule takes it")
        caught = bound(step)
        inside = {s for new in table.values() for s in _speaks(new)}
        if caught & (inside | set(table)):
            raise Refused(f"the step {step} binds a variable of the path: rename it")
        found.append(step.xreplace(table))
    return found


def _speaks(e: Any) -> set[Any]:
    """What stands free in a term, the sizes of its arrays among them."""
    sizes = {s for m in e.atoms(sp.MatrixSymbol, RandomTerm) for size in getattr(m, "shape", ()) for s in size.free_symbols}
    return set(e.free_symbols) | sizes
