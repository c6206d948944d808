"""One gradient step moves a neuron along P_S w, up to a component along w itself that is O(√(r/d)) of it.

For Γ = diag(γ_j) the correlation part of the population loss of neuron j is −2γ_j E_θ F_θ(w_j) for every prompt length, as the
context mean is linear and independent of the query, with F_θ(w) = E_x[relu(⟨w,x⟩+b) h_k(⟨θ,x⟩)]² = β_k(|w|,b)² ⟨w/|w|,θ⟩^{2k}. Over θ its
mean is β_k² C_k |P_S w|^{2k}/|w|^{2k}, C_k = (2k−1)!!/(r(r+2)⋯(r+2k−2)), and at |w| = 1 its gradient is C_k p^{2k−2}
[2kβ² P_S w + 2(ββ' − kβ²)p² w], p = |P_S w|, β' = ∂β_k/∂|w|. For k = 2 the second bracket is 2β²(b² − 1), which vanishes at b = ±1
only. One neuron gives one direction of S, so N ≥ r of them are needed.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl_single_index.notation import B, d, k, r, source, sphere_moment, theta

z = sp.Symbol("z", real=True)
b, s = Symbol("b", "bias of the neuron", Reals), Symbol("s", "length of the weights", Positive)
w, u = (
    Array(name, meaning, d, kind=UnitVector) for name, meaning in (("w", "weights of a neuron"), ("u", "direction of a task"))
)
v = Array("v", "direction of the derivative", d, kind=Kind("general", ("generic",)))
free, x = Array("ω", "weights of any length", d), Sampled("x", Normal(), d)
Z, zeta = Sampled("Z", Normal()), Sampled("ζ", Normal())
moment, square, rho = sphere_moment(k, r), sq(B * w), dot(w, u)


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


def one_task(degree: int) -> Part:
    """The coefficient for one task, proved: the two inner products as normal numbers."""
    mean = Mean(Maximum(0, dot(w, x) + b) * h(degree, dot(u, x)).doit())
    closed = at_degree(beta * rho**k, degree)

    def proof(kernel: Any) -> Any:
        made = kernel.joint_law(mean, {dot(w, x): Z, dot(u, x): rho * Z + sqrt(1 - rho**2) * zeta})
        return kernel.to(kernel.le(made, kernel.mean(made.right)), closed)

    return Part(
        Identity(mean, closed, scale=Rational(1, 2)),
        when=(1 - rho**2 >= 0,),
        says=f"because E[relu(⟨w,x⟩ + b) h_{degree}(⟨θ,x⟩)] = β_{degree} ⟨w,θ⟩^{degree} for inputs in R^d",
        proof=proof,
        wrong={"without_overlap": {"right": at_degree(beta, degree)}} if degree == 2 else {},
    )


slope = Mean(Slope(energy, free, along=v, at=w))
size = moment * beta**2 * norm(v)
double_factorial = 2**k * gamma(k + Rational(1, 2)) / sqrt(pi)
share = r / d
pull = k + (stretch / beta - k) * share
alignment = pull / sqrt(pull**2 + (pull - k) ** 2 * (1 - share) / share)
radial, twice = at_degree(2 * (beta * stretch - k * beta**2), 2), at_degree(2 * beta**2, 2) * (b**2 - 1)

claim = Claim(
    "icl_single_index.phase1_direction",
    source=source("Gradient-based Training of Transformer / Ingredient I"),
    domain=Domain(k >= 2, r <= d, core=(k <= 3, r >= 2, r <= 3, d >= r + 2, d <= 8, b >= 0.2, b <= 0.8, s >= 0.5, s <= 2)),
    parts={
        "main": Part(
            Identity(slope, gradient(), scale=size),
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
        "one_task_2": one_task(2),
        "one_task_3": one_task(3),
        "correlation": Part(
            Identity(Mean(beta**2 * dot(w, theta) ** (2 * k)), moment * beta**2 * square**k, scale=moment * beta**2),
            says="whose mean square over the tasks is C_k β_k² |P_S w|²ᵏ",
            wrong={"moment_power": {"right": double_factorial / r**k * beta**2 * square**k}},
        ),
        "coefficient": Part(
            Identity(GaussMean(Maximum(0, s * z + b) * h(k, z), z), coefficient(s), scale=s),
            says="with the coefficient β_k(s, b) = s He_{k−2}(−b/s) φ(b/s)/√k! of relu(sz + b)",
            wrong={"unit_length": {"right": beta}},
        ),
        "second_degree": Part(
            Identity(radial, twice),
            says="For k = 2 the part along w has the factor 2β²(b² − 1): it vanishes at b = ±1 only",
            proof="normal",
        ),
        "alignment": Part(
            Limit(alignment, 1, ladder=Ladder(d, (50, 200, 800, 3200, 12800)), expansion=(1 / d, 1 / d**2)),
            says="At |P_S w|² = r/d the share of the gradient that lies in S tends to 1 with d",
        ),
    },
    notes="What a finite number of prompts does is part of icl_single_index.algorithm2_end_to_end.",
    uses=("icl_single_index.algorithm2", "icl_single_index.function_class"),
)
