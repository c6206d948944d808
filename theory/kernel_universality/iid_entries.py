"""Kernel matrices of vectors with independent entries: how far S = d^(-1/2) Σ ξ_kξ'_k is from normal, and signs in place of the sphere.

With g and q the third and fourth moment of ξ, E h_3(S) = g²/√(6d) and E h_4(S) = (q² - 3)/(d√24): the kernel sees the law of the entries
at the orders d^(-1/2) and 1/d. For signs the walks of kernel_spectrum.moments hold with the orthonormal polynomials of Krawtchouk and
N_k = C(d, k): there f = a h_2 + b h_3 has c_1 = -2b/(d√6), c_2 = a√((d-1)/d), c_3 = b√((d-1)(d-2))/d, and with n = κd² the moments have the
limits of points on the sphere. That the whole law has this limit for all entries with finite moments is the theorem of the paper; judged
are these moments. Skewed entries leak from a degree into that below: E S h_2(S) = g²/√(2d) and √d E h_2(S)h_3(S) → √3 g², so that the coefficient of degree 1 has
μ_2g²/√(2d) more and that of degree 2 √3 μ_3g²/√d. The spectra of kernel
matrices with other entries are not drawn: at feasible sizes single eigenvalues, which no limit law sees, dominate the means of its resolvent.
"""

from lemmata import *
from lemmata.theory.kernel_spectrum import moments
from lemmata.theory.kernel_spectrum.notation import a, b, f, z
from lemmata.theory.kernel_universality.notation import d, kappa, n, source

j = Symbol("j", "number of signs that agree", Counts)
rare = (Sampled(name, Bernoulli(Rational(1, 5)), d) for name in ("x", "x'"))
skewed = dot(*(Entrywise(Lambda(z, (5 * z - 1) / 2), column) for column in rare)) / sqrt(d)  # g = 3/2
# the product of two entries 2 and -1/2 is 4, -1 or 1/4, with probabilities 1/25, 8/25, 16/25
large, small = Index("i"), Index("l")
third_moment, fifth_moment = Rational(3, 2), Rational(51, 8)
share = (
    binomial(d, large)
    * binomial(d - large, small)
    * Rational(8) ** small
    * Rational(16) ** (d - large - small)
    / Rational(25) ** d
)


def skewed_mean(f, scale=1):
    """E f(S) over the numbers of products 4 and -1."""
    at = scale * (4 * large - small + (d - large - small) / 4) / sqrt(d)
    return Sum(Sum(share * f(at), (small, 0, d - large)), (large, 0, d))


between = (fifth_moment**2 + (6 * d - 10) * third_moment**2) / (sqrt(12) * d ** Rational(3, 2))
signs = Sum(binomial(d, j) / 2**d * h(4, (2 * j - d) / sqrt(d)), (j, 0, d))  # E h_4(S) for signs
X = Sampled("X", Rademacher(), n, d)
K = Definition(
    "K", "kernel matrix of signs, its diagonal left out", offdiag(Entrywise(Lambda(z, f), X * X.T / sqrt(d))) / sqrt(n)
)
c1, c2, c3 = -2 * b / (d * sqrt(6)), a * sqrt((d - 1) / d), b * sqrt((d - 1) * (d - 2)) / d
HARMONICS = ((c1, d), (c2, d * (d - 1) / 2), (c3, d * (d - 1) * (d - 2) / 6))
second = (n - 1) * sum(c**2 for c, _ in HARMONICS) / n
third = (n - 1) * (n - 2) * moments.walks(3, HARMONICS) / (n * sqrt(n))
far = Ladder(d, (100, 300, 1000, 3000, 10000, 30000), quick=(100, 1000, 10000, 100000), sizes={n: kappa * d**2})
SLOW = (1 / sqrt(d), 1 / d, d ** (-2))


claim = Claim(
    "kernel_universality.iid_entries",
    source=source(),
    domain=Domain(d >= 2, core=(n >= 4, n <= 8, d >= 6, d <= 10, a >= 0.4, a <= 1, b >= 0.4, b <= 1, kappa >= 0.5, kappa <= 2)),
    parts={
        "main": Part(
            Limit(third, a**3 * sqrt(2 * kappa), ladder=far, expansion=SLOW),
            says="With n = κd² the third spectral moment of the kernel matrix of signs tends to a³√(2κ), as on the sphere",
            wrong={
                "without_factorial": {"value": a**3 * sqrt(kappa)},
                "next_degree": {"value": b**3 * sqrt(2 * kappa)},
                "semicircle_alone": {"value": a**3},
            },
        ),
        "second_limit": Part(
            Limit(second, a**2 + b**2, ladder=far, expansion=SLOW),
            says="and the second to a² + b², without a term of the fourth moment of the entries",
            wrong={"with_kurtosis": {"value": a**2 + b**2 - 2}, "tail_alone": {"value": b**2}},
        ),
        "third": Part(
            Identity(Mean(Trace(K * K * K)) / n, third, scale=second),
            says="At every size the third moment for signs is (n−1)(n−2)n^(−3/2) Σ c_k³ N_k^(−1/2) with N_k = C(d, k)",
            wrong={"leading_degree_alone": {"right": third.subs(b, 0)}},
        ),
        "second": Part(
            Identity(Mean(Trace(K * K)) / n, second),
            says="and the second (1 − 1/n)(c_1² + c_2² + c_3²)",
            wrong={"with_diagonal": {"right": second * n / (n - 1)}, "hermite": {"right": (n - 1) * (a**2 + b**2) / n}},
        ),
        "skew": Part(
            Identity(Mean(h(3, skewed)), Rational(9, 4) / sqrt(6 * d), scale=1),
            says="Skewed entries leak: E h_3(S) = g²/√(6d), for entries 2 and −1/2 with probabilities 1/5 and 4/5 (g = 3/2)",
            wrong={"g_for_its_square": {"right": Rational(3, 2) / sqrt(6 * d)}},
        ),
        "leak": Part(
            Identity(skewed_mean(lambda t: t * h(2, t)), third_moment**2 / sqrt(2 * d)),
            says="so E S h_2(S) = g²/√(2d) leaks from degree 2 into degree 1, by the law of the number of products 4, −1 and 1/4",
            wrong={
                "g_for_its_square": {"right": third_moment / sqrt(2 * d)},
                "other_variance": {"left": skewed_mean(lambda t: t * h(2, t), Rational(11, 10))},
            },
        ),
        "next_leak": Part(
            Identity(skewed_mean(lambda t: h(2, t) * h(3, t)), between),
            says="and E h_2(S)h_3(S) = (p² + (6d − 10)g²)/(√12 d^(3/2)) from degree 3 into degree 2, p the fifth moment of an entry",
            wrong={"leading": {"right": sqrt(3) * third_moment**2 / sqrt(d)}},
        ),
        "leading_leak": Part(
            Limit(
                between * sqrt(d),
                sqrt(3) * third_moment**2,
                ladder=Ladder(d, (10**3, 10**4, 10**5, 10**6, 10**7)),
                expansion=(1 / d, d**-2),
            ),
            says="√d times which tends to √3 g²",
            wrong={"fourth_moment": {"value": sqrt(3) * Rational(13, 4)}, "first": {"value": third_moment**2 / sqrt(2)}},
        ),
        "signs": Part(
            Identity(signs, -2 / (d * sqrt(24))),
            says="E h_4(S) = (q² − 3)/(d√24), for signs (q = 1), by the binomial law of the number of signs that agree",
            wrong={"normal_entries": {"right": 6 / (d * sqrt(24))}, "double": {"right": -8 / (d * sqrt(24))}},
        ),
    },
    uses=("kernel_spectrum.moments", "sphere.gegenbauer"),
)
