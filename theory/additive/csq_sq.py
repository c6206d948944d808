"""Sizes behind n ≳ Md^(k/2) for correlational queries and n ≳ (Md)^ρ for statistical ones.

Correlational: the single-task parts M^(-1/2)h_k(<x, θ>) have correlations <θ, θ'>^k/M, of root mean square
√((2k-1)!!/(d(d+2)...(d+2k-2)))/M ≍ M^(-1)d^(-k/2); a tolerance τ² at that level is n = τ^-2 ≍ Md^(k/2): M single-index problems.
Statistical: with an (I, K)-superorthogonal link g the query φ(y), y = M^(-1/2)(g(z_1) + S), sees z_1 through He_{K+1} and beyond, or at order
M^(-(I+1)/2) (additive.blind_query): n ≳ min(d^((K+1)/2), M^(I+1)), which is at least (Md)^ρ at M = d^γ once I + 1 >= ρ(1+γ)/γ and K + 1 >= 2ρ(1+γ). At γ = 0 nothing
of this holds: polynomial links cost d. The lower bounds themselves rest on τ = n^(-1/2) and on a supremum over queries, which are
quoted. That superorthogonal polynomials exist for every (I, K) belongs to their family.
"""

from sympy import ceiling

from lemmata import *
from lemmata.theory.additive.notation import d, gamma, k, rho, source

size = Symbol("D", "dimension, of ladders", Naturals)
more, beyond = Symbol("i", "how much I exceeds what is needed", Counts), Symbol("j", "how much K exceeds it", Counts)
i = Index("l")
theta, other = Sampled("θ", Sphere(1), d), Sampled("θ'", Sphere(1), d)
root_mean_square = sqrt(Product((2 * i - 1) / (size + 2 * i - 2), (i, 1, k)))
queries = size**gamma / root_mean_square
odd = sqrt(Product(2 * i - 1, (i, 1, k)))  # √((2k-1)!!)
needed = rho * (1 + gamma)
I, K = more + ceiling(needed / gamma) - 1, beyond + ceiling(2 * needed) - 1
short, low = ceiling(rho) - 1, ceiling(needed) - 1


def moment(order, value):
    power = Mean(dot(theta, other) ** (2 * order))
    return Part(
        Identity(power, value),
        proof="mean",
        says=f"The mean of the overlap of two random directions to the power {2 * order} is {value}",
    )


along_d = Ladder(size, (10**3, 10**4, 10**5, 10**6))

claim = Claim(
    "additive.csq_sq",
    source=source("Theorem ([OSSW24] CSQ Lower Bound) and Theorem ([OSSW24] SQ Lower Bound)"),
    domain=Domain(
        gamma <= Rational(1, 2), core=(k <= 6, gamma >= 0.05, rho >= 0.5, rho <= 6, d >= 3, d <= 10, more <= 2, beyond <= 2)
    ),
    parts={
        "main": Part(
            Order(
                queries,
                size ** (gamma + k / 2),
                ladder=along_d,
                constants=(Rational(9, 10) / odd, Rational(11, 10) * (1 + (k - 1) / 500) ** (k / 2) / odd),
                expansion=(1 / size, size**-2),
            ),
            says="The inverse root mean square of the correlations of single-task parts is of the order of Md^(k/2), at M = d^γ, with "
            "constants: for d ≥ 1000 between 0.9 and 1.1(1 + (k−1)/500)^(k/2) times Md^(k/2)/√((2k−1)!!)",
            wrong={
                "tasks_squared": {"scale": size ** (2 * gamma + k / 2)},
                "no_tasks": {"scale": size ** (k / 2)},
                "without_double_factorial": {"constants": (1, (1 + (k - 1) / 500) ** (k / 2))},
            },
        ),
        "overlap_2": moment(1, 1 / d),
        "overlap_4": moment(2, 3 / (d * (d + 2))),
        "statistical": Part(
            Inequality(needed, gamma * (I + 1)),
            says="For I + 1 ≥ ρ(1+γ)/γ, M^(I+1) is at least (Md)^ρ at M = d^γ, as exponents of d",
            wrong={"gamma_zero": {"left": rho, "right": 0}, "orders_rho": {"right": gamma * (short + 1)}},
        ),
        "statistical_degree": Part(
            Inequality(needed, (K + 1) / 2),
            says="For K + 1 ≥ 2ρ(1+γ), so is d^((K+1)/2)",
            wrong={"degree_rho": {"right": (low + 1) / 2}},
        ),
    },
)
