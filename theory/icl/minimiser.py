r"""$\mathcal L(\mu)=0$ if and only if $h_\mu=\mathbf Rf^\circ$ with an invertible matrix $\mathbf R$.

If $\Sigma_{\mu^\circ,\mu^\circ}=r^\circ I$ with $r^\circ>0$ and $h=Cf^\circ$, then $\mathcal L=(k-\operatorname{rank}C)r^\circ$.
Conversely $B\Sigma_{\mu,\mu}B^\top=r^\circ-S\succeq r^\circ-\mathcal L$, so $B$ is invertible as soon as
$\mathcal L<r^\circ$, and $\mathbb E\|h_\mu-B^{-1}f^\circ\|^2=\operatorname{Tr}[B^{-1}SB^{-\top}]$, which vanishes with
$\mathcal L$. The matrix need not be orthogonal. Losses of mixtures are computed in exact arithmetic, as projections.
"""

import sympy as sp
from flint import fmpq_mat

from lemmata.theory.algebra import regression
from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Computed, Domain, Enclosure, Identity, Inequality, Integer, Real, Source
from lemmata.theory.icl.first_notation import B, F, H, N, Q, S, T, definitions, k, loss
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm

rank = sp.Symbol("rho", integer=True, nonnegative=True)
n_x = sp.Symbol("n_x", positive=True)  # number of inputs
noise, r = sp.Symbol("eps", positive=True), sp.Symbol("r", positive=True)
mixed, mixing = sp.MatrixSymbol("H_C", N, k), sp.MatrixSymbol("C", k, k)  # h = C f, C of rank rho
projected = sp.Symbol("L_C", real=True)


def independent(columns: fmpq_mat) -> fmpq_mat | None:
    """Columns of the matrix that span all of them; None if all are zero."""
    echelon, size = columns.rref()
    pivots = [next(j for j in range(echelon.ncols()) if echelon[i, j] != 0) for i in range(size)]
    return fmpq_mat([[columns[i, j] for j in pivots] for i in range(columns.nrows())]) if pivots else None


def projected_loss(p) -> Enclosure:
    """E of the squared distance of f from the span of the features, exactly, whatever their rank."""
    f, h = regression.rational(p.F), regression.rational(p.H_C)
    basis = independent(h)
    whole = regression.trace(f.transpose() * f) / f.nrows()
    return Enclosure(regression.number(whole if basis is None else regression.loss(f, basis)))


distance = sp.Trace(sp.Inverse(B) * S * sp.Inverse(B).T)
claim = Claim(
    id="icl.minimiser",
    title="L(μ) = 0 if and only if h_μ = R f° with R invertible; for h = C f° it is (k − rank C) r°",
    truth=Identity(projected, (k - rank) * r, scale=k * r),
    source=Source("000_ab12b188556405a2.txt", "Two time scale dynamics", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 4)),
        Integer(rank, (0, k), (0, k)),
        Real(noise, (0, sp.oo), (1e-3, 0.3), log=True),
    ),
    given=(F, H, mixed, mixing),
    definitions={**definitions, r: sp.Trace(T) / k, n_x: 4**k, projected: Computed(projected_loss)},
    also={
        "converse": Identity(
            sp.Trace((H - F * sp.Inverse(B).T).T * (H - F * sp.Inverse(B).T)) / n_x,
            distance,
        ),
        "regression_spread": Identity(FrobeniusNorm(B * Q * B.T + S - r * sp.Identity(k)), 0, scale=r * sp.sqrt(k)),
        "invertible_below_r": Inequality(r - loss, Eigenvalue(B * Q * B.T, k)),
        "distance": Inequality(distance * (r - loss), loss * Eigenvalue(Q, 1)),
        "realisable": Identity(FrobeniusNorm(T - r * sp.Identity(k)), 0, scale=r),
    },
    mutants={
        "any_r": Identity(projected, 0, scale=k * r),
        "rank_counts": Identity(projected, rank * r, scale=k * r),
        "r_omitted": Identity(projected, k - rank, scale=k * r),
        "r_orthogonal": Identity(
            FrobeniusNorm(k * mixing.T * mixing - sp.Trace(mixing.T * mixing) * sp.Identity(k)),
            0,
            scale=sp.Trace(mixing.T * mixing),
            provided=(sp.Eq(rank, k), k >= 2),
        ),
        "b_not_inverted": Identity(
            sp.Trace((H - F * B).T * (H - F * B)) / n_x,
            distance,
        ),
    },
    uses=("icl.two_timescale",),
    notes="f° consists of k independent signs; h = Cf°, and for the converse h = C'f° plus a little of k further signs.",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    q, (b, ci) = m.symmetric("Q"), m.invertible("B")
    x = sp.Symbol("r", positive=True)
    t = m.transpose
    s = x - b * q * t(b)
    step.verify(
        "a loss below r° makes B invertible",
        m.equal(b * q * t(b), x - s),
        by="S ≤ Tr S = L, so BΣBᵀ ≥ r° − L > 0",
        formula=r"B\Sigma_{\mu,\mu}B^\top=r^\circ-S\succeq r^\circ-\mathcal L",
    )
    cross = b * q  # E[f hᵀ]
    spread = q - ci * cross - t(ci * cross) + ci * x * t(ci)
    step.verify(
        "then h is B⁻¹f° up to B⁻¹ζ",
        m.equal(spread, ci * s * t(ci)),
        by="E[(h − B⁻¹f)(h − B⁻¹f)ᵀ] with E[fhᵀ] = BΣ and E[ffᵀ] = r°",
        formula=r"\mathbb E\|h_\mu-B^{-1}f^\circ\|^2=\operatorname{Tr}[B^{-1}SB^{-\top}]",
    )
    proj = MatrixAlgebra()
    p = proj.symmetric("P")
    proj.rule(p * p, p)
    step.verify(
        "h = Cf°: what is left is the projection off the range of Cᵀ",
        proj.equal((1 - p) * (1 - p), 1 - p),
        by="P projects on the range of Cᵀ; its trace is rank C",
        formula=r"S=r^\circ(I-P),\quad\mathcal L=(k-\operatorname{rank}C)r^\circ",
    )
    step.conclude(by="Tr(I − P) = k − rank C", given={projected: r * (k - rank)})
