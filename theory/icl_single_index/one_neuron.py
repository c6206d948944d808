"""What a ReLU neuron sees of a link h_k on Gaussian inputs: E[relu(⟨w,x⟩ + b) h_k(⟨θ,x⟩)] = β_k(|w|, b) ⟨w/|w|, θ⟩^k.

The two inner products are normal numbers of covariance ⟨w,θ⟩, and β_k(s, b) = s He_{k−2}(−b/s) φ(b/s)/√k! is the Hermite coefficient of
relu(sz + b). Over the tasks, θ uniform on the unit sphere of S, ⟨w,θ⟩^{2k} has the mean C_k |P_S w|^{2k}.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl_single_index.notation import d, k, r, source, theta
from lemmata.theory.icl_single_index.phase1_direction import (
    at_degree,
    b,
    beta,
    coefficient,
    double_factorial,
    moment,
    square,
    w,
)

z, s = sp.Symbol("z", real=True), Symbol("s", "length of the weights", Positive)
u, x = Array("u", "direction of a task", d, kind=UnitVector), Sampled("x", Normal(), d)
Z, zeta = Sampled("Z", Normal()), Sampled("ζ", Normal())
rho = dot(w, u)


def one_task(degree: int) -> Part:
    """The mean for one degree, proved: the two inner products as normal numbers."""
    mean = Mean(Maximum(0, dot(w, x) + b) * h(degree, dot(u, x)).doit())
    closed = at_degree(beta * rho**k, degree)

    def proof(kernel: Any) -> Any:
        made = kernel.joint_law(mean, {dot(w, x): Z, dot(u, x): rho * Z + sqrt(1 - rho**2) * zeta})
        return kernel.to(kernel.le(made, kernel.mean(made.right)), closed)

    return Part(
        Identity(mean, closed, scale=Rational(1, 2)),
        when=(1 - rho**2 >= 0,),
        says=f"E[relu(⟨w,x⟩ + b) h_{degree}(⟨θ,x⟩)] = β_{degree} ⟨w,θ⟩^{degree} for inputs in R^d",
        proof=proof,
        wrong={"without_overlap": {"right": at_degree(beta, degree)}} if degree == 2 else {},
    )


claim = Claim(
    "icl_single_index.one_neuron",
    source=source("Gradient-based Training of Transformer / Ingredient I"),
    domain=Domain(k >= 2, r <= d, core=(k <= 3, r >= 2, r <= 3, d >= r + 2, d <= 8, b >= 0.2, b <= 0.8, s >= 0.5, s <= 2)),
    parts={
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
    },
    uses=("icl_single_index.phase1_direction", "hermite.relu_coefficients"),
)
