"""Why the polynomial printed for I = K = 2 has degree 20.

The construction fixes all coefficients but the last one, which a quadratic decides. Its discriminant is negative for a last index
6, ..., 18 and positive first at 20. The polynomial itself: superorthogonal.slide_polynomial.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.superorthogonal import discriminants
from lemmata.theory.superorthogonal.notation import source

D, disc = Symbol("D", "last index of the construction"), sp.Function("Δ")


def first_positive(witness, p):
    """Whether the construction has a real solution first at this last index."""
    found = discriminants(0, 24)
    first = min(n for n, value in found.items() if value >= 0)
    return Certificate(first == witness[D], "exact", f"the discriminant is negative up to {first - 2}, positive at {first}")


claim = Claim(
    "superorthogonal.slide_degree",
    source=source(),
    parts={
        "main": Part(
            Existence(And(disc(D) >= 0, disc(D - 2) < 0), {D: Integer(20)}, certificate=first_positive),
            says="The discriminant Δ of the quadratic for the last coefficient is negative below the index 20 and positive there",
            wrong={"earlier": {"witness": {D: Integer(18)}}, "later": {"witness": {D: Integer(22)}}},
        )
    },
)
