r"""At the level of deterministic equivalents the Bayes risk is $\kappa N_1=n\kappa-\sigma^2$, and so of the exact order
$\sum_j\min\{\sigma^2/n,\mu_j\}$.

The Bayes estimator is ridge regression on the features $\Sigma_\beta^{1/2}x$, of covariance spectrum $\mu_j$, with
$n\lambda=\sigma^2$ and coefficients of second moment one; $n-\sigma^2/\kappa=\sum_j\mu_j/(\mu_j+\kappa)=N_1$. If
$N_1\le n/2$ then $\kappa\in[1,2]\,\sigma^2/n$, and $\kappa N_1\in[\frac12,2]\sum_j\min\{\sigma^2/n,\mu_j\}$. Both
constants are suprema; the condition serves the upper bound alone. The lower bound is true without the equivalent as
well: by the operator convexity of the inverse the exact risk, for any design of covariance $\Sigma_X$, is at least
$\sum_j\mu_j\tau/(\mu_j+\tau)\ge\frac12\sum_j\min\{\tau,\mu_j\}$ with $\tau=\sigma^2/n$.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Real, Root, Source
from lemmata.theory.linear_net.first_notation import d, j, mu, n, s2

kappa, N1, N2 = sp.symbols("kappa N_1 N_2", positive=True)
shape, a = sp.Symbol("shape"), sp.Symbol("a", nonnegative=True)
exact = Observable("exact")
SHAPES = ("power", "exponential", "two_level", "three_level", "flat", "log_uniform")
tau = s2 / n


def over(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (j, 1, d))


# 1 - gamma, in the form that does not cancel: the weights sigma^2/(n kappa) and mu_j/(mu_j + kappa)/n add up to one
gap = tau / kappa + over(mu[j] * kappa / (mu[j] + kappa) ** 2) / n
squares = over(mu[j] / (mu[j] + kappa) ** 2)
bias = kappa**2 * squares / gap
variance = s2 * (1 - gap) / gap
minima = over(sp.Min(tau, mu[j]))
shrunk = over(mu[j] * tau / (mu[j] + tau))
positive = (0, sp.oo)
small = (n <= 40, d <= 60)  # where the exact risk is simulated


def upper(constant: sp.Expr, **options) -> Inequality:
    return Inequality(kappa * N1, constant * minima, **options)


half = sp.Rational(1, 2)
claim = Claim(
    id="linear_net.bayes_de",
    title="The Bayes risk is κN₁ = nκ − σ², between ½ and 2 times Σ min{σ²/n, μ_j} where N₁ ≤ n/2",
    truth=Identity(bias + variance, kappa * N1),
    source=Source("000_ab12b188556405a2.txt", "Bayes optimal regularization / Conclusion", paper="suzuki2024"),
    domain=Domain(
        Choice(shape, SHAPES),
        Integer(n, positive, (4, 200)),
        Integer(d, positive, (2, 300)),
        Real(a, (0, sp.oo), (0, 3)),
        Real(s2, positive, (0.003, 300), log=True),
    ),
    given=(mu,),
    definitions={
        kappa: Root(kappa, n - s2 / kappa - over(mu[j] / (mu[j] + kappa)), (tau, tau + over(mu[j]) / n)),
        N1: over(mu[j] / (mu[j] + kappa)),
        N2: over(mu[j] ** 2 / (mu[j] + kappa) ** 2),
    },
    also={
        "fixed_point": Identity(kappa * N1, n * kappa - s2, scale=n * kappa),
        "kappa": Inequality(kappa, 2 * tau, provided=(n / 2 >= N1,)),
        "upper": upper(sp.Integer(2), provided=(n / 2 >= N1,)),
        "lower": Inequality(minima / 2, kappa * N1),
        "exact_lower": Inequality(Mean(2 * shrunk - exact), shrunk, provided=small),
    },
    mutants={
        "n_kappa": Identity(bias + variance, n * kappa),
        "kappa_n2": Identity(bias + variance, kappa * N2),
        "upper_1.9": upper(sp.Rational(19, 10), provided=(n / 2 >= N1,)),
        "lower_0.55": Inequality(sp.Rational(55, 100) * minima, kappa * N1),
        "upper_any_n1": upper(sp.Integer(2)),
        "exact_lower_one": Inequality(Mean(2 * minima - exact), minima, provided=small),
    },
    uses=("linear_net.bayes", "ridge.det_equiv", "ridge.de_vs_bv"),
)


@claim.derivation
def _(step):
    total = sp.Symbol("S", positive=True)  # sum of mu/(mu+kappa)^2
    g = tau / kappa + kappa * total / n
    step(
        "bias and variance from S = Σ μ/(μ+κ)²",
        (kappa**2 * total + s2 * (1 - g)) / g,
        n * kappa - s2,
        by="1 − γ = σ²/(nκ) + κS/n, so κ²S = nκ(1 − γ) − σ²",
    )
    m, x, t = sp.symbols("m x t", positive=True)
    step("the fixed point", (n * kappa - s2).subs(s2, kappa * (n - N1)), kappa * N1, by="σ² = κ(n − N₁)")
    step("κ against τ = σ²/n", kappa / (kappa * (n - N1) / n), 1 / (1 - N1 / n), by="between 1 and 2 as N₁ ≤ n/2")
    step(
        "the larger of two numbers against their harmonic sum",
        t * (t + x) / (t + x) - t * x / (t + x),
        t**2 / (t + x),
        by="tx/(t+x) ≤ t, and by symmetry ≤ x",
    )
    step(
        "and half the smaller one, t ≤ x",
        (t * (t + m) / (t + t + m)) - t / 2,
        t * m / (2 * (2 * t + m)),
        by="x = t + m with m ≥ 0; so κμ/(κ+μ) ∈ [½, 1] min{κ, μ}, and min{κ, μ} ∈ [1, 2] min{τ, μ}",
    )
    w = MatrixAlgebra()
    (p, pi), q = w.inverse_pair("A"), w.symmetric("B")
    step.verify(
        "the inverse lies above its tangent",
        w.equal((pi - q) * p * (pi - q), pi - 2 * q + q * p * q),
        by="A⁻¹ − B⁻¹ − (−B⁻¹(A − B)B⁻¹) is a square; so E A⁻¹ ⪰ (E A)⁻¹, with A = Λ⁻¹ + ZᵀZ/σ² and "
        "E ZᵀZ = n I (B here stands for (E A)⁻¹)",
        formula=r"(A^{-1}-B)A(A^{-1}-B)=A^{-1}-2B+BAB",
    )
    step(
        "the exact risk is at least this, in each direction",
        1 / (1 / x + n / s2),
        x * tau / (x + tau),
        by="trace of (Λ⁻¹ + nI/σ²)⁻¹",
    )
    k = sp.Symbol("k", positive=True)
    step(
        "2 cannot be lowered: k = n/2 − 1 huge eigenvalues",
        (s2 / (n - k) * k / (k * s2 / n)).subs(k, n / 2 - 1),
        2 / (1 + 2 / n),
        by="κ = σ²/(n − k), N₁ = k",
    )
    step("½ cannot be raised: one eigenvalue τ, as n grows", (t * t / (t + t)) / t, half, by="κ → τ, N₁ = ½")
    step.conclude(
        by="the two sums of the statement are S and κS",
        given={squares: total, over(mu[j] * kappa / (mu[j] + kappa) ** 2): kappa * total, N1: n - s2 / kappa},
    )
