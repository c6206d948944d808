r"""Around a critical point the gradient flow linearises to $-\nabla^2\frac{\delta\mathcal L}{\delta\mu}v-\int Hv\,d\mu^+$.

With $\mu_t=(\mathrm{id}+\epsilon v_t)_\#\mu^+$ the particle at $\theta$ moves by
$\partial_tv_t(\theta)=-\nabla^2\frac{\delta\mathcal L(\mu^+)}{\delta\mu}(\theta)v_t(\theta)-\int
H_{\mu^+}(\theta,\theta')v_t(\theta')\mu^+(d\theta')+O(\epsilon)$, $H=\nabla_\theta\nabla_{\theta'}\frac{\delta^2\mathcal
L}{\delta\mu^2}$. The first, local term vanishes where the first variation is constant near the support: if
$B^\top\zeta=0$, or if $\mu^+$ charges every weight. It does not vanish in general for finitely many particles. At a
saddle where it does, the deviation grows at the rate $|\lambda_{\min}(H)|$. $H$ carries the factor of the loss
$\mathbb E\|\cdot\|^2$, without 1/2.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Erratum, Identity, Integer, Ladder, Limit, Order, Real, Source
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, SymmetricMatrix

D = sp.Symbol("D", integer=True, positive=True)  # coordinates of all particles
n = sp.Symbol("n", positive=True)  # 1/epsilon
kind, activation = sp.Symbol("kind"), sp.Symbol("activation")
missed, gain = sp.Symbol("l", integer=True, positive=True), sp.Symbol("c", positive=True)
blind = sp.Symbol("blind", nonnegative=True)
local, operator, plain, truncated = (sp.MatrixSymbol(name, D, D) for name in ("G", "H", "H_p", "H_B"))
weighed = SymmetricMatrix("H_s", D)
u, v = sp.MatrixSymbol("u", D, 1), sp.MatrixSymbol("v", D, 1)
moved, growth, residual, residual_print = sp.symbols("A growth rest rest_p", real=True)
lowest = Eigenvalue(weighed, D)
ladder = Ladder(n, (10, 30, 100, 300, 1000, 3000), quick=(10, 30, 100, 300, 1000))


def linear(*terms: sp.MatrixExpr) -> Identity:
    """<u, d/dε velocity> = −<u, (sum of terms) v>."""
    form = sum((sp.Trace(u.T * term * v) for term in terms), sp.Integer(0))
    return Identity(moved, -form, scale=FrobeniusNorm(local) + FrobeniusNorm(operator))


def rate(value: sp.Expr) -> Limit:
    return Limit(growth, value, ladder=ladder, provided=(sp.Eq(blind, 1),))


def remainder(quantity: sp.Expr, scale: sp.Expr) -> Order:
    return Order(quantity, scale, ladder=ladder, direction="upper", provided=(sp.Eq(blind, 0),))


claim = Claim(
    id="icl.hessian_lemma",
    title="The flow near a critical point follows −∇²(δL/δμ)v − ∫Hv dμ⁺; the local term is there unless δL/δμ is flat on the support",
    truth=linear(local, operator),
    source=Source("000_ab12b188556405a2.txt", "Behavior around the critical point", paper="kim2024"),
    domain=Domain(
        Choice(kind, ("saddle", "student")),
        Integer(missed, (1, 2), (1, 2)),
        Real(gain, (0, sp.oo), (0.8, 1.8)),
        Choice(activation, ("tanh", "erf")),
    ),
    given=(D, local, operator, plain, truncated, weighed, u, v, moved, growth, residual, residual_print, blind),
    also={
        "flat_at_the_saddles": Identity(FrobeniusNorm(local), 0, scale=FrobeniusNorm(operator), provided=(sp.Eq(blind, 1),)),
        "print_at_the_saddles": linear(operator).replace(provided=(sp.Eq(blind, 1),)),
        "remainder": remainder(residual, 1 / n),
        "growth": rate(-lowest),
    },
    printed=linear(operator),
    print_latex=r"\partial_tv_t(\theta)=-\int H_{\mu^+}(\theta,\theta')v_t(\theta')d\mu^+(\theta')+O(\epsilon)",
    erratum=Erratum.condition_missing(
        "the term −∇²(δL/δμ)(θ) v(θ) of each particle is missing; it vanishes if the first variation is flat near the "
        "support of μ⁺ (full support in w, or Bᵀζ = 0), not at every critical point of finitely many particles"
    ),
    mutants={
        "no_masses": linear(local, plain),
        "no_zeta": linear(local, truncated),
        "half_loss": linear(local / 2, operator / 2),
        "local_only": linear(local),
        "twice_the_rate": rate(-2 * lowest),
        "print_remainder": remainder(residual_print, 1 / n),
        "second_order_remainder": remainder(residual, 1 / n**2),
    },
    uses=("icl.first_variation",),
    notes=(
        "Critical points: saddles of one or two missed features (two particles, flat first variation), and one particle "
        "halfway between two true ones (first variation not flat)."
    ),
)


@claim.derivation
def _(step):
    p1, p2 = sp.symbols("p1 p2", positive=True)
    x, y, v1, v2 = sp.symbols("theta1 theta2 v1 v2", real=True)
    f, g = (sp.Function(name) for name in ("phi", "psi"))  # the two features of a particle
    h1, h2 = sp.symbols("h1 h2", real=True)
    total = sp.Function("L")(h1, h2)
    mean = {h1: p1 * f(x) + p2 * f(y), h2: p1 * g(x) + p2 * g(y)}

    def variation(t: sp.Symbol) -> sp.Expr:
        """δL/δμ(t) up to a constant, with μ's features as symbols."""
        return sp.diff(total, h1) * f(t) + sp.diff(total, h2) * g(t)

    def second(s: sp.Symbol, t: sp.Symbol) -> sp.Expr:
        """δ²L/δμ²(s, t)."""
        return sum(sp.diff(total, a, b) * fa(s) * fb(t) for a, fa in ((h1, f), (h2, g)) for b, fb in ((h1, f), (h2, g)))

    shift = {
        h1: sp.diff(mean[h1], x) * v1 + sp.diff(mean[h1], y) * v2,
        h2: sp.diff(mean[h2], x) * v1 + sp.diff(mean[h2], y) * v2,
    }
    velocity = -sp.diff(variation(x), x)
    change = sum(sp.diff(velocity, h) * shift[h] for h in (h1, h2)) + sp.diff(velocity, x) * v1
    t = sp.Symbol("t", real=True)
    kernel = sp.diff(second(x, t), x, t)
    expected = (
        -sp.diff(variation(x), x, 2) * v1
        - p1 * kernel.subs(t, x).doit() * v1
        - p2 * sp.diff(second(x, t), x, t).subs(t, y).doit() * v2
    )
    step.verify(
        "chain rule for two particles of masses p₁, p₂ and any smooth loss of two features",
        sp.expand((change - expected).doit()) == 0,
        by="the velocity at θ₁ moves because θ₁ does (local term) and because μ does (integral term)",
        formula=r"\frac{d}{d\epsilon}\Big[-\nabla\frac{\delta L}{\delta\mu}\Big]=-\nabla^2\frac{\delta "
        r"L}{\delta\mu}(\theta_1)v_1-\sum_jp_jH(\theta_1,\theta_j)v_j",
    )
    b, a, weight, z = sp.symbols("B a w zeta", real=True)
    flat = -2 * z * b * a * sp.Function("sigma")(weight)
    step(
        "where Bᵀζ = 0 the first variation vanishes at every θ, and with it the local term",
        sp.diff(flat, weight, 2).subs(b, 0).doit(),
        0,
        by="δL/δμ(θ) = −2E[ζᵀBa σ(w·x)]",
    )
    step.qed(by="the chain rule, particle by particle; for a general μ⁺ the sum is an integral")
