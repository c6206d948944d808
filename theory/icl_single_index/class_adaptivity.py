r"""Knowing the class removes the dependence on $d$: least squares in a known $S$ has risk $s^2r/(n-r-1)$ in every
dimension.

Conventions: $y=\langle x,\theta\rangle+sN(0,1)$, $\theta$ on the unit sphere of a fixed $S$, $\dim S=r$, $x\sim
N(0,I_d)$, $n>r+1$. Minimum-norm least squares in $\mathbb R^d$ without noise, $n\le d$, has risk exactly $1-n/d$. For
sparse $\theta$ ($d=20$, three entries $N(0,1)$, no noise, $n=10$) the LASSO is at least twice as good as minimum norm.
The slide's poly(r) is here linear in $r$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Real, Source
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, d, n, positive, r

s = sp.Symbol("s", positive=True)
n0 = sp.Symbol("n_0", integer=True, positive=True)  # prompt length of minimum norm, at most d
inside, ambient, lasso, dense = Observable("R_S"), Observable("R_d"), Observable("R_lasso"), Observable("R_sparse")
SPARSE, WIDE, SHORT = 3, 20, 10

claim = Claim(
    id="icl_single_index.class_adaptivity",
    title="Least squares in the known subspace has risk s²r/(n − r − 1) for every d; without it, minimum norm has 1 − n/d",
    truth=Identity(Mean(inside), s**2 * r / (n - r - 1)),
    source=Source(DOCUMENT, "Why Single-index Models? / Adaptivity to Low-dimensional Function Class", paper="garg2022"),
    domain=Domain(
        Integer(r, positive, (1, 5)),
        Integer(n, (r + 2, sp.oo), (r + 9, 24)),
        Integer(d, (r + 1, sp.oo), (r + 2, 20)),
        Real(s, (0, 10), (0.2, 2)),
        Integer(n0, (1, d), (1, d - 1)),
    ),
    also={
        "minimum_norm": Identity(Mean(ambient), 1 - n0 / d),
        "lasso": Inequality(Mean(lasso - dense / 2), 0, variant="sparse"),
    },
    mutants={
        "no_correction": Identity(Mean(inside), s**2 * r / n),
        "ambient_dimension": Identity(Mean(inside), s**2 * d / (n - r - 1)),
        "ratio_d_plus_1": Identity(Mean(ambient), 1 - n0 / (d + 1)),
        "lasso_gains_nothing": Inequality(Mean(dense - lasso), 0, variant="sparse"),
    },
    notes="That algorithms which ignore S need n of the order d is generative.information_theoretic. The error for n ≤ r + "
    "3 has infinite variance.",
)


@claim.derivation
def _(step):
    t, k = sp.symbols("t k", positive=True)
    density = t ** (k / 2 - 1) * sp.exp(-t / 2) / (2 ** (k / 2) * sp.gamma(k / 2))
    step.verify(
        "a diagonal entry of (ZᵀZ)⁻¹ is 1/χ² with n − r + 1 degrees of freedom; E 1/χ²_k = 1/(k − 2)",
        all(_inverse_moment(k, density, t, value) for value in range(3, 12)),
        by="integration for k = 3, …, 11",
        formula=r"\mathbb E[1/\chi^2_k]=\frac1{k-2}",
    )
    degrees = n - r + 1
    step("r entries", s**2 * r / (degrees - 2), s**2 * r / (n - r - 1), by="sum of the diagonal")
    step("a random n₀-dimensional row space keeps n₀/d of |θ|²", 1 - n0 / d, (d - n0) / d, by="rotation invariance")
    step(
        "s = 1/2, r = 3, n = 20",
        (s**2 * r / (n - r - 1)).subs({s: sp.Rational(1, 2), r: 3, n: 20}),
        sp.Rational(3, 64),
        by="substitution",
    )


def _inverse_moment(k: sp.Symbol, density: sp.Expr, t: sp.Symbol, value: int) -> bool:
    integral = sp.integrate((density / t).subs(k, value), (t, 0, sp.oo))
    return bool(sp.simplify(integral - sp.Rational(1, value - 2)) == 0)
