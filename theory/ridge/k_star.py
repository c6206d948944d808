"""The papers' k*(b) = min{k : ρ_k >= b}, ρ_k = (nλ + Σ_{j>k} l_j)/(n l_{k+1}), encloses the number k of eigenvalues that are at least κ.

With τ = λ + Σ_{j>k} l_j/n an eigenvalue below κ is at most 2τ for k <= n/2 (ridge.de_vs_bv), so that k*(1/2) <= k; before k every ρ is at
most 5/2, so that k <= k*(b) for b > 5/2. If λ = 0, d > n.
"""

from lemmata import *
from lemmata.theory.ridge.de_vs_bv import d, few, j, kappa, l, lam, n, source, tau

i = Symbol("i", "place in the spectrum", Naturals)
passed = (n * lam + Sum(l[j], (j, i, d))) / (n * l[i])  # ρ at i - 1

claim = Claim(
    "ridge.k_star",
    source=source("Predictive error", "tsigler2020"),
    domain=Domain(Or(lam > 0, d > n), i <= d, core=(n >= 4, n <= 200, d <= 2500, lam <= 100)),
    parts={
        "low": Part(
            Inequality(l[i] / tau, 2),
            when=(*few, l[i] < kappa),
            says="An eigenvalue below κ is at most 2τ, so that k*(1/2) ≤ k",
            wrong={"at_1.1": {"right": Rational(10, 11)}},
        ),
        "high": Part(
            Inequality(passed, Rational(5, 2)),
            when=(l[i] >= kappa,),
            says="At an eigenvalue of at least κ the papers' ρ is at most 5/2, so that k ≤ k*(b) for b > 5/2",
            wrong={"at_1.9": {"right": Rational(19, 10)}},
        ),
    },
    uses=("ridge.de_vs_bv",),
)
