r"""One network in four notations: $\beta^\top Wx$, $\frac1M\sum_ja_j\sigma(w_j^\top x)$, $\int a(w)\sigma(w^\top x)d\mu$, $\int r\sigma(w^\top x)d\mu(r,w)$.

* Linear activation, $N$ rows: $a_j=\sqrt N\beta_j$, $w_j=\sqrt NW_{j,:}$ gives the same function with
  $\frac1N\sum a_j^2=\|\beta\|^2$ and $K_\mu=XW^\top WX^\top$, so $F(\mu)$ and DoF of the mean-field network are those of the linear one.
* A measure on $(r,w)$ is the network with $a(w)=\mathbb E[r\mid w]$, and
  $\int r^2d\mu-\|a\|^2_{L^2(\mu_w)}=\mathbb E\operatorname{Var}(r\mid w)\ge0$, with equality when $r$ is a function of $w$: minimising with
  the penalty $\int r^2$ gives the same $F$. In particular rows that coincide act through their mean.

Atoms $(r,w)=(1,\frac12),(-1,\frac12),(2,-1)$ with masses $\frac14,\frac14,\frac12$: $\int r^2=\frac52$, $\|a\|^2=2$. The title slide writes the linear
network with $z$ on the left and $x$ on the right.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Real
from lemmata.theory.language.matrices import FrobeniusNorm
from lemmata.theory.mean_field.first_notation import K, N, dof, lam, n, positive, resolvent, source

d, J = sp.symbols("d J", integer=True, positive=True)
i = sp.Symbol("i", integer=True, positive=True)
X, y = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("y", n, 1)
W, beta = sp.MatrixSymbol("W", N, d), sp.MatrixSymbol("beta", N, 1)
w, a = sp.MatrixSymbol("w", N, d), sp.MatrixSymbol("a", N, 1)  # √N W and √N β
p, r, c, f = (sp.IndexedBase(name, real=True) for name in ("p", "r", "c", "f"))  # masses, r, E[r|w] and a feature, by atom
least_linear, least_atoms, least_measure = sp.symbols("F_W F_r F_mu", positive=True)
mean_field = X * w.T * w * X.T / N
linear = X * W.T * W * X.T


def total(summand: sp.Expr) -> sp.Sum:
    return sp.Sum(p[i] * summand, (i, 1, J))


def same(left: sp.MatrixExpr, right: sp.MatrixExpr) -> Identity:
    return Identity(FrobeniusNorm(left - right), 0, scale=FrobeniusNorm(right))


claim = Claim(
    id="mean_field.parametrisations",
    title="βᵀWx is the mean-field network with a = √M β, w = √M W; a measure on (r, w) is the network with a(w) = E[r|w]",
    truth=Identity(least_linear, lam * sp.Trace(y.T * resolvent(K) * y)),
    source=source("2-layer NN in mean-field scaling"),
    domain=Domain(
        Integer(n, positive, (1, 12)),
        Integer(d, positive, (1, 10)),
        Integer(N, positive, (2, 20)),
        Integer(J, positive, (2, 12)),
        Real(lam, positive, (1e-3, 1), log=True),
    ),
    given=(X, y, W, beta, w, a, p, r, c, f, least_linear, least_atoms, least_measure),
    definitions={K: mean_field},
    also={
        "function": same(X * w.T * a / N, X * W.T * beta),
        "penalty": Identity(sp.Trace(a.T * a) / N, sp.Trace(beta.T * beta)),
        "kernel": same(K, linear),
        "dof": Identity(dof(K), sp.Trace(sp.Inverse(W * X.T * X * W.T + n * lam * sp.Identity(N)) * W * X.T * X * W.T)),
        "conditional_mean": Identity(total(r[i] * f[i]), total(c[i] * f[i]), scale=total(sp.Abs(r[i] * f[i]))),
        "jensen": Inequality(total(c[i] ** 2), total(r[i] ** 2)),
        "defect": Identity(total(r[i] ** 2) - total(c[i] ** 2), total((r[i] - c[i]) ** 2), scale=total(r[i] ** 2)),
        "same_minimum": Identity(least_atoms, least_measure),
    },
    mutants={
        "a_is_beta": same(X * w.T * beta / N, X * W.T * beta),
        "a_is_m_beta": Identity(N**2 * sp.Trace(beta.T * beta) / N, sp.Trace(beta.T * beta)),
        "second_moment": Identity(total(c[i] ** 2), total(r[i] ** 2)),
        "kernel_without_1_over_m": same(X * w.T * w * X.T, linear),
        "least_without_1_over_m": Identity(least_linear, lam * sp.Trace(y.T * resolvent(X * w.T * w * X.T) * y)),
    },
    uses=("mean_field.representer",),
    notes="The law of large numbers that links finite M to μ is a claim of its own (the bias of order 1/M).",
)


@claim.derivation
def _(step):
    m = MatrixAlgebra()
    inputs, rows, label = m.matrix("X"), m.matrix("W"), m.matrix("y")
    dual, dual_inverse = m.inverse_pair("G")
    gram = inputs * m.transpose(rows)  # G = XWᵀWXᵀ + nλ
    m.rule(gram * m.transpose(gram), dual - n * lam)
    step.verify(
        "kernel and normal equations give the same head",
        m.equal((m.transpose(gram) * gram + n * lam) * m.transpose(gram) * dual_inverse, m.transpose(gram)),
        by="multiply by WXᵀXWᵀ + nλ, with XWᵀWXᵀ = G − nλ",
        formula=r"(WX^\top XW^\top+n\lambda)^{-1}WX^\top=WX^\top(XW^\top WX^\top+n\lambda)^{-1}",
    )
    fit = m.transpose(gram) * dual_inverse * label
    residual = label - gram * fit
    step.verify(
        "the least value of the linear network",
        m.equal_traces(
            m.transpose(residual) * residual / n + lam * m.transpose(fit) * fit, lam * m.transpose(label) * dual_inverse * label
        ),
        by="expansion, in every dimension; K_μ = (1/M) Σ (Xw_j)(Xw_j)ᵀ = XWᵀWXᵀ",
        formula=r"\lambda\,y^\top(XW^\top WX^\top+n\lambda)^{-1}y",
    )
    p1, p2, r1, r2 = sp.symbols("p_1 p_2 r_1 r_2", positive=True)
    mean = (p1 * r1 + p2 * r2) / (p1 + p2)
    step(
        "two atoms at one w: what the conditional mean loses",
        p1 * r1**2 + p2 * r2**2 - (p1 + p2) * mean**2,
        p1 * p2 / (p1 + p2) * (r1 - r2) ** 2,
        by="zero only if r₁ = r₂",
    )
    quarter, half = sp.Rational(1, 4), sp.Rational(1, 2)
    step("∫r² of the three atoms", quarter + quarter + half * 4, sp.Rational(5, 2), by="rational arithmetic")
    step(
        "‖a‖² of the three atoms",
        half * mean.subs({p1: 1, p2: 1, r1: 1, r2: -1}) ** 2 + half * 4,
        2,
        by="a(1/2) = 0, a(−1) = 2",
    )
    step.qed(by="substitution of a = √M β and w = √M W")
