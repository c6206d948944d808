r"""The harmful regime: $\lambda_j=j^{-a}$, $a<1$. From $d\asymp n^{1/(1-a)}$ on, the bias stays, whatever the penalty.

At $d=cn^{1/(1-a)}$: $\kappa\to\lambda+\kappa_0$, $\kappa_0=\frac{c^{1-a}}{1-a}$; at $\lambda=0$ the variance vanishes and
$R\to\sum_j\beta_{*,j}^2\lambda_j\frac{\kappa_0^2}{(\lambda_j+\kappa_0)^2}>0$. If $d/n^{1/(1-a)}\to\infty$, then $\kappa\to\infty$
and $R\to\beta_*^\top\Sigma\beta_*$, the risk of predicting 0, for every $\lambda\ge0$. No penalty helps: $\kappa$ increases with
$\lambda$, and the bias with $\kappa$. So the boundary between learning and not learning is one value of $d/n^{1/(1-a)}$ at every
size: this is what is judged first. The print's $d\gg\Omega(n^{1/(1-a)})$ means $d=\Omega(n^{1/(1-a)})$; what is harmful there is not
the noise that is fitted, but the signal that is not. Targets: $\beta_{*,j}=1/j$.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
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
    fixed_point,
    gap,
    kappa,
    l,
    lam,
    left,
    levels,
    m,
    n,
    null_risk,
    s2,
    weighted_bias,
    weighted_definitions,
    weighted_variance,
)

a, c, ratio, y = sp.symbols("a c r y", positive=True)
ridgeless = sp.Symbol("kappa_0", positive=True)
risk = Observable("risk")
r = sp.Rational
floor = c ** (1 - a) / (1 - a)
risk_de = weighted_bias + weighted_variance
sizes = Ladder(n, (200, 1000, 5000, 25_000))
far = Ladder(n, (10**4, 10**7, 10**10, 10**13, 10**16), quick=(10**4, 10**7, 10**10, 10**13))
at_zero = {ridgeless: fixed_point(ridgeless, sp.S.Zero)}
on_scale, beyond = (sp.Eq(y, 1),), (y > 1,)


def phase(control: sp.Expr, **options) -> Phase:
    """The share of the signal that is not learnt passes one half at one value of the control, at every size."""
    return Phase(
        weighted_bias / null_risk,
        r(1, 2),
        control,
        sweep=ratio,
        grid=(0.15, 0.6, 1, 1.5, 3, 20),
        ladder=sizes,
        rising=options.pop("rising", True),
        tolerance=0.1,
        ends=(r(1, 3), r(3, 4)),
        provided=(sp.Eq(lam, 0), *on_scale),
        **options,
    )


def limit(quantity: sp.Expr, value: sp.Expr, conditions=on_scale) -> Limit:
    return Limit(quantity, value, ladder=far, provided=conditions)


def simulated(left: sp.Expr, right: sp.Expr) -> Inequality:
    return Inequality(left, right, provided=(*on_scale, a < r(1, 2)))


claim = Claim(
    id="ridge.harmful_regime",
    title="For eigenvalues j^−a, a < 1, what is not learnt is decided by d/n^{1/(1−a)} alone, and no penalty λ ≥ 0 helps",
    truth=phase(ratio * n ** (-a / (1 - a))),
    source=Source("000_ab12b188556405a2.txt", "Harmful overfitting (too difficult)", paper="bartlett2019"),
    domain=Domain(
        Real(a, (0, 1), (0.3, 0.6)),
        Real(c, (0, sp.oo), (1, 10), log=True),
        Real(y, (1, sp.oo), (1.3, 2), edges=(1,)),
        Real(lam, (0, sp.oo), (0.01, 3), log=True),
        Real(s2, (0, sp.oo), (0.2, 5), log=True),
        Integer(n, (1, sp.oo), (20, 30)),
    ),
    given=(l, b, m, levels, d),
    definitions={kappa: weighted_definitions[kappa], gap: weighted_definitions[gap]},
    also={
        "kappa": limit(kappa, lam + floor),
        "risk": limit(risk_de, left(lam + floor)),
        "noise": Limit(weighted_variance / s2, 0, ladder=far),
        "noise_rate": Rate(
            weighted_variance,
            -a / (1 - a),
            ladder=far,
            tolerance=0.05,
            provided=(*on_scale, sp.Eq(lam, 0), a < r(3, 8)),
        ),
        "null_risk": limit(risk_de / null_risk, sp.S.One, beyond),
        "no_penalty_helps": Inequality(left(ridgeless), risk_de, where=at_zero),
        "simulated_above": simulated(Mean(risk), r(107, 100) * risk_de),
        "simulated_below": simulated(-Mean(risk), -r(93, 100) * risk_de),
    },
    mutants={
        "control_d_over_n": phase(ratio),
        "control_square": phase(ratio / n),
        "control_inverse": phase(ratio * n ** (-(1 - a) / a)),
        "falling": phase(ratio * n ** (-a / (1 - a)), rising=False),
        "floor_without_1-a": limit(kappa, lam + c ** (1 - a)),
        "floor_without_penalty": limit(kappa, floor),
        "noise_stays": limit(risk_de, left(lam + floor) + s2),
        "learns": limit(risk_de, sp.S.Zero),
        "penalty_helps": Inequality(left(ridgeless) * r(3, 2), risk_de, where=at_zero),
    },
    uses=("ridge.det_equiv", "ridge.misalignment"),
    notes="The phase picture is made at lambda = 0; its sizes reach d = 10^8; the limits n = 10^16 and d beyond 10^60. The rate of the "
    "variance is stated for a < 3/8: at a = 1/2 it turns, with a logarithm, into 1/n.",
)


@claim.derivation
def _(step):
    k, z = sp.symbols("kappa z", positive=True)
    step(
        "nκ = nλ + Σ l_j κ/(l_j + κ), one eigenvalue",
        z * k / (z + k),
        z - z**2 / (z + k),
        by="Σ l_j is of the order of n, Σ l_j² is o(n)",
    )
    p = sp.Symbol("p", positive=True)  # 1/(1 − a)
    step(
        "Σ l_j/n at d = c n^p, p = 1/(1 − a)",
        sp.expand_power_base((c * n**p) ** (1 / p)) * p / n,
        p * c ** (1 / p),
        by="Σ_{j≤d} j^−a = d^{1−a}/(1 − a) + ζ(a) + o(1): this is κ₀",
    )
    step(
        "what is left of a coordinate grows with κ",
        sp.diff(k**2 / (z + k) ** 2, k),
        2 * z * k / (z + k) ** 3,
        by="not negative: a penalty only raises κ",
    )
    step(
        "the control, in d = rn",
        sp.powsimp(ratio * n / n ** (1 / (1 - a)), force=True),
        sp.powsimp(ratio * n ** (1 - 1 / (1 - a)), force=True),
        by="1 − 1/(1 − a) = −a/(1 − a)",
    )
    step.qed(by="κ decides the bias, κ₀ = c^{1−a}/(1 − a) decides κ at λ = 0, and c = d/n^{1/(1−a)}")
