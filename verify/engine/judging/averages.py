"""Formulas with means as samples: an affine one is one number for each replicate, any other a function of several means.

Where a formula is affine in its means, replacing each mean by its body gives one replicate of it. A variance becomes
half a squared difference of two replicates. Everything else is judged on the image of a box (``stats.image``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.evaluate import SLACK
from lemmata.theory.algebra.kurtosis import polynomial_mean
from lemmata.theory.language.calculus import Applied
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.operators import (
    BINDERS,
    Expectation,
    MatrixExpectation,
    ProbabilityOf,
    QuantileOf,
    VarianceOf,
    means,
)
from lemmata.verify.engine.scene import Scene

MANY = 99
PROBE = 64  # replicates whose rounding is looked at


@dataclass(frozen=True)
class Average:
    """An affine formula of means: its replicates are those of ``body``, with halved squared differences for ``variances``."""

    body: Any
    variances: tuple[tuple[Any, sp.Symbol], ...]  # (body of the variance, the symbol that stands for it in ``body``)

    def replicates(self, scene: Scene, stage: str, chunk: int, size: int, moved: int = 0) -> Tensor:
        """Values (B,) or (B, n, m); with variances, B/2 of them."""
        bodies = [self.body.subs({s: 0 for _, s in self.variances}), *(b for b, _ in self.variances)]
        rows = scene.sampled(bodies, stage, chunk, size, not self.variances, moved)
        if not self.variances:
            return rows[0]
        total = (rows[0][0::2] + rows[0][1::2]) / 2
        for (_, symbol), row in zip(self.variances, rows[1:], strict=True):
            factor, _ = scene.value(sp.diff(self.body, symbol))
            total = total + factor * (row[0::2] - row[1::2]).square() / 2
        return total

    def rounding(self, scene: Scene) -> float:
        """How far the mean may be off because its replicates are rounded, by moving every number that goes in by an ulp."""
        try:
            held = self.replicates(scene, "rounding", 0, PROBE)
            moved = [self.replicates(scene, "rounding", 0, PROBE, pattern) for pattern in (1, 2)]
        except LemmataError:
            return 0.0
        return 2 * SLACK * max(float((m - held).abs().mean(0).max()) for m in moved)


def degree(expr: Any) -> int:
    """In how many means at once a formula is a polynomial; MANY where it is none."""
    if not expr.has(*BINDERS):
        return 0
    if isinstance(expr, Expectation | MatrixExpectation | ProbabilityOf):
        return 1
    if isinstance(expr, QuantileOf):
        return MANY
    if isinstance(expr, sp.Add | sp.MatAdd):
        return max(degree(a) for a in expr.args)
    if isinstance(expr, sp.Mul | sp.MatMul):
        return sum(degree(a) for a in expr.args)
    if isinstance(expr, sp.Trace | sp.Transpose | sp.DiagonalMatrix):
        return degree(expr.args[0])
    if isinstance(expr, sp.Sum):
        return degree(expr.function)
    if isinstance(expr, sp.Pow) and expr.exp.is_Integer and expr.exp > 0:
        return min(MANY, int(expr.exp) * degree(expr.base))
    return MANY


@lru_cache(maxsize=4096)  # the same for every point at which a law is judged
def average(expr: Any) -> Average | None:
    """The formula as one average; None where it is not affine in its means, or has none."""
    expr = expand(expr)
    if not expr.has(*BINDERS) or degree(expr) != 1:
        return None
    table: dict[Any, Any] = {}
    variances: list[tuple[Any, sp.Symbol]] = []
    for node in means(expr):
        if isinstance(node, VarianceOf):
            symbol = sp.Symbol(f"variance∘{len(variances)}", real=True)
            variances.append((node.body, symbol))
            table[node] = symbol
        elif isinstance(node, ProbabilityOf):
            table[node] = indicator(node.body)
        else:
            table[node] = node.body
    if variances and any(isinstance(a, sp.Sum) and a.has(VarianceOf) for a in sp.preorder_traversal(expr)):
        return None
    return Average(expr.xreplace(table), tuple(variances))


@lru_cache(maxsize=4096)
def settled(found: Average) -> Average:
    """The same average with every mean further in that is one of a polynomial in random numbers in closed form.

    A closed form is one number where independent copies are several, so that its powers have lighter tails.
    """
    return Average(_settled(found.body), tuple((_settled(body), symbol) for body, symbol in found.variances))


def _settled(body: Any) -> Any:
    table = {}
    for node in means(body):
        value = polynomial_mean(node.body, node.bound) if isinstance(node, Expectation) else None
        if value is not None:
            table[node] = value
    return body.xreplace(table) if table else body


def indicator(event: Any) -> sp.Expr:
    """1 where the event happens, else 0."""
    return sp.Piecewise((sp.Integer(1), event), (sp.Integer(0), True))


def parts_of(expr: Any) -> tuple[list[Any], Any, list[sp.Symbol]]:
    """The means of a formula, and the formula with a symbol in place of each."""
    expr = expand(expr)
    nodes = means(expr)
    symbols = [sp.Dummy(f"m{i}", real=True) for i in range(len(nodes))]
    return nodes, expr.xreplace(dict(zip(nodes, symbols, strict=True))), symbols


def numbers_in(scene: Scene, expr: Any, symbols: Sequence[sp.Symbol]) -> tuple[Any, dict[sp.Symbol, tuple[float, float]]]:
    """The formula with every largest part that is free of the symbols replaced by a symbol, and the values of these."""
    table: dict[Any, sp.Symbol] = {}
    values: dict[sp.Symbol, tuple[float, float]] = {}

    def visit(node: Any) -> Any:
        if node.is_Number or node in symbols:
            return node
        if not node.free_symbols & set(symbols) and isinstance(node, sp.Expr) and not node.is_number:
            if node not in table:
                value, error = scene.value(node)
                table[node] = sp.Dummy(f"c{len(table)}", real=True)
                values[table[node]] = float(value), float(error)
            return table[node]
        return node.func(*(visit(a) for a in node.args)) if node.args and not isinstance(node, Applied) else node

    return visit(expr), values


def ball_function(expr: Any, symbols: Sequence[sp.Symbol], values: dict[sp.Symbol, tuple[float, float]]) -> Callable[..., Any]:
    """The formula as a function of balls, one for each symbol."""
    from flint import arb

    from lemmata.numerics.formula.walker import Walker

    names = {s: sp.Symbol(f"{s.name}_{i}", real=True) for i, s in enumerate([*symbols, *values])}
    plain = expr.xreplace(names)
    variables, fixed = [names[s] for s in symbols], {names[s]: arb(v, e) for s, (v, e) in values.items()}
    made: list[Callable[..., Any]] = []

    def apart(point: dict[Any, Any]) -> Any:
        return Walker({**fixed, **point}, exact=True)(plain)

    def f(balls: Sequence[Any]) -> Any:
        if not made:  # at the precision of the first call: one closure serves all of them
            walker = Walker(fixed, exact=True)
            try:
                with walker.binding(*variables):
                    made.append(walker.build(plain))
            except LemmataError:  # something in it has to know the numbers when it is built
                made.append(apart)
        return made[0](dict(zip(variables, balls, strict=True)))

    return f


def flat(replicates: Tensor) -> Tensor:
    """Replicates as rows of statistics: (L, B)."""
    return replicates.reshape(replicates.shape[0], -1).T if replicates.ndim > 1 else replicates[None]


def quantile_interval(x: Tensor, p: float, alpha: float) -> tuple[float, float]:
    """An interval that holds the p-quantile with probability 1 - alpha, from order statistics; infinite where n is too small."""
    from scipy import stats

    ordered = torch.sort(x).values
    n = len(ordered)
    low, high = int(stats.binom.ppf(alpha / 2, n, p)) - 1, int(stats.binom.isf(alpha / 2, n, p)) + 1
    return (float(ordered[low]) if low >= 0 else -float("inf"), float(ordered[high]) if high < n else float("inf"))
