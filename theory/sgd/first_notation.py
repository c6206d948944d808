r"""SGD on a single-index model with one spherical neuron: notation.

| symbol | meaning |
|---|---|
| $x\sim N(0,I_d)$, $y=\sigma_*(\langle x,\theta\rangle)$ | data; noiseless label |
| $m=\langle w,\theta\rangle$, $m_0$ | overlap of unit vectors; its value at the start |
| $z=\langle x,\theta\rangle$, $u=\langle x,w\rangle=mz+\sqrt{1-m^2}\zeta$ | standard normal, correlation $m$; $\zeta\perp z$ |
| $\eta$, $\xi$ | step size; interpolation: the fraction $1-\xi$ of the move is kept |
| $r^2=\lvert P_wx\rvert^2$ | squared norm of the sample off $w$; $r^2\approx d$ |
| $a=\eta d$, $\kappa=(1-\xi)\eta d$ | the two step sizes on the scale $1/d$ |
| $g_1=y\sigma'(u)$, $g_2=y\sigma'(u+\eta r^2g_1)$ | first gradient; second one on the same sample |
| $k$, $k_*$, $p$ | information exponent, generative exponent, degree of the link |
| $\alpha_j,\beta_j$ | Hermite coefficients of the link and of the activation (orthonormal unless said otherwise) |

He is monic, h orthonormal. The loss is the correlation loss $-y\sigma(\langle x,w\rangle)$ unless said otherwise.
"""

import sympy as sp

from lemmata.theory.first import He

DOCUMENT = "004_dc3df60509519715.txt"
d, n = sp.symbols("d n", integer=True, positive=True)
k, p = sp.symbols("k p", integer=True, positive=True)
eta, a, kappa = sp.symbols("eta a kappa", positive=True)
m, m0, xi, t = sp.symbols("m m_0 xi t", real=True)
z, zeta = sp.symbols("z zeta", real=True)
alpha, beta = sp.IndexedBase("alpha", real=True), sp.IndexedBase("beta", real=True)

u = m * z + sp.sqrt(1 - m**2) * zeta
he3, he4 = He(3, z) / sp.sqrt(6), He(4, z) / sp.sqrt(24)
