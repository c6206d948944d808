"""The eigenvalues μ_j of Σβ^½ΣΣβ^½ against those of its factors, λ_j of Σ and ν_j of Σβ, whatever their alignment.

μ_{i+k-1} <= λ_iν_k, by the best approximation of rank r of a matrix (Eckart and Young; Horn and Johnson, 3.3.16), and Σ μ_j <= Σ λ_jν_j,
von Neumann's inequality for the trace.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.linear_net.notation import Sigma, T, d, source

i, k_ = Symbol("i", "place in the spectrum of the inputs", Naturals), Symbol("k", "place in that of the tasks", Naturals)
j, y = Index("j"), sp.Symbol("x", real=True)
root = SpectralFunction(Lambda(y, sqrt(y)), T)
product = root * Sigma * root
paired = Sum(eigenvalue(Sigma, j) * eigenvalue(T, j), (j, 1, d))


def summed(k):
    """The sum is Tr[ΣΣβ]."""
    start = k.rewrite(k.words(Trace(product), Trace(Sigma * root * root)), by=k.root(T))
    return k.then(start, k.von_neumann(Sigma, T, j))


claim = Claim(
    "linear_net.product_spectrum",
    source=source("Main result 2"),
    domain=Domain(i + k_ <= d + 1, core=(d >= 2, d <= 12)),
    parts={
        "main": Part(
            Inequality(eigenvalue(product, i + k_ - 1), eigenvalue(Sigma, i) * eigenvalue(T, k_)),
            says="The eigenvalues of Σβ^½ΣΣβ^½ obey μ_(i+k−1) ≤ λ_iν_k, whatever the alignment of Σ and Σβ",
            wrong={
                "same_index": {"left": eigenvalue(product, k_), "right": eigenvalue(Sigma, k_) * eigenvalue(T, k_)},
                "one_index_less": {"left": eigenvalue(product, Maximum(i + k_ - 2, 1)), "when": (i + k_ >= 3,)},
            },
        ),
        "trace": Part(
            Inequality(Trace(product), paired),
            proof=summed,
            says="Their sum is at most Σ λ_jν_j",
            wrong={"anti_aligned_trace": {"right": Sum(eigenvalue(Sigma, j) * eigenvalue(T, d + 1 - j), (j, 1, d))}},
        ),
    },
)
