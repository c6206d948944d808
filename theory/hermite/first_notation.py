r"""Hermite expansions of link functions: notation.

| symbol | meaning |
|---|---|
| $z,\zeta$ | independent standard normals; $\mathbb E$ without an index is over them |
| $\mathrm{He}_n$, $h_n$ | monic, $\mathbb E\,\mathrm{He}_n^2=n!$; orthonormal, $h_n=\mathrm{He}_n/\sqrt{n!}$ |
| $\alpha_n,\beta_n$ | **monic** coefficients of link and student: $\alpha_n=\mathbb E[\sigma_*\mathrm{He}_n]/n!$ |
| $P_n$ | the projection $\mathbb E[\sigma_*\mathrm{He}_n]$; $a_n=\mathbb E[\sigma_*h_n]$ the orthonormal coefficient |
| $\theta,w$ | unit vectors: direction of the target, weight of the student |
| $m$ | $\langle w,\theta\rangle$; where exact arithmetic is wanted $m=q/10$ with an integer $q$ |
| $d,n$ | dimension; number of samples |

The three normalisations differ by factors only: monic $\alpha_n$, orthonormal $a_n=\sqrt{n!}\,\alpha_n$, and
$P_n=n!\,\alpha_n$.
"""

import sympy as sp

from lemmata.theory.first import Source
from lemmata.theory.language.functions import Coefficients

DOCUMENT = "004_dc3df60509519715.txt"
z, zeta = sp.symbols("z zeta", real=True)
d, n = sp.symbols("d n", integer=True, positive=True)
i, j, k, p = sp.symbols("i j k p", integer=True, nonnegative=True)
m, t = sp.symbols("m t", real=True)
alpha, beta = Coefficients("alpha", real=True), Coefficients("beta", real=True)
c, P = Coefficients("c", real=True), Coefficients("P", real=True)
link = sp.Symbol("sigma", real=True)
PREFIX = "Introduction: Information Exponent"


def source(heading: str = PREFIX, paper: str = "benarous2021") -> Source:
    return Source(DOCUMENT, heading, paper=paper)
