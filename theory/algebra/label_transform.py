"""E[He_k | σ(Z) = y] from the preimages of y, and λ_k² = E[E[h_k | y]²], the most that a transformation of the label keeps of degree k.

Conventions: He_k is monic, h_k = He_k/√k!. At a level that is no atom E[He_k | y] is the mean of He_k over the preimages z of y with the weights
φ(z)/|σ'(z)|, which are balls around isolated crossings; at an atom boundary terms. Transformations T of unit norm have E[T(y) h_k] ≤ λ_k, with
equality for T = E[h_k | y]/λ_k. λ_k² is found in floating point: double-exponential quadrature between the critical points of σ and their
other preimages, its error the change when the step is halved, and about 1e-8 for each critical point. Source: Damian et al. (2024), arXiv 2403.05529.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise
from math import cosh, exp, factorial, pi, sinh, sqrt, tanh

import sympy as sp
from flint import acb, arb, ctx, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction, enclose
from lemmata.theory.algebra.balls import hermite_ball
from lemmata.theory.algebra.conditional import boundary_term, value_masses
from lemmata.theory.algebra.crossings import LevelSets
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.links import checked
from lemmata.theory.algebra.pieces import split
from lemmata.theory.language.errors import NotConverged

RADIUS = 12
STEP = 1 / 16


def conditional_mean(link: sp.Expr, z: sp.Symbol, k: int, level: fmpq) -> arb:
    """E[He_k | y] at a level, a ball."""
    f, z = checked(link, z)
    value = sp.Rational(int(level.p), int(level.q))
    flat = [p for p in split(f, z) if p.expr == value]
    if flat:
        mass = sp.Add(*(boundary_term(k, p.left) - boundary_term(k, p.right) for p in flat))
        weight = sp.Add(*((sp.erf(p.right / sp.sqrt(2)) - sp.erf(p.left / sp.sqrt(2))) / 2 for p in flat))
        return enclose(mass, 30).real / enclose(weight, 30).real
    sets = LevelSets(f, z)
    slopes = [(a, b, BallFunction(sp.diff(p, z), [z])) for a, b, p in _smooth(sets, f, z)]
    crossings = sets.crossings(level)
    if not crossings:
        raise NotConverged(f"no z with |z| < {RADIUS} has {f} = {value}: give a label that the link takes")
    with ctx.workprec(sets.bits):
        above, below = arb(0), arb(0)
        for crossing in crossings:
            x = crossing.at
            slope = next(s for a, b, s in slopes if not (x < a or x > b))(acb(x)).real
            weight = (-x * x / 2).exp() / abs(slope)
            above, below = above + weight * hermite_ball(k, acb(x)).real, below + weight
        return above / below


def _smooth(sets: LevelSets, f: sp.Expr, z: sp.Symbol) -> list[tuple[arb, arb, sp.Expr]]:
    """The smooth pieces of a link inside the radius, with their formulas."""
    kept = [p for p in split(f, z) if p.left == -sp.oo or float(p.left) < RADIUS]
    kept = [p for p in kept if p.right == sp.oo or float(p.right) > -RADIUS]
    return [(a, b, p.expr) for (a, b, _, _), p in zip(sets.pieces, kept, strict=True)]


class _Branch:
    """A stretch on which the link is monotone."""

    def __init__(self, f: Callable[[float], float], slope: Callable[[float], float], low: float, high: float) -> None:
        self.f, self.slope, self.low, self.high = f, slope, low, high
        self.ends = f(low), f(high)

    def preimage(self, y: float) -> float | None:
        """Where the link is y, by bisection."""
        a, b = self.low, self.high
        rising = self.ends[0] < self.ends[1]
        if not min(self.ends) < y < max(self.ends):
            return None
        for _ in range(80):
            middle = (a + b) / 2
            if (self.f(middle) < y) == rising:
                a = middle
            else:
                b = middle
        return (a + b) / 2


def kept_square(link: sp.Expr, z: sp.Symbol, k: int) -> tuple[float, float]:
    """λ_k² and an estimate of its error."""
    f, z = checked(link, z)
    pieces = split(f, z)
    he = sp.lambdify(z, hermite_expr(k, z), "math")
    total, branches = 0.0, list[_Branch]()
    constant = [p for p in pieces if not p.expr.has(z)]
    for value, mass, _ in value_masses(constant, k):
        same = [p for p in constant if p.expr == value]
        weight = sum(float((sp.erf(p.right / sp.sqrt(2)) - sp.erf(p.left / sp.sqrt(2))) / 2) for p in same)
        total += float(mass) ** 2 / weight
    for p in (p for p in pieces if p.expr.has(z)):
        slope = sp.diff(p.expr, z)
        turns = [float(c.at.mid()) for c in LevelSets(slope, z).crossings(fmpq(0))] if slope.has(z) else []
        low, high = max(-RADIUS, float(p.left)), min(RADIUS, float(p.right))
        marks = [low, *(x for x in turns if low < x < high), high]
        both = sp.lambdify(z, p.expr, "math"), sp.lambdify(z, slope, "math")
        branches += [_Branch(*both, a, b) for a, b in pairwise(marks) if a < b]
    values = sorted({y for b in branches for y in b.ends})
    coarse, fine = (total + sum(_over(b, branches, values, he, step) for b in branches) for step in (STEP, STEP / 2))
    # labels closer to a turning value than rounding have their other preimages left out
    lost = 1e-8 * sum(1 for b in branches for x in (b.low, b.high) if abs(x) < RADIUS) / 2
    return fine / factorial(k), (abs(fine - coarse) + (1e-15 + lost) * (1 + fine)) / factorial(k)


def _over(branch: _Branch, branches: list[_Branch], values: list[float], he: Callable[[float], float], step: float) -> float:
    """E[He_k(Z) E[He_k|σ(Z)]] over one branch, cut where another one begins or ends."""
    inner = values[bisect_left(values, min(branch.ends)) + 1 : bisect_left(values, max(branch.ends))]
    even = (x for x in (-4.0, -1.0, 0.0, 1.0, 4.0) if branch.low < x < branch.high)
    cuts = sorted({branch.low, branch.high, *even, *(x for y in inner if (x := branch.preimage(y)) is not None)})
    total = 0.0
    for a, b in pairwise(cuts):
        for n in range(-int(3.2 / step), int(3.2 / step) + 1):
            t = pi / 2 * sinh(n * step)
            x, width = (a + b) / 2 + (b - a) / 2 * tanh(t), (b - a) / 2 * step * pi / 2 * cosh(n * step) / cosh(t) ** 2
            if a < x < b and width > 0:
                total += width * exp(-x * x / 2) / sqrt(2 * pi) * he(x) * _mean(branch, x, branches, he)
    return total


def _mean(branch: _Branch, x: float, branches: list[_Branch], he: Callable[[float], float]) -> float:
    """E[He_k | y] at the label of a place on a branch."""
    y = branch.f(x)
    places = [(x, branch.slope)] + [(w, b.slope) for b in branches if b is not branch and (w := b.preimage(y)) is not None]
    found = [(w, abs(slope(w))) for w, slope in places]
    least = min(size for _, size in found)
    if least == 0:
        return sum(he(w) for w, size in found if size == 0) / sum(1 for _, size in found if size == 0)
    top = max(-w * w / 2 for w, _ in found)
    weights = [exp(-w * w / 2 - top) * least / size for w, size in found]
    return sum(v * he(w) for v, (w, _) in zip(weights, found, strict=True)) / sum(weights)
