"""From approximate float coefficients to a certificate entry: Newton in balls, rational rounding, pivots, centre, radius.

Conventions: input c_n of g = sum c_n h_n(z/s), s^2 = max(I, 2)/2 (the well-conditioned basis of the search). Steps: Newton of
least norm in that basis, change to monic He_n with the lowest coefficient 1, rounding to few digits, pivots by column-pivoted
Gram-Schmidt on J diag(b) (never the lowest index: it fixes the scale), Newton on the pivots, and the largest radius of a short
list that both verifications accept. Rounding errors cannot harm: the result is an entry, and entries are verified.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from flint import arb, arb_mat, arb_poly, ctx, fmpq, fmpq_poly

from lemmata.theory.algebra.hermite import hermite_poly as hermite
from lemmata.theory.algebra.superorthogonal.entries import Entry, equations, rounded
from lemmata.theory.algebra.superorthogonal.kantorovich import verify_kantorovich
from lemmata.theory.algebra.superorthogonal.krawczyk import evaluate, functional, verify_krawczyk
from lemmata.theory.language.errors import LemmataError

ROUNDINGS = (8, 10, 12, 16, 20, 28, 40)
RADII = (40, 60, 80, 120, 160, 240, 320, 480)
# far below 1, so that larger claims can be refuted on the whole box as well
CONTRACTION = 1e-15


class NotCertified(LemmataError):
    """No entry near the given point could be certified."""


def _fraction(x: arb) -> Fraction:
    mantissa, exponent = x.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _wide_basis(I: int, indices: list[int]) -> list[arb_poly]:
    """h_n(z/s), up to the common factor s^-1 of odd ones."""
    ratio = fmpq(2, max(I, 2))
    basis = []
    for n in indices:
        he = hermite(n)
        p = fmpq_poly([he[m] * ratio ** (m // 2) if (n - m) % 2 == 0 else 0 for m in range(n + 1)])
        basis.append(arb_poly(p) * (1 / arb(math.factorial(n)).sqrt()))
    return basis


def _least_norm_newton(I: int, K: int, wide: Mapping[int, float], steps: int) -> arb_poly:
    indices = sorted(wide)
    parity, top = indices[-1] % 2, indices[-1]
    basis = _wide_basis(I, indices)
    c = [arb(wide[n]) for n in indices]
    pairs = [(1, k) for k in range(K + 1) if k % 2 == parity] + equations(I, K, parity)
    for _ in range(steps):
        g = sum((p * x for p, x in zip(basis, c, strict=True)), arb_poly([0]))
        power, done, value, rows = arb_poly([1]), 0, [], []
        for i, k in pairs:
            while done < i - 1:
                power, done = power * g, done + 1
            line = functional(power * arb_poly(hermite(k)), top)
            row = [i * sum((line[m] * p[m] for m in range(parity, p.degree() + 1, 2)), arb(0)).mid() for p in basis]
            norm = sum((x * x for x in row), arb(0)).sqrt()
            rows.append([(x / norm).mid() for x in row])
            value.append([(sum((line[m] * g[m] for m in range(top + 1)), arb(0)) / norm).mid()])
        jacobian = arb_mat(rows)
        move = jacobian.transpose() * (jacobian * jacobian.transpose()).solve(arb_mat(value))
        c = [(x - move[j, 0]).mid() for j, x in enumerate(c)]
    return sum((p * x for p, x in zip(basis, c, strict=True)), arb_poly([0]))


def _monic_coefficients(g: arb_poly, lowest: int) -> dict[int, Fraction]:
    """b_n = E[g He_n]/n! for n >= lowest, divided by the first of them."""
    line = functional(g, g.degree())
    b = {}
    for n in range(lowest, g.degree() + 1):
        if (g.degree() - n) % 2 == 0:
            he = hermite(n)
            b[n] = sum((line[m] * arb(he[m]) for m in range(n % 2, n + 1, 2)), arb(0)) / math.factorial(n)
    first = b[min(b)]
    return {n: _fraction(x / first) for n, x in b.items()}


def choose_pivots(entry: Entry) -> tuple[int, ...]:
    """As many indices as equations, chosen one by one for the largest remaining column of the scaled Jacobian."""
    candidates = sorted(entry.coefficients)[1:]
    full = Entry(I=entry.I, K=entry.K, coefficients=entry.coefficients, pivots=tuple(candidates), radius=entry.radius)
    _, jacobian = evaluate(full, Fraction(0))
    count = jacobian.nrows()
    columns = {}
    norms = [sum((jacobian[e, j].mid() ** 2 for j in range(len(candidates))), arb(0)).sqrt() for e in range(count)]
    for j, n in enumerate(candidates):
        columns[n] = [(jacobian[e, j].mid() / norms[e]).mid() for e in range(count)]
    chosen: list[int] = []
    for _ in range(count):
        best = max(columns, key=lambda n: (float(sum((x * x for x in columns[n]), arb(0)).log()), n))
        direction = columns.pop(best)
        size = sum((x * x for x in direction), arb(0))
        for n, column in columns.items():
            overlap = sum((x * y for x, y in zip(column, direction, strict=True)), arb(0)) / size
            columns[n] = [(x - overlap * y).mid() for x, y in zip(column, direction, strict=True)]
        chosen.append(best)
    return tuple(sorted(chosen))


def polish(entry: Entry, digits: int) -> Entry | None:
    """Newton on the pivots until the relative step is below 10^-digits; None when it does not contract."""
    previous = math.inf
    for _ in range(24):
        value, jacobian = evaluate(entry, Fraction(0))
        try:
            step = jacobian.mid().inv() * value.mid()
        except ZeroDivisionError:
            return None
        moves = [_fraction(step[j, 0]) for j in range(len(entry.pivots))]
        size = max((abs(m) for m in moves), default=Fraction(0))
        if size > Fraction(1, 4) or (size > previous / 2 and size > Fraction(10) ** -digits):
            return None
        b = dict(entry.coefficients)
        for n, m in zip(entry.pivots, moves, strict=True):
            b[n] = rounded(b[n] * (1 - m), digits + 10)
        entry = Entry(I=entry.I, K=entry.K, coefficients=b, pivots=entry.pivots, radius=entry.radius)
        if size < Fraction(10) ** -digits:
            return entry
        previous = float(size)
    return None


def entry_from_wide(I: int, K: int, wide: Mapping[int, float], bits: int = 0) -> Entry:
    """The certified entry next to the float coefficients of h_n(z/s), or NotCertified with the reason."""
    top = max(wide)
    with ctx.workprec(bits or 1200 + 40 * top):
        start = _monic_coefficients(_least_norm_newton(I, K, wide, steps=9), K + 1)
        reason = "Newton did not contract for any rounding"
        for digits in ROUNDINGS:
            b = {n: rounded(x, digits) for n, x in start.items()}
            draft = Entry(I=I, K=K, coefficients=b, pivots=(), radius=Fraction(1, 10**40))
            draft = Entry(I=I, K=K, coefficients=b, pivots=choose_pivots(draft), radius=draft.radius)
            if polish(draft, 40) is None:
                continue
            for exponent in RADII:
                entry = polish(draft, exponent + 10)
                if entry is None:
                    break
                entry = Entry(I=I, K=K, coefficients=entry.coefficients, pivots=entry.pivots, radius=Fraction(1, 10**exponent))
                verdicts = (verify_kantorovich(entry), verify_krawczyk(entry))
                if all(v and v.contraction < CONTRACTION for v in verdicts):
                    return entry
                reason = "; ".join(f"{v.method}: {v.reason or v.contraction}" for v in verdicts)
            break
    raise NotCertified(f"({I},{K}) degree {top} could not be certified near the given point: {reason}")
