"""The error of finitely many particles is of the order 1/N at every step, without accumulating.

In the Gaussian model, from particles that start as independent N(m_0, v_0 I), the excess of L^N/N over L of infinitely many
particles after the same number of steps is exactly (d/(2N))[(a + b)U_k − aV_k − λ_2 log(U_k/V_k)], with variances V_k of a
fluctuation and U_k of √N times the mean that do not depend on N. At k = 0 it is bdv_0/(2N); in the limit of small steps and long
times (λ_2 d/(2N)) log(1 + b/a). The slide's accumulated (α/λ_2)(1/N) is of this order in N.
"""

from lemmata import *
from lemmata.theory.mfld.notation import N, a, b, d, eta, lam, source

v = Symbol("v_0", "variance at the start", Positive)
k = Symbol("k", "number of steps", Counts)
m = Symbol("m", "distance of the mean from m_*, in all coordinates", Reals)
n = Symbol("n", "one over the step size", Naturals)


def variance(pull, step=eta, count=k):
    rest = lam / (pull * (1 - step * pull / 2))
    return rest + (1 - step * pull) ** (2 * count) * (v - rest)


V, U = variance(a), variance(a + b)


def per_particle(fluctuation, mean):
    """L^N/N − F(δ_{m_*}) with the two variances."""
    energy = a / 2 * d * ((N - 1) * fluctuation + mean) / N + b / 2 * d * mean / N + (a + b) / 2 * d * m**2
    return energy - lam * d / (2 * N) * ((N - 1) * log(2 * pi * fluctuation) + log(2 * pi * mean)) - lam * d / 2


infinite = a / 2 * d * V + (a + b) / 2 * d * m**2 - lam * d / 2 * log(2 * pi * V) - lam * d / 2
excess = d / (2 * N) * ((a + b) * U - a * V - lam * log(U / V))
rest = [lam / (pull * (1 - pull / (2 * n))) for pull in (a, a + b)]
settled = d / 2 * ((a + b) * rest[1] - a * rest[0] - lam * log(rest[1] / rest[0]))
far = Ladder(n, (10**3, 10**4, 10**5, 10**6, 10**7))
claim = Claim(
    "mfld.space_term_accumulates",
    source=source("Summary of our research / Convergence analysis"),
    domain=Domain(
        (eta * (a + b) < 1, a <= 5, b <= 20),
        core=(
            (a >= Rational(1, 2), a <= 2, b >= Rational(1, 10), b <= 4, lam >= 0.1, lam <= 2),
            (eta >= 0.01, eta <= 0.15, v >= 0.1, v <= 3, N >= 2, N <= 200, k <= 50, d <= 5, m >= -2, m <= 2, n >= 20),
        ),
    ),
    parts={
        "main": Part(
            Identity(per_particle(V, U) - infinite, excess, scale=d * (lam + (a + b) * v) / N),
            says="After k steps N Gaussian particles exceed infinitely many by (d/(2N))[(a+b)U_k − aV_k − λ_2 log(U_k/V_k)]",
            wrong={
                "root_of_n": {"right": excess * N ** Rational(1, 2)},
                "without_entropy": {"right": d / (2 * N) * ((a + b) * U - a * V)},
            },
        ),
        "start": Part(
            Identity(excess.subs(k, 0), b * d * v / (2 * N)),
            says="At the start that is bdv_0/(2N)",
            wrong={"stationary": {"right": lam * d / (2 * N) * log(1 + b / a)}},
        ),
        "stationary": Part(
            Limit(settled, lam * d / 2 * log(1 + b / a), ladder=far, expansion=(1 / n, n**-2, n**-3)),
            says="At rest, N times it tends to (λ_2 d/2) log(1 + b/a) as the step size 1/n → 0",
            wrong={"first_order": {"value": lam * d / 2 * b / a}},
        ),
    },
    uses=("mfld.gaussian_oracle",),
)
