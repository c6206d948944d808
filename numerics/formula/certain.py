"""Formulas without randomness: the value in float64 with an error, and with many digits to confirm a refutation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.high import Memo, distance_grounded, evaluate_grounded, evaluate_rational
from lemmata.numerics.formula.literal import Literal, _explicit
from lemmata.numerics.formula.lowest import least_value
from lemmata.numerics.formula.matrix_terms import normal
from lemmata.numerics.formula.nudging import nudged, perturbed
from lemmata.numerics.formula.prepare import Grounding
from lemmata.numerics.formula.root_walker import count_roots
from lemmata.numerics.formula.traits import FLOWS, MANY_VALUES, NO_BALL, REFINED, SOLVED, STATES, has, is_upper_bound, terms_of
from lemmata.numerics.solve import scan
from lemmata.theory.language import solved
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.errors import CompileError, LemmataError, NoSolution, NotConverged
from lemmata.theory.language.operators import BINDERS

SMALL = 400  # entries of all arrays up to which a reference in balls is cheap
LONG = 2000  # terms of a sum, likewise
FINEST = 3  # halvings of the step of a quadrature that does not converge
REFERENCE = 40  # digits
ALIKE = 1e-3  # two evaluations of one number that agree so far differ by rounding


@lru_cache(maxsize=4096)  # a claim with its wrong versions has hundreds of sides, and comes back to each at every point
def _literal(expr: Any, level: float) -> Literal:
    return Literal((expr,), averaged=False, level=level)


def grounded(expr: Any, env: Mapping[Any, Any]) -> Any:
    """The formula in plain symbols and arrays; refused where it draws."""
    given = _named(env)
    functions = frozenset((k, v) for k, v in given.items() if isinstance(v, sp.Basic))
    result, random, fresh = _grounded(sp.sympify(expr), functions)
    if random - given.keys() or fresh:
        names = ", ".join(sorted((random | fresh) - given.keys()))
        raise CompileError(f"{expr} is random: {names} stands free in it; put it under a Mean")
    return result


@lru_cache(maxsize=4096)
def _grounded(expr: Any, functions: frozenset[tuple[str, Any]]) -> tuple[Any, frozenset[str], frozenset[str]]:
    """The plain formula, and the names of what it draws, once and anew at each step."""
    try:
        program, ground = _literal(expr, 0).form(dict(functions))
        result = program.plain[0]
    except LemmataError:  # balls evaluate what has no compiled form
        ground = Grounding(dict(functions), averaged=False)
        result = normal(_explicit(ground(expr)))
    return result, frozenset(ground.random), frozenset(ground.fresh)


def _named(env: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(getattr(k, "name", k)): v for k, v in env.items()}


def evaluate(
    expr: Any, env: Mapping[Any, Any], device: Any = None, memo: Memo | None = None, *, rounding: bool = True
) -> tuple[Tensor, Tensor]:
    """The value of a deterministic formula, () or (n, m), and a bound of its absolute error of the same shape.

    Scalars over small arrays are compared with balls of 40 digits (mpmath for infinite sums). Otherwise the error is
    sixteen times the largest change under one-ulp changes of the inputs (up to eight sign patterns; not without ``rounding``),
    plus that under refinement of every quadrature, solver and flow inside. ``memo`` keeps balls of one environment between calls.
    """
    named = _named(env)
    expr = sp.sympify(expr)
    literal = _literal(expr, 0)
    if any(t.name not in named for t in literal.random) or literal.fresh:
        grounded(expr, named)  # raises with the names
    if (enclosed := _by_enclosed_minima(expr, named, device)) is not None:
        return enclosed
    if (ended := _by_known_ends(expr, named, device)) is not None:
        return ended
    literal, value, level = _settled(expr, named, device)
    if not value.is_floating_point():  # a relation
        return value, torch.zeros(value.shape, dtype=torch.float64, device=value.device)
    reference = _reference(expr, named, value, memo)
    if reference is not None:
        middle, slack = reference
        apart = (middle - value).abs()
        if float(apart) > ALIKE * float(middle.abs()):
            return value, apart + slack  # not rounding: another branch, another root, or no digit left
        return middle, slack
    error = perturbed(literal, named, value, device, memo) if rounding else 2.0**-46 * value.abs()
    if has(expr, REFINED):
        finer = _literal(expr, level + 1.5)(named, device=device)[0]
        error = error + 2 * (finer - value).abs()
    elif is_upper_bound(expr):  # other starts and more steps
        error = error + 2 * (_literal(expr, level + 1)(named, device=device)[0] - value).abs()
    return value, error


def _by_enclosed_minima(expr: Any, env: Mapping[str, Any], device: Any) -> tuple[Tensor, Tensor] | None:
    """The value where every search in it is for the least value of a function of one number, which balls enclose."""
    if not has(expr, (solved.LeastValue,)) or expr.has(solved.Minimiser):
        return None
    try:
        plain = grounded(expr, env)
    except LemmataError:
        return None
    binders = (Binding, sp.Sum, sp.Product, sp.Integral, sp.Lambda, *BINDERS)
    if any(isinstance(e, binders) and any(a.has(solved.LeastValue) for a in e.args) for e in sp.preorder_traversal(plain)):
        return None  # what is bound there may stand in it
    bounds: dict[Any, tuple[float, float]] = {}
    for node in sorted(plain.atoms(solved.LeastValue), key=sp.default_sort_key):
        f, x = node.args[:2]
        given = {s: env.get(str(getattr(s, "name", s))) for s in f.free_symbols - {x}}
        if getattr(x, "is_Matrix", False) or f.has(solved.LeastValue, *SOLVED):
            return None
        if not all(isinstance(v, int | float) for v in given.values()):
            return None
        found = least_value(f.xreplace({s: sp.Rational(v) for s, v in given.items() if v is not None}), x)
        if found is None:
            return None
        bounds[node] = found
    names = {node: sp.Symbol(f"least°{k}", real=True) for k, node in enumerate(bounds)}
    rest = plain.xreplace(names)
    sides = [evaluate(rest, {**env, **{str(names[n]): float(b[k]) for n, b in bounds.items()}}, device) for k in (1, 0)]
    (value, error), (low, other) = sides
    return value, error + other + 2 * (value - low).abs()


def _by_known_ends(expr: Any, env: Mapping[str, Any], device: Any) -> tuple[Tensor, Tensor] | None:
    """The value where integrals end at states of flows: an end is a number with an error of its own, which one-ulp changes of the
    inputs do not show."""
    integrals = expr.atoms(sp.Integral) if has(expr, FLOWS) else ()
    ends = {end for node in integrals for limit in node.limits for end in limit[1:] if has(end, FLOWS)}
    known = {}
    for k, end in enumerate(sorted(ends, key=sp.default_sort_key)):
        try:
            known[sp.Symbol(f"end°{k}", real=True)] = end, *(float(v) for v in evaluate(end, env, device))
        except LemmataError:  # it depends on what is bound outside
            return None
    if not known:
        return None
    rest = expr.xreplace({end: name for name, (end, _, _) in known.items()})
    middle = {**env, **{str(name): at for name, (_, at, _) in known.items()}}
    value, error = evaluate(rest, middle, device)
    for name, (_, at, slack) in known.items():
        for moved in (at - slack, at + slack):
            error = error + (evaluate(rest, {**middle, str(name): moved}, device)[0] - value).abs()
    return value, error


def _settled(expr: Any, env: Mapping[str, Any], device: Any, level: int = 0) -> tuple[Literal, Tensor, int]:
    """The coarsest rule that converges, its value and its level."""
    literal = _literal(expr, level)
    try:
        return literal, literal(env, device=device)[0], level
    except NoSolution:  # an equation without a root has none at any level
        raise
    except NotConverged:
        if level == FINEST or (expr.has(*FLOWS) and not expr.has(*SOLVED)):  # a flow that is too stiff is so at every tolerance
            raise
    return _settled(expr, env, device, level + 1)


def _reference(expr: Any, env: Mapping[str, Any], value: Tensor, memo: Memo | None) -> tuple[Tensor, Tensor] | None:
    """The middle of the ball and its error."""
    if value.ndim or value.device.type != "cpu" or not _cheap(expr, env):
        return None
    try:
        found = grounded(expr, env)
        if has(found, NO_BALL):
            return None
        precise, slack = evaluate_grounded(found, env, REFERENCE, memo)
    except LemmataError:
        return None
    middle = float(precise)
    return torch.full_like(value, middle), torch.full_like(value, float(abs(precise - middle)) + float(slack) + 1e-300)


def _cheap(expr: Any, env: Mapping[str, Any]) -> bool:
    """Whether a reference in balls takes no longer than the value itself is worth."""
    count = sum(torch.as_tensor(v).numel() for v in env.values() if isinstance(v, Tensor | list | tuple))
    largest = max((abs(v) for v in env.values() if isinstance(v, int | float)), default=0)
    if count > SMALL:
        return False
    if has(expr, MANY_VALUES):
        return count <= SMALL // 6 and largest <= LONG
    if has(expr, STATES):
        return count <= SMALL // 6 and largest <= 50
    return (largest <= LONG or not has(expr, (sp.Sum, sp.Product))) and terms_of(expr) <= LONG


def evaluate_high(expr: Any, env: Mapping[Any, Any], digits: int = 100, memo: Memo | None = None) -> tuple[Any, Any]:
    """The value of a scalar formula and a bound of its error as mpmath numbers; CompileError where there is no such evaluation.

    Arithmetic, functions, finite sums, matrices (products, inverses, traces, determinants, norms, simple spectra) and
    slopes of rational formulas are enclosed by balls; integrals and infinite sums are mpmath's at two precisions.
    """
    named = _named(env)
    found = grounded(expr, named)
    if getattr(found, "is_Matrix", False):
        raise CompileError(f"{expr} is a matrix; compare its entries, or a norm of the difference")
    return evaluate_grounded(found, named, digits, memo)


def distance_high(
    left: Any, right: Any, env: Mapping[Any, Any], digits: int = 100, memo: Memo | None = None
) -> tuple[Any, Any]:
    """The Frobenius norm of the difference of two matrices and a bound of its error, as mpmath numbers."""
    named = _named(env)
    return distance_grounded(grounded(left, named), grounded(right, named), named, digits, memo)


def evaluate_exact(expr: Any, env: Mapping[Any, Any]) -> Any:
    """The value of a rational formula, derivatives included, as a Fraction; floats are the binary fractions they are."""
    named = _named(env)
    return evaluate_rational(grounded(expr, named), named)


def certificate(root: Any, env: Mapping[Any, Any]) -> str:
    """Why an equation has no other root in its interval than the one found, or nothing where only the scan says so.

    It is monotone, or a polynomial whose roots Sturm's theorem counts, or (on a bounded interval) balls exclude others.
    """
    named = _named(env)
    found = grounded(root, named)
    residual, x, low, high, _ = found.args
    why = scan.certify(residual, x, low, high, named)
    if why or low.is_infinite or high.is_infinite:
        return why
    ends = [float(evaluate(end, named)[0]) for end in (low, high)]
    one = count_roots(residual, x, ends[0], ends[1], named) == 1
    return "balls exclude every other root of the interval" if one else ""


__all__ = [
    "Memo",
    "certificate",
    "distance_high",
    "evaluate",
    "evaluate_exact",
    "evaluate_high",
    "grounded",
    "is_upper_bound",
    "nudged",
    "terms_of",
]
