"""Two deterministic values side by side, with their errors: exactly where that is possible, else as intervals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import copysign
from typing import Any

import sympy as sp

from lemmata.theory.first.expressions import names
from lemmata.theory.first.kinds import Statement
from lemmata.theory.language.functions import Coefficients
from lemmata.verify.engine.trial import Trial

SAFETY = 4.0
FLOAT = 2.0**-50
SMALLEST = 2.0**-1074
EXACT = int | Fraction | float | sp.Rational
ROOTS = 12  # the largest root that may be rational
SHORT = 64  # terms of a sum that is added up exactly


@dataclass(frozen=True)
class Pair:
    """Left and right, a bound of the error of their difference, and how they were obtained; ``exact``: the difference."""

    left: float
    right: float
    error: float
    how: str
    exact: sp.Rational | None = None

    @property
    def gap(self) -> float:
        """Left minus right: an exact difference is never rounded to zero."""
        if self.exact is None:
            return self.left - self.right
        return float(self.exact) or (copysign(SMALLEST, self.exact) if self.exact else 0.0)

    @property
    def scale(self) -> float:
        return max(abs(self.left), abs(self.right))


def compare(trial: Trial, left: sp.Expr, right: sp.Expr, statement: Statement) -> Pair:
    """Both sides; the difference is exact (error 0) when everything in it is rational."""
    exact = _exact(trial, left, statement), _exact(trial, right, statement)
    if exact[0] is not None and exact[1] is not None:
        return Pair(float(exact[0]), float(exact[1]), 0.0, "exact", exact[0] - exact[1])
    (a_value, a_error), (b_value, b_error) = trial.value(left, statement), trial.value(right, statement)
    error = SAFETY * (a_error + b_error) + FLOAT * max(abs(a_value), abs(b_value))
    return Pair(a_value, b_value, error, trial.how(left, right, statement=statement))


def _exact(trial: Trial, expr: sp.Expr, statement: Statement) -> sp.Expr | None:
    """The rational value of an expression whose every input is exact; None where it is not rational."""
    values, errors = trial.environment(statement)
    expr = trial.substituted(expr)
    if expr.has(sp.Integral, sp.MatrixExpr) or len(str(expr)) > 2000:
        return None
    table: dict[Any, sp.Expr] = {}
    lists: dict[str, Any] = {}
    for name in names(expr):
        value = values.get(name)
        if errors.get(name) or not trial.is_exact(name, statement):
            return None
        if isinstance(value, EXACT):
            table.update({s: sp.Rational(value) for s in expr.free_symbols if str(s) == name})
        elif isinstance(value, list | tuple) and all(isinstance(entry, EXACT | sp.Expr) for entry in value):
            lists[name] = value
        else:
            return None
    if any(_irrational(power.exp.xreplace(table)) for power in expr.atoms(sp.Pow)):
        return None
    result = expr.xreplace(table)
    if any(not _short(limits) for total in result.atoms(sp.Sum, sp.Product) for limits in total.limits):
        return None
    result = result.doit() if not result.is_Rational else result
    result = _with_entries(result, lists).doit() if lists else result
    return result if result.is_Rational else None


def _irrational(exponent: sp.Expr) -> bool:
    """An exponent like 1234/4095: its powers of rationals are none, and sympy factors enormous integers to find out."""
    return bool(exponent.is_Rational) and exponent.q > ROOTS


def _short(limits: sp.Tuple) -> bool:
    """A range of few explicit integers."""
    return all(end.is_Integer for end in limits[1:]) and limits[2] - limits[1] <= SHORT


def _with_entries(expr: sp.Expr, lists: dict[str, Any]) -> sp.Expr:
    """Entries of sequences in place; those of ``Coefficients`` are counted from 0, others from 1."""
    table = {}
    for entry in expr.atoms(sp.Indexed):
        index = entry.indices[0] - (0 if isinstance(entry.base, Coefficients) else 1)
        sequence = lists.get(str(entry.base.label))
        if sequence is None or not index.is_Integer or not 0 <= index < len(sequence):
            return expr
        value = sequence[int(index)]
        table[entry] = value if isinstance(value, sp.Expr) else sp.Rational(value)
    return expr.xreplace(table)
