"""The sums Σ 1/(1 + κj^α) and Σ min{τ, j^-α} over all j: decreasing summands against their integrals.

N₁ = Σ 1/(1 + κj^α) lies between C κ^(-1/α) - 1 and C κ^(-1/α), C = (π/α)/sin(π/α), and Σ min{τ, j^-α} between α/(α-1) τ^(1-1/α) - τ and
α/(α-1) τ^(1-1/α), τ <= 1. For α >= 3/2: nearer to 1 the first sum would have to go on beyond 10^30.
"""

from lemmata import *
from lemmata.theory.linear_net.conclusion_rate import C, alpha, endless, minima, power, source

tau, z = Symbol("τ", "a level", Positive), Symbol("z", "any effective penalty", Positive)

claim = Claim(
    "linear_net.power_law_sums",
    source=source("Conclusion"),
    domain=Domain((alpha >= Rational(3, 2), tau <= 1), core=(alpha >= 1.9, alpha <= 4, tau >= 1e-6, z >= 1e-6, z <= 10)),
    parts={
        "upper": Part(
            Inequality(z * endless.seen(z), C * z**power),
            says="At any effective penalty κ, κN₁ = Σ κ/(1 + κj^α) is at most Cκ^(1−1/α), C = (π/α)/sin(π/α)",
            wrong={"constant_of_the_noise": {"right": z**power}},
        ),
        "lower": Part(
            Inequality(C * z**power - z * endless.seen(z), z),
            says="and falls short of that by at most κ",
            wrong={"constant_of_the_minima": {"left": z**power / power - z * endless.seen(z)}},
        ),
        "minima_upper": Part(
            Inequality(minima(tau, alpha), tau**power / power),
            says="Σ min{τ, j^−α} is at most α/(α−1) τ^(1−1/α)",
            wrong={"minima_constant": {"right": C * tau**power}},
        ),
        "minima_lower": Part(
            Inequality(tau**power / power - tau, minima(tau, alpha)), says="and at least α/(α−1) τ^(1−1/α) − τ"
        ),
    },
)
