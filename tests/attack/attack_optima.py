"""Optima among places that a set, a kind or a condition leaves: at its edge, inside it, and where the statement leaves it."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    PSD,
    Array,
    Contraction,
    Domain,
    Eq,
    I,
    Mean,
    Naturals,
    NonNegative,
    Normal,
    Optimality,
    Orthogonal,
    Positive,
    Rational,
    Sampled,
    Simplex,
    Symbol,
    Symmetric,
    Trace,
    UnitVector,
    dot,
    exp,
    log,
    norm,
    sq,
    sqrt,
)

a, b, q = (Symbol(name, f"positive number {name}", Positive) for name in "abq")
x, y = Symbol("x", "place"), Symbol("y", "second place")
r = Symbol("r", "place on the half line", NonNegative)
n, k = Symbol("n", "size", Naturals), Symbol("k", "whole place", Naturals)
A, K = Array("A", "semidefinite matrix", n, n, kind=PSD), Array("K", "semidefinite place", n, n, kind=PSD)
S, Q = Array("S", "symmetric matrix", n, n, kind=Symmetric), Array("Q", "orthogonal place", n, n, kind=Orthogonal)
C = Array("C", "contraction", n, n, kind=Contraction)
u, p = Array("u", "unit vector", n, kind=UnitVector), Array("p", "probability vector", n, kind=Simplex)
v, w = Array("v", "column", n), Array("w", "column that is looked for", n)
Z = Sampled("Z", Normal())
h = Rational(1, 2)
few = (n >= 2, n <= 6)
sizes = Domain(core=few)


@book.true("optima in a set", decided=True)
def kept_linear_on_half_line():
    """ar is least at 0, of r ≥ 0."""
    return Optimality(a * r, {r: 0})


@book.true("optima in a set", decided=True)
def kept_edge_of_interval():
    """ax is least at 1, of x ≥ 1."""
    return Optimality(a * x, {x: 1}), dict(domain=Domain(x >= 1))


@book.true("optima in a set", decided=True)
def kept_edge_param():
    """(x - 3a)² is least at a, of x ≤ a."""
    return Optimality((x - 3 * a) ** 2, {x: a}), dict(domain=Domain(x <= a))


@book.true("optima in a set", decided=True)
def kept_sqrt_edge():
    """x is least at √a, of x ≥ √a."""
    return Optimality(x, {x: sqrt(a)}), dict(domain=Domain(x >= sqrt(a)))


@book.true("optima in a set", decided=True)
def kept_nonconvex_edge():
    """x is least at -√a where x² ≤ a."""
    return Optimality(x, {x: -sqrt(a)}), dict(domain=Domain(x**2 <= a))


@book.true("optima in a set", decided=True, cheap=False)
def kept_sum_one():
    """ax² + by² is least at b/(a + b), a/(a + b) where x + y = 1."""
    return Optimality(a * x**2 + b * y**2, {x: b / (a + b), y: a / (a + b)}), dict(domain=Domain(Eq(x + y, 1)))


@book.true("optima in a set", decided=True)
def kept_entropy():
    """q log q + bq is least at exp(-1 - b), of positive q."""
    return Optimality(q * log(q) + b * q, {q: exp(-1 - b)})


@book.true("optima in a set", decided=True)
def kept_natural():
    """(k - 3/4)² is least at 1, of whole k."""
    return Optimality((k - Rational(3, 4)) ** 2, {k: 1})


@book.true("optima in a set", decided=True)
def kept_natural_big():
    """(k - n - 1/3)² is least at n, of whole k."""
    return Optimality((k - n - Rational(1, 3)) ** 2, {k: n})


@book.true("optima in a set", decided=True, cheap=False)
def kept_psd_interior():
    """|K - A|² is least at A, of semidefinite K."""
    return Optimality(Trace((K - A) * (K - A)), {K: A}), dict(domain=sizes)


@book.true("optima in a set", decided=True, cheap=False)
def kept_ball():
    """w'v is least at -v/|v| where |w| ≤ 1."""
    return Optimality(dot(w, v), {w: -v / norm(v)}), dict(domain=Domain(norm(v) > 0, norm(w) <= 1, core=few))


@book.true("optima in a set", decided=True)
def kept_max_interval():
    """x(a - x) is largest at a/2, of x in [0, a]."""
    return Optimality(x * (a - x), {x: a / 2}, sense="max"), dict(domain=Domain(x >= 0, x <= a))


@book.true("optima in a set", decided=True)
def kept_joint_polytope():
    """-x - 2y is least at (0, 1) in the triangle."""
    return Optimality(-x - 2 * y, {x: 0, y: 1}), dict(domain=Domain(x >= 0, y >= 0, x + y <= 1))


@book.true("optima in a set", decided=True)
def kept_mean_edge():
    """E(Z - r)² is least at 0, of r ≥ 0."""
    return Optimality(Mean((Z - r) ** 2), {r: 0})


@book.false("optima in a set", decided=True, gross=True)
def not_edge_ignored():
    """(x - 3a)² is least at 3a, of x ≤ a."""
    return Optimality((x - 3 * a) ** 2, {x: 3 * a}), dict(domain=Domain(x <= a))


@book.false("optima in a set", decided=True, gross=True)
def not_wrong_edge():
    """ax is least at 2, of x ≥ 1."""
    return Optimality(a * x, {x: 2}), dict(domain=Domain(x >= 1))


@book.false("optima in a set", decided=True, gross=True)
def not_zero_pos():
    """q² is least at 0, of positive q."""
    return Optimality(q**2, {q: 0})


@book.false("optima in a set", decided=True, gross=True)
def not_not_integer():
    """(k - 3/2)² is least at 3/2, of whole k."""
    return Optimality((k - h * 3) ** 2, {k: h * 3})


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_integer_off():
    """(k - n - 1/3)² is least at n + 1, of whole k."""
    return Optimality((k - n - Rational(1, 3)) ** 2, {k: n + 1})


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_unit_not():
    """u'v is least at -v, of unit u."""
    return Optimality(dot(u, v), {u: -v}), dict(domain=Domain(norm(v) > 0, core=few))


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_unit_wrong():
    """u'v is least at v/|v|, of unit u."""
    return Optimality(dot(u, v), {u: v / norm(v)}), dict(domain=Domain(norm(v) > 0, core=few))


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_psd():
    """|K - S|² is least at 0 for every symmetric S, of semidefinite K."""
    return Optimality(Trace((K - S) * (K - S)), {K: sp.ZeroMatrix(n, n)}), dict(domain=sizes)


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_psd_not():
    """|K - S|² is least at S, of semidefinite K."""
    return Optimality(Trace((K - S) * (K - S)), {K: S}), dict(domain=sizes)


@book.false("optima in a set", decided=True, gross=True)
def not_sum_one():
    """ax² + by² is least at a/(a + b), b/(a + b) where x + y = 1."""
    return Optimality(a * x**2 + b * y**2, {x: a / (a + b), y: b / (a + b)}), dict(domain=Domain(Eq(x + y, 1)))


@book.false("optima in a set", decided=True, gross=True)
def not_sum_one_not():
    """ax² + by² is least at 0 where x + y = 1."""
    return Optimality(a * x**2 + b * y**2, {x: 0, y: 0}), dict(domain=Domain(Eq(x + y, 1)))


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_ball():
    """w'v is least at 0 where |w| ≤ 1."""
    return Optimality(dot(w, v), {w: sp.ZeroMatrix(n, 1)}), dict(domain=Domain(norm(v) > 0, norm(w) <= 1, core=few))


@book.false("optima in a set", decided=True, gross=True)
def not_other_well():
    """(x² - 1)² + ax/2 is least at 1 in [-5, 5]."""
    return Optimality((x**2 - 1) ** 2 + x / 2 * a, {x: 1}), dict(domain=Domain(x >= -5, x <= 5, a < 1))


@book.false("optima in a set", decided=True, gross=True)
def not_polytope():
    """-x - 2y is least at (1, 0) in the triangle."""
    return Optimality(-x - 2 * y, {x: 1, y: 0}), dict(domain=Domain(x >= 0, y >= 0, x + y <= 1))


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_simplex():
    """-|p|² is least at the middle, of probability vectors."""
    return Optimality(-sq(p), {p: sp.OneMatrix(n, 1) / n}), dict(domain=sizes)


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_orth():
    """Tr Q is least at 1, of orthogonal Q."""
    return Optimality(Trace(Q), {Q: I(n)}), dict(domain=sizes)


@book.false("optima in a set", decided=True, gross=True, cheap=False)
def not_contr():
    """Tr C is least at 0, of contractions."""
    return Optimality(Trace(C), {C: sp.ZeroMatrix(n, n)}), dict(domain=sizes)


@book.false("optima in a set", decided=True, gross=True)
def not_mean_edge():
    """E(Z - r - b)² is least at b, of r ≥ 0."""
    return Optimality(Mean((Z - r - b) ** 2), {r: b})


@book.false("optima in a set", decided=True, gross=True)
def not_when():
    """(x - 3)² is least at 3 where x ≤ 2."""
    return Optimality((x - 3) ** 2, {x: 3}), dict(when=(x <= 2,))
