"""Additive models f(x) = M^(-1/2) Σ_m σ_m(<x, θ_m>), x ~ N(0, I_d): the symbols of the family.

The directions θ_m have length 1; k is the information exponent of the links and p their degree; along d, M = d^γ.
"""

from typing import Any

from lemmata import Naturals, Positive, Procedure, Source, Symbol, binomial

M = Symbol("M", "number of tasks", Naturals)
d = Symbol("d", "dimension", Naturals)
k = Symbol("k", "information exponent of the links", Naturals)
p = Symbol("p", "degree of the links", Naturals)
gamma = Symbol("γ", "growth of the number of tasks, M = d^γ", Positive)
rho = Symbol("ρ", "exponent of a lower bound for statistical queries", Positive)
LEFT = "squared error of the best combination, over that of 0"
relu = Procedure("relu", "N random ReLU features on the span of M tasks", ("M", "N"), {"left": LEFT})


def traceless(dimension: Any, degree: Any) -> Any:
    """The dimension of the traceless symmetric tensors of an order."""
    return binomial(dimension + degree - 1, degree) - binomial(dimension + degree - 3, degree - 2)


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("004_dc3df60509519715.txt", heading, paper="oko2024sum")
