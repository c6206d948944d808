"""Proofs that E[He_k(z) | y] = 0 for y = sigma(z), so that no transformation of the label has a k-th coefficient.

Three arguments, each exact. Parity: for even sigma every odd k. Finitely many values: the law of He_k on each value is a
sum of boundary terms. Boundary form: with w(z) = He_{k-1}(z) exp(-z^2/2) one has dw = -He_k exp(-z^2/2) dz; if
sigma = G(w) on an interval at whose ends w = 0, then int T(sigma) He_k phi = -(2 pi)^(-1/2) int T(G(w)) dw = 0 over
it, for every bounded T. The intervals are the line, or for even k the two half-lines (there He_{k-1}(0) = 0).
Source: A. Damian, L. Pillaud-Vivien, J. Lee, J. Bruna (2024), arXiv 2403.05529, for the definition.
"""

from __future__ import annotations

import sympy as sp

from lemmata.theory.algebra.ball_eval import certified_sign
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.pieces import Piece, parity
from lemmata.theory.algebra.zero import ZeroTest, is_zero, proved_zero


def boundary_term(k: int, x: sp.Expr) -> sp.Expr:
    """He_{k-1}(x) phi(x), 0 at infinity; E[He_k 1{a<z<b}] is the term at a minus the term at b."""
    if x in (sp.oo, -sp.oo):
        return sp.S.Zero
    return sp.expand(hermite_expr(k - 1, x)) * sp.exp(-sp.expand(x**2) / 2) / sp.sqrt(2 * sp.pi)


def proof_of_zero(link: sp.Expr, z: sp.Symbol, k: int, pieces: list[Piece] | None) -> str | None:
    """A sentence that proves E[He_k | y] = 0, or None."""
    if k % 2 and parity(link, z) == "even":
        return f"E[He_{k}|y] = 0: the link is even and He_{k} is odd"
    if pieces is not None and all(not p.expr.has(z) for p in pieces):
        tests = value_masses(pieces, k)
        if all(test.status == "zero" and test.how == "exact" for _, _, test in tests):
            return f"E[He_{k}|y] = 0: the boundary terms of each of the {len(tests)} values add up to 0 exactly"
        return None
    return _boundary_form(link, z, k)


def value_masses(pieces: list[Piece], k: int) -> list[tuple[sp.Expr, sp.Expr, ZeroTest]]:
    """For a link with finitely many values: (v, E[He_k 1{sigma = v}], its zero test) for each value v."""
    masses: list[tuple[sp.Expr, sp.Expr]] = []
    for p in pieces:
        mass = boundary_term(k, p.left) - boundary_term(k, p.right)
        same = next((i for i, (v, _) in enumerate(masses) if proved_zero(v - p.expr)), None)
        if same is None:
            masses.append((p.expr, mass))
        else:
            masses[same] = (masses[same][0], masses[same][1] + mass)
    return [(v, mass, is_zero(mass)) for v, mass in masses]


def _boundary_form(link: sp.Expr, z: sp.Symbol, k: int) -> str | None:
    if k == 1:
        return None  # then w is phi, a function of which is even: the argument of parity
    sides = [1, -1] if k % 2 == 0 else [0]
    found = [_function_of_boundary(link, z, k, side) for side in sides]
    if any(f is None for f in found):
        return None
    where = "on each half-line (u = |z|)" if k % 2 == 0 else "on the line (u = z)"
    shown = found[0] if found[0] == found[-1] else f"{found[0]} (right), {found[-1]} (left)"
    w = f"w = ({hermite_expr(k - 1, sp.Symbol('u'))})*exp(-u**2/2)"
    primitive = f"dw = -He_{k}(u)*exp(-u**2/2) du and w = 0 at both ends"
    return f"E[He_{k}|y] = 0: {where} the level sets are those of {shown} with {w}; {primitive}"


def _function_of_boundary(link: sp.Expr, z: sp.Symbol, k: int, side: int) -> sp.Expr | None:
    """G with link = G(w) exactly on the half-line (side = 1, -1) or the line (0); or None."""
    x = sp.Symbol("x", positive=True) if side else sp.Symbol("x", real=True)
    w = sp.Symbol("w", positive=True) if k == 2 and side else sp.Symbol("w", real=True)
    hermite = hermite_expr(k - 1, x)
    anchor = next(c for c in map(sp.Integer, range(1, k + 2)) if hermite.subs(x, c) != 0)
    f = link.subs(z, side * x if side else x)
    f = f.replace(lambda e: isinstance(e, (sp.sinh, sp.cosh, sp.tanh)), lambda e: e.rewrite(sp.exp))

    def with_w(e: sp.Expr) -> sp.Expr:
        poly = sp.Poly(e.exp, x) if e.exp.is_polynomial(x) else None
        if poly is None or poly.degree() != 2 or poly.coeff_monomial(x) != 0:
            return e
        power = -2 * poly.coeff_monomial(x**2)
        if not (power.is_Integer or (w.is_positive and certified_sign(power))):
            return e
        return sp.exp(poly.coeff_monomial(1)) * (w / hermite) ** power

    # a guess of G, from exp(-x^2/2) = w / He_{k-1}; that it is right is proved on the next lines
    g = f.replace(lambda e: isinstance(e, sp.exp) and e.has(x), with_w).subs(x, anchor)
    if not g.has(w) or g.has(sp.zoo, sp.nan, sp.oo):
        return None
    return sp.powsimp(g) if proved_zero(f - g.subs(w, hermite * sp.exp(-(x**2) / 2))) else None
