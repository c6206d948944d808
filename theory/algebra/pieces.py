"""A function of one variable cut at its kinks and jumps: on each piece it is one smooth expression.

Conventions: the pieces cover the real line from left to right; the end points are exact real numbers; values at the
end points themselves are not looked at (they have Gaussian measure 0). Abs, sign, Heaviside, Min, Max and Piecewise
are removed; a kink that is not the root of something solvable exactly is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise

import sympy as sp

from lemmata.theory.algebra.ball_eval import certified_sign, exact_decimals
from lemmata.theory.algebra.zero import proved_zero
from lemmata.theory.language.errors import CompileError

_KINKS = (sp.Abs, sp.sign, sp.Heaviside, sp.Min, sp.Max, sp.Piecewise)


@dataclass(frozen=True)
class Piece:
    """`expr` on the open interval (left, right)."""

    left: sp.Expr
    right: sp.Expr
    expr: sp.Expr


def real(expr: sp.Expr, z: sp.Symbol) -> tuple[sp.Expr, sp.Symbol]:
    """The expression in a real variable of the same name, decimals read as written."""
    x = sp.Symbol(str(z), real=True)
    return exact_decimals(sp.sympify(expr)).subs(z, x), x


def split(expr: sp.Expr, z: sp.Symbol) -> list[Piece]:
    """The smooth pieces of the expression over the real line."""
    expr, z = real(expr, z)
    pieces: list[Piece] = []
    for piece in _split(Piece(-sp.oo, sp.oo, expr), z):
        if pieces and pieces[-1].expr == piece.expr:  # a cut that turned out to change nothing
            piece = Piece(pieces.pop().left, piece.right, piece.expr)
        pieces.append(piece)
    return pieces


def _split(piece: Piece, z: sp.Symbol) -> list[Piece]:
    kinks = [k for k in piece.expr.atoms(*_KINKS) if k.has(z)]
    inner = [k for k in kinks if not any(a.has(*_KINKS) for a in k.args)] or kinks
    if not inner:
        return [piece]
    switches = {g for k in inner for g in _switches(k) if g.has(z)}
    if any(g.has(*_KINKS) for g in switches):
        raise CompileError(f"the kinks of {piece.expr} are nested too deeply; write it as one Piecewise.")
    cuts = _ordered([r for g in switches for r in real_roots(g, z)])
    inside = [c for c in cuts if _less(piece.left, c) and _less(c, piece.right)]
    ends = [piece.left, *inside, piece.right]
    result = []
    for left, right in pairwise(ends):
        middle = _between(left, right)
        signs = {g: certified_sign(g.subs(z, middle)) for g in switches}
        unknown = next((g for g, s in signs.items() if not s), None)
        if unknown is not None:
            raise CompileError(f"the sign of {unknown} between {left} and {right} cannot be certified.")
        values = {k: _resolved(k, signs, z) for k in inner}
        result += _split(Piece(left, right, piece.expr.xreplace(values)), z)
    return result


def _switches(kink: sp.Expr) -> list[sp.Expr]:
    """The functions at whose roots the kink changes its branch."""
    if isinstance(kink, (sp.Min, sp.Max)):
        return [a - b for i, a in enumerate(kink.args) for b in kink.args[i + 1 :]]
    if isinstance(kink, sp.Piecewise):
        return [r.lhs - r.rhs for r in kink.atoms(sp.core.relational.Relational)]
    return [kink.args[0]]


def _resolved(kink: sp.Expr, signs: dict[sp.Expr, int | None], z: sp.Symbol) -> sp.Expr:
    """The branch of the kink where its switches have these signs."""
    if isinstance(kink, (sp.Min, sp.Max)):
        best = kink.args[0]
        for a in kink.args[1:]:
            difference = signs.get(a - best, -(signs.get(best - a) or 0)) or certified_sign(a - best)
            if (difference == 1) is isinstance(kink, sp.Max):
                best = a
        return best
    if isinstance(kink, sp.Piecewise):
        for value, condition in kink.args:
            truth = {
                r: sp.true if r.func(sp.Integer(_sign(r.lhs - r.rhs, signs)), 0) else sp.false
                for r in condition.atoms(sp.core.relational.Relational)
            }
            if condition.xreplace(truth) == sp.true:
                return value
        raise CompileError(f"{kink} has no value on a part of the real line; add a last branch (value, True).")
    sign = sp.Integer(_sign(kink.args[0], signs))
    if isinstance(kink, sp.Abs):
        return sign * kink.args[0]
    return sign if isinstance(kink, sp.sign) else (1 + sign) / 2


def _sign(g: sp.Expr, signs: dict[sp.Expr, int | None]) -> int:
    sign = signs[g] if g in signs else certified_sign(g)
    if sign is None:
        raise CompileError(f"the sign of {g} cannot be certified.")
    return sign


def real_roots(g: sp.Expr, z: sp.Symbol) -> list[sp.Expr]:
    """Every real root of g, exactly: polynomials, and products and compositions that reduce to them."""
    roots: list[sp.Expr] = []
    for factor in sp.Mul.make_args(sp.factor_terms(g)):
        base, exponent = factor.as_base_exp()
        if not factor.has(z) or isinstance(factor, sp.exp) or base is sp.E:
            continue
        if exponent.is_positive is False:
            raise CompileError(f"{g} has the factor {factor}, which may have a pole; no kink can be located.")
        roots += _roots_of_factor(base, z)
    return roots


def _roots_of_factor(f: sp.Expr, z: sp.Symbol) -> list[sp.Expr]:
    if f.is_polynomial(z):
        return _polynomial_roots(sp.Poly(f, z), z)
    if isinstance(f, (sp.tanh, sp.sinh, sp.erf, sp.atan)):  # each vanishes where its argument does, only
        return real_roots(f.args[0], z)
    if isinstance(f, sp.log):
        return real_roots(f.args[0] - 1, z)
    constant, rest = f.as_independent(z, as_Add=True)
    scale, inner = rest.as_independent(z, as_Add=False)
    level = -constant / scale
    if isinstance(inner, sp.exp):
        sign = certified_sign(level)
        if sign in (-1, 0):
            return []
        if sign == 1:
            return real_roots(inner.exp - sp.log(level), z)
    inverses = {sp.tanh: sp.atanh, sp.sinh: sp.asinh, sp.log: sp.exp}
    if type(inner) in (sp.sinh, sp.log):
        return real_roots(inner.args[0] - inverses[type(inner)](level).rewrite(sp.log), z)
    if isinstance(inner, sp.tanh) and certified_sign(1 - level**2) == 1:
        return real_roots(inner.args[0] - sp.log((1 + level) / (1 - level)) / 2, z)
    raise CompileError(f"the roots of {f} in {z} are not known exactly; no kink can be placed there.")


def _polynomial_roots(poly: sp.Poly, z: sp.Symbol) -> list[sp.Expr]:
    if poly.degree() == 0:
        return []
    if all(c.is_Rational for c in poly.coeffs()):
        return list(dict.fromkeys(sp.real_roots(poly)))
    if poly.degree() == 1:
        a, b = poly.all_coeffs()
        return [-b / a]
    if poly.degree() == 2:
        a, b, c = poly.all_coeffs()
        discriminant = sp.expand(b**2 - 4 * a * c)
        sign = certified_sign(discriminant)
        if sign is None and proved_zero(discriminant):
            sign = 0
        if sign is not None:
            root = sp.sqrt(discriminant)
            return [] if sign < 0 else [-b / (2 * a)] if sign == 0 else [(-b - root) / (2 * a), (-b + root) / (2 * a)]
    raise CompileError(f"the real roots of {poly.as_expr()} are not known exactly; use rational coefficients.")


def _less(a: sp.Expr, b: sp.Expr) -> bool:
    return _compare(a, b) < 0


def _compare(a: sp.Expr, b: sp.Expr) -> int:
    if a == b:
        return 0
    if a == -sp.oo or b == sp.oo:
        return -1
    if a == sp.oo or b == -sp.oo:
        return 1
    sign = certified_sign(a - b)
    if sign is None:
        if not proved_zero(a - b):
            raise CompileError(f"the break points {a} and {b} cannot be put in order.")
        return 0
    return sign


def _ordered(points: list[sp.Expr]) -> list[sp.Expr]:
    ordered: list[sp.Expr] = []
    for point in sorted(points, key=cmp_to_key(_compare)):
        if not ordered or _compare(ordered[-1], point):
            ordered.append(point)
    return ordered


def _between(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """A number strictly inside the interval."""
    if left == -sp.oo:
        return sp.Integer(0) if right == sp.oo else right - 1
    return left + 1 if right == sp.oo else (left + right) / 2


def parity(expr: sp.Expr, z: sp.Symbol) -> str | None:
    """`even` or `odd` when f(-z) = f(z) or -f(z) is proved for almost every z, None when neither is."""
    expr, z = real(expr, z)
    reflected = expr.subs(z, -z)
    for name, combination in (("even", expr - reflected), ("odd", expr + reflected)):
        if _vanishes(combination, z):
            return name
    return None


def _vanishes(expr: sp.Expr, z: sp.Symbol) -> bool:
    if expr == 0:
        return True
    if not expr.has(*_KINKS):
        return proved_zero(expr)
    try:
        pieces = split(expr, z)
    except CompileError:
        return proved_zero(expr)
    return all(proved_zero(p.expr) for p in pieces)
