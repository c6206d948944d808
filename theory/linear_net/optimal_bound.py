"""The optimal risk bound holds with t = 1 and constant 1, in expectation, without a technical condition.

E min_W R(W) - σ² <= E_X Σ_i min{(σ'² - σ²)/n, μ̂_i} <= Σ_j min{(σ'² - σ²)/n, μ_j} for σ'² >= σ², μ̂ the eigenvalues of
Z diag(μ) Z'/n and μ = tu: the mean of a minimum is at most the minimum of the mean, and A -> Tr min(A, τ) is concave, a minimum of the
linear functions Tr[(I - P)A + τP] over 0 <= P <= I. For t > 1 the print is false with any constant: at σ'² = tσ² its right
side is 0, while the left side becomes positive as the number of tasks grows. The constant 1 is attained: all μ_j large, many
tasks, and d <= n. Inputs and first layer are in the coordinates in which the inputs are white and the tasks have the second
moment diag(μ); the design has rank min(n, d). The least value over W is that of linear_net.mallows_inf, which no finite W attains.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.linear_net.notation import W, d, m, n, p, regularised, s2, s2p, source

t = Symbol("t", "strength of the signal", Positive)
u = Array("u", "spectrum of Σβ^½ΣΣβ^½ in units of the strength", d, kind=Spectrum, of=NonNegative)
i, j, x = Index("i"), Index("j"), sp.Symbol("x", real=True)
root = Lambda(x, sqrt(Maximum(x, 0)))
Z, b = Sampled("Z", Normal(), n, d), Sampled("b", Normal(), d, m)
noise, G = Sampled("ε", Normal(s2), n, m), Sampled("G", Wishart(m), n, n)
labels = Z * sqrt(t) * SpectralFunction(root, diag(u)) * b + noise
second_moment = labels * labels.T / m
given = SpectralFunction(root, t * Z * diag(u) * Z.T + s2 * I(n))  # a root of the labels' covariance given the design
quick = given * G * given
least = Least(regularised(Z * W.T * W * Z.T, second_moment, s2p), W)
surplus = (s2p - s2) / n

onto = Lambda(x, Piecewise((1, x > Rational(1, 10**10)), (0, True)))  # what is not nought
seen = SpectralFunction(onto, Z * Z.T)  # the projector on the range of Z


def infimum(S):
    return (Sum(Minimum(s2p, eigenvalue(seen * S * seen, i)), (i, 1, n)) + Trace(S) - Trace(seen * S * seen)) / n


def total(level):
    return Sum(Minimum(level, t * u[j]), (j, 1, d))


T_AT_MOST_ONE = (
    "t must be at most 1 (the slide leaves it open): at σ'² = tσ² with t > 1 the right side is 0 and the left side "
    "is positive once there are many tasks; with t = 1 the constant is 1"
)
given_design = Sum(Minimum(surplus, eigenvalue(t * Z * diag(u) * Z.T / n, i)), (i, 1, n))
SMALL = {"n": 1, "d": 1, "m": 2, "p": 2, "λ": 1.0, "σ²": 1.0, "σ'²": 2.0}
claim = Claim(
    "linear_net.optimal_bound",
    source=source("Main result 2 / Theory (Optimal risk bound)"),
    domain=Domain(
        (s2p >= s2, p >= n),
        core=(
            (n >= 2, n <= 5, d <= 8, m <= 20, p <= n + 2, s2 >= 0.5, s2 <= 5),
            (s2p >= 1.5 * s2, s2p <= 2.5 * s2, n * t >= 0.7 * (s2p - s2), n * t <= 1.5 * (s2p - s2)),
        ),
    ),
    reductions=(
        Reduction(least, infimum(second_moment), small=SMALL, how="bound"),
        Reduction(infimum(second_moment), infimum(quick), small={"n": 3, "d": 4, "m": 6}, how="observables"),
    ),
    uses=("linear_net.mallows_inf",),
    parts={
        "main": Part(
            Inequality(Mean(least), s2 + total(surplus)),
            says="The mean of the least criterion exceeds σ² by at most Σ min{(σ'² − σ²)/n, μ_j}",
            printed=Print(right=s2, erratum=Erratum.condition_missing(T_AT_MOST_ONE)),
            wrong={
                "twice": {"right": s2 + total(Minimum(surplus, (s2p - 2 * s2) / n))},
                "n_squared": {"right": s2 + total(surplus / n)},
                "constant": {"right": s2 + Rational(9, 10) * total(surplus)},
            },
        ),
        "jensen": Part(
            Inequality(Mean(given_design), total(surplus)),
            says="Averaged over the design the sum of min{(σ'² − σ²)/n, μ̂_i} is at most that of min{(σ'² − σ²)/n, μ_j}",
        ),
        "design": Part(
            Inequality(Mean(least - given_design), s2),
            says="The mean of the least criterion is at most σ² plus the mean of Σ min{(σ'² − σ²)/n, μ̂_i}",
        ),
    },
)
