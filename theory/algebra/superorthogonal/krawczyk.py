"""Krawczyk's test in ball arithmetic: if y - C F(y) + (I - C J(X))(X - y) lies inside X, then X holds exactly one root of F.

Conventions: X is the box |x_p| <= r of relative changes of the pivots, y = 0 its centre, F = (E[g^i He_k]), J its Jacobian over
the box, C a rounded inverse of J(0). Polynomials live in the power basis; E[.] is the functional z^{2m} -> (2m-1)!!.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import arb, arb_mat, arb_poly, ctx, fmpq, fmpq_poly, fmpz

from lemmata.theory.algebra.hermite import hermite_poly as hermite
from lemmata.theory.algebra.superorthogonal.entries import Entry, Verdict, equations

PRECISIONS = (512, 1024, 2048, 4096, 8192, 16384)


@lru_cache(maxsize=8)
def _reversed_moments(count: int) -> fmpq_poly:
    values, current = [], fmpz(1)
    for m in range(count):
        values.append(fmpz(0) if m % 2 else current)
        current = current * (m + 1) if m % 2 == 0 else current
    return fmpq_poly(values[::-1])


def functional(p: arb_poly, upto: int) -> list[arb]:
    """[E[p z^j] for j = 0..upto] as one polynomial product with the reversed moment sequence."""
    top = p.degree() + upto
    product = p * arb_poly(_reversed_moments(top + 1))
    return [product[top - j] for j in range(upto + 1)]


def _pair(row: list[arb], p: fmpq_poly) -> arb:
    total = arb(0)
    for m in range(p.degree() % 2, p.degree() + 1, 2):
        total += row[m] * arb(p[m])
    return total


def evaluate(entry: Entry, radius: Fraction) -> tuple[arb_mat, arb_mat]:
    """(F, J) over the box of the given relative radius (0 for the centre) at the current precision."""
    ball = arb(0, arb(fmpq(radius.numerator, radius.denominator)))
    terms = {n: arb(fmpq(b.numerator, b.denominator)) for n, b in entry.coefficients.items()}
    g = arb_poly([0])
    for n, b in terms.items():
        g += arb_poly(hermite(n)) * (b * (1 + ball) if n in entry.pivots else b)
    pairs = equations(entry.I, entry.K, entry.parity)
    values, rows, power, done = [], [], arb_poly([1]), 0
    for i, k in pairs:
        while done < i - 1:
            power, done = power * g, done + 1
        row = functional(power * arb_poly(hermite(k)), entry.degree)
        values.append([sum((row[m] * g[m] for m in range(entry.degree + 1)), arb(0))])
        rows.append([i * terms[n] * _pair(row, hermite(n)) for n in entry.pivots])
    return arb_mat(values), arb_mat(rows)


def enclosure(entry: Entry, i: int, k: int, bits: int = 4096) -> arb:
    """A ball that contains E[g^i He_k] for every g of the entry's box; excluding 0 it refutes a larger claim."""
    with ctx.workprec(bits):
        box = arb(0, arb(fmpq(entry.radius.numerator, entry.radius.denominator)))
        g = arb_poly([0])
        for n, b in entry.coefficients.items():
            g += arb_poly(hermite(n)) * (arb(fmpq(b.numerator, b.denominator)) * (1 + (box if n in entry.pivots else 0)))
        power = arb_poly([1])
        for _ in range(i):
            power *= g
        return functional(power * arb_poly(hermite(k)), 0)[0]


def verify_krawczyk(entry: Entry) -> Verdict:
    """Certify the entry with balls; the precision is doubled until the test is decided by the entry and not by rounding."""
    count = len(equations(entry.I, entry.K, entry.parity))
    failed = Verdict(holds=False, method="krawczyk", radius=entry.radius)
    if count != len(entry.pivots):
        return _because(failed, f"{count} equations need as many pivots, the entry has {len(entry.pivots)}")
    if count == 0:
        return Verdict(holds=True, method="krawczyk", radius=entry.radius, contraction=0.0, step=0.0, reason="no equations")
    reason = "not decided at the highest precision"
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            value, jacobian = evaluate(entry, Fraction(0))
            try:
                inverse = jacobian.inv().mid()
            except ZeroDivisionError:
                reason = f"the Jacobian is not invertible at {bits} bits"
                continue
            newton = inverse * value
            radius = arb(fmpq(entry.radius.numerator, entry.radius.denominator))
            step = max((abs(newton[j, 0]).upper() for j in range(count)), key=float)
            if any(abs(newton[j, 0]) > radius for j in range(count)):
                return _because(failed, "the Newton step from the centre leaves the box", step=float(step))
            _, wide = evaluate(entry, entry.radius)
            product = inverse * wide
            defect = [
                sum((abs(product[a, b] - (1 if a == b else 0)).upper() for b in range(count)), arb(0)) for a in range(count)
            ]
            inside = all(abs(newton[a, 0]) + defect[a] * radius < radius for a in range(count))
            contraction = max(float(d) for d in defect)
            if inside:
                return Verdict(holds=True, method="krawczyk", radius=entry.radius, contraction=contraction, step=float(step))
            reason = f"the Krawczyk image is not inside the box at {bits} bits (defect {contraction:.2g})"
    return _because(failed, reason)


def _because(failed: Verdict, reason: str, step: float = float("inf")) -> Verdict:
    return Verdict(holds=False, method=failed.method, radius=failed.radius, step=step, reason=reason)
