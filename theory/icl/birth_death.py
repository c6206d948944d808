r"""Birth and death makes $\mathrm{KL}(\mu^\circ\|\mu_t)$ move by the slope towards $\mu^\circ$; it does not keep the density bound.

Under $\partial_t\mu=-\mu V_t$, $V_t=\frac{\delta\mathcal L}{\delta\mu}(\mu_t)$: $\frac{d}{dt}\mathrm{KL}(\mu^\circ\|\mu_t)=\int
V_td\mu^\circ=\frac d{ds}\mathcal L((1-s)\mu_t+s\mu^\circ)|_0$, $\frac{d\mathcal L}{dt}=-\int V_t^2d\mu_t$, and $R(t)\le
R(0)\exp\int_0^t\sup_{\mu^\circ}V^+$. But for two features of correlation $g<0$ and a true mass $p<\frac{-g}{1-g}$,
$V>0$ at the true one for ever: its mass dies out and $R\to\infty$. Refreshing, $\mu^+=(1-\gamma)T_\#\mu+\gamma\pi$ with a
fixed $\pi$, keeps $R\le\|\frac{d\mu^\circ}{d\pi}\|_\infty/\gamma$ whatever $T$ does, at the cost $\int Vd\pi$ per unit of
$\gamma$. The slide defines neither process; both readings are ours.
"""

import sympy as sp

from lemmata.theory.algebra import regression
from lemmata.theory.first import (
    Choice,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Erratum,
    Identity,
    Inequality,
    Integer,
    Real,
    Source,
)
from lemmata.theory.icl.first_notation import F, H, N, Q, definitions, k, loss, slope
from lemmata.theory.language.matrices import Eigenvalue

shape = sp.Symbol("shape")
g, p, time = sp.Symbol("g", real=True), sp.Symbol("p", positive=True), sp.Symbol("tau", positive=True)
gamma, spared = sp.Symbol("gamma", positive=True), sp.Symbol("b", nonnegative=True)
H1, fresh = sp.MatrixSymbol("H_t", N, k), sp.MatrixSymbol("H_pi", N, k)
kl_0, kl_t, reverse_0, reverse_t = sp.symbols("K_0 K_t J_0 J_t", real=True)
by_slope, square, modulus, rise = sp.symbols("I_slope I_square I_abs I_sup", real=True)
R_0, R_t, R_pi, R_plus = sp.symbols("R_0 R_t R_pi R_plus", positive=True)
pair, v_true, v_mean, v_pi, v_under_true = sp.symbols("pair V_1 V_mu V_pi V_true", real=True)
end, cost = sp.symbols("L_t c_pi", real=True)
two = sp.Eq(pair, 1)
c = p + (1 - p) * g
q = p**2 + 2 * p * (1 - p) * g + (1 - p) ** 2
halving = sp.Symbol("halving", nonnegative=True)  # change of the integrals when the steps in time are halved
regular, converged = Eigenvalue(Q, 1) < 10**4 * Eigenvalue(Q, k), halving < sp.Rational(1, 10**7)


def later(point) -> Enclosure:
    return Enclosure(regression.number(regression.loss(regression.rational(point.F), regression.rational(point.H_t))))


def toward_pi(point) -> Enclosure:
    f, h, other = (regression.rational(m) for m in (point.F, point.H, point.H_pi))
    return Enclosure(regression.number(regression.jet(f, h, other - h)[1]))


def moved(change: sp.Expr, integral: sp.Expr) -> Identity:
    return Identity(change, integral, scale=sp.Abs(change) + sp.Abs(integral) + square)


def one_feature(point) -> bool:
    """two features make k = 1"""
    return point["shape"] == "random" or point["k"] == 1


claim = Claim(
    id="icl.birth_death",
    title="Under birth–death d/dt KL(μ°‖μ) is the slope of L towards μ°; R may blow up, while refreshing keeps R ≤ ‖dμ°/dπ‖/γ",
    truth=moved(kl_t - kl_0, by_slope),
    source=Source("000_ab12b188556405a2.txt", "Decay speed of objective", paper="kim2024"),
    domain=Domain(
        Choice(shape, ("random", "pair")),
        Integer(k, (1, sp.oo), (1, 3)),
        Real(g, (-1, 1), (-0.9, 0.9)),
        Real(p, (0, 1), (0.02, 0.9)),
        Real(time, (0, sp.oo), (0.5, 5), log=True),
        Real(gamma, (0, 1), (0.05, 0.4)),
        Real(spared, (0, 1), (0, 1), edges=(0,)),
        assume=(one_feature,),
    ),
    given=(
        *(F, H, N, H1, fresh, kl_0, kl_t, reverse_0, reverse_t, by_slope, square, modulus, rise),
        *(R_0, R_t, R_pi, R_plus, halving, pair, v_true, v_mean, v_pi, v_under_true),
    ),
    definitions={**definitions, end: Computed(later), cost: Computed(toward_pi)},
    provided=(regular, converged),
    also={
        "rate": Identity(
            v_under_true, slope(sp.Identity(k)), scale=sp.Abs(v_under_true) + sp.Trace(Q) ** sp.Rational(-1, 2) * loss
        ),
        "dissipation": moved(end - loss, -square),
        "density_bound": Inequality(R_t, R_0 * sp.exp(rise)),
        "mean_of_v": Identity(v_mean, 0, scale=sp.sqrt(square)),
        "refreshing": Inequality(R_plus, R_pi / gamma),
        "cost_of_refreshing": Identity(cost, v_pi, scale=sp.Abs(v_pi) + loss),
        "force_on_the_true_feature": Identity(v_true, -2 * c / q * (1 - c**2 / q), provided=(two,)),
        "dies_out": Inequality(R_0, R_t, provided=(two, g < 0, p < -g / (1 - g))),
        "loss_of_the_pair": Identity(loss, 1 - c**2 / q, provided=(two,)),
    },
    printed=Inequality(R_t, R_0),
    print_latex=r"\Big\|\frac{d\mu^\circ}{d\mu_t}\Big\|_\infty\le R\ \text{(which could be ensured by using birth-death process)}",
    erratum=Erratum.condition_missing(
        "pure birth–death does not keep R: two unit features of correlation g < 0 with true mass p < −g/(1−g) have R → ∞ while L "
        "falls; refreshing with a fixed measure, μ⁺ = (1−γ)T#μ + γπ, does"
    ),
    mutants={
        "no_square": moved(end - loss, -modulus),
        "other_divergence": moved(reverse_t - reverse_0, by_slope).replace(provided=(regular, converged, sp.Eq(pair, 0))),
        "refreshing_1-gamma": Inequality(R_plus, R_pi / (1 - gamma)),
        "slope_sign": moved(kl_t - kl_0, -by_slope),
        "always_dies_out": Inequality(R_0, R_t, provided=(two,)),
        "density_falls": Inequality(R_t, R_0 * sp.exp(-rise)),
        "refreshing_is_free": Inequality(cost, 0),
    },
    uses=("icl.first_variation", "icl.derivatives"),
    notes=(
        "Atoms do not move here; with transport in between, only refreshing bounds R. The slide's process is not defined: reading 1 "
        "is the Fisher–Rao flow of the loss, reading 2 the replacement of a share of the particles."
    ),
)


@claim.derivation
def _(step):
    t = sp.Symbol("t", positive=True)
    true, v = sp.symbols("p_true V", real=True)
    mass = sp.Function("p", positive=True)(t)
    rate = sp.diff(-true * sp.log(mass), t).subs(sp.Derivative(mass, t), -mass * v)
    step("one atom of KL(μ°‖μ_t)", rate, true * v, by="∂p = −pV; the sum over atoms is ∫V dμ°")
    first = sp.diff(-sp.log(mass), t).subs(sp.Derivative(mass, t), -mass * v)
    step("one atom of the logarithm of the density", first, v, by="so log dμ°/dμ_t grows at the rate V at that atom")
    step("one atom of the loss", v * (-mass * v), -mass * v**2, by="dL/dt = ∫V ∂μ")
    aa, qq = p + (1 - p) * g, p**2 + 2 * p * (1 - p) * g + (1 - p) ** 2
    b = aa / qq
    step(
        "two unit features: the force on the true one",
        -2 * b * (1 - b * aa),
        -2 * aa / qq * (qq - aa**2) / qq,
        by="V = −2B E[ζφ₁], ζ = φ₁ − Bh, E[φ₁h] = c = p + (1−p)g, E[h²] = q",
    )
    step(
        "its sign is that of −c",
        qq - aa**2,
        (1 - p) ** 2 * (1 - g**2),
        by="so V > 0 exactly where c < 0: g < 0 and p < −g/(1−g)",
    )
    step("the threshold", aa.subs(p, -g / (1 - g)), 0, by="c grows with p; as p falls the sign stays, p → 0 and R = 1/p → ∞")
    step("the loss goes to 1 − g²", (1 - aa**2 / qq).subs(p, 0), 1 - g**2, by="p = 0")
    pi, rest = sp.symbols("pi rest", positive=True)
    mass_after = (1 - gamma) * rest + gamma * pi
    step(
        "refreshing, one atom: what the bound leaves over is not negative",
        sp.cancel(true / (gamma * pi) - true / mass_after),
        true * (1 - gamma) * rest / (gamma * pi * mass_after),
        by="μ⁺ = (1−γ)T#μ + γπ; so dμ°/dμ⁺ ≤ (dμ°/dπ)/γ, with equality where T#μ has no mass",
    )
    step.qed(by="sums over atoms of the first three lines; integration in time")
