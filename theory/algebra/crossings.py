"""{z in [-R, R]: f(z) > c} as a union of intervals whose ends are balls: every crossing isolated and proved.

Conventions: on a box X, f(X) - c without 0 means no crossing; f'(X) without 0 means at most one, decided by the signs
at the ends; otherwise X is halved. What is never settled within the budget is an error, not a guess. Boundary terms:
E[He_k 1{a < z < b}] = He_{k-1}(a) phi(a) - He_{k-1}(b) phi(b) for k >= 1, from (He_{k-1} phi)' = -He_k phi.
Source: R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis (2009), chapter 8.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from flint import acb, arb, ctx, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction, enclose
from lemmata.theory.algebra.balls import hermite_ball, hermite_majorant
from lemmata.theory.algebra.pieces import real, split
from lemmata.theory.language.errors import NotConverged

BOXES = 5_000


@dataclass(frozen=True)
class Crossing:
    """f - c changes its sign at the one root inside `at`: upward (+1) or downward (-1)."""

    at: arb
    direction: int


class LevelSets:
    """The level sets of one f on [-radius, radius]."""

    def __init__(self, expr: sp.Expr, z: sp.Symbol, radius: int = 12, digits: int = 30) -> None:
        self.expr, self.z = real(expr, z)
        self.radius, self.bits = radius, int(3.33 * digits) + 64
        self.pieces: list[tuple[arb, arb, BallFunction, BallFunction]] = []
        self._above: dict[str, list[tuple[arb, arb]]] = {}
        with ctx.workprec(self.bits):
            for piece in split(self.expr, self.z):
                left = arb(-radius) if piece.left == -sp.oo else enclose(piece.left, digits + 20).real
                right = arb(radius) if piece.right == sp.oo else enclose(piece.right, digits + 20).real
                left, right = left.max(arb(-radius)), right.min(arb(radius))
                if not left >= right:
                    smooth = BallFunction(piece.expr, [self.z]), BallFunction(sp.diff(piece.expr, self.z), [self.z])
                    self.pieces.append((left, right, *smooth))

    def crossings(self, level: fmpq) -> list[Crossing]:
        """The crossings inside the smooth pieces, from left to right (jumps between pieces are not among them)."""
        with ctx.workprec(self.bits):
            return [c for piece in self.pieces for c in self._within(*piece, arb(level))[0]]

    def above(self, level: fmpq) -> list[tuple[arb, arb]]:
        """The intervals on which f > level (kept: every k asks for the same ones)."""
        if str(level) in self._above:
            return self._above[str(level)]
        intervals: list[tuple[arb, arb]] = []
        with ctx.workprec(self.bits):
            for left, right, f, slope in self.pieces:
                found, first = self._within(left, right, f, slope, arb(level))
                ends = ([left] if first > 0 else []) + [c.at for c in found]
                ends += [right] if len(ends) % 2 else []
                intervals += zip(ends[::2], ends[1::2], strict=True)
        self._above[str(level)] = intervals
        return intervals

    def _within(self, left: arb, right: arb, f: BallFunction, slope: BallFunction, c: arb) -> tuple[list[Crossing], int]:
        """The crossings of a piece and the sign of f - c at its left end."""

        def value(x: arb) -> arb:
            y = f(acb(x))
            if not y.imag.contains(0):
                raise NotConverged(f"{self.expr} is not real at {x}; give a real function.")
            return y.real - c

        def sign(x: arb) -> int:
            v = value(x)
            return 1 if v > 0 else -1 if v < 0 else 0

        lo, hi = left.lower(), right.upper()
        first, last = sign(left.union(lo)), sign(right.union(hi))
        if not first or not last:  # within the ball of an end point there is no crossing
            raise NotConverged(f"{self.expr} may be {c.str(8)} at the end of a piece; take another level.")
        found: list[Crossing] = []
        stack, used = [(lo, hi)], 0
        while stack:
            a, b = stack.pop()
            used += 1
            if used > BOXES or not a < b:
                raise NotConverged(f"{self.expr} = {c.str(8)} is not isolated within {BOXES} boxes.")
            box = a.union(b)
            v = value(box)
            if v > 0 or v < 0:
                continue
            d = slope(acb(box)).real
            if d > 0 or d < 0:
                sa, sb = sign(a), sign(b)
                if sa and sb:
                    if sa != sb:
                        found.append(Crossing(_refined(a, b, sa, sign), sb))
                    continue
            middle = _middle(a, b)
            if not sign(middle):  # a root may sit on the cut: cut elsewhere, the parts are 0.45 and 0.55
                middle = (a + (b - a) * arb(0.45)).mid()
            stack += [(middle, b), (a, middle)]
        if len(found) % 2 != (first != last):
            raise NotConverged(f"{self.expr} - {c.str(8)}: crossings and signs at the ends do not match.")
        return found, first

    def boundary_sum(self, k: int, level: fmpq) -> tuple[arb, list[tuple[arb, arb]]]:
        """B_k(level) = E[He_k 1{f > level}] as a ball, tail beyond the radius included; and the intervals used."""
        intervals = self.above(level)
        with ctx.workprec(self.bits):
            tail = hermite_majorant(k).gaussian_tail(arb(self.radius))
            if tail is None:
                raise NotConverged(f"the tail of He_{k} beyond {self.radius} has no bound; take a larger radius.")
            total = tail.upper().union(-tail.upper())
            for a, b in intervals:
                total += _boundary(k, a) - _boundary(k, b)
        return total, intervals


def _middle(a: arb, b: arb) -> arb:
    return ((a + b) / 2).mid()


def _refined(a: arb, b: arb, sign_left: int, sign: object) -> arb:
    """Bisection on a monotone piece down to the working precision; the ball always contains the root."""
    assert callable(sign)
    for _ in range(2 * ctx.prec):
        middle = _middle(a, b)
        s = sign(middle)
        if not (a < middle and middle < b):
            break
        if s:
            a, b = (middle, b) if s == sign_left else (a, middle)
            continue
        # the cut sits on the root: close in from the quarters
        left, right = _middle(a, middle), _middle(middle, b)
        closer = left if sign(left) == sign_left else a, right if sign(right) == -sign_left else b
        if not (closer[0] > a or closer[1] < b):
            break
        a, b = closer
    return a.union(b)


def _boundary(k: int, x: arb) -> arb:
    return hermite_ball(k - 1, acb(x)).real * (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
