r"""Integrals and Gaussian means by fixed rules that carry their own error estimate.

$\int_a^bf$: double-exponential rules (finite, half-line and line), exact to rounding for analytic integrands with
algebraic end points. $\mathbb E f(z)$, $z\sim N(0,1)$: the Gauss rule of the right size for polynomials, the short rule (see there) where
it is seen to suffice, else Fejer rules on graded panels; all but the first two are cut at the kinks of |.|, max, sign, steps and cases whose argument is affine.
Each value is compared with the rule on every other node: their difference is about the square root of the error,
and more than 1e-6 of the absolute integral is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.letters import put
from lemmata.numerics.formula.lowering import Builder, handles
from lemmata.numerics.formula.program import Index, Node, Run, union
from lemmata.numerics.integrate import short
from lemmata.numerics.integrate.segments import Rule, as_tensor, segments
from lemmata.numerics.integrate.weighing import weigh
from lemmata.theory.language.errors import CompileError, NotConverged
from lemmata.theory.language.functions import GaussMean, He, h

NODES = 2**23  # of integrals inside each other together, 64 MB for each step of the formula
Allow = Callable[[int], None]
PANELS = (0.125, 0.25, 0.5, 1, 2, 3, 4, 6, 8, 11, 15, 20, 28, 38)


@lru_cache(maxsize=64)
def gauss_hermite(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights for N(0, 1), exact for polynomials of degree 2n - 1; at most 200 nodes."""
    from scipy.special import roots_hermitenorm

    if not 1 <= n <= 200:
        raise CompileError(f"a Gauss-Hermite rule of {n} nodes is outside 1..200")
    nodes, weights = roots_hermitenorm(n)
    return nodes, weights / weights.sum()


@lru_cache(maxsize=64)
def gauss_legendre(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes and weights on [-1, 1]."""
    from scipy.special import roots_legendre

    nodes, weights = roots_legendre(n)
    return nodes, weights


@lru_cache(maxsize=8)
def fejer(n: int) -> Rule:
    """Fejer's second rule on [-1, 1]: n = 2^k - 1 interior points, of which every other is the rule before."""

    def weights(m: int) -> np.ndarray:
        theta = np.arange(1, m + 1) * math.pi / (m + 1)
        odd = np.arange(1, m + 1, 2)
        return 4 / (m + 1) * np.sin(theta) * (np.sin(np.outer(theta, odd)) / odd).sum(1)

    coarse = np.zeros(n)
    coarse[1::2] = weights((n - 1) // 2)
    return np.cos(np.arange(1, n + 1) * math.pi / (n + 1)), weights(n), coarse


def kinks(f: sp.Expr, z: sp.Symbol) -> list[sp.Expr]:
    """Where the integrand is not smooth: the zeros of the affine arguments of |.|, max, sign, steps and cases."""
    switches: list[sp.Expr] = []
    for node in sp.preorder_traversal(f):
        if isinstance(node, sp.Abs | sp.sign | sp.Heaviside):
            switches.append(node.args[0])
        elif isinstance(node, sp.Max | sp.Min):
            switches += [p - q for k, p in enumerate(node.args) for q in node.args[k + 1 :]]
        elif isinstance(node, sp.core.relational.Relational):
            switches.append(node.lhs - node.rhs)
    found: list[sp.Expr] = []
    for g in switches:
        slope = g.diff(z)
        if slope != 0 and z not in slope.free_symbols:
            place = sp.together(-g.subs(z, 0) / slope)
            # a place that contains an inner bound variable is no kink of this integral
            found += [place] if place not in found and place.free_symbols <= f.free_symbols else []
    return found


def degree(f: sp.Expr, z: sp.Symbol) -> int | None:
    """The degree of a polynomial in z, or None."""
    if f == z:
        return 1
    if isinstance(f, sp.Add | sp.Mul):
        total = 0
        for part in f.args:  # up to the first that is no polynomial
            found = degree(part, z)
            if found is None:
                return None
            total = max(total, found) if isinstance(f, sp.Add) else total + found
        return total
    if z not in f.free_symbols:
        return 0
    if isinstance(f, sp.Pow) and f.exp.is_Integer and f.exp > 0:
        found = degree(f.base, z)
        return None if found is None else found * int(f.exp)
    if isinstance(f, He | h) and f.args[0].is_Integer:
        found = degree(f.args[1], z)
        return None if found is None else int(f.args[0]) * found
    return None


def _integrate(
    b: Builder,
    f: sp.Expr,
    z: sp.Symbol,
    place: Any,
    ends: list[Node],
    key: Any,
    label: Any,
    phases: Sequence[short.Phase] | None = None,
) -> Node:
    """Sum of weight x integrand; ``place(run, allow, *ends)`` gives nodes, weights and coarse weights, so many as ``allow`` does.

    With ``phases`` it may be asked for the short rule, and these must move little between its nodes.
    """
    outer = union(ends)
    parents = tuple(b.active)
    name = ("quadrature", key, tuple(e.id for e in ends), tuple(id(p) for p in parents))
    index = b.indices.setdefault(name, Index(sp.S.One, sp.S.One, parents, b.program.letters, integer=False))
    aligned = [b.program.align(b.program.tensor(e), outer) for e in ends]

    def rule(run: Run, *values: Tensor) -> Rule:
        def allow(count: int) -> None:
            """A rule is refined as far as memory and time allow, which is known before its nodes are made."""
            together = count * math.prod(max(run.extents.get(p, 1), 1) for p in parents)
            if b.level and together > NODES:
                raise NotConverged(f"the quadrature of {label} would take {together} nodes, and {NODES} are allowed: split it")

        nodes, weights, coarse = place(run, allow, *values)
        allow(nodes.shape[-1])
        run.reserve(index, nodes.shape[-1])
        return nodes, weights, coarse

    ix = (*outer, index)
    triple = b.program.emit(("rule", index), rule, aligned, ix)
    parts = [b.program.emit(("part", k), lambda run, t, k=k: t[k], [triple], ix) for k in range(3)]
    b.bound[index.symbol] = parts[0]
    b.active.append(index)
    known = len(b.exponents)
    body = b.program.tensor(b.lower(put(f, z, index.symbol)))
    moving = [(b.program.tensor(b.lower(put(u, z, index.symbol))), most, how) for u, most, how in phases or ()]
    b.active.pop()
    steep = [n for n in b.exponents[known:] if index in n.ix and set(n.ix) <= {*body.ix, index} and not n.rank]
    every = union([body, *parts, *(n for n, *_ in moving)])
    args = [b.program.align(n, every) for n in (body, parts[1], parts[2], *steep, *(n for n, *_ in moving))]
    last = 3 + len(steep)

    def total(run: Run, *given: Tensor) -> Tensor:
        if run.short and phases is not None:
            values = given[0] if given[0].shape[-1] > 1 else given[0].expand_as(given[1])
            phased = [(t, *how[1:]) for t, how in zip(given[last:], moving, strict=True)]
            return short.weigh(run, values, phased, len(every) - 1)
        return weigh(run, given[0], given[1], given[2], label, given[3:last], b.rounded)

    return b.program.emit(("integrate", label), total, args, tuple(i for i in every if i is not index))


@handles(GaussMean)
def _gauss_mean(b: Builder, expr: GaussMean) -> Node:
    f, z = expr.args
    order = degree(f, z)
    if order is not None and order < 398:
        n = order // 2 + 1 + b.level

        def exact(run: Run, allow: Allow) -> Rule:
            nodes, weights = (as_tensor(run, a) for a in gauss_hermite(min(n, 200)))
            return nodes, weights, weights

        return _integrate(b, f, z, exact, [], ("gauss", n), expr)
    points = 2 ** (5 + b.level) - 1
    edges = np.array([*(-p for p in reversed(PANELS)), 0.0, *PANELS])
    corners = kinks(f, z)
    phases = None if corners or b.level or b.rounded else short.phases(f, z)

    def panels(run: Run, allow: Allow, *cuts: Tensor) -> Rule:
        if run.short and phases is not None:
            return tuple(as_tensor(run, a) for a in short.rule())  # type: ignore[return-value]
        allow(points * (len(edges) + len(cuts) - 1))
        x, w, coarse = (as_tensor(run, a) for a in fejer(points))
        grid = as_tensor(run, edges)
        if cuts:
            places = torch.stack(torch.broadcast_tensors(*cuts), -1).nan_to_num(nan=0.0).clamp(-38, 38)
            grid = torch.sort(torch.cat([grid.expand(*places.shape[:-1], -1), places], -1), -1).values
        half = (grid[..., 1:] - grid[..., :-1])[..., None] / 2
        nodes = grid[..., :-1, None] + half * (1 + x)
        density = torch.exp(nodes.square().mul_(-0.5)) / math.sqrt(2 * math.pi) * half
        return nodes.flatten(-2), (density * w).flatten(-2), (density * coarse).flatten(-2)

    return _integrate(b, f, z, panels, b.all(corners), ("panels", points, phases is not None), expr, phases)


@handles(sp.Integral)
def _integral(b: Builder, expr: sp.Integral) -> Node:
    first, *rest = expr.limits
    if len(first) != 3:
        raise CompileError(f"{expr}: the integral needs limits (x, a, b)")
    f, (x, low, high) = expr.function, first
    if rest:
        f, (x, low, high) = sp.Integral(f, *expr.limits[:-1]), expr.limits[-1]
    cuts = [] if isinstance(f, sp.Integral) else kinks(f, x)
    ends = [low, *cuts, high]
    finite = [e for e in ends if not e.is_infinite]
    kind = (low.is_infinite is True, high.is_infinite is True)

    def place(run: Run, allow: Allow, *values: Tensor) -> Rule:
        return segments(run, kind, values, b.level)

    return _integrate(b, f, x, place, b.all(finite), ("double exponential", kind), expr)
