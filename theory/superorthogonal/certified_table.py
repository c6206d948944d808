"""A table of (I,K)-superorthogonal polynomials, each certified by two independent routines.

An entry fixes rational coefficients and a few pivots, each in a box; exactly one choice of the pivots makes the polynomial
superorthogonal. Krawczyk: y − CF(y) + (I − CJ(X))(X − y) ⊂ int X in ball arithmetic. Newton-Kantorovich: exact rationals, with second
derivatives bounded by non-negative linearisation coefficients. In the row I = 2 the degrees are minimal within their parity; every
I ≥ 2 needs at least the degree of that row; otherwise a degree is an upper bound for the minimum.
"""

from fractions import Fraction

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.superorthogonal import (
    enclosure,
    load_certificates,
    lower_bound,
    verify_kantorovich,
    verify_krawczyk,
)
from lemmata.theory.superorthogonal.notation import g, source, superorthogonal

TABLE = sorted(load_certificates(), key=lambda item: (item.I, item.K, item.degree))
e, D = Symbol("e", "number of an entry of the table", Naturals), Symbol("D", "degree of an entry")


def column(values):
    """What an entry has in a column, as a formula of its number."""
    ends = [n for n in range(1, len(values)) if values[n] != values[n - 1]] + [len(values)]
    return Piecewise(*((values[n - 1], e <= n) for n in ends[:-1]), (values[-1], True))


I = Definition("I", "highest power of entry e", column([item.I for item in TABLE]))
K = Definition("K", "number of orthogonal Hermite polynomials of entry e", column([item.K for item in TABLE]))
least, degree = sp.Function("d_min"), sp.Function("deg")


def nudged(item):
    """One pivot moved by a millionth without solving again."""
    return item.scaled(item.pivots[0], 1 + Fraction(1, 10**6)) if item.pivots else item


def fewer(item):
    """The lowest coefficient that is no pivot dropped."""
    free = [n for n in sorted(item.coefficients) if n not in item.pivots]
    return item.without(free[0]) if free and len(item.coefficients) > 1 else item


VERSIONS = {"T": lambda item: item, "T^moved": nudged, "T^short": fewer}
table, moved, short = ({g: sp.IndexedBase(name)[e]} for name in VERSIONS)


def entry(witness, p):
    """The entry at a point, in the version that the witness names."""
    return VERSIONS[str(witness[g].base.label)](TABLE[int(p.e) - 1])


def verdict(found, how):
    return Certificate(found.holds, how, found.reason or f"contraction {found.contraction:.1e}, step {found.step:.1e}")


def by_krawczyk(witness, p):
    return verdict(verify_krawczyk(entry(witness, p)), "ball")


def by_kantorovich(witness, p):
    return verdict(verify_kantorovich(entry(witness, p)), "exact")


def one_power_more(witness, p):
    item = entry(witness, p)
    return verdict(verify_kantorovich(item.claiming(item.I + 1, item.K)), "exact")


def excluded(witness, p):
    """Whether the polynomial could satisfy one power more: a moment enclosed away from zero says no."""
    item = entry(witness, p)
    for k in range(1, item.K + 1):
        value = enclosure(item, item.I + 1, k)
        if value != 0:
            return Certificate(False, "ball", f"E[g^{item.I + 1} He_{k}] = {float(value.mid()):.3g}")
    return Certificate(None, "ball", "every moment of the next power encloses zero")


def above(witness, p):
    """A degree against the exact lower bound of its parity."""
    item = TABLE[int(p.e) - 1]
    bound = lower_bound(item.I, item.K, "odd" if item.parity else "even")
    stated = item.degree + int(witness[D] - degree(e))
    return Certificate(
        stated >= bound and (item.I != 2 or stated == bound), "exact", f"degree {stated}, at least {bound} is needed"
    )


claim = Claim(
    "superorthogonal.certified_table",
    source=source(),
    domain=Domain(e <= len(TABLE), core=(e <= len(TABLE),)),
    parts={
        "main": Part(
            Existence(superorthogonal(I, K), table, certificate=by_kantorovich),
            says="Every entry of the table has a superorthogonal polynomial in its box, by exact rationals (Newton-Kantorovich)",
            wrong={
                "next_power": {"condition": superorthogonal(I + 1, K), "certificate": excluded},
                "pivot_exact": {"witness": moved},
            },
        ),
        "krawczyk": Part(
            Existence(superorthogonal(I, K), table, certificate=by_krawczyk),
            says="Every entry of the table has a superorthogonal polynomial in its box, by ball arithmetic (Krawczyk)",
            wrong={
                "pivot": {"witness": moved},
                "coefficient_dropped": {"witness": short},
                "next_power_certificate": {"condition": superorthogonal(I + 1, K), "certificate": one_power_more},
            },
        ),
        "degrees": Part(
            Existence(And(D >= least(2, K), Or(I > 2, Eq(D, least(2, K)))), {D: degree(e)}, certificate=above),
            says="The degree of an entry is at least the least degree for I = 2 within its parity, with equality in the row I = 2",
            wrong={"two_less": {"witness": {D: degree(e) - 2}}},
        ),
    },
    uses=("superorthogonal.minimal_degree",),
    notes="The table is regenerated by `python -m numerics.superorthogonal.table`: search, then certification. For K = 2 the smallest odd "
    "degrees found are 17, 19, 35, 35, 53, 53, 71 for I = 2, ..., 8 and the even ones 20, 22, 40, 40, 60, 62, 88; the odd ones fit 18m - 1 "
    "at I = 2m. Only the row I = 2 is known to be minimal.",
)
