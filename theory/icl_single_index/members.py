"""Which links are in F^{k,p}: those of degree at most p with E[σ h_i] = 0 for 1 ≤ i < k.

He_4 is in F^{3,4}: the class asks for an information exponent of at least k, the single-index slides for exactly k. For k > p only
constants remain. The coefficients are exact.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.gaussian import expectation_normals
from lemmata.theory.icl_single_index.notation import source

z = sp.Symbol("z", real=True)
LINKS = (  # link, k, p
    (He(4, z).doit(), 3, 4), (He(3, z).doit(), 3, 3), (z**3, 2, 3), (He(5, z).doit() - 2 * He(3, z).doit(), 3, 5),
    (He(2, z).doit() + He(5, z).doit(), 3, 5), (He(5, z).doit(), 3, 4), (Integer(7), 4, 3), (z**2, 2, 2),
)  # fmt: skip
e = sp.Symbol("e", integer=True, positive=True)  # the number of a link of the list
inside = Array("m", "which links of the list are in their class, 1 or 0", len(LINKS), of=Counts)
member = sp.Function("F")
AT_LEAST = (1, 1, 0, 1, 0, 0, 1, 1)


def coefficient(link: Any, i: int) -> Any:
    """E[link He_i]."""
    return expectation_normals(sp.expand(link * He(i, z).doit()), (z,))


def in_class(link: Any, k: int, p: int) -> bool:
    """Whether the link has degree at most p and no coefficient from 1 to k - 1."""
    return sp.Poly(link, z).degree() <= p and all(coefficient(link, i) == 0 for i in range(1, k))


def listed(witness: Any, p: Any) -> Certificate:
    found = tuple(int(in_class(*row)) for row in LINKS)
    return Certificate(found == tuple(witness[inside]), "exact", f"by exact coefficients {found}")


EXACTLY = tuple(int(in_class(*row) and coefficient(row[0], row[1]) != 0) for row in LINKS)

claim = Claim(
    "icl_single_index.members",
    source=source("Adaptivity to Low-dimensional Function Class"),
    parts={
        "main": Part(
            Existence(Eq(Sum((inside[e] - member(e)) ** 2, (e, 1, len(LINKS))), 0), {inside: AT_LEAST}, certificate=listed),
            says="Of eight links those are in F^{k,p} whose degree is at most p and whose coefficients 1, …, k − 1 vanish",
            wrong={"exponent_exactly_k": {"witness": {inside: EXACTLY}}},
        )
    },
)
