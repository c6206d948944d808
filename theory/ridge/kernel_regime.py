"""The kernel regime: eigenvalues j^-a, a > 1, d = ∞. Without a penalty the noise stays, with one the risk vanishes.

At λ = 0: κ ~ (C/n)^a with C = (π/a)/sin(π/a), the integral of 1/(1 + t^a), γ -> 1 - 1/a and Var -> σ²(a - 1); by Euler
and Maclaurin Var = σ²(2na/(2n + 1) - 1) + O(n^(-1-a)), and for a = 2, where the sums are closed, σ²(2n - 1)/(2n + 1) up to
e^(-4n). As β_j² l_j κ²/(l_j + κ)² <= κ β_j²/4, the bias is at most κ|β|²/(4(1 - γ)), with equality for a target at the
eigenvalue κ. The least value over λ of that bound plus the variance is ~ (a+1)/4 (4σ²C_a/(an))^(a/(a+1)), C_a = (1 - 1/a)C,
with -σ²/(2n) as next term. The slide says that fast decay does not generalise at λ = 0 and that a > 1 is the easy regime.
"""

import math

from lemmata import *
from lemmata.theory.ridge.notation import N, designs, kappa, level, n, power_law, s2, source

a = Symbol("a", "decay of the spectrum", Positive)
endless = power_law(a, lambda p: p.n * math.exp(min(37 / (p.a - 1), 150)), levels=2600)  # beyond is below 1e-15 for a >= 5/4
C = pi / a / sin(pi / a)
Ca = (1 - 1 / a) * C
k = Definition("κ", "effective penalty at λ = 0", endless.effective(0, ((n + 1) ** -a, (C / n) ** a)))
variance = endless.spread(k, 0)

# the bound at the penalty that makes κ: its slope in κ vanishes at one place
l = endless.eigenvalue
slope = (1 - endless.squares(kappa)) / 4 - 2 * (s2 + kappa / 4) * endless.over(l**2 / (l + kappa) ** 3) / n
tuned = Definition("κ*", "effective penalty at which the bound is least", Root(kappa, slope, inside=((C / n) ** a, 1)))
gamma = endless.squares(tuned)
least = Definition("R*", "least bound over the penalty", (tuned / 4 + s2 * gamma) / (1 - gamma))
best = (a + 1) / 4 * (4 * s2 * Ca / (a * n)) ** (a / (a + 1))

near = Ladder(n, (10, 30, 100, 300, 1000), quick=(10, 30, 100, 300))
far = Ladder(n, (10**5, 10**6, 10**7, 10**8, 10**9), quick=(10**5, 10**6, 10**7, 10**8))
middle = Ladder(n, (10**3, 10**4, 10**5, 10**6, 10**7), quick=(10**3, 10**4, 10**5, 10**6))
EXACT, HALVES = (1 / n, n**-2), (1 / n, n ** -Rational(5, 4), n ** -Rational(3, 2), n**-2)
drawn = Mean(designs(n=N, d=50 * N, a=a, **{"λ": 0})["variance"])
there = 2 * N * a / (2 * N + 1) - 1

claim = Claim(
    "ridge.kernel_regime",
    source=source("Fast decay does not generalize when lambda=0: Kernel regime", "bartlett2019"),
    domain=Domain(
        (a > 1, a <= 4, n >= 10, s2 >= 0.01, s2 <= 100),
        core=(a >= 1.25, a <= 4, n >= 20, n <= 1000, s2 >= 0.1, s2 <= 10, level >= 1e-6, level <= 10, N >= 20, N <= 48),
    ),
    parts={
        "main": Part(
            Limit(variance, a - 1, ladder=near, expansion=EXACT),
            says="For eigenvalues j^−a, a > 1, and λ = 0 the deterministic equivalent of the variance tends to σ²(a − 1)",
            wrong={
                "limit_a": {"value": a},
                "limit_gamma": {"value": 1 - 1 / a},
                "reciprocal": {"value": 1 / (a - 1)},
                "vanishes": {"value": 0},
            },
        ),
        "next_order": Part(
            Limit(n * (variance - (a - 1)), -a / 2, ladder=middle, expansion=HALVES),
            says="It lacks σ²a/(2n) of that, to the first order",
        ),
        "a_is_2": Part(
            Identity(variance, (2 * n - 1) / (2 * n + 1)),
            when=Eq(a, 2),
            says="For a = 2 it is σ²(2n − 1)/(2n + 1), up to e^(−4n)",
        ),
        "kappa": Part(
            Limit(k * (n / C) ** a, 1, ladder=near, expansion=EXACT),
            says="The effective penalty is (C/n)^a in the limit, with C = (π/a)/sin(π/a)",
        ),
        "bias": endless.worst(),
        "tuned": Part(
            Limit((least + s2 / (2 * n)) / best, 1, ladder=far),
            says="The least value over the penalty of that bound plus the variance is (a+1)/4 (4σ²C_a/(an))^(a/(a+1)) − σ²/(2n) in the limit, to a share that vanishes",
            wrong={
                "constant_1.1": {"value": Rational(11, 10)},
                "constant_of_the_noise_alone": {"quantity": (least + s2 / (2 * n)) / (4 * a * best / (a + 1) ** 2)},
            },
        ),
        "tuned_rate": Part(
            Rate(least + s2 / (2 * n), -a / (a + 1), ladder=far),
            says="So with the best penalty that bound, its next term −σ²/(2n) taken off, falls like n^(−a/(a+1))",
            wrong={"rate_parametric": {"exponent": -1}, "rate_a-1": {"exponent": -(a - 1) / a}},
        ),
        "simulated": Part(
            Within(drawn, Rational(24, 25) * there, Rational(27, 25) * there),
            when=(a >= 2, N >= 20, N <= 48),
            says="On drawn designs with d = 50n the mean variance is within 8 % of that with its first correction, for a ≥ 2",
            wrong={"simulated_a": {"low": Rational(24, 25) * a, "high": Rational(27, 25) * a}},
        ),
    },
    procedures=(designs,),
    uses=("ridge.det_equiv",),
    notes="d = ∞ is d = n e^(37/(a−1)), or n e¹⁵⁰ if that is less, by multiplicities.",
)
