"""Which power of a polynomial has a first Hermite coefficient: e_i = E[g^i He_1] for g = sum a_k He_k, exactly.

Conventions: monic coefficients with a_1 = 0 (otherwise i = 1 works) and a_0 = 0 (the vanishing of e_1..e_I together does not
depend on it). `degree_five` and `degree_six` decide whether e_1 = ... = e_I = 0 has a real solution that is not even:
elimination by resultants over the rationals, real roots and signs by balls. Source: this library; the existence of such
powers is Lee, Oko, Suzuki and Wu (2024), arXiv 2406.01581.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import sympy as sp
from flint import acb, acb_poly, arb, ctx, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly

from lemmata.theory.algebra.hermite import expect_product, hermite_poly

LIMIT = 12
BITS = 500


def smallest_power(p: fmpq_poly, index: int, limit: int = LIMIT) -> int | None:
    """The first i with E[p^i He_index] != 0; None up to the limit."""
    power = fmpq_poly([1])
    for i in range(1, limit + 1):
        power *= p
        if expect_product(power, he_index=index) != 0:
            return i
    return None


@cache
def first_coefficients(degree: int, powers: int) -> tuple[fmpq_mpoly, ...]:
    """e_1, ..., e_powers as polynomials in a_2, ..., a_(degree-1), with a_1 = 0 and a_degree = 1."""
    ring = fmpq_mpoly_ctx.get((*(f"a{k}" for k in range(2, degree)), "z"), "lex")
    *free, z = ring.gens()

    def he(k: int) -> fmpq_mpoly:
        return sum((c * z**n for n, c in enumerate(hermite_poly(k).coeffs())), ring.constant(0))

    g = he(degree) + sum((a * he(k) for k, a in enumerate(free, 2)), ring.constant(0))
    found, power = [], ring.constant(1)
    for _ in range(powers):
        power *= g
        total: dict[tuple[int, ...], fmpq] = {}
        for exponents, c in (power * z).to_dict().items():
            n = exponents[-1]
            if n % 2 == 0:
                key = (*exponents[:-1], 0)
                total[key] = total.get(key, fmpq(0)) + c * int(sp.factorial2(n - 1))
        found.append(ring.from_dict(total))
    return tuple(found)


def to_sympy(p: fmpq_mpoly, symbols: Sequence[sp.Symbol]) -> sp.Expr:
    """The polynomial in the given symbols (one per generator but z)."""
    return sp.Add(
        *(
            sp.Rational(int(c.p), int(c.q)) * sp.Mul(*(s**n for s, n in zip(symbols, e, strict=False)))
            for e, c in p.to_dict().items()
        )
    )


def _in_one(p: sp.Expr, x: sp.Symbol) -> fmpq_poly:
    entries = sp.Poly(p, x).all_coeffs()[::-1]
    return fmpq_poly([fmpq(int(c.p), int(c.q)) for c in map(sp.Rational, entries)])


def _real_roots(p: fmpq_poly) -> list[arb]:
    roots: list[tuple[acb, int]] = list(p.complex_roots())  # type: ignore[arg-type]
    return [root.real for root, _ in roots if root.imag == 0]


def _at(p: sp.Expr, x: sp.Symbol, value: arb) -> arb:
    total = arb(0)
    for c in sp.Poly(p, x).all_coeffs():
        total = total * value + arb(fmpq(int(c.p), int(c.q)))
    return total


def degree_five() -> tuple[bool, str]:
    """Does e_1 = ... = e_4 = 0 force a non-even polynomial of degree 5 to be a multiple of He_3 - (3/20) He_5, plus a constant?

    With x = a_3, t = a_4: if t = 0 then a_2 x = 0, and e_3 leaves x = -20/3 only; if x = 0 then t = 0. Otherwise a_2 =
    -t(4x+20)/x, e_3 is linear in T = t^2, and at every real common root of e_3 and e_4/t one finds T < 0.
    """
    a2, x, t, T = sp.symbols("a2 x t T")
    _, e2, e3, e4 = (to_sympy(e, (a2, x, t)) for e in first_coefficients(5, 4))
    if sp.expand(e2 - 12 * (a2 * x + 4 * t * x + 20 * t)) != 0:
        return False, "e_2 differs"
    if sp.expand(e3.subs({t: 0, a2: 0}) - 108 * (3 * x + 20) * (x**2 + 10 * x + 100)) != 0:
        return False, "e_3 at t = a_2 = 0 differs"
    if sp.expand(e3.subs({t: 0, x: 0}) - 360 * (a2**2 + 600)) != 0:
        return False, "e_3 at t = x = 0 differs"
    solved = {a2: -t * (4 * x + 20) / x}
    third, fourth = (sp.numer(sp.together(e.subs(solved))) for e in (e3, e4))
    third, fourth = (sp.expand(e).subs(t, sp.sqrt(T)) for e in (third, sp.cancel(fourth / t)))
    third, fourth = (sp.expand(e) for e in (third, fourth))
    if sp.degree(third, T) != 1 or sp.degree(fourth, T) != 1:
        return False, "not linear in t²"
    slope, constant = sp.Poly(third, T).all_coeffs()
    shared = sp.factor_list(sp.resultant(third, fourth, T), x)[1]
    signs = []
    with ctx.workprec(BITS):
        for factor, _ in shared:
            for root in _real_roots(_in_one(factor, x)):
                if root == 0:
                    continue
                value = -_at(constant, x, root) / _at(slope, x, root)
                signs.append((float(root.mid()), float(value.mid()), bool(value < 0)))
        vertical = [root for root in _real_roots(_in_one(slope, x)) if _at(constant, x, root).contains(0) and root != 0]
    text = ", ".join(f"a_3 = {root:.6g}: a_4² = {value:.6g}" for root, value, _ in signs)
    return len(signs) == 3 and all(s for *_, s in signs) and not vertical, text


def degree_six() -> tuple[bool, str]:
    """Has e_1 = ... = e_5 = 0 no real solution of degree 6 that is not even?

    With s = a_3, r = a_5/a_3, b = a_4, S = s^2: e_2 gives a_2, e_3 = s(A(r) S + B(r, b)); at every real r where e_4 and e_5
    have a common root b one finds S < 0, likewise where A = 0. If a_3 = 0 then b = -6 and e_3 = 360 a_5 times a positive form.
    """
    a2, s, b, a5, r, S = sp.symbols("a2 s b a5 r S")
    _, e2, *rest = (to_sympy(e, (a2, s, b, a5)) for e in first_coefficients(6, 5))
    if sp.expand(e2.subs(a5, r * s) - 12 * s * (20 * b * r + 4 * b + a2 + 120 * r)) != 0:
        return False, "e_2 differs"
    if sp.expand(rest[0].subs({s: 0, b: -6}) - 360 * a5 * ((a2 + 18) ** 2 + 600 * a5**2 + 6804)) != 0:
        return False, "e_3 at a_3 = 0 differs"
    if sp.expand(e2.subs(s, 0) - 240 * a5 * (b + 6)) != 0:
        return False, "e_2 at a_3 = 0 differs"
    reduced = [
        sp.expand(sp.cancel(sp.expand(e.subs(a5, r * s).subs(a2, -(20 * b * r + 4 * b + 120 * r))) / s)).subs(s, sp.sqrt(S))
        for e in rest
    ]
    third, fourth, fifth = map(sp.expand, reduced)
    if sp.degree(third, S) != 1:
        return False, "e_3 is not linear in a_3²"
    slope, constant = sp.Poly(third, S).all_coeffs()
    ring = fmpq_mpoly_ctx.get(("r", "b"), "lex")
    cleared = [_eliminated(e, S, slope, constant) for e in (fourth, fifth)]
    forms = [ring.from_dict({k: fmpq(int(c.p), int(c.q)) for k, c in sp.Poly(e, r, b).as_dict().items()}) for e in cleared]
    table = {k[0]: c for k, c in forms[0].resultant(forms[1], "b").to_dict().items()}
    shared = fmpq_poly([table.get(k, 0) for k in range(max(table) + 1)]).numer().factor()[1]
    seen, good = [], True
    with ctx.workprec(BITS):
        for factor, _ in shared:
            for root in _real_roots(fmpq_poly(factor)):
                vertical = _at(slope, r, root).contains(0)
                values = (
                    _at_a_vertical_root(constant, fourth, (r, b, S), root)
                    if vertical
                    else _squares(cleared, slope, constant, (r, b), root)
                )
                good = good and all(value < 0 for value in values)
                seen += [f"r = {float(root.mid()):.4g}: a_3² = {float(v.mid()):.5g}" for v in values]
    return good and bool(seen), ", ".join(seen)


def _eliminated(e: sp.Expr, S: sp.Symbol, slope: sp.Expr, constant: sp.Expr) -> sp.Expr:
    """e at S = -constant/slope, denominators cleared."""
    entries = sp.Poly(e, S).all_coeffs()[::-1]
    top = len(entries) - 1
    return sp.expand(sp.Add(*(c * (-constant) ** i * slope ** (top - i) for i, c in enumerate(entries))))


def _in_b(e: sp.Expr, symbols: Sequence[sp.Symbol], root: arb) -> list[arb]:
    """The coefficients of e in b, ascending, at a value of r."""
    r, b = symbols[:2]
    return [_at(c, r, root) for c in sp.Poly(e, b).all_coeffs()[::-1]]


def _value(entries: Sequence[arb], x: acb) -> acb:
    return sum((c * x**i for i, c in enumerate(entries)), acb(0))


def _squares(
    cleared: Sequence[sp.Expr], slope: sp.Expr, constant: sp.Expr, symbols: Sequence[sp.Symbol], root: arb
) -> list[arb]:
    """S at the common real roots b of both forms."""
    first, second = (_in_b(e, symbols, root) for e in cleared)
    found = []
    for candidate in acb_poly(first).roots():
        if candidate.imag.contains(0) and _value(second, candidate).contains(0):
            found.append(-_value(_in_b(constant, symbols, root), acb(candidate.real)).real / _at(slope, symbols[0], root))
    return found


def _at_a_vertical_root(constant: sp.Expr, fourth: sp.Expr, symbols: Sequence[sp.Symbol], root: arb) -> list[arb]:
    """Where the slope vanishes, b solves constant = 0 and S solves the fourth equation, which is linear in S."""
    S = symbols[2]
    found = []
    for candidate in acb_poly(_in_b(constant, symbols, root)).roots():
        if candidate.imag.contains(0):
            top, low = (_value(_in_b(c, symbols, root), acb(candidate.real)).real for c in sp.Poly(fourth, S).all_coeffs())
            found.append(-low / top)
    return found
