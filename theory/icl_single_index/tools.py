"""Whether a link lies in F^{k,p}, and what a predictor without a prompt cannot do better than."""

import sympy as sp

from lemmata import Definition, Function, Naturals, Symbol
from lemmata.theory.icl_single_index.members import in_class, z
from lemmata.theory.icl_single_index.notation import r, sphere_moment
from lemmata.theory.language.tool import Answer, Decided, Quantity, Tool

sigma = Function("σ", "link")
k = Symbol("k", "least information exponent", Naturals)
p = Symbol("p", "highest degree", Naturals)
degree = Symbol("k", "degree of the link h_k", Naturals)


def member(values):
    link, low, high = sp.nsimplify(values["σ"](z), rational=True), int(values["k"]), int(values["p"])
    if not link.is_polynomial(z):
        return {"member": Answer(False, detail="it is no polynomial")}
    return {"member": Answer(in_class(link, low, high), detail="by its exact Hermite coefficients")}


tools = (
    Decided(
        id="icl_single_index.membership",
        says="Whether a link has a degree of at most p and no Hermite coefficient of the degrees 1 to k − 1",
        takes=(sigma, k, p),
        gives=(Quantity("member", "of F^{k,p}"),),
        answer=member,
        example={"σ": "z^4 - 6*z^2 + 3", "k": 3, "p": 4},
        when=(k <= 30, p <= 30),
    ),
    Tool(
        id="icl_single_index.floor",
        says="The least risk of a predictor that does not look at its prompt, for h_k(⟨x, θ⟩) and θ on the sphere of r dimensions",
        gives=(
            Definition(
                "floor", "1 − E⟨θ,θ'⟩^k, θ and θ' independent", 1 - (1 + (-1) ** degree) / 2 * sphere_moment(degree / 2, r)
            ),
        ),
        example={"k": 6, "r": 4},
    ),
)
