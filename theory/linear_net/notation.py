r"""Two-layer linear networks $f(x)=\beta^\top Wx$ on $m$ tasks with a common design: notation.

| symbol | meaning |
|---|---|
| $n,d,m$ | samples, dimension, tasks |
| $K$ | $XW^\top WX^\top$, eigenvalues $k_j$; $M=(K+n\lambda I)^{-1}$; DoF $=\operatorname{Tr}KM$ |
| $e_j$ | diagonal of $X\Sigma_\beta X^\top$ in the eigenbasis of $K$ |
| $\Sigma_\beta$ | $\frac1m\sum_j\beta_*^{(j)}\beta_*^{(j)\top}$ |
| $\mu_j$ | eigenvalues of $\Sigma_\beta^{1/2}\Sigma_X\Sigma_\beta^{1/2}$ |
| $\sigma^2,\sigma'^2$ | noise variance; its stand-in in the criterion |
| $R(W)$ | $\min_\beta\frac1m\sum_j(\frac1n\|Y_j-XW^\top\beta_j\|^2+\lambda\|\beta_j\|^2)+\frac{\sigma'^2}n\mathrm{DoF}(W)$ |
"""

import sympy as sp

from theory.language import Observable

n, d, m = sp.symbols("n d m", integer=True, positive=True)
lam = sp.Symbol("lambda", positive=True)
s2, s2p = sp.Symbol("sigma2", positive=True), sp.Symbol("sigma2p", nonnegative=True)
k, e, mu = sp.IndexedBase("k", nonnegative=True), sp.IndexedBase("e", nonnegative=True), sp.IndexedBase("mu", positive=True)
j = sp.Symbol("j", integer=True, positive=True)
R = Observable("R")
DoF = sp.Sum(k[j] / (k[j] + n * lam), (j, 1, n))
