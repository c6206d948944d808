r"""Along the Wasserstein gradient flow of the in-context loss the matrix $\int aa^\top d\mu_t$ does not change.

With $q(\theta)=\nabla_a\frac{\delta\mathcal L}{\delta\mu}=-2B^\top\mathbb E[\zeta\,\sigma(w^\top x)]$ one has
$\int q a^\top d\mu=-2B^\top\mathbb E[\zeta h_\mu^\top]=0$, since the residual of the best linear map is uncorrelated with
the features; so already each half of $\frac d{dt}\int aa^\top d\mu_t=-\int(qa^\top+aq^\top)d\mu_t$ vanishes. The cause is
that $\mathcal L$ does not change under $h\mapsto Ch$. Consequence: if $\int\|a\|^2d\mu_0\le1$ then
$\|h_{\mu_t}(x)\|\le\|\sigma\|_\infty$ for all $t$, which is what the bounds on the descent need of $\mu_t$.
Rows of `a`, `q`, `W` are the particles, `P` holds their masses, `Phi` the neurons at the inputs.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.first_notation import B, F, H, N, definitions, k
from lemmata.theory.language.matrices import FrobeniusNorm

d, M = sp.symbols("d M", integer=True, positive=True)
inputs = sp.Symbol("n", integer=True, positive=True)
gain, time = sp.Symbol("g", positive=True), sp.Symbol("time", positive=True)
heads, slopes, joint = (sp.MatrixSymbol(name, M, k) for name in ("a", "q", "q_joint"))
weights, turning = sp.MatrixSymbol("W", M, d), sp.MatrixSymbol("p_w", M, d)
phi, masses = sp.MatrixSymbol("Phi", N, M), sp.MatrixSymbol("P", M, M)
zeta = sp.MatrixSymbol("zeta", N, k)
q, unfitted = (sp.MatrixSymbol(name, M, k) for name in ("q_formula", "q_unfitted"))
start, end = sp.MatrixSymbol("m_0", k, k), sp.MatrixSymbol("m_t", k, k)  # the moment at time 0 and, extrapolated, at the end
ROUNDING = sp.Rational(1, 10**12)
coarse, fine, sup = sp.symbols("drift_coarse drift_fine sup_h", nonnegative=True)


def moved(rate: sp.MatrixExpr, x: sp.MatrixExpr) -> sp.MatrixExpr:
    """d/dt of the second moment of x that moves at minus this rate, up to sign."""
    return rate.T * masses * x + x.T * masses * rate


def size(rate: sp.MatrixExpr, x: sp.MatrixExpr) -> sp.Expr:
    return FrobeniusNorm(rate) * FrobeniusNorm(x)


claim = Claim(
    id="icl.conservation",
    title="∫aaᵀdμ_t is conserved by the gradient flow of the in-context loss",
    truth=Identity(FrobeniusNorm(moved(q, heads)), 0, scale=size(q, heads)),
    source=Source("000_ab12b188556405a2.txt", "Two time scale dynamics", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 4)),
        Integer(inputs, (1, sp.oo), (20, 40)),
        Integer(d, (1, sp.oo), (2, 4)),
        Integer(M, (k, sp.oo), (k + 1, k + 8)),
        Real(gain, (0, sp.oo), (0.5, 2), log=True),
        Real(time, (0, sp.oo), (2, 10), log=True),
    ),
    given=(F, H, heads, slopes, joint, weights, turning, phi, masses, start, end, coarse, fine, sup),
    definitions={**definitions, zeta: F - H * B.T, q: -2 * phi.T * zeta * B / N, unfitted: -2 * phi.T * F * B / N},
    also={
        "gradient": Identity(FrobeniusNorm(slopes - q), 0, scale=FrobeniusNorm(q)),
        "features": Identity(FrobeniusNorm(H - phi * masses * heads), 0, scale=FrobeniusNorm(H)),
        "each_half": Identity(FrobeniusNorm(heads.T * masses * slopes), 0, scale=size(slopes, heads)),
        "along_the_flow": Inequality(FrobeniusNorm(end - start), fine / 4 + ROUNDING),
        "drift": Inequality(fine, sp.Trace(start) / 10**4),
        "second_order": Inequality(3 * fine, coarse + ROUNDING),
        "bounded_features": Inequality(sup**2, sp.Trace(start) * (1 + sp.Rational(1, 10**3))),
    },
    mutants={
        "weights_too": Identity(FrobeniusNorm(moved(turning, weights)), 0, scale=size(turning, weights)),
        "any_gamma": Identity(FrobeniusNorm(moved(joint, heads)), 0, scale=size(joint, heads)),
        "masses_left_out": Identity(FrobeniusNorm(slopes.T * heads + heads.T * slopes), 0, scale=size(slopes, heads)),
        "first_moment": Identity(FrobeniusNorm(slopes.T * masses), 0, scale=FrobeniusNorm(slopes)),
        "each_particle": Identity(FrobeniusNorm(slopes * heads.T), 0, scale=size(slopes, heads)),
        "no_residual": Identity(FrobeniusNorm(moved(unfitted, heads)), 0, scale=size(unfitted, heads)),
    },
    uses=("icl.first_variation",),
    notes="The integrator is the explicit midpoint rule: its error in the moment is the only one, it falls at least "
    "threefold when the step is halved, and is extrapolated away. Joint training of μ and Γ conserves the moment only "
    "while Γ is the best one.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    f, h, (s, si) = m.matrix("F"), m.matrix("H"), m.inverse_pair("G")
    m.rule(m.transpose(h) * h, s)  # G = HᵀH = NΣ_μμ
    b = m.transpose(f) * h * si
    residual = f - h * m.transpose(b)
    step.verify(
        "the residual is uncorrelated with the features",
        m.equal(m.transpose(h) * residual, 0),
        by="B = FᵀH(HᵀH)⁻¹",
        formula=r"\mathbb E[h_\mu\zeta^\top]=0",
    )
    w = MatrixAlgebra()
    a, p, neurons, z, reg = w.matrix("a"), w.symmetric("P"), w.matrix("Phi"), w.matrix("zeta"), w.matrix("B")
    slope = -2 * w.transpose(neurons) * z * reg
    step.verify(
        "aᵀPq is −2 HᵀζB, with H = ΦPa",
        w.equal(w.transpose(a) * p * slope, -2 * w.transpose(neurons * p * a) * z * reg),
        by="q = −2ΦᵀζB/N, P diagonal",
        formula=r"\int aq^\top d\mu=-2\,\mathbb E[h_\mu\zeta^\top]B=0",
    )
    step.conclude(
        by="both halves of the rate are zero matrices",
        given={moved(q, heads): sp.ZeroMatrix(k, k)},
    )
