r"""With the prefactor $M^{-1/2}$ the variance of $f_*$ is the mean of the links' variances, up to
$(M-1)\max|\langle\theta,\theta'\rangle|^k$ of it.

For correlated Gaussians $\mathbb E\,\mathrm{He}_i(u)\mathrm{He}_j(v)=\delta_{ij}i!\langle\theta,\theta'\rangle^i$, so
$\operatorname{Var}f_*=\frac1M\sum_{m,m'}\sum_{i\ge1}i!\,\alpha^m_i\alpha^{m'}_i\langle\theta_m,\theta_{m'}\rangle^i$
(monic coefficients). For links of information exponent at least $k$ Cauchy-Schwarz in the coefficients bounds the terms
$m\ne m'$ by $g^k\frac1M\sum_{m\ne m'}\sqrt{v_mv_{m'}}\le(M-1)g^k\bar v$, attained by equal links $\mathrm{He}_k$ at
$M=2$. If $(M-1)g\le1$ this is at most $g^{k-1}\bar v$: small for $k\ge2$, not for $k=1$. The links are centred here:
$\alpha_0$ moves the mean only.
"""

import sympy as sp

from lemmata.theory.additive.first_notation import DOCUMENT, PAPER, M, d, i, k, l, m
from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.first import Choice, Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Source
from lemmata.theory.language.functions import He

DEGREE = 4
second = Observable("second")
A, G = sp.MatrixSymbol("A", M, DEGREE), sp.MatrixSymbol("G", M, M)
g = sp.Symbol("g", nonnegative=True)
links, directions = sp.symbols("links directions")


def energy(power: sp.Expr) -> sp.Expr:
    """Sum over pairs of tasks with overlaps raised to ``power``."""
    term = sp.factorial(i) * A[m - 1, i - 1] * A[l - 1, i - 1] * G[m - 1, l - 1] ** power
    return sp.Sum(term, (i, 1, DEGREE), (m, 1, M), (l, 1, M))


variance = energy(i) / M
average = sp.Sum(sp.factorial(i) * A[m - 1, i - 1] ** 2, (i, 1, DEGREE), (m, 1, M)) / M


def bound(factor: sp.Expr, **options) -> Inequality:
    return Inequality(sp.Abs(variance - average), factor * average, **options)


claim = Claim(
    id="additive.normalisation",
    title="Var f_* = (1/M) Σ_mm' Σ_i i! α_i^m α_i^m' ⟨θ_m,θ_m'⟩^i, the mean variance of the links when the directions are "
    "orthogonal",
    truth=Identity(Mean(second), variance, scale=average + variance),
    source=Source(DOCUMENT, "Motivation: Learning Diverse Features Simultaneously", PAPER),
    domain=Domain(
        Integer(d, (2, sp.oo), (2, 6)),
        Integer(M, (1, sp.oo), (1, d)),
        Integer(k, (1, DEGREE), (1, DEGREE)),
        Choice(links, ("random", "equal")),
        Choice(directions, ("random", "orthogonal", "close", "opposite")),
    ),
    given=(A, G, g),
    also={
        "orthogonal": Identity(variance, average, provided=(g < 1e-12,)),
        "bound": bound((M - 1) * g**k),
        "diverse": bound(g ** (k - 1), provided=((M - 1) * g <= 1, g > 1e-12)),
    },
    mutants={
        "prefactor_1_over_m": Identity(Mean(second), variance / M, scale=average + variance),
        "doubled_exponent": Identity(Mean(second), energy(2 * i) / M, scale=average + variance),
        "no_factorial": Identity(
            Mean(second),
            sp.Sum(A[m - 1, i - 1] * A[l - 1, i - 1] * G[m - 1, l - 1] ** i, (i, 1, DEGREE), (m, 1, M), (l, 1, M)) / M,
            scale=average + variance,
        ),
        "bound_next_exponent": bound((M - 1) * g ** (k + 1)),
    },
    notes="Links are polynomials of degree 4; the simulation averages over |x| exactly and samples the direction of x.",
)


@claim.derivation
def _(step):
    u, v, r, s, t = sp.symbols("u v r s t", real=True)
    for n in range(1, DEGREE + 1):
        others = sum(
            pair_expectation(sp.expand(He(n, u).doit() * He(j, v).doit()), u, v, r) for j in range(1, DEGREE + 1) if j != n
        )
        step(f"He_{n} is correlated with He_{n} only", others, sp.Integer(0), by="exact moments of a Gaussian pair")
        step(
            f"covariance of He_{n}",
            pair_expectation(sp.expand(He(n, u).doit() * He(n, v).doit()), u, v, r),
            sp.factorial(n) * r**n,
            by="exact moments of a Gaussian pair",
        )
    step("two links h_3 with overlap 1/2", (1 + 1 + 2 * sp.Rational(1, 2) ** 3) / 2, sp.Rational(9, 8), by="M = 2")
    step("two opposite directions, odd links", sp.Integer(1 + 1 + 2 * (-1) ** 3), sp.Integer(0), by="the target vanishes")
    step(
        "arithmetic and geometric mean",
        (s**2 + t**2) / 2 - s * t,
        (s - t) ** 2 / 2,
        by="so Σ_{m≠m'} √(v_m v_m') ≤ (M − 1) Σ v_m",
    )
    first, other = sp.symbols("a1:5", real=True), sp.symbols("b1:5", real=True)
    target = sum(a * He(n, u).doit() + b * He(n, v).doit() for n, (a, b) in enumerate(zip(first, other, strict=True), 1))
    links_, gram = (first, other), ((1, r), (r, 1))
    formula = sum(
        sp.factorial(n) * links_[x][n - 1] * links_[y][n - 1] * gram[x][y] ** n / 2
        for x in range(2)
        for y in range(2)
        for n in range(1, DEGREE + 1)
    )
    step(
        "two tasks with links of degree 4 and any coefficients",
        pair_expectation(sp.expand(target**2), u, v, r) / 2,
        formula,
        by="exact moments of a Gaussian pair",
    )
    step.qed(by="the variance is a sum over pairs of tasks, so two tasks are the general case")
