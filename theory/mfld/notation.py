"""Mean-field Langevin dynamics of L(μ) = F(μ) + λ_2 ∫ μ log μ, and the model in which all of it is Gaussian.

F(μ) = (a/2) E|x|² + (b/2) |E x − c|² on R^d: a linear two-layer network with squared loss, a/2 the ridge. Then δF/δμ(x) = (a/2)|x|²
+ b⟨m_μ − c, x⟩ and the Gibbs laws p_μ ∝ exp(−(δF/δμ)/λ_2) are N(−(b/a)(m_μ − c), (λ_2/a)I). The constant α of a logarithmic Sobolev
inequality stands as in KL(ν|p) ≤ (α/2) I(ν|p), I = E_ν|∇log(ν/p)|²: of N(m, sI) it is s, so that here α = λ_2/a for every p_μ, and
the least point of L is N(m_*, (λ_2/a)I), m_* = bc/(a + b). The particles are the rows of X.
"""

from typing import Any

import sympy as sp

from lemmata import Array, Naturals, NonNegative, Positive, Procedure, Reals, Source, Symbol, log, pi, sq

a, b = Symbol("a", "confinement", Positive), Symbol("b", "interaction", NonNegative)
lam = Symbol("λ_2", "weight of the entropy", Positive, latex=r"\lambda_2")
N, d = Symbol("N", "number of particles", Naturals), Symbol("d", "dimension", Naturals)
c = Array("c", "target of the mean", d)
X = Array("X", "particles, one a row", N, d)
eta, steps = Symbol("η", "step size", Positive), Symbol("k", "number of steps", Naturals)
target = Symbol("c", "target of the mean", Reals)  # on the line

ones = sp.OneMatrix(N, 1)
best = b * c / (a + b)  # m_*


def energy(particles: Any) -> Any:
    """F of the empirical measure."""
    return a / (2 * N) * sq(particles) + b / 2 * sq(particles.T * ones / N - c)


def least() -> Any:
    """F at the point mass m_*, the infimum of F."""
    return a / 2 * sq(best) + b / 2 * sq(best - c)


def optimum() -> Any:
    """L at its least point."""
    return least() - lam * d / 2 * log(2 * pi * lam / a)


def excess(x: Any) -> Any:
    """x − 1 − log x: twice the divergence of N(0, x) from N(0, 1)."""
    return x - 1 - log(x)


def at_rest(what: str) -> Procedure:
    """Particles that are run, against the first order of what their number and the step size add."""
    return Procedure(
        "particles",
        f"N {what} at rest; the time mean of F less F(μ_*), over c_N/N + c_η η",
        ("network", "ridge", "temperature", "N", "η", "time", "changed"),
        {"ratio": "the excess over its prediction"},
    )


def source(heading: str, paper: str | None = "suzuki2023") -> Source:
    """The slides."""
    return Source("003_6dbed77154d197b7.txt", heading, paper)
