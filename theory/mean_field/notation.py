r"""Mean-field networks: notation.

| symbol | meaning |
|---|---|
| $n$, $\lambda$ | number of samples; ridge penalty beside the mean squared error |
| $\hat\Sigma_\mu=K$ | $K_{ij}=\int\sigma(w^\top x_i)\sigma(w^\top x_j)\,d\mu(w)$, no $1/n$; eigenvalues $k_j$ |
| $M$ | $(K+n\lambda I)^{-1}$ |
| $u_j$ | labels in the eigenbasis of $K$ |
| $F$ | $\min_a\frac1n\|y-f_a\|^2+\lambda\|a\|^2=\lambda y^\top My$ |
| $G$ | the same objective at the head fitted to perturbed labels |
| DoF | $\operatorname{Tr}[KM]$ |
"""

import sympy as sp

from theory.language import Domain, Integer, Observable, Real

n = sp.Symbol("n", integer=True, positive=True)
N = sp.Symbol("N", integer=True, positive=True)
lam, s = sp.symbols("lambda s", positive=True)
k, u = sp.IndexedBase("k", positive=True), sp.IndexedBase("u", real=True)
j = sp.Symbol("j", integer=True, positive=True)

F = lam * sp.Sum(u[j] ** 2 / (k[j] + n * lam), (j, 1, n))
DoF = sp.Sum(k[j] / (k[j] + n * lam), (j, 1, n))
G = Observable("G")

domain = Domain(
    Integer(n, (1, sp.oo), (1, 30), edges=(1,)),
    Integer(N, (1, sp.oo), (1, 30)),
    Real(lam, (0, sp.oo), (1e-3, 10), log=True),
    Real(s, (0, sp.oo), (0.01, 10), log=True),
)
