"""Derivations: chains of steps, each with its justification and a check by machine.

A step is checked in one of four ways: ``exact`` (the difference of the two sides is zero by normal form),
``identity test`` (exact rational instances, with the error probability), ``ball`` (enclosures at given points) or
``cited`` (quoted from the literature). The chain proves its claim when it ends in ``conclude`` and every step is
exact or an identity test with error probability below 1e-12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy as sp

from lemmata.theory.algebra.zero import is_zero
from lemmata.theory.first.claim import Claim
from lemmata.theory.first.expressions import latex
from lemmata.theory.first.kinds import Certificate, Identity, Inequality, Statement
from lemmata.theory.language.errors import ClaimError

Ball = Callable[[sp.Expr, Mapping[str, Any]], Any]
PROOF_ERROR = 1e-12


@dataclass(frozen=True)
class Step:
    """One line of a derivation and how it was checked; ``passed`` is None for what is only cited."""

    title: str
    formula: str
    by: str
    how: str
    passed: bool | None
    detail: str = ""

    @property
    def proves(self) -> bool:
        return self.passed is True and self.how in {"exact", "identity test"}


@dataclass
class Derivation:
    """The recorder that a claim's derivation function receives: call it once per step."""

    claim: Claim
    ball: Ball | None = None
    steps: list[Step] = field(default_factory=list)
    concluded: bool = False

    def __call__(self, title: str, left: Any, right: Any = None, *, by: str, at: Sequence[Mapping[str, Any]] = ()) -> Any:
        """``left = right`` (or an ``Eq``), checked exactly, or by balls ``at`` the given points; returns the right side."""
        if isinstance(left, sp.Equality):
            left, right = left.lhs, left.rhs
        if right is None:
            raise ClaimError(f"{self.claim.id}: the step {title!r} needs two sides")
        left, right = sp.sympify(left), sp.sympify(right)
        how, passed, detail = self._check(left, right, at)
        self.steps.append(Step(title, f"{latex(left)} = {latex(right)}", by, how, passed, detail))
        return right

    def verify(self, title: str, certificate: Certificate | bool, *, by: str, formula: str = "") -> None:
        """A step established by a computation in exact or ball arithmetic."""
        outcome = certificate if isinstance(certificate, Certificate) else Certificate(certificate)
        self.steps.append(Step(title, formula, by, outcome.how, bool(outcome.holds), outcome.detail))

    def cite(self, title: str, formula: Any, *, by: str) -> None:
        """A step quoted from the literature: never part of a proof by this library."""
        self.steps.append(Step(title, latex(formula), by, "cited", None))

    def conclude(
        self,
        *,
        by: str,
        given: Mapping[Any, Any] | None = None,
        statement: Statement | None = None,
        at: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """The truth itself: its two sides agree once the quantities in ``given`` are replaced by what was derived.

        For an inequality, ``given`` must turn right - left into a form that sympy knows to be non-negative.
        """
        truth = statement or self.claim.truth
        if not isinstance(truth, Identity | Inequality):
            raise ClaimError(
                f"{self.claim.id}: conclude checks identities and inequalities; use verify and qed for a {truth.kind}"
            )
        table = dict(given or {})
        left, right = (_substitute(side, table) for side in (truth.left, truth.right))
        if isinstance(truth, Inequality):
            gap = sp.factor(right - left)
            passed = bool(gap.is_nonnegative)
            how, detail = "exact", f"right - left = {gap}"
        else:
            verdict = self._check(left, right, at)
            how, passed, detail = verdict[0], bool(verdict[1]), verdict[2]
        self.steps.append(Step("conclusion", truth.latex(), by, how, passed, detail))
        self.concluded = True

    def qed(self, *, by: str) -> None:
        """The steps above amount to the truth: ``by`` says why, in words, which no machine checks; so this proves nothing."""
        self.steps.append(Step("conclusion", self.claim.truth.latex(), by, "argued", None))
        self.concluded = True

    @property
    def passed(self) -> bool:
        """No step failed."""
        return all(step.passed is not False for step in self.steps)

    @property
    def proves(self) -> bool:
        """Every step is exact (or an identity test of negligible error), and they end in the truth."""
        return self.concluded and bool(self.steps) and all(step.proves for step in self.steps)

    def _check(self, left: sp.Expr, right: sp.Expr, at: Sequence[Mapping[str, Any]]) -> tuple[str, bool, str]:
        if not at:
            test = is_zero(_merge_sums(left - right) if not getattr(left, "is_Matrix", False) else left - right)
            if test.status == "unknown":
                return "exact", False, "no normal form decides this difference: split the step or check it by balls"
            chance = f"error probability {test.error_probability:.0e}" if test.error_probability else ""
            exact = test.how == "exact" or test.error_probability < PROOF_ERROR
            return ("identity test" if test.how == "identity test" else "exact"), test.status == "zero" and exact, chance
        if self.ball is None:
            raise ClaimError(f"{self.claim.id}: a step asks for balls, but no evaluator was supplied")
        digits = min(_digits(self.ball(left - right, {k: Fraction(v) for k, v in point.items()})) for point in at)
        return "ball", digits >= 15, f"{digits} digits at {len(at)} points"


def derive(claim: Claim, ball: Ball | None = None) -> Derivation:
    """Run the derivation of a claim; a claim without one gives an empty derivation."""
    derivation = Derivation(claim, ball)
    if claim.derive is not None:
        claim.derive(derivation)
    return derivation


def _substitute(expr: sp.Expr, table: Mapping[Any, Any]) -> sp.Expr:
    for old, new in table.items():
        expr = expr.subs(old, new)
    return expr.doit(deep=False) if isinstance(expr, sp.Sum) else expr


def _merge_sums(expr: sp.Expr) -> sp.Expr:
    """Sums over the same range as one sum whose summand is in normal form; it vanishes if the summand does."""
    expr = sp.expand(expr)
    groups: dict[Any, sp.Expr] = {}
    rest = sp.Integer(0)
    for term in sp.Add.make_args(expr):
        coefficient, sums = sp.Integer(1), []
        for factor in sp.Mul.make_args(term):
            if isinstance(factor, sp.Sum):
                sums.append(factor)
            else:
                coefficient *= factor
        if len(sums) == 1 and len(sums[0].limits) == 1:
            index, low, high = sums[0].limits[0]
            key = (low, high, str(index))
            groups[key] = groups.get(key, sp.Integer(0)) + coefficient * sums[0].function
            groups.setdefault(("index", *key), index)
        else:
            rest += term
    for key, summand in groups.items():
        if key[0] != "index" and is_zero(_generic(summand)).status != "zero":
            rest += sp.Sum(summand, (groups[("index", *key)], key[0], key[1]))
    return rest


def _generic(summand: sp.Expr) -> sp.Expr:
    """The summand with each indexed entry replaced by a symbol of its own."""
    return summand.subs({entry: sp.Dummy(positive=entry.is_positive) for entry in summand.atoms(sp.Indexed)})


def _digits(ball: Any) -> int:
    """Decimal digits to which the enclosure of a difference says zero."""
    if not ball.contains(0):
        return -1
    radius = float(ball.rad()) + abs(float(ball.mid()))
    return 99 if radius == 0 else max(0, int(-sp.log(radius, 10).evalf()))
