r"""The loss of the best linear map from moving features to targets, in exact rational arithmetic.

Rows of ``f`` and ``h`` are the values at $N$ equally likely inputs. $L=\frac1N\sum_i\|f_i-Bh_i\|^2$ at
$B=\Sigma_{fh}\Sigma_{hh}^{-1}$, and along $h_s=h+s\delta$ its first derivatives, by truncated power series in $s$ or by
difference quotients of exact values. Floats are taken as the binary fractions they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from lemmata.theory.language.errors import DomainError

STEP = fmpq(1, 2**70)


def rational(rows: Any) -> fmpq_mat:
    """The matrix of a tensor, an array or nested sequences (a leading dimension of one is dropped)."""
    entries = rows.tolist() if hasattr(rows, "tolist") else rows
    while entries and isinstance(entries[0], Sequence) and isinstance(entries[0][0], Sequence):
        (entries,) = entries
    return fmpq_mat([[_fraction(x) for x in row] for row in entries])


def _fraction(x: Any) -> fmpq:
    exact = x if isinstance(x, Fraction) else Fraction(float(x)) if isinstance(x, float) else Fraction(x)
    return fmpq(exact.numerator, exact.denominator)


def number(x: fmpq) -> float:
    """The nearest float."""
    return int(x.p) / int(x.q)


def trace(m: fmpq_mat) -> fmpq:
    return sum((m[i, i] for i in range(m.nrows())), fmpq(0))


def loss(f: fmpq_mat, h: fmpq_mat) -> fmpq:
    """L, from the residuals themselves."""
    n = f.nrows()
    regression = _inverse(h.transpose() * h) * (h.transpose() * f)
    residual = f - h * regression
    return trace(residual.transpose() * residual) / n


def jet(f: fmpq_mat, h: fmpq_mat, direction: fmpq_mat) -> tuple[fmpq, fmpq, fmpq]:
    """L, dL/ds and d²L/ds² at s = 0 along h + s direction."""
    n = fmpq(f.nrows())
    a0, a1 = f.transpose() * h / n, f.transpose() * direction / n
    q0, cross, q2 = h.transpose() * h / n, h.transpose() * direction / n, direction.transpose() * direction / n
    q1 = cross + cross.transpose()
    x0 = _inverse(q0)
    x1 = x0 * q1 * x0 * fmpq(-1)
    x2 = x0 * (q1 * x1 + q2 * x0) * fmpq(-1)
    zeroth = trace(a0 * x0 * a0.transpose())
    first = 2 * trace(a0 * x0 * a1.transpose()) + trace(a0 * x1 * a0.transpose())
    second = trace(a1 * x0 * a1.transpose()) + 2 * trace(a0 * x1 * a1.transpose()) + trace(a0 * x2 * a0.transpose())
    return trace(f.transpose() * f) / n - zeroth, -first, -2 * second


def differences(f: fmpq_mat, h: fmpq_mat, direction: fmpq_mat, step: fmpq = STEP) -> tuple[fmpq, fmpq]:
    """Central difference quotients of L of first and second order, from exact values."""
    low, middle, high = (loss(f, h + direction * s) for s in (-step, fmpq(0), step))
    return (high - low) / (2 * step), (high - 2 * middle + low) / step**2


def _inverse(m: fmpq_mat) -> fmpq_mat:
    if m.det() == 0:
        raise DomainError(f"the {m.nrows()} features are linearly dependent: take more particles or more inputs")
    return m.inv()
