"""Kernel ridge regression with an inner-product kernel on the sphere: the symbols of the family, and what they define.

K(x, x') = Σ_k c_k N_k^(-1/2) q_k(√d⟨x, x'⟩) has the eigenvalues c_k/N_k on the harmonics of degree k (sphere.gegenbauer); the target is
Σ_k F_k q_k(√d⟨β, x⟩), the labels have noise of variance σ². At n/N_ℓ → δ and fixed λ degrees below ℓ are learned and those above act as
noise and as ridge: with λ_eff = λ + Σ_{k>ℓ} c_k the root χ of δ = λ_eff/χ + a, a = c_ℓ/(c_ℓ + χ), gives the error
E = (σ² + Σ_{k>ℓ} F_k² + (1 - a)²F_ℓ²)/(1 - a²/δ). It depends on u = 1 - a, L = λ_eff/c_ℓ and S = σ² + Σ_{k>ℓ} F_k² alone.
At finite sizes ν is the root of n = λ/ν + Σ_k N_k a_k, a_k = c_k/(c_k + N_kν), and E = (σ² + Σ_k F_k²(1 - a_k)²)/(1 - Σ_k N_k a_k²/n).
"""

from collections.abc import Sequence
from typing import Any

from lemmata import Naturals, NonNegative, Positive, Procedure, Reals, Source, Symbol, sqrt
from lemmata.theory.sphere.notation import harmonics

u = Symbol("u", "share of the degree ℓ that is not learned", Positive)
L = Symbol("L", "effective ridge over the kernel's coefficient of degree ℓ", Positive)
S = Symbol("S", "variance of the noise and of the degrees above ℓ", Positive)
F2 = Symbol("F²", "variance of the target's part of degree ℓ", Positive)
delta = Symbol("δ", "samples over the number of harmonics of degree ℓ", Positive)

samples = (1 - u) * (L + u) / u  # δ at u


def error(u: Any = u, L: Any = L, S: Any = S) -> Any:
    """E at u."""
    return (S + F2 * u**2) * (L + u) / (L + u**2)


DEGREES = range(4)
n = Symbol("n", "number of samples", Naturals)
lam = Symbol("λ", "ridge", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
nu = Symbol("ν", "effective ridge per eigenvalue", Positive)
c = tuple(Symbol(f"c_{i}", f"coefficient of the kernel's degree {i}", NonNegative) for i in DEGREES)
F = tuple(Symbol(f"F_{i}", f"coefficient of the target's degree {i}", Reals) for i in DEGREES)
N = tuple(harmonics(i) for i in DEGREES)  # N_0 = 1, N_1 = d, ...
fitted = Procedure(
    "fitted",
    "kernel ridge regression on n points of the sphere; its population risk is exact given the points",
    ("n", "d", "λ", "σ²", *map(str, (*c, *F))),
    {
        "E": "mean squared error on a new label",
        **{f"C_{i}": f"coefficient of the fit on the target's harmonic of degree {i}" for i in DEGREES},
    },
)


def learned(nu: Any = nu, c: Sequence[Any] = c, N: Sequence[Any] = N) -> list[Any]:
    """a_k, the share of each degree that is learned on average."""
    return [e / (e + m * nu) for e, m in zip(c, N, strict=True)]


def needed(nu: Any = nu, lam: Any = lam, c: Sequence[Any] = c, N: Sequence[Any] = N) -> Any:
    """The n at which the effective ridge is ν."""
    return lam / nu + sum(m * a for m, a in zip(N, learned(nu, c, N), strict=True))


def left(squares: Sequence[Any], a: Sequence[Any], power: int = 2) -> Any:
    """σ² + squared bias."""
    return s2 + sum(f * (1 - e) ** power for f, e in zip(squares, a, strict=True))


def equivalent(n: Any, squares: Sequence[Any], a: Sequence[Any], N: Sequence[Any] = N, power: int = 2, seen: int = 2) -> Any:
    """E at finite sizes, for a target of the squares F_k²; ``power``, ``seen``: wrong versions."""
    return left(squares, a, power) / (1 - sum(m * e**seen for m, e in zip(N, a, strict=True)) / n)


def share(delta: Any, L: Any = L) -> Any:
    """u at δ."""
    return (1 - L - delta + sqrt((delta + L - 1) ** 2 + 4 * L)) / 2


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source("002_28381bf033af2fcd.txt", "Abstract 7: sharp asymptotics of kernel ridge regression KRR (Hu, Lu)", "hu2022")
