r"""The trained attention layer regresses in context: its risk at prompt length $n_*$ is exactly $R_\infty+V/n_*$.

Given $\Gamma$ (from Phase II or any other), $f=\varphi(x)^\top\Gamma u$ with $u$ a mean of $n_*$ independent terms
given the task, so with $G=\mathbb E\varphi\varphi^\top$, $m_\theta=\mathbb E[\varphi y]$, $A=\mathbb E_\theta m_\theta
m_\theta^\top$, $S=\mathbb E[\varphi\varphi^\top y^2]$ and $\mathbb Ey^2=1$
$$R(n_*)=1-2\operatorname{Tr}[\Gamma A]+\operatorname{Tr}[\Gamma C\Gamma^\top G],\qquad C=A+(S-A)/n_* .$$
With infinitely many pretraining tasks of length $n_2$ the minimiser is $\Gamma=G^{-1}A\,C^{-1}$, which whitens the
features within the space of the links; $R_\infty$ is the part of the links outside the span of the features. On an
exact orthonormal polynomial basis $e_a$ the layer $\Gamma=I$ is $\hat c_a=\frac1n\sum_iy_ie_a(x_i)$, of risk $(\mathbb
E[y^2\sum_ae_a^2]-1)/n=121/n$ for the tasks below. Tasks:
$y=\cos\psi\,h_2(\langle\theta,x\rangle)+\sin\psi\,h_3(\langle\theta,x\rangle)$, $\theta$ on the unit circle of $S$
($r=2$), $\psi$ uniform; weights $w_j\in S$.
"""

import sympy as sp

from lemmata.theory.algebra.gaussian import expectation_normals
from lemmata.theory.first import Claim, Domain, He, Identity, Integer, Mean, Observable, Optimality, Real, Source
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, PAPER, N, positive
from lemmata.theory.language.functions import GaussMean

length, trained = sp.symbols("n_* n_2", integer=True, positive=True)
lam2 = sp.Symbol("lambda_2", positive=True)
risk = Observable("R")
Gamma, A, S, G = (sp.MatrixSymbol(name, N, N) for name in ("Gamma", "A", "S", "G"))
VARIANCE = 121
x1, x2 = sp.symbols("x_1 x_2", real=True)
kernel = sum(
    He(i, x1).doit() ** 2 * He(j, x2).doit() ** 2 / (sp.factorial(i) * sp.factorial(j))
    for i, j in ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
)


def turned(power: int) -> sp.Expr:
    """Mean of <theta, x>^(2 power) over the unit circle."""
    return (x1**2 + x2**2) ** power * sp.binomial(2 * power, power) / sp.Integer(4) ** power


label = ((turned(2) - 2 * turned(1) + 1) / 2 + (turned(3) - 6 * turned(2) + 9 * turned(1)) / 6) / 2  # E[y^2 | x]
squares = GaussMean(GaussMean(sp.expand(label * kernel), x1), x2)


def expected(size: sp.Expr) -> sp.Expr:
    return 1 - 2 * sp.Trace(Gamma * A) + sp.Trace(Gamma * second(size) * Gamma.T * G)


def second(size: sp.Expr) -> sp.MatrixExpr:
    """E[u u^T] at a prompt length."""
    return A + (S - A) / size


def best(size: sp.Expr) -> sp.MatrixExpr:
    return sp.Inverse(G) * A * sp.Inverse(second(size))


claim = Claim(
    id="icl_single_index.phase2_ridge",
    title="The trained layer's risk at prompt length n is 1 − 2Tr ΓA + Tr ΓCΓᵀG, C = A + (S − A)/n: affine in 1/n",
    truth=Identity(Mean(risk), expected(length), scale=1),
    source=Source(DOCUMENT, "Gradient-based Training of Transformer / Ingredient II", paper=PAPER),
    domain=Domain(
        Integer(N, positive, (6, 10)),
        Integer(trained, positive, (350, 400)),
        Real(lam2, (0, sp.oo), (1e-4, 2e-3), log=True),
        Integer(length, positive, (140, 220)),
    ),
    given=(Gamma, A, S, G),
    also={
        "optimum": Optimality(expected(trained), {Gamma: best(trained)}),
        "polynomial_basis": Identity((squares - 1) / length, VARIANCE / length),
    },
    mutants={
        "sum_not_mean": Identity(Mean(risk), expected(length), scale=1, variant="sum"),
        "transposed": Identity(Mean(risk), expected(length), scale=1, variant="transposed"),
        "any_length": Identity(Mean(risk), expected(trained), scale=1),
        "no_prompt_noise": Optimality(expected(trained), {Gamma: sp.Inverse(G) * A * sp.Inverse(second(10 * trained))}),
        "mean_kept": Identity((squares - 1) / length, (VARIANCE + 1) / length),
    },
    notes="With few neurons R_∞ is not small, and below about n = 121 the risk can exceed 1, that of the zero predictor: "
    "the print's sentence is judged through the exact dependence on n, not through a bound. Phase II itself is run "
    "with 1500 tasks.",
    uses=("icl_single_index.algorithm2", "icl_single_index.reparameterisation"),
)


@claim.derivation
def _(step):
    a, s, g, q, m = sp.symbols("A S G Gamma n", positive=True)
    c = a + (s - a) / m
    cost = 1 - 2 * q * a + q**2 * c * g
    step(
        "one feature: E u² for a mean of n independent terms",
        (m * s + m * (m - 1) * a) / m**2,
        c,
        by="n diagonal and n(n − 1) other pairs",
    )
    step(
        "the excess over the best Γ is a square",
        cost - cost.subs(q, a / (g * c)),
        (q - a / (g * c)) ** 2 * c * g,
        by="completing the square",
    )
    step(
        "variance on the exact basis: E[y² Σ e_a²] − 1",
        expectation_normals(sp.expand(label * kernel), (x1, x2)) - 1,
        VARIANCE,
        by="Gaussian moments; the directions are averaged first",
    )
