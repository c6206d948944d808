r"""The optimal risk bound holds with $t=1$ and constant 1, in expectation, without a technical condition.

$\mathbb E[\min_WR(W)]-\sigma^2\le\mathbb
E_X\sum_i\min\{\tfrac{\sigma'^2-\sigma^2}n,\hat\mu_i\}\le\sum_j\min\{\tfrac{\sigma'^2-\sigma^2}n,\mu_j\}$ for
$\sigma'^2\ge\sigma^2$: the mean of a minimum is at most the minimum of the mean, and
$A\mapsto\operatorname{Tr}\min(A,\tau)$ is concave. For $t>1$ the print is false with any constant: at
$\sigma'^2=t\sigma^2$ its right side is 0, while the left side tends to $\mathbb
E\sum_i\min\{(t-1)\sigma^2/n,\hat\mu_i\}>0$ as the number of tasks grows. The constant 1 is attained: $d<n$ fixed, all
$\mu_j$ large, $m\to\infty$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Erratum, Inequality, Integer, Mean, Observable, Real, Source
from lemmata.theory.linear_net.first_notation import d, j, m, mu, n, s2

least, given_design = Observable("least"), Observable("given_design")
ratio, a, top = sp.Symbol("r", positive=True), sp.Symbol("a", nonnegative=True), sp.Symbol("c", positive=True)


def bound(surplus: sp.Expr, factor: sp.Expr = sp.S.One) -> sp.Expr:
    return s2 + factor * sp.Sum(sp.Min(surplus, mu[j]), (j, 1, d))


surplus = (ratio - 1) * s2 / n
positive = (0, sp.oo)
claim = Claim(
    id="linear_net.optimal_bound",
    title="E[min R(W)] − σ² ≤ Σ min{(σ'² − σ²)/n, μ_j}",
    truth=Inequality(Mean(least), bound(surplus)),
    source=Source("000_ab12b188556405a2.txt", "Main result 2 / Theory (Optimal risk bound)", paper="suzuki2024"),
    domain=Domain(
        Integer(n, positive, (2, 40)),
        Integer(d, positive, (1, 50)),
        Integer(m, positive, (1, 100_000), log=True),
        Real(a, (0, sp.oo), (0, 3)),
        Real(top, positive, (0.1, 50), log=True),
        Real(s2, positive, (0.1, 10), log=True),
        Real(ratio, (1, sp.oo), (1, 5), edges=(1, 2)),
    ),
    given=(mu,),
    also={
        "design": Inequality(Mean(s2 + least - given_design), s2),
        "jensen": Inequality(Mean(given_design), bound(surplus)),
    },
    printed=Inequality(Mean(least), bound(sp.Integer(0))),
    print_latex=r"t\sigma^2\le\sigma'^2\Rightarrow\min_W\{R(W)-\sigma^2\}\lesssim\sum_{j=1}^d\min\{\tfrac{"
    r"\sigma'^2-t\sigma^2}{n},"
    r"\mu_j(\Sigma_\beta^{1/2}\Sigma_X\Sigma_\beta^{1/2})\}\quad\text{(judged at }t=\sigma'^2/\sigma^2\text{)}",
    erratum=Erratum.condition_missing(
        "t must be at most 1 (the slide leaves it open): at σ'² = tσ² with t > 1 the right "
        "side is 0 and "
        "the left side is positive once there are many tasks; with t = 1 the constant is 1"
    ),
    mutants={
        "twice": Inequality(Mean(least), bound(sp.Max((ratio - 2) * s2 / n, 0))),
        "n_squared": Inequality(Mean(least), bound(surplus / n)),
        "constant": Inequality(Mean(least), bound(surplus, sp.Rational(9, 10))),
    },
    uses=("linear_net.mallows_expectation",),
)


@claim.derivation
def _(step):
    p, t, eig = sp.symbols("p t mu", positive=True)
    step(
        "the criterion in one eigendirection, selected with weight p",
        p * t + (1 - p) * eig,
        eig + p * (t - eig),
        by="linear in p, so its minimum over 0 ≤ p ≤ 1 is min(t, μ)",
    )
    step.cite(
        "minimum over W of the expected criterion, given the design",
        r"\inf_W\mathbb E[R(W)\mid X]=\sigma^2+\sum_i\min\{(\sigma'^2-\sigma^2)/n,\hat\mu_i\}",
        by="von Neumann's trace inequality",
    )
    step.cite(
        "concavity",
        r"\operatorname{Tr}\min(A,t)=\min_{0\preceq P\preceq I}\operatorname{Tr}[(I-P)A+tP]",
        by="a minimum of linear functions; Jensen's inequality",
    )
