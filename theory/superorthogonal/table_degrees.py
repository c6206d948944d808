"""The degrees of the certified superorthogonal polynomials against the exact lower bounds for I = 2.

In the row I = 2 the degrees are minimal within their parity; every I ≥ 2 needs at least the degree of that row; otherwise a degree is
an upper bound for the minimum.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.superorthogonal import lower_bound
from lemmata.theory.superorthogonal.certified_table import TABLE, I, K, e, source

D = Symbol("D", "degree of an entry")
least, degree = sp.Function("d_min"), sp.Function("deg")


def above(witness, p):
    """A degree against the exact lower bound of its parity."""
    item = TABLE[int(p.e) - 1]
    bound = lower_bound(item.I, item.K, "odd" if item.parity else "even")
    stated = item.degree + int(witness[D] - degree(e))
    return Certificate(
        stated >= bound and (item.I != 2 or stated == bound), "exact", f"degree {stated}, at least {bound} is needed"
    )


claim = Claim(
    "superorthogonal.table_degrees",
    source=source(),
    domain=Domain(e <= len(TABLE), core=(e <= len(TABLE),)),
    parts={
        "main": Part(
            Existence(And(D >= least(2, K), Or(I > 2, Eq(D, least(2, K)))), {D: degree(e)}, certificate=above),
            says="The degree of an entry of the certified table is at least the least degree for I = 2 within its parity, with equality in the row I = 2",
            wrong={"two_less": {"witness": {D: degree(e) - 2}}},
        )
    },
    uses=("superorthogonal.certified_table", "superorthogonal.minimal_degree"),
    notes="For K = 2 the smallest odd degrees found are 17, 19, 35, 35, 53, 53, 71 for I = 2, ..., 8 and the even ones 20, 22, 40, 40, 60, "
    "62, 88; the odd ones fit 18m - 1 at I = 2m. Only the row I = 2 is known to be minimal.",
)
