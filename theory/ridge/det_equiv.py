r"""The deterministic equivalents of bias, variance and degrees of freedom of ridge regression.

$\mathrm{Bias}\simeq\kappa^2\beta_*^\top\Sigma(\Sigma+\kappa)^{-2}\beta_*/(1-\gamma)$,
$\mathrm{Var}\simeq\sigma^2\gamma/(1-\gamma)$, $\mathrm{DoF}\simeq N_1$, as $n\to\infty$ with $d/n=c$ fixed. Implicit
differentiation of the fixed point gives $d\kappa/d\lambda=1/(1-\gamma)$, so that the variance is
$\sigma^2(d\kappa/d\lambda-1)$. The bias and the variance are exact given the design; only designs are averaged.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Ladder, Limit, Mean, Observable, Real, Source
from lemmata.theory.ridge.first_notation import N1, b, bias_de, d, definitions, gap, j, kappa, l, lam, n, over, s2, variance_de

bias, variance, dof, train = (Observable(name) for name in ("bias", "variance", "dof", "train_bias"))
c, a, entries = sp.Symbol("c", positive=True), sp.Symbol("a", nonnegative=True), sp.Symbol("entries")
ladder = Ladder(n, (8, 16, 32, 64, 128), quick=(8, 16, 32, 64))


def risk(de_bias, de_variance, **options):
    """The risk over its equivalent tends to 1."""
    return Limit(Mean(bias + s2 * variance) / (de_bias + de_variance), 1, ladder=ladder, decay=1, **options)


gamma_from_n1 = 1 - N1 / n
claim = Claim(
    id="ridge.det_equiv",
    title="Bias, variance and degrees of freedom of ridge regression converge to their deterministic equivalents",
    truth=risk(bias_de, variance_de),
    source=Source("000_ab12b188556405a2.txt", "Predictive error", paper="bach2023"),
    domain=Domain(
        Real(c, (0, sp.oo), (0.5, 4)),
        Real(a, (0, sp.oo), (0, 3), edges=(0,)),
        Real(lam, (0, sp.oo), (0.02, 1), log=True),
        Real(s2, (0, sp.oo), (0.05, 5), log=True),
        Choice(entries, ("gaussian", "rademacher")),
    ),
    given=(l, b, d),
    definitions=definitions,
    also={
        "bias": Limit(Mean(bias) / bias_de, 1, ladder=ladder, decay=1),
        "variance": Limit(Mean(s2 * variance) / variance_de, 1, ladder=ladder, decay=1),
        "dof": Limit(Mean(dof) / N1, 1, ladder=ladder, decay=1),
        "train_bias": Limit(Mean(train) / (lam * over(b[j] * l[j] / (l[j] + kappa))), 1, ladder=ladder, decay=1),
    },
    mutants={
        "no_gain": risk(bias_de * gap, variance_de),
        "kappa_is_lambda": risk(bias_de, variance_de, where={kappa: lam}),
        "one_step": risk(bias_de, variance_de, where={kappa: lam / (1 - over(l[j] / (l[j] + lam)) / n)}),
        "gamma_from_n1": risk(bias_de, variance_de, where={gap: gamma_from_n1}),
    },
)


@claim.derivation
def _(step):
    k, x, g = sp.Symbol("kappa", positive=True), sp.symbols("x", positive=True), sp.Symbol("gamma", positive=True)
    n_1, n_2 = sp.symbols("N_1 N_2", positive=True)
    step(
        "how N₁ moves with κ, one eigenvalue x",
        sp.diff(x / (x + k), k) * k,
        x**2 / (x + k) ** 2 - x / (x + k),
        by="κN₁' = N₂ − N₁",
    )
    slope = sp.solve(sp.Eq(n * g, n * 1 + n_1 * g + k * ((n_2 - n_1) / k) * g), g)[0]
    step("dκ/dλ from nκ = nλ + κN₁(κ)", slope, 1 / (1 - n_2 / n), by="implicit differentiation")
    step("the variance is a derivative", (n_2 / n) / (1 - n_2 / n), 1 / (1 - n_2 / n) - 1, by="γ/(1 − γ) = dκ/dλ − 1")
    step(
        "1 − γ without cancellation, one eigenvalue",
        x / (x + k) - x**2 / (x + k) ** 2,
        x * k / (x + k) ** 2,
        by="1 = λ/κ + N₁/n is the fixed point",
    )
    step.cite(
        "bias and variance equal their equivalents in the limit",
        r"\mathrm{Bias}\simeq\kappa^2\beta^\top\Sigma(\Sigma+\kappa)^{-2}\beta/(1-\gamma)",
        by="Bach (2023); Hastie et al. (2022)",
    )
