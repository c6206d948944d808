"""The spectrum of an inner-product kernel matrix on the sphere tends to a Marchenko-Pastur law convolved with a semicircle.

With n = κ d² and f = a h_2 + b h_3 the Stieltjes transform of the limit solves m(z + a² m/(1 + a√φ m) + b² m) + 1 = 0, φ = 2! κ.
Left of the spectrum, at z = -L, g = m(-L) is the mean of 1/(x + L), the smallest positive root of the cubic; a law is
determined by these. Judged is the mean of x²/(x + L) = L² g - L, in which the leading L and the first moment 0 are gone. Two
steps: the literal matrix against the same equation at finite sizes, g(L - S g) = 1 with S = (1 - 1/n) Σ_k c_k²/(1 + c_k
√(n/N_k) g) and the finite d coefficients of all degrees; and that against the limit.
"""

from lemmata import *
from lemmata.theory.kernel_spectrum.notation import HARMONICS, K, a, b, d, kappa, n, source

r = Symbol("r", "how far beyond 3 to the left of 0 the mean of 1/(x + L) is taken", NonNegative)
L = 3 + r
g = Symbol("g", "mean of 1/(x + L)", NonNegative)


def resolvent(equation, at=L):
    """Mean of x²/(x + L) from the equation of the mean of 1/(x + L)."""
    return at**2 * Root(g, equation, "first") - at


def law(skewed, ratio, semicircle, at=L):
    """Marchenko-Pastur of weight `skewed` and of a ratio with the root `ratio`, plus a semicircle of that variance."""
    return resolvent(g * (at - semicircle * g) * (1 + skewed * ratio * g) - skewed**2 * g**2 - (1 + skewed * ratio * g), at)


def at_size(harmonics):
    """The same mean from the equation with the coefficients at finite d."""
    return resolvent(g * (L - sum(c**2 / (1 + c * sqrt(n / N) * g) for c, N in harmonics) * (1 - 1 / n) * g) - 1)


low, leading, tail = HARMONICS
finite = at_size(HARMONICS)
phi = sqrt(2 * kappa)
far = Ladder(d, (100, 300, 1000, 3000, 10000, 30000), sizes={n: kappa * d**2})
slow = (1 / sqrt(d), 1 / d, d ** (-2))


def around(value):
    """A wrong version of the literal matrix's part."""
    return {"low": value * (1 - 4 / n), "high": value * (1 + 4 / n)}


quantity = Mean(Trace(K * K * (K + L * I(n)).inv())) / n

claim = Claim(
    "kernel_spectrum.free_convolution",
    source=source(),
    uses=("kernel_spectrum.moments",),
    domain=Domain(
        d >= 5,
        core=(
            (a >= Rational(1, 2), a <= 1, b >= Rational(1, 5), b <= Rational(3, 5)),
            (kappa >= Rational(1, 2), kappa <= 1, r <= 2),
        ),
    ),
    parts={
        "main": Part(
            Limit(finite, law(a, phi, b**2), ladder=far, expansion=slow),
            says="As n = κ d² grows that mean tends to the one of a Marchenko-Pastur law convolved with a semicircle",
            wrong={
                "without_factorial": {"value": law(a, sqrt(kappa), b**2)},
                "tail_with_its_leading_degree": {"value": law(a, phi, a**2 + b**2)},
                "swapped": {"value": law(b, phi, a**2)},
                "semicircle_alone": {"value": law(0, phi, a**2 + b**2)},
                "left_skewed": {"value": law(-a, phi, b**2)},
            },
        ),
        "matrix": Part(
            Within(quantity, at_size(HARMONICS) * (1 - 4 / n), at_size(HARMONICS) * (1 + 4 / n)),
            when=(n >= 80, n <= 160, d >= 9, d <= 13),
            says="At n in [80, 160] the literal matrix has that mean to within a share 4/n, by the equation with finite d coefficients",
            wrong={
                "without_factorial": around(at_size((low, (leading[0], 2 * leading[1]), tail))),
                "tail_left_out": around(at_size((low, leading))),
                "all_semicircle": around(law(0, phi, a**2 + b**2)),
            },
        ),
    },
    notes="Weak convergence is judged through the means of x²/(x + L) at the L that are drawn.",
)
