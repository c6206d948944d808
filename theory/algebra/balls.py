"""E[f(z)] and E[f(z) He_k(z)] as balls: certified quadrature between the kinks of f, certified tails beyond.

Conventions: z ~ N(0,1); the answer is an `arb` that contains the exact value. f is any expression of exp, log,
sin, cos, tanh, erf, powers, polynomials and, through exact break points, Abs, sign, Heaviside, Min, Max, Piecewise.
Source: F. Johansson, Numerical integration in arbitrary-precision ball arithmetic (2018); K. Petras (2002).
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from flint import acb, arb, ctx, fmpq

from lemmata.theory.algebra.ball_eval import NAN, BallFunction, enclose
from lemmata.theory.algebra.hermite import hermite_poly
from lemmata.theory.algebra.majorant import Majorant, majorant
from lemmata.theory.algebra.pieces import real, split
from lemmata.theory.language.errors import NotConverged

EVALUATIONS = 30_000  # a wildly oscillating integrand gets a wide ball instead of hours


class GaussianIntegrals:
    """The integrals E[f He_k] of one f: its pieces, its evaluators and its growth bound are made once."""

    def __init__(self, expr: sp.Expr, z: sp.Symbol) -> None:
        self.expr, self.z = real(expr, z)
        self.pieces = split(self.expr, self.z)
        self._functions = [BallFunction(p.expr, [self.z]) for p in self.pieces]
        self._bound = [majorant(p.expr, self.z) for p in self.pieces]

    def coefficient(self, k: int, digits: int = 30) -> arb:
        """E[f He_k], to about that many digits after the point."""
        bits = int(3.33 * digits) + 10
        with ctx.workprec(bits + 64 + 4 * k):
            goal = arb(2) ** (-bits)
            radius, tail = self._tail(k, goal)
            total = tail
            for piece, function in zip(self.pieces, self._functions, strict=True):
                left, right = _end(piece.left, -radius), _end(piece.right, radius)
                if piece.expr == 0 or left >= right:
                    continue
                value = acb.integral(
                    _integrand(function, k), acb(left), acb(right), abs_tol=goal, rel_tol=goal, eval_limit=EVALUATIONS
                )
                if not (value.is_finite() and value.imag.contains(0)):
                    raise NotConverged(f"E[({piece.expr}) He_{k}] has no finite real enclosure; is it integrable?")
                total = total + value.real
        return total

    def _tail(self, k: int, goal: arb) -> tuple[arb, arb]:
        hermite = hermite_majorant(k)
        radius = arb(8)
        while radius < 400:
            tails = [(bound * hermite).gaussian_tail(radius) for bound in self._bound]
            small = [t for t in tails if t is not None and t < goal]
            if len(small) == len(tails):
                size = sum(small, arb(0)).upper()
                return radius, size.union(-size)
            radius = radius * 1.25
        raise NotConverged(f"the tail of E[({self.expr}) He_{k}] could not be bounded; is it integrable?")


def hermite_majorant(k: int) -> Majorant:
    """|He_k(z)| <= (sum of its absolute coefficients) |z|^k for |z| >= 1."""
    size = sum((abs(c) for c in hermite_poly(k).coeffs()), fmpq(0))
    return Majorant(arb(size), fmpq(k), arb(0), arb(0), arb(1))


def _end(point: sp.Expr, limit: arb) -> arb:
    """The end of a piece, cut at the radius."""
    if point in (sp.oo, -sp.oo):
        return limit
    with ctx.workprec(ctx.prec + 32):
        value = enclose(point, int(ctx.prec / 3.3)).real
    return value.min(limit) if limit > 0 else value.max(limit)


def hermite_ball(k: int, x: acb) -> acb:
    """He_k(x) by its recurrence."""
    lower, current = acb(0), acb(1)
    for n in range(k):
        lower, current = current, x * current - n * lower
    return current


def _integrand(function: BallFunction, k: int) -> Callable[[acb, bool], acb]:
    norm = 1 / (2 * arb.pi()).sqrt()

    def integrand(x: acb, analytic: bool) -> acb:
        value = function(x, analytic=analytic)
        return hermite_ball(k, x) * value * (-x * x / 2).exp() * norm if value.is_finite() else NAN

    return integrand


def expectation(expr: sp.Expr, z: sp.Symbol, digits: int = 30) -> arb:
    """A ball around E[f(z)], z ~ N(0,1), to about that many digits after the point."""
    return GaussianIntegrals(expr, z).coefficient(0, digits)


def hermite_coefficient_ball(expr: sp.Expr, z: sp.Symbol, k: int, digits: int = 30) -> arb:
    """A ball around E[f(z) He_k(z)] (monic He_k)."""
    return GaussianIntegrals(expr, z).coefficient(k, digits)
