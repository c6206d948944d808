"""The Hermite expansion of a link: σ = Σ E[σ He_n]/n! He_n = Σ E[σ h_n] h_n, exactly for polynomials of every degree.

Orthonormal coefficients E[σ h_n] need no factor; monic ones are E[σ He_n]/n!. The slide writes Σ α_i He_i with α_i = E[σ He_i]:
right for h_i, and for the monic He_i short of 1/i! (σ = He_2 would be 2 He_2). For links that are no polynomials the series
converges in L²(γ), by the completeness of the Hermite polynomials, which is quoted and not judged.
"""

from lemmata import *
from lemmata.theory.hermite.notation import WAVES, Z, m, n, p, projection, sigma, source, t

i = Symbol("i", "degree of a Hermite polynomial", Counts)
f = Function("f", "a smooth bounded function", of=WAVES)
c = Array("c", "monic coefficients", p + 1, start=0, kind=Kind("general", ("generic", "zero", "large")))


def series(weight, base):
    return Sum(projection(n) * weight * base, (n, 0, p))


def of_coefficients(index):
    """Σ c_j He_j(Z)."""
    return Sum(c[index] * He(index, Z), (index, 0, p))


def by_coefficients(right):
    """Enough for Σ c_m He_m with arbitrary c, where E[He_m He_n] = n! [m = n] picks one term of the double sum."""
    return lambda k: k.coefficients(sigma(t), right, of=sigma, proof=lambda left, right: k.flip(k.mean(right).to(left)))


monic, normed = series(1 / factorial(n), He(n, t)), Sum(Mean(sigma(Z) * h(n, Z)) * h(n, t), (n, 0, p))
product = Mean(of_coefficients(m) * of_coefficients(n))

claim = Claim(
    "hermite.expansion",
    source=source(),
    domain=Domain(core=(p <= 2, t >= -2, t <= 2, i <= 1)),
    parts={
        "main": Part(
            Identity(sigma(t), monic),
            says="A polynomial is the sum of E[σ He_n]/n! He_n over the monic Hermite polynomials up to its degree",
            proof=by_coefficients(monic),
            printed=Print(
                right=series(1, He(n, t)),
                erratum=Erratum.wrong(
                    "with monic He_i the coefficient lacks 1/i!; the print is right only if He_i denotes the orthonormal h_i"
                ),
            ),
            wrong={
                "no_factorial": {"right": series(1 / sqrt(factorial(n)), He(n, t))},
                "physicists": {"right": series(1 / factorial(n), sqrt(2) ** n * He(n, sqrt(2) * t))},
            },
        ),
        "orthonormal": Part(
            Identity(sigma(t), normed),
            says="A polynomial is the sum of E[σ h_n] h_n over the orthonormal Hermite polynomials up to its degree",
            proof=by_coefficients(normed),
            wrong={"orthonormal_factorial": {"right": series(1 / factorial(n), h(n, t))}},
        ),
        "parseval": Part(
            Identity(product, Sum(factorial(n) * c[n] ** 2, (n, 0, p))),
            says="For σ = Σ c_n He_n the second moment E[σ·σ] is Σ n! c_n²",
            proof=lambda k: k.mean(product),
            wrong={"no_factorial": {"right": Sum(c[n] ** 2, (n, 0, p))}},
        ),
        "stein": Part(
            Identity(Mean(f.prime(Z) * He(i, Z)), Mean(f(Z) * He(i + 1, Z)), scale=1),
            says="Stein's lemma, of which the iterates are E[f^(i)] = E[f He_i]: E[f' He_i] = E[f He_{i+1}] for smooth bounded f",
            wrong={"factor": {"right": Mean(f(Z) * He(i + 1, Z)) / (i + 1)}, "shift": {"right": Mean(f(Z) * He(i, Z))}},
        ),
        "derivative": Part(
            Identity(Gradient(He(i + 1, t), t), (i + 1) * He(i, t)),
            says="The derivative of the monic He_{i+1} is (i+1) He_i",
            proof=lambda k: k.derivative(Gradient(He(i + 1, t), t)),
            wrong={"derivative_rule": {"right": He(i, t)}},
        ),
    },
)
