"""Kernel ridge regression with an inner-product kernel on the sphere: the symbols of the family, and what they define.

K(x, x') = Σ_k c_k N_k^(-1/2) q_k(√d⟨x, x'⟩) has the eigenvalues c_k/N_k on the harmonics of degree k (sphere.gegenbauer); the target is
Σ_k F_k q_k(√d⟨β, x⟩), the labels have noise of variance σ². At n/N_ℓ → δ and fixed λ degrees below ℓ are learned and those above act as
noise and as ridge: with λ_eff = λ + Σ_{k>ℓ} c_k the root χ of δ = λ_eff/χ + a, a = c_ℓ/(c_ℓ + χ), gives the error
E = (σ² + Σ_{k>ℓ} F_k² + (1 - a)²F_ℓ²)/(1 - a²/δ). It depends on u = 1 - a, L = λ_eff/c_ℓ and S = σ² + Σ_{k>ℓ} F_k² alone.
"""

from typing import Any

from lemmata import Positive, Source, Symbol

u = Symbol("u", "share of the degree ℓ that is not learned", Positive)
L = Symbol("L", "effective ridge over the kernel's coefficient of degree ℓ", Positive)
S = Symbol("S", "variance of the noise and of the degrees above ℓ", Positive)
F2 = Symbol("F²", "variance of the target's part of degree ℓ", Positive)
delta = Symbol("δ", "samples over the number of harmonics of degree ℓ", Positive)

samples = (1 - u) * (L + u) / u  # δ at u


def error(u: Any = u, L: Any = L, S: Any = S) -> Any:
    """E at u."""
    return (S + F2 * u**2) * (L + u) / (L + u**2)


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source("002_28381bf033af2fcd.txt", "Abstract 7: sharp asymptotics of kernel ridge regression KRR (Hu, Lu)", "hu2022")
