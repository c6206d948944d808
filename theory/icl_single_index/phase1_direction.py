"""One gradient step moves a neuron along P_S w, up to a component along w itself that is O(√(r/d)) of it.

For Γ = diag(γ_j) the correlation part of the population loss of neuron j is −2γ_j E_θ F_θ(w_j) for every prompt length, as the
context mean is linear and independent of the query, with F_θ(w) = E_x[relu(⟨w,x⟩+b) h_k(⟨θ,x⟩)]² = β_k(|w|,b)² ⟨w/|w|,θ⟩^{2k}. Over θ its
mean is β_k² C_k |P_S w|^{2k}/|w|^{2k}, C_k = (2k−1)!!/(r(r+2)⋯(r+2k−2)), and at |w| = 1 its gradient is C_k p^{2k−2}
[2kβ² P_S w + 2(ββ' − kβ²)p² w], p = |P_S w|, β' = ∂β_k/∂|w|. How large the part along w is: icl_single_index.radial_part; β_k in closed
form: icl_single_index.one_neuron. One neuron gives one direction of S, so N ≥ r of them are needed.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl_single_index.notation import B, d, k, r, source, sphere_moment, theta

b = Symbol("b", "bias of the neuron", Reals)
w = Array("w", "weights of a neuron", d, kind=UnitVector)
v = Array("v", "direction of the derivative", d, kind=Kind("general", ("generic",)))
free = Array("ω", "weights of any length", d)
moment, square = sphere_moment(k, r), sq(B * w)


def coefficient(length: Any) -> Any:
    """β_k, the coefficient of relu(length z + b) at h_k."""
    return length * He(k - 2, -b / length) * phi(b / length) / sqrt(factorial(k))


beta = coefficient(Integer(1))
stretch = (He(k, -b) + k * He(k - 2, -b)) * phi(b) / sqrt(factorial(k))
energy = (coefficient(norm(free)) * (dot(free, theta) / norm(free)) ** k) ** 2


def gradient(constant: Any = moment, power: Any = 2 * k - 2, along_w: Any = 1) -> Any:
    """The derivative along v: a part in S, and a part along w."""
    inside = 2 * k * beta**2 * dot(B * w, B * v)
    return constant * square ** (power / 2) * (inside + along_w * 2 * (beta * stretch - k * beta**2) * square * dot(w, v))


def at_degree(e: Any, degree: int) -> Any:
    return e.subs(k, degree).doit()


def descent(degree: int) -> Part:
    """The gradient for one degree, proved: differentiation, and the moments of a direction."""
    move = Slope(at_degree(energy, degree), free, along=v, at=w)
    constant = sp.factorial2(2 * degree - 1) / sp.Mul(*(r + 2 * i for i in range(degree)))
    closed = at_degree(gradient(constant), degree)

    def proof(kernel: Any) -> Any:
        made = kernel.average(kernel.derivative(move))
        made = kernel.le(made, kernel.mean(made.right))
        return kernel.to(kernel.rewrite(made, by=kernel.words(sq(w), Integer(1))), closed)

    wrong = at_degree(gradient(sp.factorial2(2 * degree - 1) / r**degree), degree)
    return Part(
        Identity(Mean(move), closed, scale=at_degree(constant * beta**2, degree) * norm(v)),
        when=(sq(w) > 0,),
        says=f"For k = {degree} so it is in every dimension",
        proof=proof,
        wrong={"moment_power": {"right": wrong}},
    )


double_factorial = 2**k * gamma(k + Rational(1, 2)) / sqrt(pi)

claim = Claim(
    "icl_single_index.phase1_direction",
    source=source("Gradient-based Training of Transformer / Ingredient I"),
    domain=Domain(k >= 2, r <= d, core=(k <= 3, r >= 2, r <= 3, d >= r + 2, d <= 8, b >= 0.2, b <= 0.8)),
    parts={
        "main": Part(
            Identity(Mean(Slope(energy, free, along=v, at=w)), gradient(), scale=moment * beta**2 * norm(v)),
            says="The gradient of the correlation is C p²ᵏ⁻² [2kβ² P_S w + 2(ββ' − kβ²) p² w]: along P_S w, up to a part along w",
            printed=Print(
                right=gradient(along_w=0),
                erratum=Erratum.condition_missing(
                    "the gradient lies in S + span(w): its component along w is O(√(r/d)) of the rest, absent only at special "
                    "biases (b = ±1 for k = 2), so the statement needs d ≫ r"
                ),
            ),
            wrong={
                "moment_steps": {"right": gradient(double_factorial * gamma(r) / gamma(r + k))},
                "moment_power": {"right": gradient(double_factorial / r**k)},
                "exponent": {"right": gradient(power=2 * k - 1)},
                "radial_half": {"right": gradient(along_w=Rational(1, 2))},
            },
        ),
        "degree_2": descent(2),
        "degree_3": descent(3),
    },
    notes="What a finite number of prompts does is part of icl_single_index.algorithm2_end_to_end.",
    uses=("icl_single_index.algorithm2", "icl_single_index.function_class"),
)
