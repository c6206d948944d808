r"""The benign regime: $\lambda_j=j^{-a}$, $a<1$, $\lambda=0$: the risk vanishes when $n\ll d\ll n^{1/(1-a)}$, by both conditions.

The print asks for $d=o(n^{1/(1-a)})$ only; at $d=2n$ that holds and the variance stays of order one. Judged on the scale
$d=2n^{1+xa/(1-a)}$, $0<x<1$ (the print admits $x=0$), for $\beta_{*,j}=1/j$: $\kappa\sim\frac{d^{1-a}}{(1-a)n}$,
$\mathrm{Bias}\asymp\kappa^2\asymp n^{-2a(1-x)}$, and $\gamma\sim\frac{(1-a)^2}{1-2a}\frac nd$ for $a<\frac12$,
$\gamma\sim C_a(1-a)^{1/a}(n/d)^{(1-a)/a}$ for $a>\frac12$, $C_a=(1-\frac1a)\frac{\pi/a}{\sin(\pi/a)}$ (a logarithm enters at
$a=\frac12$): $\mathrm{Var}\asymp n^{-x\min(1,a/(1-a))}$. At the lower boundary the variance is a function of $d/n$ alone. For
$d\ll n$ least squares has no bias and variance $\sigma^2d/(n-d)$: small, but no overfitting.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Erratum,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Phase,
    Rate,
    Real,
    Source,
)
from lemmata.theory.ridge.first_notation import (
    b,
    d,
    gap,
    j,
    kappa,
    l,
    lam,
    levels,
    m,
    n,
    s2,
    weighted,
    weighted_bias,
    weighted_definitions,
    weighted_variance,
)

a, x, ratio = sp.Symbol("a", positive=True), sp.Symbol("x", nonnegative=True), sp.Symbol("r", positive=True)
risk = Observable("risk")
r = sp.Rational
far = Ladder(n, (10**5, 10**8, 10**11, 10**14, 10**17, 10**20), quick=(10**5, 10**9, 10**13, 10**17))
sizes = Ladder(n, (100, 500, 2500, 12_500, 60_000), quick=(100, 500, 2500, 12_500))
interior = (x > 0, x < 1)
slow, fast = (*interior, a < r(1, 2)), (*interior, a > r(1, 2))
C2 = (1 - 1 / a) * (sp.pi / a) / sp.sin(sp.pi / a)
gamma = weighted_variance / s2 * gap
risk_de = weighted_bias + weighted_variance


def small(condition: tuple[sp.Basic, ...]) -> Limit:
    return Limit(risk_de, 0, ladder=far, provided=condition)


def variance_rate(exponent: sp.Expr) -> Rate:
    return Rate(weighted_variance, exponent, ladder=far, tolerance=0.03, provided=(x < 1,))


def bias_rate(exponent: sp.Expr) -> Rate:
    return Rate(weighted_bias, exponent, ladder=far, tolerance=0.03, provided=(x < 1,))


def onset(control: sp.Expr) -> Phase:
    """The variance falls below σ²/2 at one value of the control, at every size; r = d/n is swept."""
    return Phase(
        weighted_variance / s2,
        r(1, 2),
        control,
        sweep=ratio,
        grid=(1.6, 2.4, 3.1, 4, 7, 30),
        ladder=sizes,
        tolerance=0.1,
        ends=(sp.S.One, r(1, 4)),
        provided=(sp.Eq(x, 0),),
    )


claim = Claim(
    id="ridge.benign_regime",
    title="For eigenvalues j^−a, a < 1, λ = 0 and d > n the risk vanishes if n ≪ d ≪ n^{1/(1−a)}; d ≪ n^{1/(1−a)} is not enough",
    truth=small(interior),
    source=Source("000_ab12b188556405a2.txt", "Benign overfitting", paper="bartlett2019"),
    domain=Domain(
        Real(a, (0, 1), (0.3, 0.7)),
        Real(x, (0, 1), (0.45, 0.65)),
        Integer(n, (1, sp.oo), (24, 40)),
        Real(s2, (0, sp.oo), (0.5, 2), log=True),
        assume=(sp.Abs(a - r(1, 2)) > r(1, 8),),
    ),
    given=(l, b, m, levels, d),
    definitions={lam: sp.S.Zero, kappa: weighted_definitions[kappa], gap: weighted_definitions[gap]},
    also={
        "onset": onset(ratio),
        "variance_rate": variance_rate(-x * sp.Min(1, a / (1 - a))),
        "bias_rate": bias_rate(-2 * a * (1 - x)),
        "kappa": Limit(kappa * (1 - a) * n / d ** (1 - a), 1, ladder=far, provided=interior),
        "gamma_slow": Limit(gamma * d / n * (1 - 2 * a) / (1 - a) ** 2, 1, ladder=far, provided=slow),
        "gamma_fast": Limit(gamma * (d / n) ** ((1 - a) / a) / (C2 * (1 - a) ** (1 / a)), 1, ladder=far, provided=fast),
        "bias_bound": Inequality(weighted_bias, kappa * weighted(b[j]) / (4 * gap)),
        "simulated_above": Inequality(Mean(risk), r(27, 25) * risk_de, provided=interior),
        "simulated_below": Inequality(-Mean(risk), -r(23, 25) * risk_de, provided=interior),
    },
    printed=small(()),
    print_latex=r"a<1,\ d=o(n^{1/(1-a)})\ \Rightarrow\ R\to0\quad\text{(benign overfitting)}",
    erratum=Erratum.condition_missing("d/n must tend to infinity as well: at d = 2n the variance stays of the order of σ²"),
    mutants={
        "variance_swapped": variance_rate(-x * (a / (1 - a)) ** 2),
        "variance_one_branch": variance_rate(-x * a / (1 - a)),
        "variance_dense_branch": variance_rate(-x),
        "bias_linear": bias_rate(-a * (1 - x)),
        "kappa_without_1-a": Limit(kappa * n / d ** (1 - a), 1, ladder=far, provided=interior),
        "gamma_n_over_d": Limit(gamma * d / n, 1, ladder=far, provided=slow),
        "onset_with_n": onset(ratio * sp.sqrt(n)),
        "onset_at_the_upper_scale": onset(ratio * n ** (-a / (1 - a))),
    },
    uses=("ridge.det_equiv", "ridge.kernel_regime"),
)


@claim.derivation
def _(step):
    k, y, t, e = sp.symbols("kappa y t e", positive=True)
    step(
        "between its two bounds: 1 − y/(y + κ) for one eigenvalue y below κ",
        y / k - y / (y + k),
        y**2 / (k * (y + k)),
        by="N₁ = (1/κ) Σ l_j, up to Σ l_j²/κ²",
    )
    step(
        "κ on the scale d = n^e",
        sp.powsimp(sp.expand_power_base((n**e) ** (1 - a) / n, force=True), force=True),
        n ** (e * (1 - a) - 1),
        by="Σ_{j≤d} j^−a ∼ d^{1−a}/(1 − a)",
    )
    step(
        "its exponent at e = 1 + xa/(1 − a)",
        (1 + x * a / (1 - a)) * (1 - a) - 1,
        -a * (1 - x),
        by="κ → 0 exactly when x < 1; the bias is κ² Σ β_j²/l_j to first order",
    )
    step(
        "γ for a < 1/2: n^(−1) κ^(−2) Σ l_j² with κ = d^{1−a}/((1 − a)n)",
        sp.simplify(((1 - a) * n / d ** (1 - a)) ** 2 * d ** (1 - 2 * a) / ((1 - 2 * a) * n) * (d / n)),
        (1 - a) ** 2 / (1 - 2 * a),
        by="the coordinates near d carry it",
    )
    step(
        "γ for a > 1/2: C_a κ^(−1/a)/n, from ∫ dt/(1 + t^a)²",
        sp.diff(t / (1 + t**a), t),
        (1 - a) / (1 + t**a) + a / (1 + t**a) ** 2,
        by="the integral converges for 2a > 1; coordinates with l_j near κ carry it",
    )
    step(
        "exponents of the variance",
        sp.simplify(((1 + x * a / (1 - a)) - 1) * (1 - a) / a),
        x,
        by="(n/d)^{(1−a)/a} for a > 1/2; (n/d) gives xa/(1 − a) for a < 1/2: both vanish at x = 0",
    )
    step(
        "the worst coordinate of the bias",
        k / 4 - k**2 * y / (y + k) ** 2,
        k * (y - k) ** 2 / (4 * (y + k) ** 2),
        by="a square",
    )
    step.qed(by="both exponents are positive for 0 < x < 1; at x = 0 the variance does not vanish, at x = 1 the bias does not")
