"""The variance of an additive model with links and directions of one's own: f = M^(−1/2) Σ_m σ_m(⟨x, θ_m⟩), x ~ N(0, I).

By E h_k(⟨x,θ⟩)h_k(⟨x,θ'⟩) = ⟨θ,θ'⟩^k it is (1/M) Σ_{m,l} Σ_k c_{m,k} c_{l,k} G_{m,l}^k for orthonormal coefficients c.
"""

from lemmata import PSD, Array, Definition, Index, Naturals, Sum, Symbol
from lemmata.theory.additive.notation import M
from lemmata.theory.language.tool import Tool

p = Symbol("p", "highest degree of the links", Naturals)
c = Array("c", "coefficients of the links in h_1, ..., h_p, one link a row", M, p)
G = Array("G", "overlaps ⟨θ_m, θ_l⟩ of the directions, 1 on the diagonal", M, M, kind=PSD)
i, l, k = Index("i"), Index("l"), Index("k")


def total(first, second):
    """Σ_k c_{m,k} c_{l,k} G_{m,l}^k."""
    return Sum(c[first - 1, k - 1] * c[second - 1, k - 1] * G[first - 1, second - 1] ** k, (k, 1, p))


tools = (
    Tool(
        id="additive.variance",
        says="Variance of an additive model M^(−1/2) Σ_m σ_m(⟨x, θ_m⟩) of M tasks",
        gives=(
            Definition("Var f", "its variance", Sum(total(i, l), (i, 1, M), (l, 1, M)) / M),
            Definition(
                "alone", "what it is for orthogonal directions", Sum(Sum(c[i - 1, k - 1] ** 2, (k, 1, p)), (i, 1, M)) / M
            ),
        ),
        example={"c": [[0.0, 1.0, 0.5], [0.0, 0.8, -0.5]], "G": [[1.0, 0.3], [0.3, 1.0]]},
    ),
)
