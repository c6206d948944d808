r"""First and second variation of the in-context loss, and the Wasserstein flow of its particles.

$\frac{\delta\mathcal L}{\delta\mu}(\theta)=-2\mathbb E[\zeta^\top Bh_\theta]$, of mean zero under $\mu$, and
$\frac{\delta^2\mathcal L}{\delta\mu^2}(\theta,\theta')=2\mathbb E[(Bh_\theta)^\top Bh_{\theta'}]-2\operatorname{Tr}[U_\theta
\Sigma_{\mu,\mu}^{-1}U_{\theta'}^\top]$ with $U_\theta=B\mathbb E[h_\theta h_\mu^\top]-\mathbb E[\zeta h_\theta^\top]$. For
particles of mass $p_j$ the velocity is $-p_j^{-1}\nabla_{\theta_j}\mathcal L$, and
$\frac d{dt}\mathcal L(\mu_t)=-\int\|\nabla\frac{\delta\mathcal L}{\delta\mu}\|^2d\mu_t$. The left sides of the variations come from
exact rational arithmetic on the features: power series of the loss along $h+th_\theta$.
"""

import sympy as sp

from lemmata.theory.algebra import regression
from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Computed, Domain, Enclosure, Identity, Integer, Real, Source
from lemmata.theory.icl.first_notation import B, F, H, N, Q, definitions, k
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm

d, M = sp.symbols("d M", integer=True, positive=True)
inputs, gain = sp.Symbol("n", integer=True, positive=True), sp.Symbol("g", positive=True)
one, two = sp.MatrixSymbol("H_1", N, k), sp.MatrixSymbol("H_2", N, k)  # features of one particle, theta and theta'
phi, masses = sp.MatrixSymbol("Phi", N, M), sp.MatrixSymbol("P", M, M)
slopes, weight_slopes = sp.MatrixSymbol("q", M, k), sp.MatrixSymbol("q_w", M, d)
zeta, formula = sp.MatrixSymbol("zeta", N, k), sp.MatrixSymbol("q_formula", M, k)
Z1, Z2, C1, C2, U1, U2, G = (sp.MatrixSymbol(name, k, k) for name in ("Z_1", "Z_2", "C_1", "C_2", "U_1", "U_2", "G"))
first, second, mixed, rate, quotient = sp.symbols("D1 D2 D12 rate w_quotient", real=True)
along = sp.MatrixSymbol("v_w", M, d)


def computed(what: str) -> Computed:
    """A derivative of the loss in the direction of one or two particles, exactly."""

    def value(p) -> Enclosure:
        f, h, a, b = (regression.rational(matrix) for matrix in (p.F, p.H, p.H_1, p.H_2))
        if what == "D12":
            parts = [regression.jet(f, h, direction)[2] for direction in (a + b, a, b)]
            return Enclosure(regression.number((parts[0] - parts[1] - parts[2]) / 2))
        return Enclosure(regression.number(regression.jet(f, h, a)[1 if what == "D1" else 2]))

    return Computed(value)


def variation(residual: sp.MatrixExpr) -> sp.Expr:
    """The first variation from E[zeta h_theta^T]."""
    return -2 * sp.Trace(residual * B.T)


def bent(spread: sp.MatrixExpr, left: sp.MatrixExpr, right: sp.MatrixExpr) -> sp.Expr:
    """The second variation from E[h_theta h_theta'^T] and both U."""
    return 2 * sp.Trace(B * spread * B.T) - 2 * sp.Trace(left * Q.I * right.T)


own = sp.MatrixSymbol("G_1", k, k)
claim = Claim(
    id="icl.first_variation",
    title="δL/δμ(θ) = −2E[ζᵀBh_θ], the second variation in closed form, and dL/dt = −∫‖∇δL/δμ‖²dμ",
    truth=Identity(first, variation(Z1), scale=FrobeniusNorm(Z1) * FrobeniusNorm(B)),
    source=Source("000_ab12b188556405a2.txt", "Two time scale dynamics", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 5)),
        Integer(inputs, (1, sp.oo), (2 * k + 2, 40)),
        Integer(d, (1, sp.oo), (2, 5)),
        Integer(M, (k, sp.oo), (k + 1, k + 8)),
        Real(gain, (0, sp.oo), (0.3, 3), log=True),
    ),
    given=(F, H, one, two, phi, masses, slopes, weight_slopes, along, rate, quotient),
    definitions={
        **definitions,
        zeta: F - H * B.T,
        Z1: zeta.T * one / N,
        Z2: zeta.T * two / N,
        C1: one.T * H / N,
        C2: two.T * H / N,
        G: one.T * two / N,
        own: one.T * one / N,
        U1: B * C1 - Z1,
        U2: B * C2 - Z2,
        formula: -2 * phi.T * zeta * B / N,
        **{name: computed(str(name)) for name in (first, second, mixed)},
    },
    provided=(Eigenvalue(Q, 1) < 10**6 * Eigenvalue(Q, k),),
    also={
        "second": Identity(second, bent(own, U1, U1)),
        "mixed": Identity(mixed, bent(G, U1, U2), scale=FrobeniusNorm(B) ** 2 * FrobeniusNorm(G)),
        "mean_zero": Identity(sp.Trace(H.T * zeta * B), 0, scale=FrobeniusNorm(H) * FrobeniusNorm(zeta) * FrobeniusNorm(B)),
        "particles": Identity(FrobeniusNorm(slopes - formula), 0, scale=FrobeniusNorm(formula)),
        "weights": Identity(
            quotient,
            sp.Trace(along.T * masses * weight_slopes),
            scale=FrobeniusNorm(along) * FrobeniusNorm(masses * weight_slopes),
        ),
        "dissipation": Identity(
            rate, -sp.Trace(slopes.T * masses * slopes) - sp.Trace(weight_slopes.T * masses * weight_slopes)
        ),
    },
    mutants={
        "factor_1": Identity(first, variation(Z1) / 2),
        "b_transposed": Identity(first, variation(Z1.T)),
        "no_zeta": Identity(second, bent(own, B * C1, B * C1)),
        "second_factor_1": Identity(second, bent(own, U1, U1) / 2),
        "no_second_term": Identity(second, 2 * sp.Trace(B * own * B.T)),
        "plus_zeta": Identity(second, bent(own, B * C1 + Z1, B * C1 + Z1)),
        "masses_left_in": Identity(FrobeniusNorm(masses * slopes - formula), 0, scale=FrobeniusNorm(formula)),
        "heads_only": Identity(rate, -sp.Trace(slopes.T * masses * slopes)),
        "masses_squared": Identity(
            rate,
            -sp.Trace(slopes.T * masses * masses * slopes) - sp.Trace(weight_slopes.T * masses * masses * weight_slopes),
        ),
    },
    notes="Σ_μμ must be invertible. The Hessian of the particle system is the subject of icl.hessian_lemma.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    b, (q, qi) = m.matrix("B"), m.inverse_pair("Q")
    z, c, g = m.matrix("Z"), m.matrix("C"), m.symmetric("G")  # E[ζδᵀ], E[δhᵀ], E[δδᵀ]
    t = m.transpose
    a, a1, q1 = b * q, z + b * t(c), c + t(c)  # f = ζ + Bh
    inverse = (qi, -qi * q1 * qi, qi * q1 * qi * q1 * qi - qi * g * qi)
    product = [q * inverse[0] - 1, q * inverse[1] + q1 * inverse[0], q * inverse[2] + q1 * inverse[1] + g * inverse[0]]
    step.verify(
        "the inverse of Σ along h + tδ, to second order",
        all(m.equal(p, sp.Integer(0)) for p in product),
        by="multiply by Q + t(C + Cᵀ) + t²G",
        formula=r"Q_t^{-1}=Q^{-1}-tQ^{-1}Q_1Q^{-1}+t^2(Q^{-1}Q_1Q^{-1}Q_1Q^{-1}-Q^{-1}GQ^{-1})+O(t^3)",
    )
    coefficients = [
        a1 * inverse[0] * t(a) + a * inverse[1] * t(a) + a * inverse[0] * t(a1),
        a1 * inverse[0] * t(a1) + a1 * inverse[1] * t(a) + a * inverse[1] * t(a1) + a * inverse[2] * t(a),
    ]
    step.verify(
        "coefficient of t in L = Tr T − Tr A_tQ_t⁻¹A_tᵀ, in every dimension",
        m.equal_traces(-coefficients[0], -2 * z * t(b)),
        by="words compared up to rotation and transposition",
        formula=r"D\mathcal L[\delta]=-2\operatorname{Tr}[\mathbb E[\zeta\delta^\top]B^\top]=-2\mathbb E[\zeta^\top B\delta]",
    )
    u = b * c - z
    step.verify(
        "twice the coefficient of t², in every dimension",
        m.equal_traces(-2 * coefficients[1], 2 * b * g * t(b) - 2 * u * qi * t(u)),
        by="words compared up to rotation and transposition; the mixed form follows by polarisation",
        formula=r"D^2\mathcal L[\delta,\delta]=2\mathbb E\|B\delta\|^2-2\operatorname{Tr}[U\Sigma_{\mu,\mu}^{-1}U^\top]",
    )
    n = MatrixAlgebra()
    f, h, (w, wi) = n.matrix("F"), n.matrix("H"), n.inverse_pair("HH")
    n.rule(n.transpose(h) * h, w)
    step.verify(
        "the first variation has mean zero under μ",
        n.equal((n.transpose(f) - n.transpose(f) * h * wi * n.transpose(h)) * h, 0),
        by="the residual is uncorrelated with h_μ = ∫h_θ dμ, so (1−s)μ + sδ_θ and μ + sδ_θ have the same slope",
        formula=r"\int\frac{\delta\mathcal L}{\delta\mu}d\mu=-2\operatorname{Tr}[\mathbb E[\zeta h_\mu^\top]B^\top]=0",
    )
    step.conclude(by="the coefficient of t with δ = h_θ", given={first: variation(Z1)})
