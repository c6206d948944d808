"""The law of an inner-product kernel matrix at finite dimension: all degrees at their own ratios n/N_k.

With coefficients c_k in the orthonormal polynomials at dimension d and φ_k = n/N_k, m = -1/(z + S(m)m), S = Σ c_k²/(1 + c_k √φ_k m). Its moments are
μ_2 = Σ c_k², μ_3 = Σ c_k³ √φ_k and μ_4 = 2μ_2² + Σ c_k⁴ φ_k, read off g = m(-y) at large y. The exact mean moments of the literal matrix
(kernel_spectrum.moments) are these times 1 - 1/n, times (1 - 1/n)(1 - 2/n), and up to E f⁴/n² a combination of factors of this kind: the error of the
law is of the order 1/n at every d. For n = κd² only φ_2 stays finite. The matrices themselves are drawn in
kernel_spectrum.moments and kernel_spectrum.free_convolution.
"""

from lemmata import *
from lemmata.theory.kernel_spectrum import moments
from lemmata.theory.kernel_spectrum.notation import HARMONICS, a, b, d, kappa, n, source

y = Symbol("y", "minus a place left of the spectrum", Positive)
g = Symbol("g", "mean of 1/(x + y)", NonNegative)
c = tuple(Symbol(f"c_{k}", f"coefficient of degree {k}", Reals) for k in (1, 2))
phi = tuple(Symbol(f"φ_{k}", f"samples per harmonic of degree {k}", Positive) for k in (1, 2))


def mean_of_square(weights):
    """Mean of x²/(x + y) from g(y - S g) = 1."""
    S = sum(e**2 / (1 + e * sqrt(p) * g) for e, p in weights)
    return y**2 * Root(g, g * (y - S * g) - 1, "first") - y


PAIR = tuple(zip(c, phi, strict=True))
law = mean_of_square(PAIR)
second, third = sum(e**2 for e in c), sum(e**3 * sqrt(p) for e, p in PAIR)
fourth = 2 * second**2 + sum(e**4 * p for e, p in PAIR)
away = Ladder(y, (100, 200, 400, 800, 1600), quick=(100, 200, 400, 800))
LEFT = (1 / y, y**-2, y**-3)
own_second = sum(e**2 for e, _ in HARMONICS)
own_third, own_fourth = (sum(e**k * sqrt(n / N) ** (k - 2) for e, N in HARMONICS) for k in (3, 4))
far = Ladder(d, (100, 300, 1000, 3000, 10000, 30000), quick=(100, 1000, 10000, 100000), sizes={n: kappa * d**2})
exact_fourth = (1 - 1 / n) * ((1 - 2 / n) * (1 - 3 / n) * own_fourth + 2 * (1 - 2 / n) * own_second**2 + moments.power(4) / n)


def same(left, right, says, **wrong):
    return Part(Identity(left, right), says=says, proof="normal", wrong={w: {"right": v} for w, v in wrong.items()})


claim = Claim(
    "kernel_spectrum.refined",
    source=source(),
    uses=("kernel_spectrum.moments", "kernel_spectrum.free_convolution"),
    domain=Domain(
        d >= 5,
        core=(
            (a >= Rational(1, 2), a <= 1, b >= Rational(1, 5), b <= Rational(3, 5)),
            (kappa >= Rational(1, 2), kappa <= 2, c[0] >= -1, c[0] <= -Rational(1, 4)),
            (c[1] >= Rational(1, 4), c[1] <= 1, *(p >= Rational(1, 4) for p in phi), *(p <= 3 for p in phi)),
        ),
    ),
    parts={
        "main": same(
            moments.third,
            (1 - 1 / n) * (1 - 2 / n) * own_third,
            "The exact third moment is (1 − 1/n)(1 − 2/n) times Σ c_k³ √φ_k",
            monomials=(1 - 1 / n) ** 2 * own_third,
        ),
        "second": same(
            moments.second,
            (1 - 1 / n) * own_second,
            "The exact second moment is 1 − 1/n times that of the law",
            without_diagonal=own_second,
        ),
        "fourth": same(
            moments.fourth,
            exact_fourth,
            "The exact fourth moment has Σ c_k⁴ φ_k and 2μ_2² with such factors, and E f⁴/n² more",
            half=exact_fourth - own_second**2,
        ),
        "law_second": Part(
            Limit(y * law, second, ladder=away, expansion=LEFT),
            says="The second moment of the law is Σ c_k²",
            wrong={"first_alone": {"value": c[0] ** 2}},
        ),
        "law_third": Part(
            Limit(y * (second - y * law), third, ladder=away, expansion=LEFT, scale=second ** Rational(3, 2)),
            says="its third is Σ c_k³ √φ_k",
            wrong={
                "one_ratio": {"value": third.xreplace({phi[1]: phi[0]})},
                "unrooted": {"value": sum(e**3 * p for e, p in PAIR)},
            },
        ),
        "law_fourth": Part(
            Limit(y * (y * (y * law - second) + third), fourth, ladder=away, expansion=LEFT),
            says="and its fourth 2(Σ c_k²)² + Σ c_k⁴ φ_k",
            wrong={"semicircle": {"value": 2 * second**2}},
        ),
        "limit": Part(
            Limit(own_third, a**3 * sqrt(2 * kappa), ladder=far, expansion=(1 / sqrt(d), 1 / d, d**-2)),
            says="For n = κd² only the degree 2 is left in the third moment",
            wrong={"without_factorial": {"value": a**3 * sqrt(kappa)}},
        ),
    },
)
