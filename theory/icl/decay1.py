r"""The gradient flow falls at least as fast as a descent direction allows: $-\frac{d\mathcal L}{dt}\ge\mathcal L'(0)^2/(R\,\alpha^2)$.

$R=\|d\mu^\circ_w/d\mu_w\|_\infty$ bounds the density of the weights (the marginals suffice: the head of $\mu$ may be any),
$\alpha=\sup_{\mu^\circ}\|a\|$, and $\mathcal L'(0)$ is the slope towards the true measure turned by any $\|\mathbf
R\|_{op}\le1$. With $q(w)=\nabla_a\frac{\delta\mathcal L}{\delta\mu}=-2B^\top\mathbb E[\zeta\sigma(w^\top x)]$ one has
$\mathcal L'(0)=\int(\mathbf Ra)^\top q\,d\mu^\circ$ because $\int a^\top q\,d\mu=0$, and Cauchy-Schwarz in $L^2(\mu)$ does
the rest. Equality occurs, for every $R$, when the head of $\mu$ vanishes at the true weight; with the joint density bound
of the slide the ratio comes as near to 1 as $1+\frac1{(R-1)c^2}$.
"""

import sympy as sp

from lemmata.theory.algebra import regression
from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Computed, Domain, Enclosure, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.first_notation import B, F, H, N, Q, R, S, definitions, k, slope
from lemmata.theory.language.matrices import Eigenvalue

P = sp.Symbol("P", integer=True, positive=True)  # particles
d = sp.Symbol("d", integer=True, positive=True)
shape, gain = sp.Symbol("shape"), sp.Symbol("g", positive=True)
density, alpha = sp.Symbol("R_mu", positive=True), sp.Symbol("alpha", positive=True)
near, other = sp.Symbol("t", nonnegative=True), sp.Symbol("c", positive=True)
Phi, masses, q = sp.MatrixSymbol("Phi", N, P), sp.MatrixSymbol("M", P, P), sp.MatrixSymbol("q", P, k)
Z, moving = sp.MatrixSymbol("Z", N, k), sp.MatrixSymbol("H_t", N, k)
fall, by_weights, pair = sp.Symbol("dLdt", real=True), sp.Symbol("W", nonnegative=True), sp.Symbol("pair", nonnegative=True)
by_heads = sp.Trace(q.T * masses * q)


def one_feature(p) -> bool:
    """the two sharp examples have k = 1 and |R| = 1"""
    return p["shape"] in {"joint", "marginal"} or (p["k"] == 1 and p["t"] == 1)


def rate(p) -> Enclosure:
    """dL/dt: the exact derivative of L while the features move with the flow."""
    return Enclosure(regression.number(regression.jet(*(regression.rational(m) for m in (p.F, p.H, p.H_t)))[1]))


def at_least(bound: sp.Expr, speed: sp.Expr = -fall) -> Inequality:
    return Inequality(bound, speed)


square = slope(R) ** 2
ratio = -fall * density * alpha**2 / square
claim = Claim(
    id="icl.decay1",
    title="−dL/dt ≥ L'(0)²/(R sup‖a°‖²) with R the density bound of the weights' laws; equality occurs",
    truth=at_least(square / (density * alpha**2)),
    source=Source("000_ab12b188556405a2.txt", "Decay speed of objective (1)", paper="kim2024"),
    domain=Domain(
        Choice(shape, ("joint", "marginal", "two_features", "extremal")),
        Integer(k, (1, sp.oo), (1, 4)),
        Integer(d, (1, sp.oo), (1, 4)),
        Real(gain, (0, sp.oo), (0.3, 3), log=True),
        Real(density, (1, sp.oo), (1.05, 100), log=True),
        Real(alpha, (0, sp.oo), (0.3, 3), log=True),
        Real(near, (0, 1), (0, 1), edges=(1,)),
        Real(other, (0, 1), (0.3, 1), edges=(1,)),
        assume=(one_feature,),
    ),
    given=(F, H, R, N, P, Phi, masses, moving, by_weights, pair),
    definitions={**definitions, Z: F - H * B.T, q: -2 * Phi.T * Z * B / N, fall: Computed(rate)},
    provided=(Eigenvalue(Q, 1) < 10**5 * Eigenvalue(Q, k),),
    also={
        "dissipation": Identity(fall, -by_heads - by_weights),
        "heads_alone": at_least(square / (density * alpha**2), by_heads),
        "equality": Identity(ratio, 1, provided=(sp.Eq(pair, 2),)),
        "joint_density": Identity(ratio, 1 + 1 / ((density - 1) * other**2), provided=(sp.Eq(pair, 1),)),
    },
    mutants={
        "root_of_r": at_least(square / (sp.sqrt(density) * alpha**2)),
        "factor_1.1": at_least(sp.Rational(11, 10) * square / (density * alpha**2)),
        "delta": at_least(sp.Abs(slope(R)) / (density * alpha**2)),
        "masses_squared": at_least(square / (density * alpha**2), sp.Trace(q.T * masses * masses * q)),
        "no_head_bound": at_least(square / density),
    },
    uses=("icl.derivatives", "icl.first_variation"),
    notes="The density bound is an assumption on μ_t at one time; it is not preserved by the flow (icl.birth_death).",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    a, r, (c, ci), t = m.matrix("A"), m.matrix("R"), m.inverse_pair("Q"), m.symmetric("T")
    b = a * ci
    s = t - b * m.transpose(a)
    step.verify(
        "the residual is uncorrelated with h, and E[ζ f°ᵀ] = S",
        m.equal(a - b * c, sp.Integer(0)) and m.equal(t - b * m.transpose(a), s),
        by="E[f°hᵀ] = A, B = AQ⁻¹, ζ = f° − Bh; so ∫aᵀq dμ = −2Tr BᵀE[ζhᵀ] = 0",
        formula=r"\mathbb E[\zeta h_\mu^\top]=0,\quad\mathbb E[\zeta f^{\circ\top}]=S",
    )
    step.verify(
        "the slope is the mean of (Ra)ᵀq under μ°",
        m.equal_traces(-2 * m.transpose(b) * s * m.transpose(r), -2 * s * b * r),
        by="∫(Ra)ᵀq dμ° = −2E[(Rf°)ᵀBᵀζ] = L'(0)",
        formula=r"\int(\mathbf Ra)^\top q\,d\mu^\circ=-2\operatorname{Tr}[SB\mathbf R]=\mathcal L'(0)",
    )
    x, y = sp.symbols("x y", real=True)
    z, rho, size = sp.symbols("z rho a2", nonnegative=True)
    step(
        "Cauchy-Schwarz: 0 ≤ ∫‖q − τ ρ Ra‖² dμ = x − 2τy + τ²z at τ = y/z",
        (x - 2 * (y / z) * y + (y / z) ** 2 * z),
        x - y**2 / z,
        by="x = ∫‖q‖²dμ, y = ∫ρ(Ra)ᵀq dμ = L'(0), z = ∫ρ²‖Ra‖²dμ",
    )
    gap = rho * (density - rho) * size + density * rho * (alpha**2 - size)
    step(
        "z ≤ Rα², one particle at a time: ρ ≤ R and ‖Ra‖² ≤ ‖a‖² ≤ α²",
        density * alpha**2 * rho - gap,
        rho**2 * size,
        by="both brackets are not negative, and ∫ρ dμ = 1",
    )
    step(
        "equality: heads 0 at the true weight and 1 at another, k = 1",
        (y**2 / density) * density / y**2,
        1,
        by="q vanishes on the second feature, to which h is proportional; the first has mass 1/R and α = 1",
    )
    slack, rest = sp.symbols("slack rest", nonnegative=True)
    positive = sp.Symbol("z", positive=True)
    bound = sp.Symbol("y", real=True)
    step.conclude(
        given={sp.Trace(S * B * R): -bound / 2, fall: -(bound**2) / positive - rest, density: (positive + slack) / alpha**2},
        by="−dL/dt = y²/z + rest, rest the gap of Cauchy-Schwarz and the part of the weights, and Rα² = z + slack",
    )
