"""Hermite expansions: a link σ, its projections on monic and orthonormal Hermite polynomials, a pair of correlated normals.

He_n is monic, E He_n² = n!, and h_n = He_n/√n! is orthonormal. A link has monic coefficients E[σ He_n]/n!, orthonormal ones
E[σ h_n] and projections E[σ He_n]: they differ by factors only.
"""

from typing import Any

import sympy as sp

from lemmata import POLYNOMIALS, Counts, Function, He, Kind, Mean, Normal, Reals, Sampled, Source, Symbol
from lemmata.theory.language.calculus import FunctionClass
from lemmata.theory.language.calculus import Z as z

p = Symbol("p", "degree of the link", Counts)
t = Symbol("t", "argument of the link", Reals)
i, m, n = sp.symbols("i m n", integer=True, nonnegative=True)  # indices of sums
SOME = Kind("general", ("generic", "repeated", "large"))  # of coefficients: where no mean is zero

Z = Sampled("Z", Normal())
sigma = Function("σ", "link, a polynomial", of=POLYNOMIALS(p), latex=r"\sigma_*")
WAVES = FunctionClass(
    "smooth bounded functions",
    {"sine": sp.sin(z), "cosine": sp.cos(2 * z), "tanh": sp.tanh(z), "wave": z * sp.exp(-(z**2) / 4), "shifted": sp.cos(z - 1)},
)
PREFIX = "Introduction: Information Exponent"


def projection(k: Any) -> Any:
    """E[σ He_k]."""
    return Mean(sigma(Z) * He(k, Z))


def source(heading: str = PREFIX, paper: str = "benarous2021") -> Source:
    """The slides, with the paper that they follow."""
    return Source("004_dc3df60509519715.txt", heading, paper=paper)
