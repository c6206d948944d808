r"""Two-layer linear networks $f(x)=\beta^\top Wx$ on $m$ tasks with a common design: notation.

| symbol | meaning |
|---|---|
| $n,d,m$ | samples, dimension, tasks |
| $K$ | $XW^\top WX^\top$, eigenvalues $k_j$; $M=(K+n\lambda I)^{-1}$; DoF $=\operatorname{Tr}KM$ |
| $e_j$ | diagonal of $X\Sigma_\beta X^\top$ in the eigenbasis of $K$ |
| $\Sigma_\beta$ | $\frac1m\sum_j\beta_*^{(j)}\beta_*^{(j)\top}$ |
| $\mu_j$ | eigenvalues of $\Sigma_\beta^{1/2}\Sigma_X\Sigma_\beta^{1/2}$ |
| $\sigma^2,\sigma'^2$ | noise variance; its stand-in in the criterion |
| $X,\Sigma,T,S$ | design; covariances of inputs and of tasks ($T=\Sigma_\beta$); $\frac1m\sum_jY_jY_j^\top$ |
| $R(W)$ | $\min_\beta\frac1m\sum_j(\frac1n\|Y_j-XW^\top\beta_j\|^2+\lambda\|\beta_j\|^2)+\frac{\sigma'^2}n\mathrm{DoF}(W)$ |
"""

import sympy as sp

from lemmata.theory.first import Observable
from lemmata.theory.language.matrices import PositiveDefinite, PositiveSemidefinite

n, d, m = sp.symbols("n d m", integer=True, positive=True)
lam = sp.Symbol("lambda", positive=True)
s2, s2p = sp.Symbol("sigma2", positive=True), sp.Symbol("sigma2p", nonnegative=True)
k, e, mu = sp.IndexedBase("k", nonnegative=True), sp.IndexedBase("e", nonnegative=True), sp.IndexedBase("mu", positive=True)
j = sp.Symbol("j", integer=True, positive=True)
R = Observable("R")
DoF = sp.Sum(k[j] / (k[j] + n * lam), (j, 1, n))

# matrices of a given design: the first layer W, the covariances of inputs and tasks, the labels' second moment
p = sp.Symbol("p", integer=True, positive=True)
X, W = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("W", p, d)
Sigma, T = PositiveDefinite("Sigma", d), PositiveDefinite("T", d)
S = PositiveSemidefinite("S", n)


def kernel(w: sp.MatrixExpr, x: sp.MatrixExpr = X) -> sp.MatrixExpr:
    """The kernel of the features Wx."""
    return x * w.T * w * x.T


def resolvent(k: sp.MatrixExpr, penalty: sp.Expr = lam) -> sp.MatrixExpr:
    """M for a kernel and a penalty."""
    return sp.Inverse(k + n * penalty * sp.Identity(n))


def criterion(k: sp.MatrixExpr, labels: sp.MatrixExpr = S, surplus: sp.Expr = s2p) -> sp.Expr:
    """R(W) from the kernel and the second moment of the labels."""
    return lam * sp.Trace(resolvent(k) * labels) + surplus / n * sp.Trace(k * resolvent(k))


def trained(w: sp.MatrixExpr, penalty: sp.Expr = lam, x: sp.MatrixExpr = X) -> sp.MatrixExpr:
    """The linear map from labels to the fitted coefficients of x."""
    return w.T * w * x.T * resolvent(kernel(w, x), penalty)


def average_risk(h: sp.MatrixExpr, x: sp.MatrixExpr = X) -> sp.Expr:
    """Predictive risk of the coefficients hy, averaged over tasks and noise."""
    gap = h * x - sp.Identity(d)
    return sp.Trace(Sigma * gap * T * gap.T) + s2 * sp.Trace(Sigma * h * h.T)
