"""Newton-Kantorovich in exact rationals, with integers only: if q < 1 and eta <= (1 - q) r, the box of radius r holds one root.

Conventions: relative changes x of the pivots, F(x) = (E[g^i He_k]), A a rounded inverse of J(0), eta = |A F(0)|_inf and
q = |I - A J(0)|_inf + r | |A| H |_inf, where H_ik bounds sum_ab |d^2 F_ik/dx_a dx_b| over the box. Products of monic Hermite
polynomials have non-negative linearisation coefficients, so with ghat = sum |b_n|(1+r) He_n and phat = sum_pivots |b_n| He_n:
H_ik = i(i-1) E[ghat^{i-2} phat^2 He_k], a rational number. Everything is done in the Hermite basis by
He_a He_b = sum_j j! C(a,j) C(b,j) He_{a+b-2j}; no float, no interval, no code shared with the ball-arithmetic test.
"""

from __future__ import annotations

import math
from fractions import Fraction

from lemmata.theory.algebra.superorthogonal.entries import Entry, Verdict, equations

Series = dict[int, int]
DIGITS = 60


def product(p: Series, q: Series) -> Series:
    """The Hermite series of p q."""
    result: Series = {}
    for a, x in p.items():
        for b, y in q.items():
            term = x * y
            for j in range(min(a, b) + 1):
                result[a + b - 2 * j] = result.get(a + b - 2 * j, 0) + term
                term = term * ((a - j) * (b - j)) // (j + 1)
    return result


def inner(p: Series, q: Series) -> int:
    """E[p q] = sum_n n! p_n q_n."""
    return sum(math.factorial(n) * x * q[n] for n, x in p.items() if n in q)


def _integers(series: dict[int, Fraction]) -> tuple[Series, int]:
    scale = math.lcm(*(b.denominator for b in series.values()))
    return {n: b.numerator * (scale // b.denominator) for n, b in series.items()}, scale


def _ceiling(value: Fraction, digits: int = 12) -> Fraction:
    """A decimal not below value, with few digits: it only has to bound."""
    exponent = digits - len(str(value.numerator)) + len(str(value.denominator))
    scale = Fraction(10) ** exponent
    return Fraction(math.ceil(value * scale)) / scale


def _rounded(value: Fraction, exponent: int) -> Fraction:
    return Fraction(round(value * Fraction(10) ** exponent)) / Fraction(10) ** exponent


def _magnitude(value: Fraction) -> int:
    return len(str(abs(value.numerator))) - len(str(value.denominator))


def powers(g: Series, top: int) -> list[Series]:
    """[1, g, .., g^top]."""
    result: list[Series] = [{0: 1}]
    for _ in range(top):
        result.append(product(result[-1], g))
    return result


def system(entry: Entry) -> tuple[list[Fraction], list[list[Fraction]]]:
    """(F, J) at the centre, exactly; J in relative changes of the pivots. Each mean is an inner product of two half powers."""
    g, scale = _integers(entry.coefficients)
    chain = powers(g, (entry.I + 1) // 2)
    moved: dict[tuple[int, int], Series] = {}
    values, rows = [], []
    for i, k in equations(entry.I, entry.K, entry.parity):
        half, rest = i // 2, i - 1 - i // 2
        weighted = product(chain[half], {k: 1})
        values.append(Fraction(inner(weighted, chain[i - half]), scale**i))
        row = []
        for n in entry.pivots:
            if (rest, n) not in moved:
                moved[rest, n] = product(chain[rest], {n: g[n]})
            row.append(Fraction(i * inner(weighted, moved[rest, n]), scale**i))
        rows.append(row)
    return values, rows


def curvature(entry: Entry) -> list[Fraction]:
    """H_ik >= sum_ab |d^2 F_ik/dx_a dx_b| on the box, one number an equation."""
    ghat, scale = _integers({n: _ceiling(abs(b) * (1 + entry.radius)) for n, b in entry.coefficients.items()})
    phat = {n: ghat[n] for n in entry.pivots}
    chain = [product(power, phat) for power in powers(ghat, max(entry.I - 1, 0) // 2)]
    bounds = []
    for i, k in equations(entry.I, entry.K, entry.parity):
        half = (i - 2) // 2
        mean = inner(product(chain[half], {k: 1}), chain[i - 2 - half])
        bounds.append(Fraction(i * (i - 1) * mean, scale**i))
    return bounds


def inverse(matrix: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """Gauss-Jordan in rationals with the largest pivot; None when singular."""
    size = len(matrix)
    rows = [[*row, *(Fraction(int(a == b)) for b in range(size))] for a, row in enumerate(matrix)]
    for col in range(size):
        best = max(range(col, size), key=lambda a: abs(rows[a][col]))
        if rows[best][col] == 0:
            return None
        rows[col], rows[best] = rows[best], rows[col]
        lead = rows[col][col]
        rows[col] = [x / lead for x in rows[col]]
        for a in range(size):
            if a != col and rows[a][col] != 0:
                factor = rows[a][col]
                rows[a] = [x - factor * y for x, y in zip(rows[a], rows[col], strict=True)]
    return [row[size:] for row in rows]


def verify_kantorovich(entry: Entry) -> Verdict:
    """Certify the entry in exact rational arithmetic."""
    count = len(equations(entry.I, entry.K, entry.parity))
    if count != len(entry.pivots):
        reason = f"{count} equations need as many pivots, the entry has {len(entry.pivots)}"
        return Verdict(holds=False, method="kantorovich", radius=entry.radius, reason=reason)
    if count == 0:
        return Verdict(holds=True, method="kantorovich", radius=entry.radius, contraction=0.0, step=0.0, reason="no equations")
    values, jacobian = system(entry)
    # rows are scaled by powers of ten and rounded: A only has to be close to the inverse
    row_scale = [Fraction(10) ** -max(_magnitude(x) for x in row if x != 0) if any(row) else Fraction(1) for row in jacobian]
    scaled = [[x * s for x in row] for row, s in zip(jacobian, row_scale, strict=True)]
    approximate = inverse([[_rounded(x, DIGITS) for x in row] for row in scaled])
    if approximate is None:
        return Verdict(holds=False, method="kantorovich", radius=entry.radius, reason="the Jacobian is singular")
    a_matrix = [[_rounded(x, DIGITS) for x in row] for row in approximate]
    f = [v * s for v, s in zip(values, row_scale, strict=True)]
    h = [v * s for v, s in zip(curvature(entry), row_scale, strict=True)]
    span = range(count)
    eta = max(abs(sum((a_matrix[a][e] * f[e] for e in span), Fraction(0))) for a in span)
    q = max(
        sum(abs(int(a == b) - sum((a_matrix[a][e] * scaled[e][b] for e in span), Fraction(0))) for b in span)
        + entry.radius * sum((abs(a_matrix[a][e]) * h[e] for e in span), Fraction(0))
        for a in span
    )
    holds = q < 1 and eta <= (1 - q) * entry.radius
    if holds:
        reason = ""
    elif q >= 1:
        reason = f"contraction bound {_show(q)} is not below 1"
    else:
        reason = f"the Newton step {_show(eta)} is larger than (1 - q) times the radius {_show(entry.radius)}"
    return Verdict(
        holds=holds, method="kantorovich", radius=entry.radius, contraction=_float(q), step=_float(eta), reason=reason
    )


def _float(value: Fraction) -> float:
    return float("inf") if value > 10**300 else float(value)


def _show(value: Fraction) -> str:
    return f"1e{_magnitude(value)}" if value else "0"
