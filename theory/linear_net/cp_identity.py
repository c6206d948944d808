r"""The expected criterion is the in-sample risk plus the mean penalty plus $(\sigma'^2-2\sigma^2)\mathrm{DoF}/n$: classical $C_p$
at $\sigma'^2=2\sigma^2$.

With $R_{in}=\frac1{mn}\sum_j\mathbb E\|X\beta_*^{(j)}-XW^\top\hat\beta^{(j)}\|^2$ and
$\mathrm{Pen}=\frac\lambda m\sum_j\mathbb E\|\hat\beta^{(j)}\|^2$,
$$\mathbb E[R(W)\mid X]=\sigma^2+R_{in}+\mathrm{Pen}+\tfrac{\sigma'^2-2\sigma^2}n\mathrm{DoF}$$
for every $W$ independent of the noise. So $R_{in}\le\mathbb ER-\sigma^2$ for $\sigma'^2\ge2\sigma^2$, and
$R_{in}\le\max\{1,\frac{\sigma^2}{\sigma'^2-\sigma^2}\}(\mathbb ER-\sigma^2)$ for $\sigma'^2>\sigma^2$, a constant that is
approached ($K\to\infty$ without a signal; $K\to0$ with one). It is the in-sample risk that the criterion estimates: on
the design itself, not at a new input. In the simulation the heads are fitted to noisy labels and compared with the
signal; no eigenbasis enters.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Real, Source
from lemmata.theory.linear_net.first_notation import DoF, R, d, e, j, k, lam, m, n, s2

inside, penalty, train = Observable("inside"), Observable("penalty"), Observable("train")
ratio, scale, strength = sp.Symbol("r", positive=True), sp.Symbol("w", positive=True), sp.Symbol("b", nonnegative=True)
s2p = ratio * s2
kj, ej = k[j], e[j]


def over(term: sp.Expr) -> sp.Expr:
    return sp.Sum(term, (j, 1, n))


in_sample = over((n * lam) ** 2 * ej / (kj + n * lam) ** 2 + s2 * kj**2 / (kj + n * lam) ** 2) / n
mean_penalty = lam * over((ej + s2) * kj / (kj + n * lam) ** 2)
criterion = s2 + lam * over(ej / (kj + n * lam)) + (s2p - s2) / n * DoF


def identity(coefficient: sp.Expr, risk: sp.Expr = in_sample, extra: sp.Expr = mean_penalty, **options) -> Identity:
    return Identity(Mean(R), s2 + risk + extra + coefficient / n * DoF, **options)


away_from_2 = (sp.Abs(ratio - 2) > 0.1, DoF > n / 20)
excess = criterion - s2
constant = sp.Max(1, 1 / (ratio - 1))
claim = Claim(
    id="linear_net.cp_identity",
    title="E[R(W)|X] = σ² + in-sample risk + penalty + (σ'² − 2σ²) DoF/n",
    truth=identity(s2p - 2 * s2),
    source=Source("000_ab12b188556405a2.txt", "Our proposal: Mallows' C_p type regularization", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 12)),
        Integer(d, (1, sp.oo), (2, 15)),
        Integer(m, (1, sp.oo), (1, 6)),
        Real(lam, (0, sp.oo), (0.01, 3), log=True),
        Real(s2, (0, sp.oo), (0.05, 5), log=True),
        Real(ratio, (1, sp.oo), (1.05, 10), log=True, edges=(2,)),
        Real(scale, (0, sp.oo), (0.2, 5), log=True),
        Real(strength, (0, sp.oo), (0.1, 2)),
    ),
    given=(k, e),
    also={
        "in_sample": Identity(Mean(inside), in_sample),
        "penalty": Identity(Mean(penalty), mean_penalty, scale=in_sample + mean_penalty),
        "path": Identity(Mean(R - train - penalty), s2p / n * DoF, scale=s2),
        "classical": Identity(Mean(train) + 2 * s2 / n * DoF, s2 + in_sample),
        "bound_at_2": Inequality(in_sample, excess, provided=(ratio >= 2,)),
        "bound": Inequality(in_sample, constant * excess),
    },
    mutants={
        "one_in_place_of_two": identity(s2p - s2, provided=away_from_2),
        "no_penalty": identity(s2p - 2 * s2, extra=sp.Integer(0)),
        "half_dof": identity((s2p - 2 * s2) / 2, provided=away_from_2),
        "bound_at_1.5": Inequality(in_sample, excess, provided=(ratio <= 1.6,)),
        "bound_constant": Inequality(in_sample, sp.Rational(99, 100) * constant * excess),
        "classical_once": Identity(Mean(train) + s2 / n * DoF, s2 + in_sample),
    },
    uses=("linear_net.mallows_expectation",),
    notes="“R(W) can be an estimator of the predictive risk” holds for the in-sample risk, plus the penalty, at σ'² = 2σ²; "
    "the out-of-sample version is linear_net.predictive_bound.",
)


@claim.derivation
def _(step):
    a, b, c = sp.symbols("k_j e_j c", nonnegative=True)
    c = n * lam
    shrink, fit = c / (a + c), a / (a + c)
    residual = step(
        "mean squared residual in one eigendirection of K",
        (shrink**2 * (b + s2)),
        shrink**2 * b + s2 * (1 - fit) ** 2,
        by="labels of mean square e + σ² are multiplied by nλ/(k + nλ)",
    )
    inner = step(
        "squared distance of the fit from the signal",
        shrink**2 * b + fit**2 * s2,
        residual - s2 + 2 * s2 * fit,
        by="the signal is missed by nλ/(k + nλ), the noise passes with k/(k + nλ)",
    )
    squared_head = step("squared head", a / (a + c) ** 2 * (b + s2), (b + s2) * a / (a + c) ** 2, by="β̂ = WXᵀMy and WXᵀXWᵀ ~ k")
    one = step(
        "the criterion",
        residual / n + lam * squared_head + s2p / n * fit,
        s2 / n + inner / n + lam * squared_head + (s2p - 2 * s2) / n * fit,
        by="residual = inner + σ² − 2σ² k/(k + nλ)",
    )
    step(
        "the slack of the bound: constant t = σ²/(σ'² − σ²) ≥ 1",
        (s2 / (s2p - s2)) * (lam * b / (a + c) + (s2p - s2) / n * fit) - inner / n,
        b * lam / (a + c) * (s2 / (s2p - s2) - shrink) + s2 / n * fit * shrink,
        by="both terms are non-negative; and in the same way with the constant 1 where σ'² ≥ 2σ²",
    )
    step(
        "the slack for σ'² ≥ 2σ²",
        lam * b / (a + c) + (s2p - s2) / n * fit - inner / n,
        lam * b / (a + c) * fit + s2 / n * fit * shrink + (s2p - 2 * s2) / n * fit,
        by="expansion",
    )
    summand = one.subs({a: kj, b: ej}) - s2 / n
    step.conclude(
        by="sum over the n eigendirections; the first terms add up to σ²", given={Mean(R): s2 + sp.Sum(summand, (j, 1, n))}
    )
