"""Ridge regression on random features of points on the sphere: the symbols of the family, and what they define.

Features σ(√d⟨w_j, x⟩), σ = Σ_k μ_k q_k, w_j and x uniform on the sphere (sphere.gegenbauer); fit p^(-1/2) Σ_j a_j σ(√d⟨w_j, x⟩), loss
Σ_i (y_i - fit)² + λ|a|², the sum and not the mean; target Σ_k F_k q_k(√d⟨β, x⟩), label noise of variance σ². At finite sizes, with
a_k = μ_k²/(μ_k² + N_kν), D = Σ_k N_k a_k, D_2 = Σ_k N_k a_k² and the root ν of (n - D)(p - D) = λp/ν on the branch D < min(n, p),
E = (σ² + Σ_k F_k²(1 - a_k)(1 - ρa_k))/(1 - (D - ρ(D - D_2))/n), ρ = (p - D)/(p - D_2): the number of features enters through ρ, and through ν.
At n = δN_ℓ, p = ψN_ℓ and ν = χ/N_ℓ one degree is left: a = m/(m + χ), D = a + t/χ and D_2 = a² with m = μ_ℓ², t = Σ_{k>ℓ} μ_k², F_ℓ² alone, and
S = σ² + Σ_{k>ℓ} F_k² in the place of the noise. ρ = 1 is kernel ridge regression (krr) with c_k = μ_k².
"""

from collections.abc import Sequence
from typing import Any

from lemmata import Naturals, Positive, Procedure, Reals, Root, Source, Symbol
from lemmata.theory.krr import notation as krr
from lemmata.theory.krr.notation import F2, F, N, S, delta, lam, n, nu, s2

p = Symbol("p", "number of features", Naturals)
mu = tuple(Symbol(f"μ_{i}", f"coefficient of the activation's degree {i}", Reals) for i in krr.DEGREES)
chi = Symbol("χ", "effective ridge", Positive)
psi = Symbol("ψ", "features over the number of harmonics of degree ℓ", Positive)
m = Symbol("m", "squared coefficient of the activation's degree ℓ", Positive)
t = Symbol("t", "sum of the squared coefficients of the activation's degrees above ℓ", Positive)

squares = [e**2 for e in mu]
signal = [f**2 for f in F]
fitted = Procedure(
    "random_features",
    "ridge regression on p random features of n points of the sphere; its population risk is exact given points and weights",
    ("n", "p", "d", "λ", "σ²", *map(str, (*mu, *F))),
    {"E": "mean squared error on a new label"},
)
projected = Procedure(
    "projected",
    "best combination of p random features, with all inputs at hand",
    ("p", "d", "σ²", *map(str, (*mu, *F))),
    {"A": "its mean squared error on a new label"},
)


def shrunk(p: Any, D: Any, D2: Any) -> Any:
    """ρ."""
    return (p - D) / (p - D2)


def error(noise: Any, signal: Sequence[Any], a: Sequence[Any], rho: Any, n: Any, D: Any, D2: Any) -> Any:
    """E from the shares that are learned."""
    left = noise + sum(f * (1 - e) * (1 - rho * e) for f, e in zip(signal, a, strict=True))
    return left / (1 - (D - rho * (D - D2)) / n)


def sums(nu: Any = nu) -> tuple[list[Any], Any, Any]:
    """Shares, D and D_2 at finite sizes."""
    a = krr.learned(nu, squares)
    return a, *(sum(k * e**power for k, e in zip(N, a, strict=True)) for power in (1, 2))


def balance(n: Any, p: Any, D: Any, ridge: Any) -> Any:
    """0 at the effective ridge; ``ridge``: λ/ν. The equation is divided by np, so that its terms are of the order 1."""
    return (1 - D / n) * (1 - D / p) - ridge / n


def finite(n: Any = n, p: Any = p, lam: Any = lam, scale: Any = 1) -> Any:
    """E at finite sizes; on the branch is the largest root. ``scale``: ν is searched for in units of one over it."""
    level = nu / scale
    a, D, D2 = sums(Root(nu, balance(n, p, sums(level)[1], lam / level), "largest") / scale)
    return error(s2, signal, a, shrunk(p, D, D2), n, D, D2)


def share(chi: Any = chi, m: Any = m) -> Any:
    """a at χ."""
    return m / (m + chi)


def freedom(chi: Any = chi, m: Any = m, t: Any = t) -> Any:
    """D at χ."""
    return share(chi, m) + t / chi


def ridge(chi: Any = chi, delta: Any = delta, psi: Any = psi) -> Any:
    """The λ at which the effective ridge is χ."""
    return chi * (delta - freedom(chi)) * (1 - freedom(chi) / psi)


def critical(chi: Any = chi, delta: Any = delta, psi: Any = psi, noise: Any = S, power: int = 1) -> Any:
    """E in the limit, by χ; ``power`` 0: a wrong version, ρ = (ψ - D)/ψ."""
    a, D = share(chi), freedom(chi)
    return error(noise, [F2], [a], shrunk(psi, D, power * a**2), delta, D, a**2)


def effective(delta: Any = delta, psi: Any = psi, lam: Any = lam) -> Any:
    """χ at a ridge."""
    return Root(chi, balance(delta, psi, freedom(), lam / chi), "largest")


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt", "Abstract 3: asymptotics of random feature regression RFRR (Hu, Lu, Misiakiewicz)", "hu2024"
    )
