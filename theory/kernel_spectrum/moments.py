"""The first spectral moments of an inner-product kernel matrix on the sphere, exactly at every size, and their limits.

By the addition theorem E[q_k(√d<x, x'>) q_l(√d<x', x''>) | x, x''] = δ_kl N_k^(-1/2) q_k(√d<x, x''>), so a closed walk over
r different points contributes Σ_k c_k^r N_k^(1 - r/2); walks that return earlier split, as the inner products with one point
are independent. With n = κ d² the limits are those of a Marchenko-Pastur law of ratio φ = 2! κ plus a semicircle.
"""

from sympy import Poly, expand

from lemmata import *
from lemmata.theory.kernel_spectrum.notation import HARMONICS, K, a, b, d, f, kappa, moment, n, source, z


def power(k: int):
    """E f(t)^k, a polynomial of moments."""
    terms = Poly(expand(f**k), z).terms()
    return sum(c * moment(p) for (p,), c in terms)


def walks(r: int, coefficients=HARMONICS):
    """What a closed walk over r different points contributes."""
    return sum(c**r * N / sqrt(N) ** r for c, N in coefficients)


energy = sum(c**2 for c, _ in HARMONICS)
second = (n - 1) * energy / n
third = (n - 1) * (n - 2) * walks(3) / (n * sqrt(n))
fourth = (n - 1) * ((n - 2) * (n - 3) * walks(4) + 2 * (n - 2) * energy**2 + power(4)) / n**2
FAR = Ladder(d, (100, 300, 1000, 3000, 10000, 30000), sizes={n: kappa * d**2})
SLOW = (1 / sqrt(d), 1 / d, d ** (-2))
total, phi = a**2 + b**2, 2 * kappa

claim = Claim(
    "kernel_spectrum.moments",
    source=source(),
    domain=Domain(d >= 2, core=(n >= 3, n <= 10, d >= 3, d <= 7, a >= 0.4, a <= 1, b >= 0.4, b <= 1, kappa >= 0.5, kappa <= 2)),
    parts={
        "second": Part(
            Identity(Mean(Trace(K * K)) / n, second),
            says="The mean second spectral moment is (1 − 1/n)(c₁² + c₂² + c₃²)",
            wrong={"with_diagonal": {"right": energy}, "hermite": {"right": (n - 1) * total / n}},
        ),
        "third": Part(
            Identity(Mean(Trace(K * K * K)) / n, third, scale=second),
            says="The mean third spectral moment is (n − 1)(n − 2) n^(−3/2) Σ c_k³ N_k^(−1/2)",
            wrong={
                "leading_degree_only": {"right": third.subs(b, 0)},
                "walks_of_length_two": {"right": (n - 1) * (n - 2) * energy / (n * sqrt(n))},
            },
        ),
        "fourth": Part(
            Identity(Mean(Trace(K * K * K * K)) / n, fourth),
            says="The mean fourth spectral moment adds walks of 4, 3 and 2 points: Σ c_k⁴/N_k, twice (Σ c_k²)² and E f⁴",
            wrong={
                "no_repeated_pair": {"right": fourth - (n - 1) * power(4) / n**2},
                "one_way_back": {"right": fourth - (n - 1) * (n - 2) * energy**2 / n**2},
            },
        ),
        "second_limit": Part(
            Limit(second, total, ladder=FAR, expansion=SLOW),
            says="As n = κ d² grows the second moment tends to a² + b²",
            wrong={"leading_only": {"value": a**2}, "tail_only": {"value": b**2}},
        ),
        "third_limit": Part(
            Limit(third, a**3 * sqrt(phi), ladder=FAR, expansion=SLOW),
            says="As n = κ d² grows the third moment tends to a³ √(2! κ): only the second degree skews the law",
            wrong={
                "without_factorial": {"value": a**3 * sqrt(kappa)},
                "swapped": {"value": b**3 * sqrt(phi)},
                "semicircle_alone": {"value": a**3},
            },
        ),
        "fourth_limit": Part(
            Limit(fourth, 2 * total**2 + a**4 * phi, ladder=FAR, expansion=SLOW),
            says="As n = κ d² grows the fourth moment tends to 2(a² + b²)² + 2! κ a⁴",
            wrong={
                "without_factorial": {"value": 2 * total**2 + a**4 * kappa},
                "semicircle": {"value": 2 * total**2},
                "swapped": {"value": 2 * total**2 + b**4 * phi},
            },
        ),
    },
)
