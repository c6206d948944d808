r"""The Kullback-Leibler divergence of a sampler from its target is at most the integrated score error, with constant 1.

The drifts differ by $2(s-\hat s)$ and the noise is $\sqrt2\,dB$, so Girsanov's theorem gives
$\mathrm{KL}(P_Y\|P_{\hat Y})=\int_0^T\mathbb E\|s-\hat s\|^2$ on path space, and data processing the bound. The
printed 1/4 would be right for the squared difference of the drifts $2s$, $2\hat s$. Judged exactly on $p_0=N(0,v)$
with $\hat s=s+g\,c(\tau)/\sqrt v$: the end point is $N(2gI_1/\sqrt v,v)$ with $I_1=\int c\,\Phi$, the best $c$ is
$\Phi$ with ratio $1-\operatorname{corr}(X_0,X_T)^2$, and the ratio tends to 1 as $v\to0$ at any $T$: 1 cannot be
lowered. Further: $\hat s=(1+a)s$ at $v=1$; two Gaussians with $\hat s=s+\varepsilon\sin\omega x$, whose divergence
comes from the Fokker-Planck equation; and sampled end points.
"""

import sympy as sp

from lemmata.theory.diffusion.first_notation import T, left_unexplained, propagator, tau, v, variance
from lemmata.theory.first import (
    Choice,
    Claim,
    Domain,
    Erratum,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Observable,
    Real,
    Source,
)

c = sp.Symbol("c", real=True)
g, a, eps, omega, b = sp.symbols("g a epsilon omega b", positive=True)
m = sp.Symbol("m", integer=True, positive=True)
moved, energy, best, mixed = sp.symbols("I_1 I_2 I_3 I_4", positive=True)
y, other = Observable("Y"), Observable("Y_other")
kl_low, kl_high = Observable("KL_low"), Observable("KL_high")
WIDTH, WEIGHT = sp.Rational(1, 4), sp.Rational(3, 10)  # variance of the two Gaussians, weight of the one at -b

divergence, cost = 2 * (g * moved / v) ** 2, g**2 / v * energy
one_over_m = left_unexplained.subs(v, 1 / m)

slowness = 1 + 2 * a
spread = sp.exp(-2 * slowness * T) + (1 - sp.exp(-2 * slowness * T)) / slowness
gain_divergence = (1 / spread - 1 + sp.log(spread)) / 2

mixed_variance = WIDTH * sp.exp(-2 * tau) + 1 - sp.exp(-2 * tau)
wave = sp.exp(-2 * omega**2 * mixed_variance) * sp.cos(2 * omega * b * sp.exp(-tau))  # E cos 2ωX, whatever the weights
definitions = {
    moved: sp.Integral(c * propagator, (tau, 0, T)),
    energy: sp.Integral(c**2, (tau, 0, T)),
    best: sp.Integral(propagator**2, (tau, 0, T)),
    mixed: sp.Integral((1 - wave) / 2, (tau, 0, T)),
}


def two_gaussians(value: sp.Symbol, constant: sp.Expr) -> Inequality:
    return Inequality(Mean(value), constant * eps**2 * mixed, variant="two_gaussians")


ladder = Ladder(m, (10, 30, 100, 300, 1000, 3000))
sampled = Mean(y * other) / (2 * v)
claim = Claim(
    id="diffusion.girsanov",
    title="KL(p₀ ‖ law of Ŷ_T) ≤ ∫ E‖s − ŝ‖² dt, and the constant 1 cannot be lowered",
    truth=Inequality(divergence, cost),
    source=Source(
        "003_6dbed77154d197b7.txt",
        "Reverse process / Theorem (Girsanov's theorem; Chen et al. (2023))",
        paper="chen2023girsanov",
    ),
    domain=Domain(
        Real(v, (0, sp.oo), (0.01, 1), log=True),
        Real(T, (0, sp.oo), (0.3, 3), log=True),
        Real(g, (0, sp.oo), (2, 5)),
        Choice(
            c,
            {
                "constant": sp.Integer(1),
                "best": propagator,
                "decaying": sp.exp(-3 * tau),
                "ramp": 1 + tau,
                "wave": 1 + sp.cos(5 * tau),
            },
            free=tau,
        ),
        Real(a, (0, sp.oo), (0.05, 2), log=True),
        Real(eps, (0, sp.oo), (0.1, 0.6)),
        Real(omega, (0, sp.oo), (0.5, 2)),
        Real(b, (0, sp.oo), (0.2, 1.5)),
    ),
    definitions=definitions,
    also={
        "gain": Inequality(gain_divergence, a**2 * T),
        "two_gaussians": two_gaussians(kl_high, sp.Integer(1)),
        "best_ratio": Identity(2 * best / v, left_unexplained),
        "sharp": Limit(one_over_m, 1, ladder=ladder, decay=1),
        "sampled_divergence": Identity(sampled, divergence),
        "sampled_variance": Identity(Mean((y - other) ** 2) / (2 * v), 1),
    },
    printed=Inequality(divergence, cost / 4),
    print_latex=r"\mathrm{KL}(p_0\|p_{\hat Y_{\overline T}})\le\frac14\int_0^{\overline T}\mathbb "
    r"E_{Y_t}\|\nabla\log p_{\overline T-t}(Y_t)"
    r"-\hat s(Y_t,\overline T-t)\|^2dt",
    erratum=Erratum.wrong(
        "the constant is 1: the drifts differ by 2(s − ŝ) and the noise is √2 dB, so the density of the path "
        "laws has exponent "
        "½∫‖2(s − ŝ)/√2‖²; with p₀ = N(0, 1) and ŝ = s + constant the ratio is 2(1 − e^(−T))²/T, 0.8145 at T = 1.2564"
    ),
    mutants={
        "half": Inequality(divergence, cost / 2),
        "nineteen_twentieths": Inequality(divergence, sp.Rational(19, 20) * cost),
        "gain_quarter": Inequality(gain_divergence, a**2 * T / 4),
        "two_gaussians_quarter": two_gaussians(kl_low, sp.Rational(1, 4)),
        "score_once": Identity(Mean((y - other) ** 2) / (2 * v), 1, variant="score_once"),
        "score_once_shift": Identity(sampled, divergence, variant="score_once"),
        "best_is_constant": Identity(2 * (1 - sp.exp(-T)) ** 2 / T, left_unexplained),
        "sampled_quarter": Inequality(sampled, cost / 4),
    },
    notes="Judged on Gaussian data with a shifted or scaled score and on two Gaussians; Girsanov's theorem and "
    "the data-processing inequality, which "
    "give the general case, are cited. Where p₀ has no density the left side is taken at an early stopping time.",
)


@claim.derivation
def _(step):
    z, error = sp.symbols("z e", real=True)
    step(
        "exponent of the density of path laws, per unit of time",
        (2 * error / sp.sqrt(2)) ** 2 / 2,
        error**2,
        by="Girsanov: ½|Δdrift/√2|², Δdrift = 2(s − ŝ)",
    )
    step("the marginal variance", sp.diff(variance, tau), 2 - 2 * variance, by="forward equation of N(0, v)")
    step(
        "the propagator of the exact reverse process",
        -sp.diff(propagator, tau),
        propagator * (2 / variance - 1) * -1 + 2 * propagator * (2 / variance - 1),
        by="drift y + 2s = (1 − 2/v_τ) y, with t = T − τ",
    )
    step("divergence of N(m, v) from N(0, v)", ((z**2 + v) / v - 1) / 2, z**2 / (2 * v), by="Gaussian laws of equal variance")
    step(
        "integrand of the best ratio",
        sp.diff(1 - sp.exp(-2 * tau) * v / variance, tau),
        2 * propagator**2 / v,
        by="so (2/v)∫Φ² = 1 − e^(−2T) v/v_T = 1 − corr(X₀, X_T)²; at T = 0 both sides vanish",
    )
    x, p, q = sp.symbols("x p q", positive=True)  # ∫c², ∫cΦ, ∫Φ²
    step(
        "Cauchy-Schwarz: ∫(c − xΦ)² at x = ∫cΦ/∫Φ²",
        (p - 2 * x * z + x**2 * q).subs(x, z / q),
        p - z**2 / q,
        by="so KL = 2g²(∫cΦ)²/v² ≤ (g²/v)∫c² · (2/v)∫Φ²",
    )
    step(
        "v = 1, constant c: the mean",
        sp.integrate(2 * propagator.subs(v, 1), (tau, 0, T)),
        2 * (1 - sp.exp(-T)),
        by="integration",
    )
    step(
        "v = 1: the best ratio",
        left_unexplained.subs(v, 1),
        1 - sp.exp(-2 * T),
        by="above 1/4 as soon as T > −½ ln(3/4) = 0.1438",
    )
    step("v → 0", sp.limit(left_unexplained, v, 0), 1, by="no constant below 1 at any T")
    step.cite(
        "equality on path space, and data processing",
        r"\mathrm{KL}(p_0\|p_{\hat Y_T})\le\mathrm{KL}(P_Y\|P_{\hat Y})=\int_0^T\mathbb E\|s-\hat s\|^2",
        by="Girsanov's theorem under a finite score error (Chen et al., 2023)",
    )
