r"""Roots of monotone scalar equations, batched, each with an a-posteriori error; and definitions in order.

A :class:`~theory.first.systems.Root` is found by Newton's method in $t=\log u$ (or in $u$), kept inside a
bracket that every evaluation shrinks; a step that leaves it, or that did not halve it in two steps, is replaced by
bisection. The error is $|g|/|g'|$ at the result plus the rounding error of $g$ over $|g'|$.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula import program as ir
from lemmata.numerics.formula.compile import Compiled, compile_expr
from lemmata.numerics.formula.evaluate import SLACK, UNIT, magnitude, value_with_error
from lemmata.numerics.formula.program import Run, TooLarge
from lemmata.numerics.solve.newton import STEPS, solve_system, where_failed
from lemmata.theory.first.systems import Root, System
from lemmata.theory.language.errors import DomainError, NonFinite, NotConverged

Env = Mapping[Any, Any]
TINY, HUGE = 1e-300, 1e300


class Resolved(dict[str, Any]):
    """An environment with the values of definitions added; ``errors`` holds their absolute errors by name."""

    def __init__(self, env: Env) -> None:
        super().__init__({str(getattr(k, "name", k)): v for k, v in env.items()})
        self.errors: dict[str, Any] = {}


@lru_cache(maxsize=512)
def _formulas(root: Root) -> tuple[Compiled, Compiled, bool]:
    """Compiled (g, g', magnitude of g) and the ends; and whether g' had to be left to autograd."""
    g, u = root.residual, root.unknown
    slope = None if g.has(sp.MatrixExpr) else g.diff(u)
    by_autograd = slope is None or slope.has(sp.Derivative, sp.Subs, sp.DiracDelta)
    compiled = compile_expr((g, magnitude(g)) if by_autograd else (g, slope, magnitude(g)))
    guess = root.guess if root.guess is not None else sp.S.Zero
    ends = tuple(sp.S.Zero if e.is_infinite else e for e in (*root.bracket, guess))
    return compiled, compile_expr(ends), bool(by_autograd)


Equation = Callable[[Tensor, bool], list[Tensor]]


def _equation(root: Root, env: Env, device: Any) -> Equation:
    """(u, full) -> [g, g'] and with ``full`` the magnitude of g; what does not depend on u is computed once."""
    compiled, _, by_autograd = _formulas(root)
    name = root.unknown.name
    call = compiled.partial(env, (name,), device)
    if not by_autograd:
        return lambda u, full: call({name: u}, 3 if full else 2)

    def evaluate(u: Tensor, full: bool) -> list[Tensor]:
        with torch.enable_grad():
            point = u.detach().requires_grad_()
            value, *rest = call({name: point}, 2 if full else 1)
            (slope,) = torch.autograd.grad(value.sum(), point)
        return [value.detach(), slope, *(r.detach() for r in rest)]

    return evaluate


def solve(root: Root, env: Env, device: Any = None) -> tuple[Tensor, Tensor]:
    """The root and its absolute error, for every member of the batch."""
    compiled, ends, _ = _formulas(root)
    name = root.unknown.name
    own = {str(getattr(k, "name", k)): v for k, v in env.items() if str(getattr(k, "name", k)) != name}
    # the unknown has the batch shape of the parameters
    run = Run(compiled.program, {**own, name: 1.0}, torch.float64, device)
    batch = torch.broadcast_shapes(run.batch, Run(ends.program, own, torch.float64, run.device).batch)
    low, high, guess = (t.expand(batch).clone() for t in ends(own, run.device))
    blank = torch.ones(batch, dtype=torch.float64, device=run.device)
    try:
        g = _equation(root, {**own, name: blank}, run.device)
        return _certified(root, g, _newton(root, g, low, high, guess, own), own)
    except TooLarge as too_large:
        return _in_chunks(root, own, batch, too_large.elements, run, device)


def _in_chunks(root: Root, own: Env, batch: tuple[int, ...], elements: int, run: Run, device: Any) -> tuple[Tensor, Tensor]:
    axis = next((k for k, size in enumerate(batch) if size > 1), None)
    if axis is None:
        raise DomainError(f"{root.equation} needs a tensor of {elements} elements for one point; lower the sizes")
    step = max(1, ir.BUDGET // (elements * math.prod(batch[axis + 1 :])))
    parts = []
    for start in range(0, batch[axis], step):
        count = min(step, batch[axis] - start)
        piece: dict[str, Any] = {}
        for name, value in own.items():
            tensor = run.env.get(name)
            if tensor is None or name in run.numbers:
                piece[name] = value
                continue
            place = tensor.ndim - run.program.ranks.get(name, 0) - (len(batch) - axis)
            piece[name] = tensor.narrow(place, start, count) if place >= 0 and tensor.shape[place] > 1 else tensor
        shape = (*batch[:axis], count, *batch[axis + 1 :])
        parts.append(tuple(t.expand(shape) for t in solve(root, piece, device)))
    return torch.cat([p[0] for p in parts], axis), torch.cat([p[1] for p in parts], axis)


def _start(root: Root, low: Tensor, high: Tensor, guess: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Ends (infinite where open) and a first point strictly between them."""
    low = torch.full_like(low, -math.inf) if root.bracket[0] == -sp.oo else low
    high = torch.full_like(high, math.inf) if root.bracket[1] == sp.oo else high
    if bool((low >= high).any()):
        k = int((low >= high).flatten().nonzero()[0])
        raise DomainError(f"the bracket ({low.flatten()[k]:.6g}, {high.flatten()[k]:.6g}) of {root.unknown} is empty")
    if root.guess is not None:
        point = guess
    elif root.log:
        inside = torch.where(low > 0, torch.sqrt(low) * torch.sqrt(high), high / 2)
        point = torch.where(torch.isfinite(high), inside, torch.where(low > 0, 2 * low, torch.ones_like(low)))
    else:
        point = (low + high) / 2
    outside = (point <= low) | (point >= high) | ~torch.isfinite(point)
    if bool(outside.any()):
        k = int(outside.flatten().nonzero()[0])
        raise DomainError(
            f"the start {point.flatten()[k]:.6g} of {root.unknown} is not inside its bracket "
            f"({low.flatten()[k]:.6g}, {high.flatten()[k]:.6g})"
        )
    return low, high, point


def _newton(root: Root, g: Equation, low: Tensor, high: Tensor, guess: Tensor, env: Env) -> Tensor:
    low, high, u = _start(root, low, high, guess)
    log = root.log
    if log:  # the range of floats stands in for open ends, so that a geometric mean always exists
        low, high = low.clamp(min=TINY), high.clamp(max=HUGE)
    found_low, found_high = (torch.zeros_like(u, dtype=torch.bool) for _ in range(2))
    first: list[Tensor] | None = g(u, False)
    direction = _direction(root, g, u, first[1])  # type: ignore[index]
    stride = torch.ones_like(u)
    before = creep = torch.zeros_like(u)
    older = last = torch.full_like(u, math.inf)  # the sizes of the two steps before
    done = torch.zeros_like(u, dtype=torch.bool)
    result = u
    for _ in range(STEPS):
        value, slope = first or g(u, False)
        first = None
        value, slope = value.expand_as(u) * direction, slope.expand_as(u) * direction
        bad = torch.isnan(value) & ~done
        if bool(bad.any()):
            raise NonFinite(where_failed(root, bad, u, env, "the equation is not a number"))
        low, high = torch.where(value <= 0, u, low), torch.where(value >= 0, u, high)
        found_low, found_high = found_low | (value <= 0), found_high | (value >= 0)
        newton = -value / (slope * u if log else slope)
        usable = torch.isfinite(newton) & (slope > 0) & torch.isfinite(slope)
        open_ahead = torch.where(value > 0, ~found_low, ~found_high)
        # far from the root a power law makes Newton creep: while the end ahead is open, stride out instead
        creep = torch.where(open_ahead & (newton * before > 0) & (newton.abs() > 0.9 * before.abs()), creep + 1, 0)
        creeping = creep > 2
        leap = torch.where(value > 0, -stride, stride)
        limit = torch.minimum(torch.maximum(newton, -stride.clamp(min=2)), stride.clamp(min=2))
        move = torch.where(usable, torch.where(open_ahead, limit, newton), leap)
        move = torch.where(creeping & (move.abs() < stride), leap, move)
        stride = torch.where(open_ahead & (creeping | ~usable | (newton.abs() >= stride)), 2 * stride, stride)
        candidate = u * torch.exp(move) if log else u + move
        middle = torch.sqrt(low) * torch.sqrt(high) if log else (low + high) / 2
        middle = torch.where(torch.isfinite(middle), middle, candidate)
        gap = (high - low) / low if log else high - low
        outside = (candidate <= low) | (candidate >= high)
        slow = found_low & found_high & (newton.abs() > 0.5 * older)
        resolution = 4 * UNIT if log else 4 * UNIT * u.abs().clamp(min=TINY)
        finished = (value == 0) | (usable & (newton.abs() <= resolution)) | (gap <= resolution)
        result = torch.where(done, result, torch.where(finished & ~outside & (value != 0), candidate, u))
        done = done | finished
        if bool(done.all()):
            return result
        chosen = torch.where(outside | slow, middle, candidate)
        older, last, before = last, torch.log(chosen / u).abs() if log else (chosen - u).abs(), newton
        u = torch.where(done, u, chosen)
        edge = ((u < 10 * TINY) | (u > HUGE / 10)) & ~done if log else torch.zeros_like(done)
        if bool(edge.any()):
            raise NotConverged(
                where_failed(root, edge, u, env, "no root in the bracket, the equation keeps its sign down to 0 or up to oo")
            )
    raise NotConverged(where_failed(root, ~done, u, env, f"no convergence in {STEPS} steps"))


def _direction(root: Root, g: Equation, u: Tensor, slope: Tensor) -> Tensor:
    """+1 where the equation increases with the unknown, -1 where it decreases."""
    slope = slope.expand_as(u)
    for factor in (1e-3, 1e3, 1e-8, 1e8, 1e-30, 1e30, 1e-100, 1e100):
        if not bool(((slope == 0) | torch.isnan(slope)).any()):
            break
        point = u * factor if root.log else u + math.log10(factor)
        other = g(point, False)[1].expand_as(u)
        slope = torch.where((slope == 0) | torch.isnan(slope), other.nan_to_num(nan=0.0), slope)
    return torch.where(slope < 0, -1.0, 1.0).to(u.dtype)


def _certified(root: Root, g: Equation, u: Tensor, env: Env) -> tuple[Tensor, Tensor]:
    """The value with its error; a residual that the rounding of the equation does not explain is refused."""
    value, slope, size = (t.expand_as(u) for t in g(u, True))
    error = (value.abs() + SLACK * UNIT * size) / slope.abs() + UNIT * u.abs()
    wrong = (
        ~torch.isfinite(error)
        | ~torch.isfinite(slope)
        | (value.abs() > 1e4 * SLACK * UNIT * size + 1e-9 * slope.abs() * u.abs())
    )
    if bool(wrong.any()):
        raise NotConverged(where_failed(root, wrong, u, env, f"the residual {float(value[wrong][0]):.3g} does not vanish"))
    return u, error


def resolve(definitions: Mapping[Any, Any], env: Env, device: Any = None) -> Resolved:
    """The environment with every definition added, in order; ``.errors`` bounds each by name.

    A definition is an expression, a ``Root``, a ``System`` (its key is the tuple of its unknowns) or anything with
    a ``function`` of the environment that returns a number or a record with ``value`` and ``error``.
    """
    result = Resolved(env)
    for key, definition in definitions.items():
        if isinstance(definition, Root):
            value, error = solve(definition, result, device)
            name = definition.unknown.name
            result[name] = value
            result.errors[name] = error + _inherited(definition, result, device)
        elif isinstance(definition, System):
            values, errors = solve_system(definition, result, device)
            result.update(values)
            result.errors.update(errors)
        elif callable(getattr(definition, "function", None)) and not isinstance(definition, sp.Basic):
            outcome = definition.function(result)
            name = str(getattr(key, "name", key))
            result[name] = getattr(outcome, "value", outcome)
            result.errors[name] = getattr(outcome, "error", 0.0)
        else:
            name = str(getattr(key, "name", key))
            result[name], result.errors[name] = value_with_error(definition, result, result.errors, device, reference=False)
    return result


def _inherited(root: Root, env: Resolved, device: Any) -> Tensor:
    """The error of a root that comes from the errors of its parameters: |change of g| / |g'|."""
    name = root.unknown.name
    u = env[name]
    total = torch.zeros_like(u)
    for other, size in env.errors.items():
        if other == name or other not in _formulas(root)[0].names:
            continue
        center = torch.as_tensor(env[other], device=u.device)
        shifts = (center, center + torch.as_tensor(size, device=u.device))
        (value, slope), (moved, _) = (_equation(root, {**env, other: c}, device)(u, False) for c in shifts)
        total = total + ((moved - value) / slope).abs()
    return total
