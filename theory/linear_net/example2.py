r"""Misalignment: a trained first layer has risk of order $n^{-1/2}$ where every ridge estimator keeps order one.

Inputs: $l_i=1/i$, $i\le d=cn$, $c>1$; tasks: $\nu_i=1/i$ but $\nu_n=n$. So $\mu_i=i^{-2}$ for $i\ne n$ and $\mu_n=1$. At
the level of deterministic equivalents $\sqrt n\,\kappa N_1\to\frac\pi2\sigma$ for the Bayes risk, and $\sqrt
n\sum_j\min\{\sigma^2/n,\mu_j\}\to2\sigma$. Ridge is parametrised by $x=n\kappa\ge x_n=n\kappa(0)$ in place of
$\lambda\ge0$: the coordinate $n$ alone leaves $(x/(1+x))^2$, so every ridge estimator has risk at least
$(x_n/(1+x_n))^2$, and $x_n\uparrow x_0$, the positive root of $x_0=\log(1+x_0c)$, from below. At fixed $x$ the risk tends to
$$R_\infty(x)=\frac{(x/(1+x))^2+\sigma^2g}{1-g},\quad g=\frac c{1+xc},\qquad
R_\infty-1=\frac{c(\sigma^2-1)x^2+(2\sigma^2c+c-2)x+\sigma^2c+c-1}{(1+x)^2(1-c+cx)} .$$
So the best ridge estimator tends to 1, the null risk of that coordinate, if and only if $\sigma^2\ge1$, at the rates
$2\sqrt{(\sigma^2-1)/n}$, and $\frac32(2(3c-2)/c)^{1/3}n^{-2/3}$ at $\sigma^2=1$; for $\sigma^2<1$ it tends to a constant
between 0 and 1. Sums over the inputs are digamma functions; the sum of the Bayes risk is taken beyond $J=50(n/\sigma^2)^{1/2}$
by the midpoint rule, which errs by less than $10^{-6}$ of $N_1$.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Order,
    Rate,
    Real,
    Root,
    Source,
)

n, j = sp.symbols("n j", integer=True, positive=True)
N, J = sp.symbols("N J", integer=True, positive=True)
s2, c = sp.Symbol("sigma2", positive=True), sp.Symbol("c", positive=True)
lam = sp.Symbol("lambda", nonnegative=True)
kappa, x, x_n, x_0 = sp.symbols("kappa x x_n x_0", positive=True)
best, floor = sp.symbols("R_best R_floor", positive=True)
trained, ridge = Observable("trained"), Observable("ridge")
half, third = sp.Rational(1, 2), sp.Rational(1, 3)


def effective(size: sp.Expr, k: sp.Expr) -> sp.Expr:
    """N₁ of the spectrum μ at κ = k."""
    root = sp.sqrt(k)
    beyond = (sp.atan((c * size + half) * root) - sp.atan((J + half) * root)) / root
    return sp.Sum(1 / (1 + k * j**2), (j, 1, J)) + beyond - 1 / (1 + k * size**2) + 1 / (1 + k)


def net_definitions(size: sp.Symbol) -> dict:
    up_to = Computed(lambda p: min(int(p.c * p[size.name]), 50 + int(50 * (p[size.name] / p.sigma2) ** 0.5)))
    return {J: up_to, kappa: Root(kappa, size * kappa - s2 - kappa * effective(size, kappa), (s2 / size, 2 + s2))}


def head(size: sp.Expr, at: sp.Expr) -> sp.Expr:
    """Σ 1/(1 + iκ) over the inputs, at κ = at/size."""
    return size / at * (sp.digamma(c * size + 1 + size / at) - sp.digamma(1 + size / at))


def squares(size: sp.Expr, at: sp.Expr) -> sp.Expr:
    """Σ 1/(1 + iκ)² over the inputs."""
    return (size / at) ** 2 * (sp.polygamma(1, 1 + size / at) - sp.polygamma(1, c * size + 1 + size / at))


def ridge_risk(size: sp.Expr, at: sp.Expr, aligned: bool = False) -> sp.Expr:
    """Bias and variance at κ = at/size, averaged over tasks; ``aligned``: with ν_n = 1."""
    special = (at / (1 + at)) ** 2 / (size if aligned else 1)
    bias = special + (at / size) ** 2 * (squares(size, at) - 1 / (1 + at) ** 2)
    gamma = squares(size, at) / size
    return (bias + s2 * gamma) / (1 - gamma)


def ridge_limit(at: sp.Expr) -> sp.Expr:
    g = c / (1 + at * c)
    return ((at / (1 + at)) ** 2 + s2 * g) / (1 - g)


bracket = (sp.Rational(1, 1000), 100 * c)
interpolating = {x_n: Root(x_n, N - head(N, x_n), bracket), x_0: Root(x_0, sp.log(1 + x_0 * c) / x_0 - 1, bracket)}
along = {x_n: Root(x_n, n - head(n, x_n), bracket), x_0: interpolating[x_0]}
penalised = {**interpolating, x: Root(x, N - N**2 * lam / x - head(N, x), (bracket[0], 100 * c + N * lam))}
net = kappa * effective(n, kappa)
ladder = Ladder(n, (1000, 10_000, 100_000, 1_000_000, 10_000_000), quick=(1000, 8000, 64_000, 512_000))
wide = Ladder(n, (1e6, 1e7, 1e8, 1e9, 1e10), quick=(1e6, 1e7, 1e8, 1e9))
minima = sp.Sum(sp.Min(s2 / n, j ** (-2)), (j, 1, J)) + 1 / (J + half) - 1 / (c * n + half) + sp.Min(s2 / n, 1) - n ** (-2)
lower = (x_n / (1 + x_n)) ** 2
small, large = (N <= 40,), (N >= 1000, lam <= sp.Rational(1, 20), s2 <= sp.Rational(1, 10))
sigma = sp.sqrt(s2)


def net_rate(exponent: sp.Expr) -> Rate:
    return Rate(net, exponent, ladder=ladder, tolerance=0.05, where=net_definitions(n))


def at_one(factor: sp.Expr) -> Order:
    """The excess of the best ridge estimator over the null risk where σ² = 1."""
    scale = factor * 3 * half * (2 * (3 * c - 2) / c) ** third * n ** (-2 * third)
    return Order(best - 1, scale, ladder=wide, constant=(0.99, 1.01), provided=(sp.Eq(s2, 1),))


def net_limit(power: sp.Expr, value: sp.Expr) -> Limit:
    return Limit(n**power * net, value, ladder=ladder, decay=0.5, where=net_definitions(n))


claim = Claim(
    id="linear_net.example2",
    title="A trained first layer reaches (π/2)σn^(-1/2) where every ridge estimator keeps order one, and order 1 iff σ² ≥ 1",
    truth=net_limit(half, sp.pi / 2 * sigma),
    source=Source("000_ab12b188556405a2.txt", "(2) Misaligned setting", paper="suzuki2024"),
    domain=Domain(
        Integer(N, (1, sp.oo), (10, 100_000), log=True),
        Real(c, (1.01, sp.oo), (1.5, 12)),
        Real(s2, (0, sp.oo), (0.02, 10), log=True, edges=(1,)),
        Real(lam, (0, sp.oo), (0, 1), edges=(0,)),
    ),
    given=(best, floor),
    also={
        "rate": net_rate(-half),
        "minima": Limit(sp.sqrt(n) * minima, 2 * sigma, ladder=ladder, decay=0.5, where={J: net_definitions(n)[J]}),
        "every_ridge": Inequality(lower, ridge_risk(N, x), where=penalised),
        "from_below": Inequality(x_n, x_0, where=interpolating),
        "interpolator": Limit(x_n, x_0, ladder=wide, decay=1, where=along),
        "ridge_at_x": Limit(ridge_risk(n, 2 * x_0), ridge_limit(2 * x_0), ladder=wide, decay=1, where=along),
        "best_above_one": Limit(sp.sqrt(n) * (best - 1), 2 * sp.sqrt(s2 - 1), ladder=wide, decay=0.5, provided=(s2 >= 1.5,)),
        "best_at_one": at_one(sp.Integer(1)),
        "best_below_one": Limit(best, floor, ladder=wide, decay=1, provided=(s2 <= 0.8,)),
        "null_risk": Identity(floor, 1, provided=(s2 >= 1,)),
        "less_than_null": Inequality(
            floor, 1 - (1 - s2) ** 2 / 12, where=interpolating, provided=(s2 < 1, x_0 * (1 - s2) <= 6)
        ),
        "simulated_net": Inequality(
            Mean(trained), sp.Rational(6, 5) * kappa * effective(N, kappa), where=net_definitions(N), provided=small
        ),
        "simulated_ridge": Inequality(Mean(ridge), sp.Rational(6, 5) * ridge_risk(N, x), where=penalised, provided=small),
        "simulated_every_ridge": Inequality(Mean(2 * lower - ridge), lower, where=penalised, provided=small),
    },
    mutants={
        "two_thirds": net_rate(-2 * third),
        "constant_of_the_minima": net_limit(half, 2 * sigma),
        "aligned": Inequality(lower, ridge_risk(N, x, aligned=True), where=penalised, provided=large),
        "null_risk_at_every_noise": Identity(floor, 1, provided=(s2 <= 0.8,)),
        "from_above": Inequality(x_0, x_n, where=interpolating),
        "best_at_one_1.05": at_one(sp.Rational(21, 20)),
        "best_above_one_sqrt": Limit(sp.sqrt(n) * (best - 1), sp.sqrt(s2 - 1), ladder=wide, decay=0.5, provided=(s2 >= 1.5,)),
        "simulated_ridge_vanishes": Inequality(Mean(ridge), lower / 2, where=penalised, provided=small),
    },
    uses=("ridge.det_equiv", "linear_net.bayes", "linear_net.bayes_de"),
    notes="The infimum over λ is a continuous one, over x = nκ. The slide's “d ≫ n” is d = cn with any c > 1; its ridge "
    "bound Ω(1) holds at every noise level, the sharper 1 − o(1) only for σ² ≥ 1.",
)


@claim.derivation
def _(step):
    t = sp.Symbol("t", positive=True)
    step(
        "the effective dimension at small κ",
        sp.integrate(1 / (1 + t**2), (t, 0, sp.oo)),
        sp.pi / 2,
        by="N₁ ~ κ^(-1/2) ∫dt/(1+t²), and κ ~ σ²/n",
    )
    step("the minima", 1 + sp.integrate(t**-2, (t, 1, sp.oo)), sp.Integer(2), by="τ^(1/2) ∫min(1, t⁻²)dt with τ = σ²/n")
    size, i = sp.Symbol("n", positive=True), sp.Symbol("i", positive=True)
    k = x / size
    step(
        "bias of the coordinate n: ν = n, l = 1/n",
        size * (1 / size) * k**2 / (1 / size + k) ** 2,
        (x / (1 + x)) ** 2,
        by="κ²νl/(l + κ)²; it does not depend on n, increases with x, and 1 − γ ≤ 1",
    )
    step("of another one: ν = l = 1/i", k**2 / i**2 / (1 / i + k) ** 2, k**2 / (1 + i * k) ** 2, by="the same")
    step(
        "λ against κ, one eigenvalue 1/i",
        sp.diff(kappa * (1 - 1 / (1 + i * kappa) / size), kappa),
        1 - 1 / (1 + i * kappa) ** 2 / size,
        by="λ = κ(1 − N₁/n), so dλ/dκ = 1 − N₂/n > 0 and x ≥ x_n at every λ ≥ 0",
    )
    step(
        "Σ 1/(1 + iκ) is below its integral",
        sp.integrate(1 / (1 + t * kappa), (t, 0, c * size)),
        sp.log(1 + c * size * kappa) / kappa,
        by="so x_n < log(1 + c x_n), and x_n < x_0 by concavity",
    )
    step(
        "the limit at fixed x, minus one",
        ridge_limit(x) - 1,
        (c * (s2 - 1) * x**2 + (2 * s2 * c + c - 2) * x + s2 * c + c - 1) / ((1 + x) ** 2 * (1 - c + c * x)),
        by="1 − g = (1 − c + cx)/(1 + cx) > 0 for x ≥ x_0; for σ² ≥ 1 and c > 1 every coefficient is positive or (at σ² = 1, "
        "x²) zero, and the quotient tends to 0",
    )
    u = sp.Symbol("u", positive=True)
    top = c * (18 + 10 * u + u**2) + 12 + u
    bottom = (u + 6) ** 2 * (u + c * (6 - u))
    step("σ² = 1 − u < 1, at x = 6/u", 1 - ridge_limit(x).subs({s2: 1 - u, x: 6 / u}), u**2 * top / bottom, by="substitution")
    step(
        "that is at least u²/12",
        12 * top - bottom,
        c * u * (84 + 18 * u + u**2) + (144 - 24 * u - 12 * u**2 - u**3),
        by="positive for 0 < u ≤ 1: so the best ridge estimator beats the null risk by (1 − σ²)²/12; sharp as c → ∞, σ² → 1",
    )
    b = sp.Symbol("a", positive=True)
    step(
        "σ² > 1: minimum of b/x + x/n, b = σ² − 1",
        (b / x + x / size).subs(x, sp.sqrt(b * size)),
        2 * sp.sqrt(b / size),
        by="the other coordinates add κ² Σ(1 + iκ)⁻² ~ x/n",
    )
    step(
        "σ² = 1: minimum of b/x² + x/n, b = (3c − 2)/c",
        (b / x**2 + x / size).subs(x, sp.cbrt(2 * b * size)),
        3 * half * sp.cbrt(2 * b) * size ** (-2 * third),
        by="the same with the next order of R_∞ − 1",
    )
