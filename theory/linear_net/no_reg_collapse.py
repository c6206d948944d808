r"""Without the degrees of freedom the minimisation over $W$ is degenerate: the infimum is that of interpolation.

$\min_\beta=\lambda\operatorname{Tr}[M\hat S]$, and along $W=cI$ it falls like $c^{-2}\lambda\operatorname{Tr}[(XX^\top)^{-1}
\hat S]$ to 0 if $\operatorname{rank}X=n$; for thin designs $\inf_W$ is $\frac1n\operatorname{Tr}[(I-\Pi)\hat S]$, $\Pi$ the
projector on the range of $X$, below which no $W$ leads. The estimator tends to the minimum-norm interpolator, whose
variance $\sigma^2n/(d-n-1)$ (isotropic Gaussian inputs) grows without bound as $d/n\to1$: $\lambda$ protects no longer.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Rate,
    Real,
    Source,
)
from lemmata.theory.language.matrices import FrobeniusNorm
from lemmata.theory.linear_net.first_notation import S, W, X, d, kernel, lam, n, p, resolvent

q = sp.Symbol("q", integer=True, positive=True)
Z = sp.MatrixSymbol("Z", n, q)  # a thin design, q < n
c, reached, extra = (
    sp.Symbol("c", positive=True),
    sp.Symbol("reached", positive=True),
    sp.Symbol("g", integer=True, positive=True),
)
variance = Observable("variance")
ladder = Ladder(c, (200, 500, 1500, 4000, 10_000))
short = Ladder(c, (100, 200, 500, 1000))


def objective(k: sp.MatrixExpr) -> sp.Expr:
    """The minimum over heads, without the degrees of freedom."""
    return lam * sp.Trace(resolvent(k) * S)


def scaled(x: sp.MatrixExpr = X) -> sp.MatrixExpr:
    """The kernel of W = cI."""
    return c**2 * x * x.T


outside = sp.Identity(n) - Z * sp.Inverse(Z.T * Z) * Z.T
left = sp.Trace(outside * S) / n
interpolator = X.T * sp.Inverse(X * X.T)
claim = Claim(
    id="linear_net.no_reg_collapse",
    title="Without the degrees of freedom inf over W of the training objective is 0 (rank X = n), at the interpolator",
    truth=Limit(objective(scaled()), 0, ladder=ladder, decay=2),
    source=Source("000_ab12b188556405a2.txt", "Just minimizing W does not lead to a good generalization", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (2, sp.oo), (4, 12)),
        Integer(d, (n, sp.oo), (2 * n, 4 * n)),
        Integer(extra, (2, sp.oo), (10, 30)),
        Real(lam, (0, sp.oo), (0.1, 3), log=True),
    ),
    given=(X, Z, S, W, q, p, reached),
    also={
        "rate": Rate(objective(scaled()), -2, ladder=ladder),
        "speed": Limit(c**2 * objective(scaled()), lam * sp.Trace(sp.Inverse(X * X.T) * S), ladder=ladder, decay=2),
        "estimator": Limit(FrobeniusNorm(c**2 * X.T * resolvent(scaled()) - interpolator), 0, ladder=ladder, decay=2),
        "thin": Limit(objective(scaled(Z)), left, ladder=short, decay=2),
        "no_w_goes_below": Inequality(left, objective(kernel(W, Z))),
        "descent": Inequality(reached, objective(X * X.T) / 50),
        "harmful": Identity(Mean(variance), n / (extra - 1)),
    },
    mutants={
        "penalty_stays": Limit(objective(scaled()), lam, ladder=ladder, decay=2),
        "ridge_value_stays": Limit(objective(scaled()), objective(X * X.T), ladder=ladder, decay=2),
        "rate_1": Rate(objective(scaled()), -1, ladder=ladder),
        "thin_reaches_zero": Limit(objective(scaled(Z)), 0, ladder=short, decay=2),
        "speed_without_penalty": Limit(
            c**2 * objective(scaled()), sp.Trace(sp.Inverse(X * X.T) * S) / n, ladder=ladder, decay=2
        ),
        "harmless": Identity(Mean(variance), n / (extra + n)),
    },
    uses=("linear_net.equivalence",),
    notes="`descent` is L-BFGS on the entries of W from W = I on the objective without degrees of freedom.",
)


@claim.derivation
def _(step):
    size, penalty, c_, x, t = sp.symbols("n lambda c x s", positive=True)
    one = penalty * t / (c_**2 * x + size * penalty)
    step(
        "one eigendirection of XXᵀ, of energy s, at W = cI", sp.limit(c_**2 * one, c_, sp.oo), penalty * t / x, by="limit c → ∞"
    )
    step(
        "so the objective vanishes",
        sp.limit(one, c_, sp.oo),
        sp.Integer(0),
        by="every eigenvalue x of XXᵀ is positive if rank X = n",
    )
    step("a direction outside the range of X", one.subs(x, 0), t / size, by="x = 0, whatever W: K vanishes there")
    step(
        "the estimator in one direction",
        sp.limit(c_**2 * sp.sqrt(x) / (c_**2 * x + size * penalty), c_, sp.oo),
        1 / sp.sqrt(x),
        by="minimum-norm interpolation",
    )
    step.cite(
        "its variance for isotropic Gaussian inputs",
        r"\mathbb E\operatorname{Tr}(XX^\top)^{-1}=\frac n{d-n-1}",
        by="mean of an inverse Wishart matrix",
    )
    step.qed(by="M ⪰ (I − Π)/(nλ) for every W, and W = cI attains the bound in the limit")
