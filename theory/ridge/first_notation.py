r"""Ridge regression: notation.

| symbol | meaning |
|---|---|
| $n,d$ | samples, dimension |
| $\lambda$ | penalty on $\|\beta\|^2$ beside the **mean** squared error |
| $l_j$ | eigenvalues of $\Sigma$, decreasing |
| $b_j$ | squared coordinates $\beta_{*,j}^2$ of the target in the eigenbasis |
| $\sigma^2$ | noise variance |
| $\kappa$ | $n-n\lambda/\kappa=\operatorname{Tr}\Sigma(\Sigma+\kappa)^{-1}=N_1$ |
| $\gamma$ | $\frac1n\operatorname{Tr}\Sigma^2(\Sigma+\kappa)^{-2}$ |
| $1-\gamma$ | $\lambda/\kappa+\frac1n\sum_j l_j\kappa/(l_j+\kappa)^2$, without cancellation |
| $k$ | $\#\{j:l_j\ge\kappa\}$ |
"""

import sympy as sp

from lemmata.theory.first import Root

n, d = sp.symbols("n d", integer=True, positive=True)
lam = sp.Symbol("lambda", nonnegative=True)
s2 = sp.Symbol("sigma2", positive=True)
l, b = sp.IndexedBase("l", positive=True), sp.IndexedBase("b", nonnegative=True)
j, i = sp.symbols("j i", integer=True, positive=True)
kappa, gap, N1, tau = sp.symbols("kappa omega N_1 tau", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)


def over(term: sp.Expr) -> sp.Expr:
    """Sum over the spectrum."""
    return sp.Sum(term, (j, 1, d))


self_consistency = n - n * lam / kappa - over(l[j] / (l[j] + kappa))
bracket = (lam, lam + over(l[j]) / n)

# gap is 1 - gamma, in the form that does not cancel
definitions = {
    kappa: Root(kappa, self_consistency, bracket),
    N1: over(l[j] / (l[j] + kappa)),
    gap: lam / kappa + over(l[j] * kappa / (l[j] + kappa) ** 2) / n,
}
bias_de = kappa**2 * over(b[j] * l[j] / (l[j] + kappa) ** 2) / gap
variance_de = s2 * (1 - gap) / gap

head_count = {
    k: over(sp.Piecewise((1, l[j] >= kappa), (0, True))),
    tau: lam + sp.Sum(l[j], (j, k + 1, d)) / n,
}
B = tau**2 * sp.Sum(b[j] / l[j], (j, 1, k)) + sp.Sum(b[j] * l[j], (j, k + 1, d))
V = k / n + sp.Sum(l[j] ** 2, (j, k + 1, d)) / (n * tau**2)

# the same for spectra with multiplicities: L distinct levels, m_j coordinates each, alike in l_j and b_j
m, levels = sp.IndexedBase("m", positive=True), sp.Symbol("L", integer=True, positive=True)


def weighted(term: sp.Expr) -> sp.Expr:
    """Sum over a spectrum with multiplicities."""
    return sp.Sum(m[j] * term, (j, 1, levels))


def fixed_point(unknown: sp.Symbol, penalty: sp.Expr) -> Root:
    """The kappa of a spectrum with multiplicities, for a penalty."""
    equation = n - n * penalty / unknown - weighted(l[j] / (l[j] + unknown))
    return Root(unknown, equation, (penalty, penalty + weighted(l[j]) / n))


weighted_definitions = {
    kappa: fixed_point(kappa, lam),
    N1: weighted(l[j] / (l[j] + kappa)),
    gap: lam / kappa + weighted(l[j] * kappa / (l[j] + kappa) ** 2) / n,
}
weighted_bias = kappa**2 * weighted(b[j] * l[j] / (l[j] + kappa) ** 2) / gap
weighted_variance = s2 * weighted(l[j] ** 2 / (l[j] + kappa) ** 2) / (n * gap)  # also where gamma is tiny
null_risk = weighted(b[j] * l[j])


def left(level: sp.Expr) -> sp.Expr:
    """What is left of the signal where kappa has the value ``level``."""
    return weighted(b[j] * l[j] * level**2 / (l[j] + level) ** 2)
