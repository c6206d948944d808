"""The generative exponent k* of a link σ: the first k ≥ 1 with E[He_k | y] not identically 0, for y = σ(Z) and a standard normal Z.

The information exponent k is the first with E[σ He_k] ≠ 0. He_n is monic, h_n = He_n/√n!. B_k(c) = E[He_k 1{y > c}] is He_{k-1}φ summed
over the up-crossings of the level c minus the down-crossings. Both exponents are decided exactly where every zero is a closed form,
by balls otherwise; where neither is possible nothing is concluded.
"""

from typing import Any

import sympy as sp

from lemmata import Naturals, Normal, Sampled, Source, Symbol
from lemmata.theory.algebra.exponents import Exponent
from lemmata.theory.language.kinds import Certificate

z = sp.Symbol("z", real=True)  # the variable in which links are written
Z = Sampled("Z", Normal())
k_star = Symbol("k*", "generative exponent of the link", Naturals, latex="k_*")
n = sp.Symbol("n", integer=True, positive=True)
Lambda, Info = sp.Function("Λ"), sp.Function("α")  # E[E[h_n | y]²] and E[σ h_n], of n (and the number of a link before it)


def first(k: Any, of: Any, *link: Any) -> Any:
    """That of(n) vanishes for n < k and not at k."""
    return sp.And(sp.Eq(sp.Sum(of(*link, n) ** 2, (n, 1, k - 1)), 0, evaluate=False), sp.Ne(of(*link, k), 0))


def decided(found: Exponent, value: Any) -> Certificate:
    """Whether an exponent that was found is the one stated."""
    how: Any = "exact" if found.status == "exact" else "ball"
    if found.value is None:
        return Certificate(None, how, found.reason)
    return Certificate(found.value == value, how, "; ".join(found.evidence))


def source(heading: str = "Beyond Polynomial Link Functions", paper: str = "damian2024") -> Source:
    """The slides, with the paper that they follow."""
    return Source("004_dc3df60509519715.txt", heading, paper=paper)
