"""At rest N particles are nearly independent: what couples them is of total size 1, so 1/N each.

In the Gaussian model p^(N) and the product of N optima μ_* differ in the mean mode alone: W_2² = d(√(λ_2/a) − √(λ_2/(a + b)))² in total,
KL(p^(N)|μ_*^N) = (d/2)[a/(a + b) − 1 + log((a + b)/a)] in total, a pair has the covariance (λ_2/N)(1/(a + b) − 1/a), and one particle is N(m_*,
(λ_2/a)(1 − x)I) with x = b/(N(a + b)), at the divergence (d/2)(−x − log(1 − x)), of the order N^{−2}. Euler's scheme is run for pairs; its step size
η has the covariance with λ_2/(a(1 − ηa/2)) for λ_2/a, and a + b for a. An interaction of the other sign, b < 0 < a + b, is solved by the same
formulas: with h = a/(a + b) a pair has the correlation (h − 1)/(N + h − 1), above 1/2 once a + b < a/(N + 1), and with h = 1 + κN one particle keeps
its divergence from μ_*: chaos fails as a + b → 0.
"""

from lemmata import *
from lemmata.theory.mfld.notation import N, X, a, b, d, eta, lam, ones, source, steps

precision = a * I(N) + b / N * ones * ones.T
divergence = d / 2 * (a * Trace(precision.inv()) - N + LogDet(precision) - N * log(a))
total = d / 2 * (a / (a + b) - 1 + log((a + b) / a))
x = b / (N * (a + b))
single = d / 2 * (-x - log(1 - x))
between = lam / N * (1 / (a + b) - 1 / a)
xi = Sampled("ξ", Normal(), N, d)


t = Symbol("t", "an eigenvalue", Positive)
widths = SpectralFunction(Lambda(t, 1 / sqrt(t)), precision) - I(N) / sqrt(
    a
)  # difference of the roots of both covariances, over √λ_2


def path(pull=b / N):
    """From the mean m_*, here 0."""
    return Iterate(X, X - eta * (a * X + pull * ones * ones.T * X) + sqrt(2 * eta * lam) * xi, 0 * X, steps, fresh=(xi,)).end


def coupling(end):
    """Summed over all pairs of different particles, per coordinate."""
    return (Mean(sq(end.T * ones)) - Mean(sq(end))) / d


def variance(pull):
    return lam / (pull * (1 - eta * pull / 2)) * (1 - (1 - eta * pull) ** (2 * steps))


found = coupling(path())
h, kept = Symbol("h", "a/(a + b), for b < 0", Positive), Symbol("κ", "(h − 1)/N", Positive)


def attracted(ratio):
    """The inverse precision where a + b is a over that ratio."""
    return (a * I(N) + a * (1 / ratio - 1) / N * ones * ones.T).inv()


inverse = attracted(h)
correlation = (quad(inverse, ones) - Trace(inverse)) / ((N - 1) * Trace(inverse))
width = a * Trace(attracted(1 + kept * N)) / N  # a particle's variance over λ_2/a
exact = (N - 1) * (variance(a + b) - variance(a))
claim = Claim(
    "mfld.propagation_of_chaos",
    source=source("Difficulty / Summary of our research", "lacker2021"),
    domain=Domain(
        (eta * (a + b) < 1, N >= 2),
        core=(
            (a >= Rational(1, 2), a <= 2, b >= 1, b <= 4, lam >= Rational(1, 5), lam <= 2),
            (eta >= Rational(1, 20), eta <= Rational(3, 20), N <= 8, d <= 3, steps >= 5, steps <= 15),
            (h >= 1, h <= 40, kept >= Rational(1, 10), kept <= 5),
        ),
    ),
    parts={
        "main": Part(
            Identity(divergence, total, scale=d),
            says="For Gaussian particles KL(p^(N)|μ_*^N) is (d/2)[a/(a+b) − 1 + log((a+b)/a)] in total, whatever N is",
            wrong={"per_particle": {"right": N * total}, "other_way": {"right": d / 2 * ((a + b) / a - 1 - log((a + b) / a))}},
        ),
        "covariance": Part(
            Identity(precision.inv(), I(N) / a + (1 / (a + b) - 1 / a) * ones * ones.T / N, scale=1 / a),
            says="The covariance of two particles is (λ_2/N)(1/(a+b) − 1/a): this over λ_2 is what the inverse precision has off its diagonal",
            wrong={"root_of_n": {"right": I(N) / a + (1 / (a + b) - 1 / a) * ones * ones.T / sqrt(N)}},
        ),
        "wasserstein": Part(
            Identity(d * lam * Trace(widths * widths), d * lam * (1 / sqrt(a) - 1 / sqrt(a + b)) ** 2, scale=d * lam / a),
            says="Covariances that commute are at W_2² = |√Σ_1 − √Σ_2|²: p^(N) and the product are at d(√(λ_2/a) − √(λ_2/(a+b)))² in total",
            wrong={
                "per_particle": {"right": N * d * lam * (1 / sqrt(a) - 1 / sqrt(a + b)) ** 2},
                "of_the_variances": {"right": d * lam * (1 / a - 1 / (a + b))},
            },
        ),
        "single": Part(
            Limit(
                single * N**2,
                d * b**2 / (4 * (a + b) ** 2),
                ladder=Ladder(N, (10**2, 10**3, 10**4, 10**5)),
                expansion=(1 / N, N**-2, N**-3),
            ),
            says="One particle is at the divergence db²/(4N²(a+b)²) from μ_*, as N → ∞",
            wrong={"half": {"value": d * b**2 / (2 * (a + b) ** 2)}},
        ),
        "attraction": Part(
            Identity(correlation, (h - 1) / (N + h - 1), scale=1),
            says="With a + b = a/h two particles at rest have the correlation (h − 1)/(N + h − 1), which tends to 1 as a + b → 0 (b < 0 for h > 1)",
            wrong={"over_n": {"right": (h - 1) / N}, "as_for_repulsion": {"right": (1 / h - 1) / (N + 1 / h - 1)}},
        ),
        "edge": Part(
            Phase((h - 1) / (N + h - 1), Rational(1, 2), N + 1, control=h, rising=True),
            says="It rises through 1/2 at h = N + 1: chaos needs a + b well above a/(N + 1)",
        ),
        "edge_marginal": Part(
            Identity(d / 2 * (width - 1 - log(width)), d / 2 * (kept - log(1 + kept)), scale=d),
            says="With a + b = a/(1 + κN) one particle is at the divergence (d/2)(κ − log(1 + κ)) from μ_*, whatever N is",
            wrong={"vanishes": {"right": d / 2 * (kept - log(1 + kept)) / N}},
        ),
        "run": Part(
            Identity(found, exact),
            says="Over all pairs, the covariances of a run of k steps sum to N − 1 times the difference of the variances of mean mode and fluctuations",
            wrong={"interaction_not_divided": {"left": coupling(path(b))}, "independent": {"right": -exact}},
        ),
    },
    uses=("mfld.gaussian_oracle",),
)
