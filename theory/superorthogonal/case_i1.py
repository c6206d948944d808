"""For I = 1 the polynomial He_{K+1} is superorthogonal, and no smaller degree is possible.

E[He_{K+1} He_k] = 0 for k ≤ K, and E[g He_k] = k! c_k for g = Σ c_n He_n, so a polynomial of degree at most K that is orthogonal to
He_1, ..., He_K is constant. Holds as printed, in either normalisation. At K = 1 the polynomial He_2 even serves every I, so the
wrong version I = 2 is false from K = 2 on: E[He_{K+1}² He_2] = 2(K+1)(K+1)!.
"""

from lemmata import *
from lemmata.theory.superorthogonal.notation import Z, certify, g, polynomial, source, superorthogonal, z
from lemmata.theory.superorthogonal.notation import i as n

K = Symbol("K", "the last Hermite polynomial to which g is orthogonal", Naturals)
k, j = Symbol("k", "a degree", Counts), Symbol("j", "the number of degrees from k to K", Counts)
d = Symbol("d", "degree of the polynomial", Naturals)
c = Array("c", "monic coefficients of the polynomial", d + 1, start=0)


def powers(I):
    """The decision for the powers up to I."""
    return lambda witness, p: certify(polynomial(witness[g].xreplace({K: int(p.K)})), I, int(p.K))


claim = Claim(
    "superorthogonal.case_i1",
    source=source(),
    domain=Domain(K <= 60, core=(K <= 60, d <= 2, k <= 2, j <= 1)),
    parts={
        "main": Part(
            Identity(Mean(He(k + j + 1, Z) * He(k, Z)), 0, scale=1),
            says="He_{K+1} is orthogonal to He_k for every k ≤ K, where K = k + j",
            proof=lambda kernel: kernel.mean(Mean(He(k + j + 1, Z) * He(k, Z))),
            wrong={"same_index": {"left": Mean(He(k, Z) * He(k, Z))}},
        ),
        "exact": Part(
            Existence(superorthogonal(1, K), {g: He(K + 1, z)}, certificate=powers(1)),
            says="E[He_{K+1} He_k] = 0 for 1 ≤ k ≤ K and every K up to 60",
            wrong={
                "lower_index": {"witness": {g: He(K, z)}},
                "monomial": {"witness": {g: z ** (K + 1)}},
                "second_power": {"condition": superorthogonal(2, K), "certificate": powers(2)},
            },
        ),
        "degree": Part(
            Identity(Mean(Sum(c[n] * He(n, Z), (n, 0, d)) * He(d, Z)), factorial(d) * c[d]),
            says="A polynomial of degree d with the leading coefficient c_d has E[g He_d] = d! c_d: it is orthogonal to He_d only if c_d = 0",
            proof=lambda k: k.mean(Mean(Sum(c[n] * He(n, Z), (n, 0, d)) * He(d, Z))),
            wrong={"no_factorial": {"right": c[d]}},
        ),
    },
)
