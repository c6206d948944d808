r"""Harmful overfitting: a trained first layer has risk of order $n^{-2/3}$ where every ridge estimator keeps order one.

Inputs: $l_i=1/i$ for $i\le n$, $1/n$ up to $d=n^3$; tasks: $\nu_i=i^{-2}$. So $\mu_j=j^{-3}$ for $j\le n$ and
$j^{-2}/n$ beyond. At the level of deterministic equivalents the Bayes risk is $\kappa N_1(\kappa)$ with
$n\kappa=\sigma^2+\kappa N_1(\kappa)$, and $n^{2/3}\kappa N_1\to\frac{2\pi}{3\sqrt3}\sigma^{4/3}$, while
$n^{2/3}\sum_j\min\{\sigma^2/n,\mu_j\}\to\frac32\sigma^{4/3}$. For ridge, $\kappa\ge n-2/n$ at every $\lambda\ge0$, and
the risk tends to the null risk $\zeta(3)$. Sums beyond $J=50(n/\sigma^2)^{1/3}$, and those over $j>n$, are taken by the
midpoint rule: it errs by $f'(J)/24$, below $10^{-7}$ of $N_1$ and falling like $n^{-2/3}$.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Real,
    Root,
    Source,
)

n, j = sp.symbols("n j", integer=True, positive=True)
N = sp.Symbol("N", integer=True, positive=True)
J = sp.Symbol("J", integer=True, positive=True)
s2, lam = sp.Symbol("sigma2", positive=True), sp.Symbol("lambda", nonnegative=True)
kappa, kappa_ridge = sp.Symbol("kappa", positive=True), sp.Symbol("kappa_r", positive=True)
half = sp.Rational(1, 2)


def cut(size: sp.Symbol) -> Computed:
    """Up to where the terms of the head are added one by one."""
    return Computed(lambda p: min(int(p[size.name]), 50 + int(50 * (p[size.name] / p.sigma2) ** (1 / 3))))


def between(size: sp.Expr, power: int) -> sp.Expr:
    """Sum of j^-power over J < j <= size, by the midpoint rule."""
    return ((J + half) ** (1 - power) - (size + half) ** (1 - power)) / (power - 1)


def beyond(size: sp.Expr, x: sp.Expr) -> sp.Expr:
    """Sum over size < j <= size³ of (j⁻²/size)/(j⁻²/size + x), by the midpoint rule."""
    root = sp.sqrt(size * x)
    return (sp.atan((size**3 + half) * root) - sp.atan((size + half) * root)) / root


def effective(size: sp.Expr, x: sp.Expr) -> sp.Expr:
    """N₁ of the spectrum μ; beyond J, where x j³ is at least 10⁵, 1/(1 + x j³) is expanded to second order."""
    return sp.Sum(1 / (1 + x * j**3), (j, 1, J)) + between(size, 3) / x - between(size, 6) / x**2 + beyond(size, x)


def ridge_n1(size: sp.Expr, x: sp.Expr, flat: sp.Expr) -> sp.Expr:
    """N₁ of the inputs: a head of harmonic eigenvalues, and `flat` equal ones."""
    return sp.Sum(1 / (1 + x * j), (j, 1, size)) + flat / (1 + size * x)


def net_definitions(size: sp.Symbol) -> dict:
    return {J: cut(size), kappa: Root(kappa, size * kappa - s2 - kappa * effective(size, kappa), (s2 / size, 1 + s2))}


def ridge_definitions(size: sp.Symbol, penalty: sp.Expr = lam, flat: sp.Expr | None = None) -> dict:
    dimension = size**3 - size if flat is None else flat
    fixed_point = size - size * penalty / kappa_ridge - ridge_n1(size, kappa_ridge, dimension)
    return {kappa_ridge: Root(kappa_ridge, fixed_point, (penalty, penalty + size**2 + 1))}


net = kappa * effective(n, kappa)
minima = sp.Sum(sp.Min(s2 / n, j ** (-3)), (j, 1, J)) + between(n, 3) + (1 / (n + half) - 1 / (n**3 + half)) / n
ladder = Ladder(n, (1000, 10_000, 100_000, 1_000_000, 10_000_000), quick=(3000, 30_000, 300_000, 3_000_000))
short = Ladder(n, (30, 100, 300, 1000, 3000), quick=(30, 100, 300, 1000))


def ridge_risk(size: sp.Expr, x: sp.Expr, penalty: sp.Expr = lam, flat: sp.Expr | None = None) -> sp.Expr:
    """Bias and variance of the ridge estimator, averaged over tasks; `flat` eigenvalues 1/size beside the harmonic ones."""
    count = size**3 - size if flat is None else flat
    gain = penalty / x + (sp.Sum(j * x / (1 + j * x) ** 2, (j, 1, size)) + count * size * x / (1 + size * x) ** 2) / size
    tasks = 1 / (size + half) - 1 / (size + count + half)
    bias = x**2 * (sp.Sum(1 / (j * (1 + j * x) ** 2), (j, 1, size)) + size / (1 + size * x) ** 2 * tasks)
    return (bias + s2 * (1 - gain)) / gain


limit = 2 * sp.pi / (3 * sp.sqrt(3)) * s2 ** sp.Rational(2, 3)
trained, ridge = Observable("trained"), Observable("ridge")


def net_limit(power: sp.Expr, value: sp.Expr) -> Limit:
    return Limit(n**power * net, value, ladder=ladder, decay=1 / 3, where=net_definitions(n))


def ridge_limit(value: sp.Expr, **options) -> Limit:
    return Limit(ridge_risk(n, kappa_ridge, **options), value, ladder=short, decay=1, where=ridge_definitions(n, **options))


claim = Claim(
    id="linear_net.example1",
    title="A trained first layer reaches n^(-2/3) where every ridge estimator keeps the null risk ζ(3)",
    truth=net_limit(sp.Rational(2, 3), limit),
    source=Source("000_ab12b188556405a2.txt", "(1) Harmful overfitting", paper="suzuki2024"),
    domain=Domain(
        Integer(N, (1, sp.oo), (8, 14)), Real(s2, (0, sp.oo), (0.3, 3), log=True), Real(lam, (0, sp.oo), (0, 2), edges=(0,))
    ),
    also={
        "minima": Limit(
            n ** sp.Rational(2, 3) * minima,
            sp.Rational(3, 2) * s2 ** sp.Rational(2, 3),
            ladder=ladder,
            decay=1 / 3,
            where={J: cut(n)},
        ),
        "ridge": ridge_limit(sp.zeta(3)),
        "ridge_kappa": Inequality(N - 2 / N, kappa_ridge, where=ridge_definitions(N)),
        "simulated_net": Inequality(Mean(trained), sp.Rational(6, 5) * kappa * effective(N, kappa), where=net_definitions(N)),
        "simulated_ridge": Inequality(Mean(sp.Rational(84, 100) - ridge), 0),
    },
    mutants={
        "half": net_limit(half, limit),
        "three_quarters": net_limit(sp.Rational(3, 4), limit),
        "constant_of_the_minima": net_limit(sp.Rational(2, 3), sp.Rational(3, 2) * s2 ** sp.Rational(2, 3)),
        "dimension_n": ridge_limit(sp.zeta(3), penalty=1 / sp.sqrt(n), flat=sp.Integer(0)),
        "ridge_vanishes": ridge_limit(sp.Integer(0)),
    },
    uses=("ridge.det_equiv", "linear_net.bayes"),
)


@claim.derivation
def _(step):
    t = sp.Symbol("t", positive=True)
    step(
        "the effective dimension at small κ",
        sp.integrate(1 / (1 + t**3), (t, 0, sp.oo)),
        2 * sp.pi / (3 * sp.sqrt(3)),
        by="N₁ ~ κ^(-1/3) ∫dt/(1+t³), and κ ~ σ²/n",
    )
    step("the minima", 1 + sp.integrate(t**-3, (t, 1, sp.oo)), sp.Rational(3, 2), by="τ^(2/3) ∫min(1, t⁻³)dt with τ = σ²/n")
    size = sp.Symbol("n", positive=True)
    step(
        "the flat tail of ridge alone exceeds n unless κ is large",
        (size**3 - size) / size / (1 / size + t),
        (size**2 - 1) / (1 / size + t),
        by="so n ≥ (n² − 1)/(1/n + κ), that is κ ≥ n − 1/n − 1/n",
    )
    step(
        "the null risk of ridge",
        sp.summation(j**-3, (j, 1, sp.oo)),
        sp.zeta(3),
        by="Σ l_j ν_j: with κ of order n no direction is learned",
    )
