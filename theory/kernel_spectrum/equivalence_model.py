"""A shifted Wishart matrix plus an independent GOE matrix: exact moments, and the same limits as those of the kernel matrix.

B = μ(GG' - N)/√(nN) + √γ H with G of size n x N and H of variance 1/n off its diagonal, 2/n on it. At every size the mean spectral
moments are those below; with n/N → φ they tend to μ² + γ, μ³√φ and 2(μ² + γ)² + μ⁴φ, and so do those of the kernel matrix with
n = κd², whose μ = a and γ = b² are coefficients of Hermite polynomials and whose N is the number of harmonics of degree 2. The law of
the free convolution, through its mean of x²/(x + y) at large y, has these limits.
"""

from lemmata import *
from lemmata.theory.kernel_spectrum import moments
from lemmata.theory.kernel_spectrum.free_convolution import law
from lemmata.theory.kernel_spectrum.notation import N2, a, b, d, kappa, n, source

N = Symbol("N", "number of columns of the Wishart matrix", Naturals)
mu = Symbol("μ", "weight of the Wishart matrix", Reals)
gamma = Symbol("γ", "variance of the semicircle", NonNegative)
G, S = Sampled("G", Normal(), n, N), Sampled("S", Normal(), n, n)


def model(shift=N, columns=N, goe=2 * n):
    return mu * (G * G.T - shift * I(n)) / sqrt(n * columns) + sqrt(gamma) * (S + S.T) / sqrt(goe)


B = Definition("B", "shifted Wishart plus GOE", model())


def moment(k, matrix=B):
    """The mean k-th spectral moment."""
    power = matrix
    for _ in range(k - 1):
        power = power * matrix
    return Mean(Trace(power)) / n


second = (mu**2 + gamma) * (n + 1) / n
third = mu**3 * (n**2 + 3 * n + 4) / (n * sqrt(n * N))
fourth = (mu**2 + gamma) ** 2 * (2 * n**2 + 5 * n + 5) / n**2 + mu**4 * (n**3 + 6 * n**2 + 21 * n + 20) / (N * n**2)
phi = n / N
y = Symbol("y", "minus a place left of the spectrum", Positive)
equation = law(mu, sqrt(phi), gamma, y)  # mean of x²/(x + y)
away = Ladder(y, (100, 200, 400, 800, 1600), quick=(100, 200, 400, 800))
LEFT = (1 / y, y**-2, y**-3)
far = Ladder(d, (100, 300, 1000, 3000, 10000, 30000), quick=(100, 1000, 10000, 100000), sizes={n: kappa * d**2})
SLOW = (1 / sqrt(d), 1 / d, d ** (-2))
of_kernel = {mu: a, gamma: b**2, N: N2}


def exactly(k, value, says, **wrong):
    return Part(
        Identity(moment(k), value, scale=(mu**2 + gamma) ** Rational(k, 2) if k == 3 else None),
        says=says,
        proof="mean",
        wrong=wrong,
    )


def same(own, other, says, **wrong):
    return Part(Limit(own / other.xreplace(of_kernel), 1, ladder=far, expansion=SLOW), says=says, wrong=wrong)


claim = Claim(
    "kernel_spectrum.equivalence_model",
    source=source(),
    uses=("kernel_spectrum.free_convolution", "kernel_spectrum.moments"),
    domain=Domain(
        core=(
            (n >= 3, n <= 5, N >= 2, N <= 8, mu >= -1, mu <= 1, gamma >= Rational(1, 5), gamma <= 1),
            (a >= Rational(1, 2), a <= 1, b >= Rational(1, 5), b <= Rational(3, 5), kappa >= Rational(1, 2), kappa <= 2),
        )
    ),
    parts={
        "second": exactly(
            2,
            second,
            "The mean second spectral moment of the model is (μ² + γ)(n + 1)/n",
            no_shift={"left": moment(2, model(shift=0))},
            goe_of_twice_the_variance={"left": moment(2, model(goe=n))},
            per_n={"left": moment(2, model(columns=n))},
        ),
        "third": exactly(
            3,
            third,
            "The third one is μ³(n² + 3n + 4)/(n√(nN))",
            no_shift={"left": moment(3, model(shift=0))},
            leading={"right": mu**3 * sqrt(phi)},
        ),
        "fourth": exactly(
            4,
            fourth,
            "The fourth one is (μ² + γ)²(2n² + 5n + 5)/n² + μ⁴(n³ + 6n² + 21n + 20)/(Nn²)",
            per_n={"left": moment(4, model(columns=n))},
            semicircle={"right": fourth - mu**4 * (n**3 + 6 * n**2 + 21 * n + 20) / (N * n**2)},
        ),
        "same_second": same(
            moments.second,
            second,
            "As n = κd² grows the second moment of the kernel matrix has the limit of the model's",
            tail_left_out={"quantity": moments.second / (a**2 * (n + 1) / n)},
        ),
        "same_third": same(
            moments.third,
            third,
            "so has the third one",
            without_factorial={"quantity": moments.third / third.xreplace({**of_kernel, N: d**2})},
        ),
        "same_fourth": same(
            moments.fourth,
            fourth,
            "and the fourth one",
            without_factorial={"quantity": moments.fourth / fourth.xreplace({**of_kernel, N: d**2})},
        ),
        "law_second": Part(
            Limit(y * equation, mu**2 + gamma, ladder=away, expansion=LEFT),
            says="The law of the free convolution with φ = n/N has the limits of these moments: its mean of x² is μ² + γ",
            wrong={"tail_left_out": {"value": mu**2}},
        ),
        "law_third": Part(
            Limit(
                y * (mu**2 + gamma - y * equation),
                mu**3 * sqrt(phi),
                ladder=away,
                expansion=LEFT,
                scale=(mu**2 + gamma) ** Rational(3, 2),
            ),
            says="its mean of x³ is μ³√φ",
            wrong={"unsigned": {"value": Abs(mu) ** 3 * sqrt(phi)}, "square_matrix": {"value": mu**3}},
        ),
        "law_fourth": Part(
            Limit(
                y * (y * (y * equation - mu**2 - gamma) + mu**3 * sqrt(phi)),
                2 * (mu**2 + gamma) ** 2 + mu**4 * phi,
                ladder=away,
                expansion=LEFT,
            ),
            says="and its mean of x⁴ is 2(μ² + γ)² + μ⁴φ",
            wrong={
                "semicircle": {"value": 2 * (mu**2 + gamma) ** 2},
                "square_matrix": {"value": 2 * (mu**2 + gamma) ** 2 + mu**4},
            },
        ),
    },
    notes="The law of the kernel matrix itself is that of the free convolution: kernel_spectrum.free_convolution.",
)
