"""Non-integer ℓ: the Marchenko-Pastur part of an inner-product kernel matrix vanishes, and its moments tend to those of a semicircle.

For points on the sphere and f = a h_2 + b h_3 the mean spectral moments are exact at every size (kernel_spectrum.moments, which draws the
matrices). With n = κ d^(3/2) the ratio n/N_2 vanishes: the second moment tends to v = a² + b², the third to 0 like d^(-1/4), with the
constant a³√(2κ), and the fourth to 2v²: the moments of a semicircle of radius 2√v.
"""

from lemmata import *
from lemmata.theory.kernel_spectrum.moments import fourth, second, third
from lemmata.theory.kernel_spectrum.notation import K, a, b, d, kappa, n
from lemmata.theory.kernel_universality.notation import source

half, quarter = Rational(1, 2), Rational(1, 4)
RUNGS = (10**4, 10**6, 10**8, 10**10, 10**12)
between_1_and_2 = Ladder(d, RUNGS, sizes={n: kappa * d ** Rational(3, 2)})
v = a**2 + b**2
SLOW = (d**-half, 1 / d, d ** -Rational(3, 2))

claim = Claim(
    "kernel_universality.noninteger",
    source=source(),
    domain=Domain(
        d >= 2, core=(n >= 3, n <= 8, d >= 3, d <= 7, a >= half, a <= 1, b >= half, b <= 1, kappa >= half, kappa <= 2)
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
        "drawn": Part(
            Identity(Mean(Trace(K * K * K)) / n, third, scale=second),
            says="That third moment is exact at every size: judged on drawn matrices",
            wrong={"leading_degree_only": {"right": third.subs(b, 0)}},
        ),
    },
    uses=("kernel_spectrum.moments",),
    notes="Only moments are judged: they determine the semicircle.",
)
