"""Noise injected into the inputs of random features: the symbols of the family, and what they define.

Features σ(⟨f, x + Δz⟩) with unit weights f, inputs x ~ N(0, I) and fresh noise z ~ N(0, I) at each injection; s² = 1 + Δ². The activation is
σ = a_1 He_1 + a_2 He_2 + a_3 He_3. With α_k the coefficients of σ(su) in the normalised Hermite polynomials, α_1 = s m_1, m_1 = E σ'(su).
"""

from typing import Any

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


# ridge regression on n inputs with p features (rows f, in F), ℓ noisy copies of each input, labels ⟨β, x⟩ + noise, penalty λ|w|²/p beside the mean square
p = Symbol("p", "number of features", Naturals)
n = Symbol("n", "number of inputs", Naturals)
ell = Symbol("ℓ", "number of injections, noisy copies of each input", Naturals)
lam = Symbol("λ", "ridge", Positive)
v = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
b = Symbol("b", "features per dimension", Positive)
G = Symbol("G", "tr(FFᵀ + ω)⁻¹/p in the limit", Positive)
m2 = 2 * a[1] ** 2 + 6 * a[2] ** 2  # m_*², the same with and without noise
omega = 1 / G - 1 / (1 + b * G)  # where the resolvent of FFᵀ has the value G
_D = 1 / (1 / G**2 - b / (1 + b * G) ** 2)  # ⟨1/(e + ω)²⟩
_OVER = (G, 1 - omega * G)  # ⟨1/(e + ω)⟩ and ⟨e/(e + ω)⟩
_SQUARES = (_D, G - omega * _D, 1 - 2 * omega * G + omega**2 * _D)  # ⟨e^k/(e + ω)²⟩
SHARED, PRIVATE = (m2, m1**2), (r0, r1)  # covariances of the features, constant and coefficient of FFᵀ
CLEAN = (m2, a[0] ** 2)


def plain(C: Any) -> Any:
    """⟨C/(e + ω)⟩ of C = C_0 + C_1 e over the law of FFᵀ."""
    return C[0] * _OVER[0] + C[1] * _OVER[1]


def mixed(C: Any, K: Any, signal: bool = False) -> Any:
    """⟨CK/(e + ω)²⟩."""
    return C[0] * K[0] * _SQUARES[0] + (C[0] * K[1] + C[1] * K[0]) * _SQUARES[1] + C[1] * K[1] * _SQUARES[2]


def errors(
    weight: Any, second: Any, c: Any, s1: Any, A: Any, B: Any, clean: Any = CLEAN, slopes: Any = (m1, a[0]), private: Any = 0
) -> tuple[Any, Any]:
    """Training and clean test error where S = s_1(e + ω): ``weight`` a of the mean rows, ``second`` β_2 of the others, c = p/n; of the
    features their slopes with and without noise and their clean covariance; ``private``: ℓβ_2."""
    E = (0, 1)
    h = weight * slopes[0]
    start = {C: h**2 * b * mixed(E, C) / s1**2 for C in (A, B, clean)}
    T = {(C, K): c * mixed(C, K) / s1**2 for C in (A, B, clean) for K in (A, B)}
    overlap = h * b * plain(E) / s1
    base = 1 + v - 2 * slopes[0] * overlap
    # R = base + Q(A) and Q(C) = start(C) + a²R T(A, C) + β_2 Q(B) T(B, C): two linear equations for R and Q = Q(B)
    aA, aB = 1 - weight**2 * T[A, A], second * T[A, B]
    bA, bB = weight**2 * T[B, A], 1 - second * T[B, B]
    top, det = base + start[A], aA * bB - aB * bA
    R, Q = (top * bB + aB * start[B]) / det, (aA * start[B] + bA * top) / det
    test = 1 + v - 2 * slopes[1] * overlap + start[clean] + weight**2 * R * T[clean, A] + second * Q * T[clean, B]
    return weight**2 * R + private * Q, test


def injected(ell: Any, kappa: Any, rest: Any = None, **changed: Any) -> dict[str, Any]:
    """n/d, the penalty and both errors with ℓ injections, where tr(FF' + ω)^(-1)/p is G and c/s_1 is κ; the options are wrong versions."""
    rest = 1 - 1 / ell if rest is None else rest
    A, B = tuple(s + r * changed.get("mean", 1 / ell) for s, r in zip(SHARED, PRIVATE, strict=True)), PRIVATE
    one, other = 1 / (1 + kappa * plain(A)), 1 / (1 + kappa * plain(B) / ell)
    s1 = one * A[1] + rest * other * B[1]
    penalty = omega * s1 - one * A[0] - rest * other * B[0]
    train, test = errors(one, rest * other**2 / ell, kappa * s1, s1, A, B, private=rest * other**2)
    return {"α": b / (kappa * s1), "λ": penalty, "train": train, "test": test}
