r"""Single-index functions learned in context: notation.

| symbol | meaning |
|---|---|
| $d,r$ | ambient dimension; dimension of the fixed subspace $S$ from which $\theta$ is drawn, $\|\theta\|=1$ |
| $n$ | prompt length; $n_*$ at test time |
| $N$ | neurons (width of the embedding) |
| $k,p$ | information exponent and degree of the link |
| $\Phi$ | features $\sigma(WX+b1_n^\top)$ of the context, $N\times n$; $\varphi$ features $\sigma(Wx+b)$ of the query |
| $y$ | labels of the context |
| $\Gamma$ | attention matrix, $f=\varphi^\top\Gamma u$ with $u=\frac1n\Phi y$ |
| $\theta,w$ | direction of a task; row of $W$; $P_S$ the projection on $S$ |
"""

import sympy as sp

DOCUMENT = "004_dc3df60509519715.txt"
PAPER = "oko2024"

n, N, d, r, k = sp.symbols("n N d r k", integer=True, positive=True)
positive = (1, sp.oo)


def sphere_moment(order: sp.Expr, dimension: sp.Expr) -> sp.Expr:
    """E<theta, u>^(2 order) for theta uniform on the unit sphere and a unit vector u: (2j-1)!!/(r(r+2)...(r+2j-2))."""
    half = sp.Rational(1, 2)
    return sp.gamma(order + half) * sp.gamma(dimension / 2) / (sp.sqrt(sp.pi) * sp.gamma(dimension / 2 + order))
