"""Noise injected into the inputs of random features: the symbols of the family, and what they define.

Features σ(⟨f, x + Δz⟩) with unit weights f, inputs x ~ N(0, I) and fresh noise z ~ N(0, I) at each injection; s² = 1 + Δ². The activation is
σ = a_1 He_1 + a_2 He_2 + a_3 He_3. With α_k the coefficients of σ(su) in the normalised Hermite polynomials, α_1 = s m_1, m_1 = E σ'(su).
"""

from lemmata import Naturals, Positive, Reals, Source, Symbol

d = Symbol("d", "dimension of the inputs", Naturals)
Delta = Symbol("Δ", "standard deviation of the injected noise", Positive)
a = tuple(Symbol(f"a_{k}", f"coefficient of He_{k} in the activation", Reals) for k in (1, 2, 3))
s2 = 1 + Delta**2


def activation(t):
    """σ(t)."""
    return a[0] * t + a[1] * (t**2 - 1) + a[2] * (t**3 - 3 * t)


def smoothed(t):
    """E σ(t + Δz)."""
    return a[0] * t + a[1] * (t**2 + Delta**2 - 1) + a[2] * (t**3 + 3 * t * Delta**2 - 3 * t)


m1 = a[0] + 3 * a[2] * Delta**2
squares = (s2 * m1**2, 2 * a[1] ** 2 * s2**2, 6 * a[2] ** 2 * s2**3)  # α_k²
r1 = Delta**2 * m1**2
r0 = squares[1] * (1 - s2**-2) + squares[2] * (1 - s2**-3)


def covariance(rho):
    """Of the features of two weights with inner product rho under the injected noise, averaged over inputs."""
    return sum(v * rho**k * (1 - s2**-k) for k, v in enumerate(squares, 1))


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt", "Abstract 10: noise injection in random features (Dhifallah, Lu)", "dhifallah2021"
    )
