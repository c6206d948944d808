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
| $\Phi$ | $n\times N$ features of the particles, $\Phi_{ij}=\sigma(w_j^\top x_i)$; $K=\Phi\Phi^\top/N$ for equal weights |
| $Y$ | $n\times m$ labels, one task a column; $\hat S=YY^\top/m$ |
| $v$ | variance of the label noise |
"""

import sympy as sp

from lemmata.theory.first import Domain, Integer, Observable, Real, Source
from lemmata.theory.language.matrices import PositiveSemidefinite

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

DOCUMENT = "000_ab12b188556405a2.txt"
m = sp.Symbol("m", integer=True, positive=True)
v = sp.Symbol("v", nonnegative=True)
K = PositiveSemidefinite("K", n)
Phi, Y = sp.MatrixSymbol("Phi", n, N), sp.MatrixSymbol("Y", n, m)
positive = (0, sp.oo)


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source(DOCUMENT, heading, paper="takakura2024")


def resolvent(kernel: sp.MatrixExpr, shift: sp.Expr = n * lam) -> sp.MatrixExpr:
    """M at a kernel."""
    return sp.Inverse(kernel + shift * sp.Identity(n))


def dof(kernel: sp.MatrixExpr) -> sp.Expr:
    """Degrees of freedom at a kernel."""
    return sp.Trace(kernel * resolvent(kernel))


def least(kernel: sp.MatrixExpr) -> sp.Expr:
    """F at a kernel, labels Y."""
    return lam / m * sp.Trace(resolvent(kernel) * Y * Y.T)
