"""Witnesses: E[f He_k] for one f (parity, closed form, ball) and B_k(c) = E[He_k 1{f > c}] at levels c.

Conventions: a verdict is zero only by an exact argument, nonzero only when a ball excludes 0, unknown otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from flint import acb, arb, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction, enclose
from lemmata.theory.algebra.balls import GaussianIntegrals
from lemmata.theory.algebra.crossings import LevelSets
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.pieces import Piece, parity, split
from lemmata.theory.algebra.zero import is_zero
from lemmata.theory.language.errors import CompileError, DomainError, LemmataError, NotConverged

DIGITS = 30
SMALL = 1e-6


@dataclass(frozen=True)
class Verdict:
    """zero, nonzero or unknown for one coefficient; `exact` when it is decided by a closed form."""

    status: str
    exact: bool
    text: str


class Coefficients:
    """E[f He_k] for one f: parity, then a closed form, then a ball."""

    def __init__(self, f: sp.Expr, z: sp.Symbol, name: str = "sigma") -> None:
        self.f, self.z, self.name = f, z, name
        self.parity = parity(f, z)
        self.obstacle = ""
        self.pieces: list[Piece] | None = None
        self._integrals: GaussianIntegrals | None = None
        try:
            self.pieces = split(f, z)
        except CompileError as error:
            self.obstacle = str(error)

    def decide(self, k: int) -> Verdict:
        what = f"E[{self.name} He_{k}]"
        if self.parity and (self.parity == "even") is bool(k % 2):
            return Verdict("zero", True, f"{what} = 0: the link is {self.parity}")
        closed = self._closed_form(k)
        if closed is not None:
            test = is_zero(closed)
            if test.status == "zero" and test.how == "exact":
                return Verdict("zero", True, f"{what} = 0 exactly: {test.evidence}")
            value = enclose(closed, DIGITS).real
            if not value.contains(0):
                shown = sp.sstr(closed)
                closed_text = f"{shown} = " if len(shown) < 60 else ""
                return Verdict("nonzero", True, f"{what} = {closed_text}{value.str(15)}, not 0")
        return self._by_ball(k, what)

    def _closed_form(self, k: int) -> sp.Expr | None:
        if self.pieces is None:
            return None
        hermite = hermite_expr(k, self.z)
        try:
            parts = [
                gaussian_expectation(p.expr * hermite, self.z, interval=(p.left, p.right)) for p in self.pieces if p.expr != 0
            ]
        except DomainError:
            return None
        total = sp.expand(sp.Add(*parts))
        return None if total.has(sp.I) else total

    def _by_ball(self, k: int, what: str) -> Verdict:
        if self.obstacle:
            return Verdict("unknown", False, f"{what} has no enclosure: {self.obstacle}")
        try:
            self._integrals = self._integrals or GaussianIntegrals(self.f, self.z)
            value = self._integrals.coefficient(k, DIGITS)
            if value.contains(0):  # a coefficient may be small without being 0
                value = self._integrals.coefficient(k, 4 * DIGITS)
        except (CompileError, NotConverged) as error:
            self.obstacle = str(error)
            return Verdict("unknown", False, f"{what} has no enclosure: {error}")
        if value.contains(0):
            size = value.abs_upper().str(3, radius=False)
            known = "numerically zero but not proved to be 0" if value.abs_upper() < SMALL else "no enclosure excludes 0"
            return Verdict("unknown", False, f"|{what}| <= {size}, {known}")
        return Verdict("nonzero", False, f"{what} is in {value.str(15)}, not 0")


class Levels:
    """B_k(c) at levels c that the link takes at fixed points."""

    POINTS = tuple(fmpq(n, 32) for n in (29, 45, 13, 61, 80, -29, -45, -13, -61, -80, 21, 37, 53, 71, 5, 95, -21, -37))

    def __init__(self, f: sp.Expr, z: sp.Symbol) -> None:
        self.f, self.z = f, z
        self._sets: LevelSets | None = None
        self._obstacle = ""
        self._levels: list[fmpq] = []
        self.available = False  # true once some level could be treated

    def _prepare(self) -> bool:
        if self._sets is None and not self._obstacle:
            try:
                self._sets = LevelSets(self.f, self.z, digits=DIGITS)
                function = BallFunction(self.f, [self.z])
            except LemmataError as error:
                self._obstacle = str(error)
                return False
            for x in self.POINTS:
                value = function(acb(x)).real
                if value.is_finite():
                    # a level with few bits, near a value of the link and off its special values
                    self._levels.append(fmpq(round(float(value.mid()) * 2**20) * 4 + 1, 2**22))
        return self._sets is not None

    @property
    def chosen(self) -> tuple[fmpq, ...]:
        """The levels, each once; none where the link cannot be cut into smooth pieces."""
        return tuple(dict.fromkeys(self._levels)) if self._prepare() else ()

    def above(self, level: fmpq) -> list[tuple[arb, arb]]:
        """The intervals on which the link exceeds a level."""
        self._prepare()
        assert self._sets is not None
        return self._sets.above(level)

    def boundary(self, k: int, level: fmpq) -> arb:
        """B_k at a level."""
        self._prepare()
        assert self._sets is not None
        return self._sets.boundary_sum(k, level)[0]

    def values(self, k: int) -> list[tuple[fmpq, arb, int]]:
        """(level, ball of B_k, number of intervals) at every level whose crossings are isolated."""
        result: list[tuple[fmpq, arb, int]] = []
        failures = 0
        if not self._prepare():
            return result
        assert self._sets is not None
        for c in dict.fromkeys(self._levels):
            try:
                value, intervals = self._sets.boundary_sum(k, c)
            except NotConverged as error:
                self._obstacle = str(error)
                failures += 1
                if failures == 3:
                    break
                continue
            self.available = True
            result.append((c, value, len(intervals)))
            if not value.contains(0):
                break
        return result

    def nonzero(self, k: int) -> Verdict:
        """One level whose B_k excludes 0, all its crossings isolated."""
        values = self.values(k)
        if values and not values[-1][1].contains(0):
            c, value, count = values[-1]
            text = f"B_{k}(c) = E[He_{k} 1{{y > c}}] is in {value.str(15)} at c = {c}, not 0"
            return Verdict("nonzero", False, f"{text}: {count} interval(s), every crossing isolated")
        if values:
            size = max(float(v.abs_upper()) for _, v, _ in values)
            return Verdict("unknown", False, f"|B_{k}(c)| <= {size:.1e} at {len(values)} levels")
        return Verdict("unknown", False, f"no level set could be isolated: {self._obstacle}")

    def guess(self, start: int, stop: int) -> int | None:
        """The first k from `start` with a certified non-zero B_k."""
        if not self.available:
            return None
        return next((k for k in range(start, stop + 1) if self.nonzero(k).status == "nonzero"), None)
