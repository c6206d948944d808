"""Inner-product kernel matrices of points on the sphere: the symbols of the family, and what they define.

f = a h_2 + b h_3 in normalised Hermite polynomials, n of the order d². In the orthonormal polynomials q_1, q_2, q_3 of the law
of √d<x, x'> at finite d it has the coefficients c_1, c_2, c_3 below, and q_k has N_k = dim of its spherical harmonics.
"""

from sympy import Lambda

from lemmata import Definition, Naturals, Positive, Rational, Sampled, Source, Sphere, Symbol, offdiag, sqrt
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z

n = Symbol("n", "number of points", Naturals)
d = Symbol("d", "dimension", Naturals)
a = Symbol("a", "coefficient of the second Hermite polynomial", Positive)
b = Symbol("b", "coefficient of the third Hermite polynomial", Positive)
kappa = Symbol("κ", "n/d² in the limit", Positive)

X = Sampled("X", Sphere(), n, d)
f = a * (z**2 - 1) / sqrt(2) + b * (z**3 - 3 * z) / sqrt(6)
K = Definition("K", "kernel matrix, its diagonal left out", offdiag(Entrywise(Lambda(z, f), sqrt(d) * X * X.T)) / sqrt(n))

c1 = -sqrt(6) * b / (d + 2)
c2 = a * sqrt((d - 1) / (d + 2))
c3 = b * d / (d + 2) * sqrt((d - 1) / (d + 4))
N1, N2, N3 = d, (d - 1) * (d + 2) / 2, d * (d - 1) * (d + 4) / 6
HARMONICS = ((c1, N1), (c2, N2), (c3, N3))


def moment(k: int):
    """E t^k of t = √d<x, x'>."""
    value = Rational(k % 2 == 0)
    for i in range(1, k // 2 + 1):
        value *= (2 * i - 1) * d / (d + 2 * i - 2)
    return value


def source(paper: str = "lu2022") -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt",
        "Abstract 8: an equivalence principle for the spectrum of kernel matrices on the sphere",
        paper,
    )
