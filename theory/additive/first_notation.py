r"""Additive models $f_*(x)=M^{-1/2}\sum_{m\le M}\sigma_m(\langle x,\theta_m\rangle)$, $x\sim N(0,I_d)$: notation.

| symbol | meaning |
|---|---|
| $M,d$ | tasks, dimension; $M\asymp d^\gamma$ |
| $\theta_m$ | directions, $|\theta_m|=1$ |
| $k,p$ | information exponent and degree of the links |
| $\alpha^m_i$ | monic Hermite coefficients, $\sigma_m=\sum_i\alpha^m_i\mathrm{He}_i$ |
| $\rho$ | exponent of the statistical query lower bound $(Md)^\rho$ |
| $m_j$ | overlap $\langle w,\theta_j\rangle$ of a neuron, $|w|=1$ |
"""

import sympy as sp

DOCUMENT = "004_dc3df60509519715.txt"
PAPER = "oko2024sum"

M, d = sp.symbols("M d", integer=True, positive=True)
k, p = sp.symbols("k p", integer=True, positive=True)
gamma, rho = sp.Symbol("gamma", positive=True), sp.Symbol("rho", positive=True)
i, m, l = sp.symbols("i m l", integer=True, positive=True)


def traceless(dimension: sp.Expr, degree: sp.Expr) -> sp.Expr:
    r"""$B(D,p)=\binom{D+p-1}p-\binom{D+p-3}{p-2}$: the dimension of the traceless symmetric tensors of order $p$."""
    return sp.binomial(dimension + degree - 1, degree) - sp.binomial(dimension + degree - 3, degree - 2)
