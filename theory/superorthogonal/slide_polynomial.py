"""The polynomial printed for I = K = 2, rebuilt exactly: it is superorthogonal, the printed one is not.

b_n ∝ He_n(1)/n! for n ≤ 18 truncates δ_1 + δ_{−1} (the zeros of He_2), an eigenvector of multiplication by z²; so E[g He_2 He_m] = 0
for 4 ≤ m ≤ 16, and only E[g² He_2] = 0 is left, a quadratic for the coefficient of He_20. The print agrees in √(11163552839/38) and
in the denominators, so the numerators 719, 14297, 35369 are certain. As g is even it serves K = 3 too. Nothing is rounded.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.superorthogonal.notation import certify, g, polynomial, source, superorthogonal, z

q = Rational
LOW = {4: q(1), 6: q(-4, 15), 8: q(11, 280), 10: q(-19, 4725), 12: q(311, 997920)}
HIGH = {14: q(-719, 37837800), 16: q(14297, 15567552000), 18: q(-35369, 1042053012000)}
PRINTED = {14: q(-323699, 37837800), 16: q(353699, 15567552000), 18: q(-35569, 1042053012000)}
LAST, ROOT = q(35369, 41682120480000), sqrt(q(11163552839, 38))
UNIT = q(1, 83364240960000)


def series(last, high=None, low=None, base=He):
    """Σ b_n e_n with the coefficients of the slide up to 18, and ``last`` beside e_20."""
    table = {**(low or LOW), **(high or HIGH), 20: last}
    return sp.Add(*(b * base(n, z) for n, b in table.items() if b))


def moments(I, K):
    """The decision in Q(√s) whether all moments vanish."""
    return {"condition": superorthogonal(I, K), "certificate": lambda witness, p: certify(polynomial(witness[g]), I, K)}


def orthonormal(witness, p):
    """E[g² He_2] for the rebuilt coefficients on h_n, in balls."""
    from flint import arb, ctx

    from lemmata.theory.algebra.hermite import triple_product

    with ctx.workprec(600):
        top = arb(int(LAST.p)) / int(LAST.q) + arb(int(UNIT.p)) / int(UNIT.q) * (arb(11163552839) / 38).sqrt()
        b = {n: arb(int(c.p)) / int(c.q) for n, c in {**LOW, **HIGH}.items()} | {20: top}
        b = {n: c / arb(int(factorial(n))).sqrt() for n, c in b.items()}
        value = sum((b[m] * b[n] * triple_product(m, n, 2) for m in b for n in b), arb(0))
    return Certificate(None if value.contains(0) else False, "ball", f"E[g^2 He_2] = {float(value.mid()):.9g}")


plus, minus = series(LAST + UNIT * ROOT), series(LAST - UNIT * ROOT)
claim = Claim(
    "superorthogonal.slide_polynomial",
    source=source(),
    domain=Domain(),
    parts={
        "main": Part(
            Existence(witness={g: plus}, **moments(2, 2)),
            says="The I = K = 2 polynomial of degree 20 with the numerators 719, 14297, 35369 and a plus before the root is superorthogonal",
            printed=Print(
                {"witness": {g: series(q(35569, 41682120480000) + UNIT * ROOT, PRINTED)}},
                Erratum.illegible(
                    "the numerators of He_14, He_16, He_18 are 719, 14297, 35369, and the last coefficient is "
                    "35369/41682120480000 ± √(11163552839/38)/83364240960000"
                ),
            ),
            wrong={
                "product_reading": {"witness": {g: series(35569 * UNIT * ROOT, PRINTED)}},
                "orthonormal": {
                    "witness": {g: series(LAST + UNIT * ROOT, base=lambda n, x: He(n, x) / sqrt(factorial(n)))},
                    "certificate": orthonormal,
                },
                "sign_of_the_rational_part": {"witness": {g: series(-LAST + UNIT * ROOT)}},
                "degree_18": {"witness": {g: series(0)}},
                "one_coefficient": {"witness": {g: series(LAST + UNIT * ROOT, low={**LOW, 8: LOW[8] * (1 + q(1, 10**6))})}},
                "third_power": moments(3, 2),
                "fourth": moments(2, 4),
            },
        ),
        "minus": Part(
            Existence(witness={g: minus}, **moments(2, 2)),
            says="So is the one with a minus before the root",
            wrong={"product_reading": {"witness": {g: series(-35569 * UNIT * ROOT, PRINTED)}}, "third_power": moments(3, 2)},
        ),
        "third": Part(
            Existence(witness={g: plus}, **moments(2, 3)),
            says="It is superorthogonal for I = 2, K = 3 as well",
            wrong={"fourth": moments(2, 4)},
        ),
        "affine": Part(
            Existence(witness={g: q(7, 2) - 3 * plus}, **moments(2, 3)),
            says="So is 7/2 − 3g",
            wrong={"not_affine": {"witness": {g: plus + z}}},
        ),
    },
    uses=("superorthogonal.slide_degree",),
)
