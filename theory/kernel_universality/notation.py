"""Inner-product kernel matrices of vectors with independent entries: the symbols of the family, and what they define.

The n columns of entries ξ have mean 0, variance 1; the kernel sees S = d^(-1/2) Σ_k ξ_k ξ'_k. g and q are the third and fourth moment of ξ,
so that a product ξξ' has the moments g² and q².
"""

from lemmata import Naturals, Positive, Source, Symbol

d = Symbol("d", "number of entries of a vector", Naturals)
n = Symbol("n", "number of vectors", Naturals)
kappa = Symbol("κ", "number of vectors over d^ℓ", Positive)


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt",
        "Abstract 6: universality for inner-product kernel matrices in the polynomial regime (Dubova, Lu, McKenna, Yau)",
        "dubova2023",
    )
