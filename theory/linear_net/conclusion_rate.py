r"""The risk of the best first layer has the order of $\sum_j\min\{\sigma^2/n,\mu_j\}$: with $1/n$ in place of $\sigma^2/n$ only
at a fixed noise level.

For $\mu_j=j^{-\alpha}$, $\alpha>1$, the Bayes risk is, at the level of deterministic equivalents and up to its own $\kappa$,
$C_\alpha\kappa^{1-1/\alpha}$ with $C_\alpha=\frac{\pi/\alpha}{\sin(\pi/\alpha)}$: exactly, $C_\alpha\kappa^{1-1/\alpha}-\kappa
\le\kappa N_1\le C_\alpha\kappa^{1-1/\alpha}$, while $\frac\alpha{\alpha-1}\tau^{1-1/\alpha}-\tau\le\sum_j\min\{\tau,
j^{-\alpha}\}\le\frac\alpha{\alpha-1}\tau^{1-1/\alpha}$ for $\tau=\sigma^2/n\le1$. So the rate is $n^{-(1-1/\alpha)}$, and the
ratio to the printed sum grows like $\sigma^{2(1-1/\alpha)}$. Sums beyond $J$, where $\kappa J^\alpha$ exceeds 30, are expanded
to sixth order and taken by the midpoint rule: it errs by less than $10^{-9}$.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Erratum,
    Inequality,
    Integer,
    Ladder,
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
s2, alpha, kappa = (sp.Symbol(name, positive=True) for name in ("sigma2", "alpha", "kappa"))
risk = Observable("risk")
power = 1 - 1 / alpha
half = sp.Rational(1, 2)


def beyond(order: int) -> sp.Expr:
    """Sum of j^(-order alpha) over j > J, by the midpoint rule."""
    return (J + half) ** (1 - order * alpha) / (order * alpha - 1)


N1 = sp.Sum(1 / (1 + kappa * j**alpha), (j, 1, J)) - sum((-kappa) ** -i * beyond(i) for i in range(1, 7))
bayes = kappa * N1
constant = sp.pi / alpha / sp.sin(sp.pi / alpha)


def minima(level: sp.Expr) -> sp.Expr:
    return sp.Sum(sp.Min(level, j**-alpha), (j, 1, J)) + beyond(1)


noise = Ladder(s2, (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100), quick=(0.01, 0.1, 1, 10, 100))
sizes = Ladder(n, (10_000, 100_000, 1_000_000, 10_000_000), quick=(10_000, 100_000, 1_000_000, 10_000_000))
strong = Ladder(s2, (0.5, 2, 8, 32, 128))
some_noise = (s2 >= 0.1,)


def uniform(level: sp.Expr, **options) -> Order:
    return Order(bayes, minima(level), ladder=noise, **options)


claim = Claim(
    id="linear_net.conclusion_rate",
    title="The risk of the best first layer has the order of Σ min{σ²/n, μ_j}, uniformly in the noise level",
    truth=uniform(s2 / n, constant=(0.5, 2.0)),
    source=Source("000_ab12b188556405a2.txt", "Conclusion", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (2, sp.oo), (10_000, 100_000), log=True),
        Integer(N, (2, sp.oo), (20, 40)),
        Real(alpha, (1.01, sp.oo), (1.9, 4)),
        Real(s2, (0, sp.oo), (0.1, 10), log=True),
    ),
    definitions={
        J: Computed(lambda p: 2500 + int((30 * p.n / p.sigma2) ** (1 / p.alpha))),
        kappa: Root(kappa, n * kappa - s2 - kappa * N1, (s2 / n, 2 * s2 / n + 1)),
    },
    also={
        "rate": Rate(bayes, -power, ladder=sizes, tolerance=0.05),
        "upper": Inequality(bayes, constant * kappa**power),
        "lower": Inequality(constant * kappa**power - kappa, bayes),
        "minima_upper": Inequality(minima(s2 / n), (s2 / n) ** power / power),
        "minima_lower": Inequality((s2 / n) ** power / power - s2 / n, minima(s2 / n)),
        "exact": Order(Mean(risk), sp.Sum(sp.Min(s2 / N, j**-alpha), (j, 1, 4 * N)), ladder=strong, constant=(0.45, 2.2)),
    },
    printed=uniform(1 / n, direction="upper"),
    print_latex=r"\bar R(W)\lesssim\sum_j\min\{\tfrac1n,\mu_j(\Sigma_\beta^{1/2}\Sigma_X\Sigma_\beta^{1/2})\}",
    erratum=Erratum.condition_missing(
        "σ² (or σ'² − σ²) must be of order one; in general 1/n reads σ²/n: the ratio of the risk to the printed sum grows "
        "like σ^(2(1 − 1/α)) for μ_j = j^(−α)"
    ),
    mutants={
        "printed_interval": uniform(1 / n, constant=(0.5, 2.0)),
        "deviation": uniform(sp.sqrt(s2) / n, constant=(0.5, 2.0)),
        "rate_off_by_a_sixth": Rate(bayes, -power + sp.Rational(1, 6), ladder=sizes, tolerance=0.05),
        "constant_of_the_minima": Inequality(kappa**power / power - kappa, bayes),
        "minima_constant": Inequality(minima(s2 / n), constant * (s2 / n) ** power),
    },
    uses=("linear_net.bayes_de", "linear_net.optimal_bound"),
    notes="The slide's W is the minimiser of R(W) for many tasks; its risk is compared with this value by "
    "linear_net.learned_beats_ridge. Here W is the best one, WᵀW = Σβ.",
)


@claim.derivation
def _(step):
    t, level, a = sp.symbols("t tau alpha", positive=True)
    u = sp.Symbol("u", positive=True)
    step.cite(
        "the sum against its integral, for a decreasing summand",
        r"\int_1^\infty\frac{dt}{1+\kappa t^\alpha}\le\sum_{j\ge1}\frac1{1+\kappa j^\alpha}\le\int_0^\infty\frac{dt}{1+\kappa "
        r"t^\alpha}=C_\alpha\kappa^{-1/\alpha}",
        by="monotonicity; the two integrals differ by at most 1",
    )
    for value in (sp.Rational(3, 2), sp.Integer(2), sp.Integer(3), sp.Integer(4)):
        step(
            f"the integral at α = {value}",
            sp.integrate(1 / (1 + t**value), (t, 0, sp.oo)),
            (sp.pi / value / sp.sin(sp.pi / value)),
            by="Euler's reflection formula",
        )
    step(
        "the minima, with crossing point τ^(−1/α)",
        sp.simplify(level * level ** (-1 / a) + (level ** (-1 / a)) ** (1 - a) / (a - 1)),
        level ** (1 - 1 / a) * a / (a - 1),
        by="∫ min{τ, t^(−α)} dt over t > 0; the part over 0 < t < 1 is at most τ",
    )
    step(
        "scaling of the ratio to the printed sum",
        (u / n) ** power / (1 / n) ** power,
        u**power,
        by="τ = σ²/n against 1/n, with u = σ²",
    )
