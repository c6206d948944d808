r"""The case $a=1$ that the slide leaves out: benign, but only logarithmically, and up to dimensions exponential in $n$.

$\lambda_j=1/j$, $j\le d$, $\lambda=0$, $\beta_{*,j}=1/j$. With $c=d/n>1$ let $x_0>0$ solve $x_0=\log(1+x_0c)$. Then
$n\kappa<x_0$, $n\kappa\to x_0$ and $\mathrm{Var}\to\sigma^2\frac g{1-g}=\frac{\sigma^2}{x_0-1+1/c}$, $g=\frac c{1+x_0c}$, which is of
the order of $\sigma^2/\log c$: order one at fixed $c$, and vanishing with $c\to\infty$. The bias is at most
$\kappa\|\beta_*\|^2/(4(1-\gamma))$ and vanishes as long as $\log(d/n)=o(n)$: at $d=e^{sn}$ one has $\kappa\to s$ and the bias
tends to $\sum_j\beta_{*,j}^2\lambda_js^2/(\lambda_j+s)^2$. So $R\to0$ exactly when $d/n\to\infty$ and $\log d=o(n)$, and $a=1$ belongs to
the benign regime, with the upper limit $n^{1/(1-a)}$ turned into an exponential.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Inequality, Integer, Ladder, Limit, Mean, Observable, Real, Root, Source
from lemmata.theory.ridge.first_notation import (
    b,
    d,
    gap,
    j,
    kappa,
    l,
    lam,
    left,
    levels,
    m,
    n,
    null_risk,
    s2,
    weighted,
    weighted_bias,
    weighted_definitions,
    weighted_variance,
)

c, s, x0 = sp.symbols("c s x_0", positive=True)
growth = sp.Symbol("growth", integer=True, positive=True)  # 1: d = cn; 2: d = n²; 3: d = e^{sn}
risk = Observable("risk")
r = sp.Rational
ratio = d / n
near = Ladder(n, (30, 100, 300, 1000, 3000, 10_000), quick=(100, 300, 1000, 3000))
wide = Ladder(n, (100, 10**4, 10**6, 10**8, 10**10), quick=(100, 10**4, 10**6, 10**8))
exponential = Ladder(n, (25, 50, 100, 200, 400))
linear, square, huge = (sp.Eq(growth, 1),), (sp.Eq(growth, 2),), (sp.Eq(growth, 3),)
noise = weighted_variance / s2
plateau = 1 / (x0 - 1 + 1 / ratio)
risk_de = weighted_bias + weighted_variance


def place(value: sp.Expr) -> Limit:
    return Limit(n * kappa, value, ladder=near, decay=1, provided=linear)


claim = Claim(
    id="ridge.boundary_a1",
    title="For eigenvalues 1/j and λ = 0: nκ ↑ x₀ = log(1 + x₀d/n), Var → σ²/(x₀ − 1 + n/d), and the bias vanishes iff log d = o(n)",
    truth=place(x0),
    source=Source("000_ab12b188556405a2.txt", "Benign overfitting", paper="bartlett2019"),
    domain=Domain(
        Integer(growth, (1, 3), (1, 3)),
        Real(c, (1, sp.oo), (2.2, 1e4), log=True),
        Real(s, (0, 1.6), (0.3, 1.5)),
        Integer(n, (1, sp.oo), (30, 50)),
        Real(s2, (0, sp.oo), (0.2, 5), log=True),
    ),
    given=(l, b, m, levels, d),
    definitions={
        lam: sp.S.Zero,
        **weighted_definitions,
        x0: Root(x0, x0 + sp.log((1 - sp.exp(-x0)) / x0) - sp.log(ratio)),
    },
    also={
        "variance": Limit(noise, plateau, ladder=near, decay=1, provided=linear),
        "variance_square": Limit(noise / plateau, 1, ladder=wide, provided=square),
        "from_below": Inequality(n * kappa, x0, provided=(growth <= 2,)),
        "sum_from_below": Inequality(sp.log((1 + (d + 1) * kappa) / (1 + kappa)), n * kappa, provided=(growth <= 2,)),
        "logarithmic": Inequality(sp.log(1 + ratio), x0, provided=(ratio >= 2,)),
        "bias": Inequality(weighted_bias, kappa * weighted(b[j]) / (4 * gap)),
        "square_learns": Limit(weighted_bias / null_risk, 0, ladder=wide, provided=square),
        "exponential": Limit(kappa, s, ladder=exponential, decay=1, provided=huge),
        "exponential_bias": Limit(weighted_bias, left(s), ladder=exponential, provided=huge),
        "simulated_above": Inequality(Mean(risk), r(27, 25) * risk_de, provided=(*linear, c < 100)),
        "simulated_below": Inequality(-Mean(risk), -r(23, 25) * risk_de, provided=(*linear, c < 100)),
    },
    mutants={
        "one_step": place(sp.log(1 + ratio)),
        "no_logarithm": place(ratio - 1),
        "variance_vanishes": Limit(noise, 0, ladder=near, decay=1, provided=linear),
        "variance_plain_log": Limit(noise, 1 / sp.log(ratio), ladder=near, decay=1, provided=linear),
        "from_above": Inequality(x0, n * kappa, provided=(growth <= 2,)),
        "square_is_harmful": Inequality(null_risk / 2, weighted_bias, provided=square),
        "exponential_learns": Limit(weighted_bias, 0, ladder=exponential, provided=huge),
    },
    uses=("ridge.det_equiv", "ridge.benign_regime"),
    notes="n kappa < x_0 and the lower sandwich are judged at d = cn and d = n²; the rate log(n)/n at which d = n² approaches its "
    "formula is not stated.",
)


@claim.derivation
def _(step):
    t, k, v, q = sp.symbols("t kappa x c", positive=True)
    step(
        "the integral that bounds Σ 1/(1 + jκ) from above",
        sp.diff(sp.log(1 + t * k) / k, t),
        1 / (1 + t * k),
        by="the summand decreases: n < log(1 + dκ)/κ, that is nκ < log(1 + nκ c)",
    )
    step("and the one for γ", sp.diff(t / (1 + t * k), t), 1 / (1 + t * k) ** 2, by="nγ = d/(1 + dκ) up to O(1)")
    g = step("γ at κ = x/n, d = cn", sp.cancel((q * n) / (1 + q * n * v / n) / n), q / (1 + v * q), by="substitution")
    step("the variance", sp.cancel(g / (1 - g)), sp.cancel(1 / (v - 1 + 1 / q)), by="γ/(1 − γ)")
    step(
        "(e^x − 1)/x grows, so x₀ is unique: the slope, times x²e^{−x}",
        sp.expand(sp.diff((sp.exp(v) - 1) / v, v) * v**2 * sp.exp(-v)),
        v - 1 + sp.exp(-v),
        by="positive for x > 0",
    )
    y = sp.Symbol("y", positive=True)
    step(
        "the worst coordinate of the bias",
        k / 4 - k**2 * y / (y + k) ** 2,
        k * (y - k) ** 2 / (4 * (y + k) ** 2),
        by="a square",
    )
    step("d = e^{sn}: log(1 + dκ) = nκ to first order", sp.log(sp.exp(n * s)) / n, s, by="κ → s, up to O(1/n)")
    step.qed(by="κ = x/n vanishes exactly when x₀ = o(n), that is log(d/n) = o(n); the variance exactly when x₀ → ∞")
