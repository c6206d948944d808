"""The smallest degrees of (2,K)-superorthogonal polynomials: exact, overall and within each parity, for K ≤ 9.

On span{He_n : K < n ≤ D} the M_k(g) = E[g² He_k] are quadratic forms, and even k do not couple the parities. Impossible up to D: a
combination of the M_k is positive definite on both parity blocks (all pivots of exact elimination positive), which excludes mixed
parity as well. Possible at D: for K = 2, 3 a negative leading minor of M_2; beyond, a certified polynomial. For K = 2: 17 overall and
odd, 20 even; so the degree 20 of the slide is optimal among even polynomials, not overall.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.superorthogonal import leading_minors, minimal_degree
from lemmata.theory.superorthogonal.notation import certify, g, polynomial, source, superorthogonal, z

K = Symbol("K", "number of orthogonal Hermite polynomials", Naturals)
n = sp.Symbol("n", integer=True, positive=True)
D, E, O = (
    Symbol(s, f"the least degree {of}") for s, of in (("D", "of all"), ("D_even", "of even ones"), ("D_odd", "of odd ones"))
)
values, b = Symbol("Δ", "the leading minors"), Symbol("b", "the diagonal of the form")
least, minor = sp.Function("d_min"), sp.Function("Δ")
EVEN = {1: 2, 2: 20, 3: 20, 4: 28, 5: 28, 6: 44, 7: 44, 8: 52, 9: 52}
ODD = {1: 3, 2: 17, 3: 23, 4: 25, 5: 31, 6: 41, 7: 47, 8: 49, 9: 55}
MINORS = (
    (8, 66, 608, 6220, 69024, 800632, 9054464, 80967312, -202003840),
    (6, 40, 308, 2664, 24728, 227344, 1627440, -6504608),
    (10, 98, 1044, 12188, 154024, 2061240, 28187632, 366185936, 3541003872, -22403905504),
)
BLOCKS = ((2, 20, 0), (2, 17, 1), (3, 23, 1))  # K, the last index, the parity


def column(table):
    """A number for every K."""
    return Piecewise(*((table[k], Eq(K, k)) for k in sorted(table)[:-1]), (table[max(table)], True))


def degrees(even=None, odd=None):
    """The least degrees within each parity, with some of them changed."""
    return {E: column({**EVEN, **(even or {})}), O: column({**ODD, **(odd or {})})}


def overall(change=None):
    return {D: column({k: min(EVEN[k], ODD[k]) for k in EVEN} | (change or {}))}


def decide(witness, p):
    """The stated degrees against those that a definite combination below and a polynomial at the degree prove."""
    proof, at = minimal_degree(int(p.K)), {K: int(p.K)}
    if not proof.holds():
        return Certificate(None, "exact", "a certificate of the proof does not check")
    true = {D: proof.degree, E: proof.even, O: proof.odd}
    stated = {x: int(value.xreplace({k: Integer(v) for k, v in at.items()})) for x, value in witness.items()}
    return Certificate(
        all(stated[x] == true[x] for x in stated), "exact", f"K = {p.K}: {proof.degree}, even {proof.even}, odd {proof.odd}"
    )


def recurrence(diagonal):
    """Δ_n = b_n Δ_{n−2} − n(n−1) Δ_{n−4} for the minors of the tridiagonal form with this diagonal."""
    return Eq(Sum((minor(n) - diagonal * minor(n - 2) + n * (n - 1) * minor(n - 4)) ** 2, (n, 3, 23)), 0, evaluate=False)


def minors(witness, p):
    """The stated minors against the integer recurrence."""
    found = tuple(tuple(leading_minors(*block).values()) for block in BLOCKS)
    return Certificate(witness[values] == found, "exact", "the recurrence d_n = 2n d_{n-2} - n(n-1) d_{n-4}")


def first_negative(witness, p):
    """The indices at which the tridiagonal minors with this diagonal first turn negative, from 4 (even) and from 3 (odd)."""
    found = []
    for start in (4, 3):
        previous, current, at = 0, 1, start
        while current > 0 and at < 200:
            previous, current = current, int(witness[b].subs(n, at)) * current - at * (at - 1) * previous
            at += 2
        found.append(at - 2)
    return Certificate(found == [20, 17], "exact", f"the first negative minors are at {found[0]} (even) and {found[1]} (odd)")


def explicit(witness, p):
    return certify(polynomial(witness[g]), 2, 2)


def seventeen(sign, third="-3/10"):
    """The explicit polynomial of degree 17."""
    q = Rational
    low = {
        3: 1,
        5: Rational(third),
        7: q(1, 21),
        9: q(-11, 2160),
        11: q(37, 92400),
        13: q(-281, 11793600),
        15: q(1093, 1047816000),
    }
    last = q(-1093, 35625744000) + sign * sqrt(339794026) / 1852538688000
    return {g: sp.Add(*(c * He(m, z) for m, c in {**low, 17: last}.items()))}


stated = And(Eq(least(2, K, 0), E), Eq(least(2, K, 1), O))  # parity 0 is even, 1 is odd
claim = Claim(
    "superorthogonal.minimal_degree",
    source=source(),
    domain=Domain(K <= 9, core=(K <= 9,)),
    parts={
        "main": Part(
            Existence(Eq(least(2, K), D), overall(), certificate=decide),
            says="The smallest degrees for I = 2 are 2, 17, 20, 25, 28, 41, 44, 49, 52 for K = 1, ..., 9",
            wrong={
                "six_39": {"witness": overall({6: 39})},
                "six_44": {"witness": overall({6: 44})},
                "slide_is_minimal": {"witness": overall({2: 20})},
            },
        ),
        "parities": Part(
            Existence(stated, degrees(), certificate=decide),
            says="Among even polynomials they are 2, 20, 20, 28, 28, 44, 44, 52, 52, among odd ones 3, 17, 23, 25, 31, 41, 47, 49, 55",
            wrong={
                "even_18": {"witness": degrees(even={2: 18})},
                "even_22": {"witness": degrees(even={2: 22})},
                "odd_15": {"witness": degrees(odd={2: 15})},
                "odd_19": {"witness": degrees(odd={2: 19})},
            },
        ),
        "minors": Part(
            Existence(recurrence(2 * n), {values: MINORS}, certificate=minors),
            says="The leading minors of z² − 1 on He_4, ..., He_20, on He_3, ..., He_17 and on He_5, ..., He_23, by their recurrence",
            wrong={"last": {"witness": {values: ((*MINORS[0][:-1], 202003840), *MINORS[1:])}}},
        ),
        "sign_change": Part(
            Existence(And(minor(20) < 0, minor(17) < 0, recurrence(b)), {b: 2 * n}, certificate=first_negative),
            says="The minors for K = 2 with the diagonal 2n first turn negative at 20 from He_4 on and at 17 from He_3 on",
            wrong={"diagonal": {"witness": {b: 2 * n + 1}}},
        ),
        "degree_17": Part(
            Existence(superorthogonal(2, 2), seventeen(1), certificate=explicit),
            says="The polynomial He_3 − 3/10 He_5 + ... of degree 17, with a plus before √339794026, is superorthogonal for I = K = 2",
            wrong={"coefficient": {"witness": seventeen(1, "-1/3")}},
        ),
        "degree_17_minus": Part(
            Existence(superorthogonal(2, 2), seventeen(-1), certificate=explicit),
            says="So is the one with a minus before the root",
            wrong={"coefficient": {"witness": seventeen(-1, "-1/3")}},
        ),
    },
    notes="For K = 8 and 9 the degrees are proved in the same way, by definite combinations with four forms and by certified polynomials.",
)
