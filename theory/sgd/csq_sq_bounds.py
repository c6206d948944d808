"""Correlations of single-index targets have the order d^{−k/2}, on which CSQ n ≳ d^{k/2} and SQ n ≳ d rest.

For θ, θ' uniform on the sphere E|⟨θ,θ'⟩|^k = Γ(d/2)Γ((k+1)/2)/(√π Γ((d+k)/2)), for even k (k−1)!!/(d(d+2)⋯(d+k−2)): the constant
eigenvalue of the kernel ⟨θ,θ'⟩^k = E[h_k(⟨x,θ⟩)h_k(⟨x,θ'⟩)] and the squared answer of the one normalised query E_θ f_θ, a function of |x|
that detects but does not locate. What a query can tell apart at such correlations is sgd.few_targets. The lower bounds for all
algorithms are theorems of the literature and are not judged.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.sgd.notation import Z, d, k, m, source, start_at, theta, x, zeta

half = Symbol("h", "half the power", Naturals)
i = sp.Symbol("i", integer=True, nonnegative=True)
first, second = Sampled("w", Sphere(1), d), Sampled("w′", Sphere(1), d)


def mean_power(order):
    """E|⟨θ,θ'⟩|^order."""
    return gamma(d / 2) * gamma((order + 1) / 2) / (sqrt(pi) * gamma((d + order) / 2))


double_factorial = Product(2 * i + 1, (i, 0, half - 1))
rising = Product(d + 2 * i, (i, 0, half - 1))
normal_moment = mean_power(k) * gamma((d + k) / 2) / gamma(d / 2) * (d / 2) ** (-k / 2)
ladder = Ladder(d, (16, 32, 64, 128, 256), quick=(16, 32, 64, 128))


def pairwise(order):
    """E[He(z)He(u)] for standard normals of covariance m."""
    mean = Mean(He(order, Z).doit() * He(order, m * Z + sqrt(1 - m**2) * zeta).doit())
    value = factorial(order) * m**order
    return Part(
        Identity(mean, value, scale=factorial(order)),
        says=f"E[He_{order}(z)He_{order}(u)] = {order}! m^{order} for standard normals of covariance m",
        proof="mean",
        wrong={"power": {"right": value / m}},
    )


claim = Claim(
    "sgd.csq_sq_bounds",
    source=source("Statistical Query Lower Bounds", "damian2024"),
    domain=Domain((d >= 2, m > -1, m < 1), core=(k >= 3, k <= 5, d >= 4, d <= 12, half <= 4, m >= 0.1, m <= 0.9)),
    parts={
        "main": Part(
            Identity(Mean(Abs(dot(first, second)) ** k), mean_power(k)),
            says="For θ, θ' uniform on the sphere E|⟨θ,θ'⟩|^k = Γ(d/2)Γ((k+1)/2)/(√π Γ((d+k)/2))",
            wrong={"normal_moment": {"right": normal_moment}},
        ),
        "even": Part(
            Identity(mean_power(2 * half), double_factorial / rising),
            says="For the power 2h that is (2h−1)!!/(d(d+2)⋯(d+2h−2))",
            wrong={"without_steps": {"right": double_factorial / d**half}},
        ),
        "advantage": Part(
            Inequality(mean_power(2 * half), double_factorial * d ** (-half)),
            says="which is at most (2h−1)!! d^{−h}",
            wrong={"without_factorial": {"right": d ** (-half)}},
        ),
        "pairwise": Part(
            Identity(Mean(h(2, dot(theta, x)).doit() * h(2, dot(start_at(m), x)).doit()), m**2, scale=1),
            says="The targets h_2(⟨x,θ⟩) have the correlations ⟨θ,θ'⟩², in R^d",
            wrong={"power_1": {"right": m}},
        ),
        **{f"pairwise_{order}": pairwise(order) for order in (3, 4, 5)},
        "csq": Part(
            Rate(1 / mean_power(k), k / 2, ladder=ladder, expansion=(1 / d, d**-2)),
            says="1/E|⟨θ,θ'⟩|^k grows like d^{k/2}",
            wrong={"power_k": {"exponent": k}, "power_k-1": {"exponent": k - 1}},
        ),
        "sq": Part(Rate(1 / mean_power(Integer(2)), 1, ladder=ladder, expansion=(1 / d, d**-2)), says="and 1/E⟨θ,θ'⟩² like d"),
    },
    notes="Reference: E⟨θ,θ'⟩⁴ = 0.025 at d = 10.",
)
