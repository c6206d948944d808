"""For any I and K a superorthogonal polynomial exists that is not constant: the argument, which rests on two quoted theorems.

For I = 1 take He_{K+1}. For I ≥ 2: (1) by Lyapunov's convexity theorem ℝ splits into sets A_1, ..., A_I of equal Gaussian mass on which
every He_k, 1 ≤ k ≤ K, has mean zero; let f take I distinct values on them. (2) The differential of F(g) = (E[g^i He_k]) at f is onto:
Σ c_ik f^{i−1} He_k = 0 forces Σ_i c_ik v^{i−1} = 0 for I distinct v, hence c = 0 (Vandermonde). (3) Polynomials are dense in L^{2I}(γ), so
F has a zero near a polynomial close to f (inverse function theorem), not constant since f is not.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.superorthogonal.notation import g, source, superorthogonal

I = Symbol("I", "highest power", Naturals)
K = Symbol("K", "number of orthogonal Hermite polynomials", Naturals)


def quoted(witness, p):
    return Certificate(None, "exact", "Lyapunov's convexity theorem and the inverse function theorem are quoted, not checked")


claim = Claim(
    "superorthogonal.every_pair",
    source=source(),
    statement=Existence(superorthogonal(I, K), {g: sp.Function("T")(I, K)}, certificate=quoted),
    says="For every I and K a polynomial that is not constant is superorthogonal",
    open="the argument quotes Lyapunov's convexity theorem and the inverse function theorem, for which there is no rule",
    uses=("superorthogonal.proposition",),
)
