r"""In-context learning with an MLP and linear attention in the mean-field limit: notation.

| symbol | meaning |
|---|---|
| $N$, $k$ | number of (equally likely) inputs; number of features |
| $h_\mu(x)$ | $\int a\,\sigma(w^\top x)\,d\mu(a,w)\in\mathbb R^k$, the learned features; rows of $H$ |
| $f^\circ$ | $h_{\mu^\circ}$, the true features; rows of $F$ |
| $\Sigma_{\mu,\nu}$ | $\mathbb E[h_\mu h_\nu^\top]$ |
| $T$, $A$, $Q$ | $\Sigma_{\mu^\circ,\mu^\circ}$, $\Sigma_{\mu^\circ,\mu}$, $\Sigma_{\mu,\mu}$ |
| $B$ | $\Sigma_{\mu^\circ,\mu}\Sigma_{\mu,\mu}^{-1}$, the regression of $f^\circ$ on $h_\mu$ |
| $S$ | $\mathbb E[(f^\circ-Bh_\mu)(f^\circ-Bh_\mu)^\top]=T-BA^\top$ |
| $\mathcal L$ | $\operatorname{Tr}S$, without a factor 1/2 |
| $r^\circ$ | realisability means $T=r^\circ I_k$ |
| $\mathbf R$ | rotation of the true features, $\|\mathbf R\|_{op}\le1$ |
| $\bar\mu_s$ | $(1-s)\mu+s\,\mathbf R\#\mu^\circ$, that is $h_s=(1-s)h_\mu+s\mathbf Rf^\circ$ |
"""

import sympy as sp

from lemmata.theory.language.matrices import PositiveDefinite, PositiveSemidefinite

N, k = sp.symbols("N k", integer=True, positive=True)
F, H = sp.MatrixSymbol("F", N, k), sp.MatrixSymbol("H", N, k)
R = sp.MatrixSymbol("R", k, k)
T, Q, S = PositiveSemidefinite("T", k), PositiveDefinite("Q", k), PositiveSemidefinite("S", k)
A, B = sp.MatrixSymbol("A", k, k), sp.MatrixSymbol("B", k, k)

definitions = {
    T: F.T * F / N,
    A: F.T * H / N,
    Q: H.T * H / N,
    B: A * Q.I,
    S: T - B * A.T,
}
loss = sp.Trace(S)


def slope(r: sp.MatrixExpr) -> sp.Expr:
    """L'(0) towards the true features rotated by r."""
    return -2 * sp.Trace(S * B * r)


def rotated_spread(r: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace(B * r * S * r.T * B.T)


def curvature(r: sp.MatrixExpr) -> sp.Expr:
    """L''(0) towards the true features rotated by r."""
    return 2 * rotated_spread(r) + 4 * sp.Trace((B * r * B * r - B * r) * S) - 2 * sp.Trace(S * r.T * Q.I * r * S)
