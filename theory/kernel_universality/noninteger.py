"""Non-integer ℓ: the Marchenko-Pastur part of an inner-product kernel matrix vanishes, and its moments tend to those of a semicircle.

For points on the sphere and f = a h_2 + b h_3 the mean spectral moments are exact at every size (kernel_spectrum.moments, which draws the
matrices). With n = κ d^(3/2) the ratio n/N_2 vanishes: the second moment tends to v = a² + b², the third to 0 like d^(-1/4), with the
constant a³√(2κ), and the fourth to 2v²: the moments of a semicircle of radius 2√v. So does the law at finite sizes (kernel_spectrum.refined), by its means of
x²/(x + L). For n = κ d^(5/2) and f = b h_3 degree 3 leads: v = b², the third moment is of the order d^(-1/4) again, with the constant b³√(6κ).
"""

from lemmata import *
from lemmata.theory.kernel_spectrum.free_convolution import finite, law, r
from lemmata.theory.kernel_spectrum.moments import fourth, second, third
from lemmata.theory.kernel_spectrum.notation import K, a, b, d, kappa, n
from lemmata.theory.kernel_universality.notation import source

half, quarter = Rational(1, 2), Rational(1, 4)
RUNGS = (10**4, 10**6, 10**8, 10**10, 10**12)
between_1_and_2 = Ladder(d, RUNGS, sizes={n: kappa * d ** Rational(3, 2)})
between_2_and_3 = Ladder(d, RUNGS, sizes={n: kappa * d ** Rational(5, 2)})
v = a**2 + b**2
FALL = (d**-quarter, d**-half, d ** -Rational(3, 4))
SLOW = (d**-half, 1 / d, d ** -Rational(3, 2))

claim = Claim(
    "kernel_universality.noninteger",
    source=source(),
    domain=Domain(
        d >= 2, core=(n >= 3, n <= 8, d >= 3, d <= 7, a >= half, a <= 1, b >= half, b <= 1, kappa >= half, kappa <= 2, r <= 2)
    ),
    parts={
        "main": Part(
            Limit(fourth, 2 * v**2, ladder=between_1_and_2, expansion=SLOW),
            says="With n = κ d^(3/2) the fourth spectral moment tends to that of a semicircle of variance a² + b²",
            wrong={
                "with_marchenko_pastur": {"value": 2 * v**2 + a**4},
                "tail_alone": {"value": 2 * b**4},
                "marchenko_pastur_with_factorial": {"value": 2 * v**2 + 2 * kappa * a**4},
            },
        ),
        "second": Part(
            Limit(second, v, ladder=between_1_and_2, expansion=SLOW),
            says="the second to a² + b²",
            wrong={"tail_alone": {"value": b**2}, "leading_alone": {"value": a**2}},
        ),
        "third_rate": Part(
            Rate(third, -quarter, ladder=between_1_and_2, expansion=(d**-quarter, d**-half)),
            says="and the third vanishes like d^(−1/4)",
            wrong={"half": {"exponent": -half}},
        ),
        "third": Part(
            Limit(third * d**quarter, a**3 * sqrt(2 * kappa), ladder=between_1_and_2, expansion=(d**-quarter, d**-half, 1 / d)),
            says="with the constant a³√(2κ) of the leading degree",
            wrong={"without_factorial": {"value": a**3 * sqrt(kappa)}, "next_degree": {"value": b**3 * sqrt(2 * kappa)}},
        ),
        "law": Part(
            Limit(finite, law(0, 1, v), ladder=between_1_and_2, expansion=FALL),
            says="and the law at finite sizes has in the limit the means of x²/(x + L) of the semicircle of variance a² + b²",
            wrong={"tail_alone": {"value": law(0, 1, b**2)}, "marchenko_pastur": {"value": law(a, 1, b**2)}},
        ),
        "cubic": Part(
            Limit(fourth.subs(a, 0), 2 * b**4, ladder=between_2_and_3, expansion=SLOW),
            says="With n = κ d^(5/2) and f = b h_3 the fourth moment tends to that of a semicircle of variance b²",
            wrong={"with_marchenko_pastur": {"value": 3 * b**4}},
        ),
        "cubic_third": Part(
            Limit(third.subs(a, 0) * d**quarter, b**3 * sqrt(6 * kappa), ladder=between_2_and_3, expansion=(*FALL, 1 / d)),
            says="and d^(1/4) times the third to b³√(3! κ)",
            wrong={"without_factorial": {"value": b**3 * sqrt(kappa)}, "of_degree_2": {"value": b**3 * sqrt(2 * kappa)}},
        ),
        "drawn": Part(
            Identity(Mean(Trace(K * K * K)) / n, third, scale=second),
            says="That third moment is exact at every size: judged on drawn matrices",
            wrong={"leading_degree_only": {"right": third.subs(b, 0)}},
        ),
    },
    uses=("kernel_spectrum.moments", "kernel_spectrum.refined"),
    notes="Moments and means of x²/(x + L) are judged; both determine the semicircle.",
)
