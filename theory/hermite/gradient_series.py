"""The θ-component of the population gradient as a power series in m = ⟨w,θ⟩, in three normalisations.

J = E[σ*'(⟨x,θ⟩) σ'(⟨x,w⟩)] equals Σ (i+1)(i+1)! α_{i+1} β_{i+1} m^i for monic coefficients, Σ (i+1) α_{i+1} β_{i+1} m^i for
orthonormal ones and Σ α_{i+1} β_{i+1} m^i/i! for the projections E[σ He_i]. The printed (i+1)² is right in none of them: it is the monic
rule He_n' = n He_{n−1} joined to the orthonormal covariance E[h_i h_i] = m^i; only a basis with E e_i² = i gives it. At
σ* = 3He_3 + He_2, σ = He_3 − 2He_2 + He_1, m = 3/10 the value is 123/50; the print gives 489/50 with orthonormal coefficients,
3/100 with monic ones and 1947/25 with projections. That m^{k−1} leads is not affected. Links are given by their coefficients.
"""

from lemmata import *
from lemmata.theory.hermite.notation import SOME, Z, i, n, source, t

p = Symbol("p", "degree of the links", Naturals)
m = Symbol("m", "overlap ⟨w,θ⟩ of unit vectors", Reals)
alpha = Array("α", "coefficients of the target's link", p + 1, start=0, kind=SOME, latex=r"\alpha^*")
beta = Array("β", "coefficients of the student's activation", p + 1, start=0, kind=SOME)
A = Array("A", "monic coefficients of a cubic link", 4, start=0, kind=SOME)
B = Array("B", "monic coefficients of a cubic activation", 4, start=0, kind=SOME)
W = Sampled("W", Normal())


def mean(slope, a=alpha, b=beta, m=m):
    """E[σ*'(z) σ'(u)] from the slope of a link of given coefficients; z and u are standard normals of covariance m."""
    return Mean(slope(a, Z) * slope(b, m * Z + sqrt(1 - m**2) * W))


def slopes(base):
    """The mean for the links Σ α_n e_n and Σ β_n e_n."""
    return mean(lambda c, at: Gradient(Sum(c[n] * base(n, t), (n, 0, p)), t, at=at))


def series(factor, shift=1):
    return Sum(factor * alpha[i + shift] * beta[i + shift] * m**i, (i, 0, p - 1))


def bound(factor):
    """The Cauchy-Schwarz bound of the mean, to which errors are referred."""
    return sqrt(Sum(factor * alpha[i + 1] ** 2, (i, 0, p - 1)) * Sum(factor * beta[i + 1] ** 2, (i, 0, p - 1)))


def cubic(c, at):
    """The slope of a link of degree three, written out."""
    return c[1] + 2 * c[2] * at + 3 * c[3] * (at**2 - 1)


claim = Claim(
    "hermite.gradient_series",
    source=source(),
    domain=Domain(m >= -1, m <= 1, core=(p >= 2, p <= 3, m >= -0.9, m <= 0.9)),
    parts={
        "main": Part(
            Identity(slopes(He), series((i + 1) ** 2 * factorial(i)), scale=bound((i + 1) ** 2 * factorial(i))),
            says="For monic coefficients E[σ*'(⟨x,θ⟩)σ'(⟨x,w⟩)] = Σ (i+1)(i+1)! α_{i+1} β_{i+1} ⟨w,θ⟩^i",
            wrong={
                "printed_monic": {"right": series((i + 1) ** 2)},
                "monic_without_factorial": {"right": series(i + 1)},
                "index": {"right": series((i + 1) ** 2 * factorial(i), shift=0)},
            },
        ),
        "orthonormal": Part(
            Identity(slopes(h), series(i + 1), scale=bound(i + 1)),
            says="For orthonormal coefficients E[σ*'(⟨x,θ⟩)σ'(⟨x,w⟩)] = Σ (i+1) α_{i+1} β_{i+1} ⟨w,θ⟩^i",
            printed=Print(
                right=series((i + 1) ** 2),
                erratum=Erratum.wrong(
                    "the factor is i+1 for orthonormal coefficients and (i+1)(i+1)! for monic ones; (i+1)² is right in "
                    "no usual normalisation beyond i = 0 (monic: i = 1)"
                ),
            ),
        ),
        "projections": Part(
            Identity(slopes(lambda k, x: He(k, x) / factorial(k)), series(1 / factorial(i)), scale=bound(1 / factorial(i))),
            says="For the projections E[σ He_i] as coefficients E[σ*'(⟨x,θ⟩)σ'(⟨x,w⟩)] = Σ α_{i+1} β_{i+1} ⟨w,θ⟩^i/i!",
            wrong={"printed_projections": {"right": series((i + 1) ** 2)}},
        ),
        "cubic": Part(
            Identity(mean(cubic, A, B), sum(k * factorial(k) * A[k] * B[k] * m ** (k - 1) for k in (1, 2, 3)), scale=1),
            says="For cubic links with free monic coefficients the series is A_1B_1 + 4A_2B_2 m + 18A_3B_3 m²",
            proof="mean",
            wrong={"printed": {"right": sum(k**2 * A[k] * B[k] * m ** (k - 1) for k in (1, 2, 3))}},
        ),
        "pair": Part(
            Identity(mean(cubic, (0, 0, 1, 3), (0, 1, -2, 1), Rational(3, 10)), Rational(123, 50)),
            says="For σ* = 3He_3 + He_2, σ = He_3 − 2He_2 + He_1 and m = 3/10 it is 123/50",
            proof="mean",
            wrong={"print_orthonormal": {"right": Rational(489, 50)}, "print_projections": {"right": Rational(1947, 25)}},
        ),
    },
    uses=("hermite.expansion", "hermite.stein_gradient"),
)
