r"""The head that fits the labels best for given first-layer measure, and the value it reaches: $F=\frac\lambda m\sum_jy_j^\top My_j$.

$\hat a^{(j)}(w)=\sigma_w^\top My^{(j)}$, fitted values $KMy^{(j)}$, squared norm $y^\top MKMy$. For a head $A$ (a row a
particle) the objective exceeds the least value by $\frac1m\operatorname{Tr}[(A-\hat A)^\top(\frac{\Phi^\top\Phi}{nN^2}
+\frac\lambda NI)(A-\hat A)]$, so the minimiser is unique on the particles. $F$ depends on the measure through $K$
alone, and on the labels through $\hat S$.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Integer, Optimality, Real
from lemmata.theory.first.expressions import latex
from lemmata.theory.language.matrices import FrobeniusNorm
from lemmata.theory.mean_field.notation import K, N, Phi, Y, j, k, lam, m, n, positive, resolvent, source

activation = sp.Symbol("sigma")
e = sp.IndexedBase("e", nonnegative=True)
A, H = sp.MatrixSymbol("A", N, m), sp.MatrixSymbol("H", N, m)  # any head; a head drawn at random
reached = sp.Symbol("F_min", positive=True)
best = Phi.T * resolvent(K) * Y


def objective(head: sp.MatrixExpr) -> sp.Expr:
    """Mean squared error and penalty of a head, averaged over tasks."""
    residual = Y - Phi * head / N
    return sp.Trace(residual.T * residual) / (n * m) + lam * sp.Trace(head.T * head) / (N * m)


def closed(denominator: sp.Expr) -> sp.Expr:
    return lam * sp.Sum(e[j] / denominator, (j, 1, n))


excess = sp.Trace((H - best).T * (Phi.T * Phi / (n * N**2) + lam / N * sp.Identity(N)) * (H - best)) / m
short = Phi.T * resolvent(K, lam) * Y
claim = Claim(
    id="mean_field.representer",
    title="min over heads of the penalised error is (λ/m) Σ yᵀMy, reached by a(w) = σ_wᵀMy",
    truth=Identity(reached, closed(k[j] + n * lam)),
    source=source("Label noise and WG flow"),
    domain=Domain(
        Integer(n, positive, (2, 20)),
        Integer(N, positive, (1, 20)),
        Integer(m, positive, (1, 4)),
        Choice(activation, ("tanh", "sigmoid", "relu")),
        Real(lam, positive, (1e-3, 0.9), log=True),
    ),
    given=(K, Phi, Y, H, k, e, reached),
    also={
        "minimises": Optimality(objective(A), {A: best}),
        "excess": Identity(objective(H) - objective(best), excess, scale=objective(H)),
        "fitted": Identity(FrobeniusNorm(Phi * best / N - K * resolvent(K) * Y), 0, scale=FrobeniusNorm(Y)),
        "norm": Identity(sp.Trace(best.T * best) / N, sp.Trace(Y.T * resolvent(K) * K * resolvent(K) * Y)),
    },
    mutants={
        "lambda_for_n_lambda": Identity(reached, closed(k[j] + lam)),
        "kernel_over_n": Identity(reached, closed(k[j] / n + n * lam)),
        "lambda_for_n_lambda_head": Optimality(objective(A), {A: short}),
        "no_lambda": Identity(reached, closed(k[j] + n * lam) / lam),
    },
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    phi, y, head = a.matrix("Phi"), a.matrix("Y"), a.matrix("H")
    shifted, inverse = a.inverse_pair("G")  # G = K + nλ, M its inverse
    a.rule(phi * a.transpose(phi), N * (shifted - n * lam))
    fit = a.transpose(phi) * inverse * y

    def value(h):
        residual = y - phi * h / N
        return a.transpose(residual) * residual / n + lam * a.transpose(h) * h / N

    gap = head - fit
    step.verify(
        "the excess over the fitted head is a square, in every dimension",
        a.equal_traces(value(head) - value(fit), a.transpose(gap) * (a.transpose(phi) * phi / (n * N**2) + lam / N) * gap),
        by="words compared up to rotation and transposition, with ΦΦᵀ/N = K; the weight is at least λ/N",
        formula=latex(excess),
    )
    step.verify(
        "the least value, in every dimension",
        a.equal_traces(value(fit), lam * a.transpose(y) * inverse * y),
        by="residual nλMy, squared norm yᵀMKMy",
        formula=r"\lambda\operatorname{Tr}[Y^\top MY]",
    )
    kj, ej = sp.symbols("k_j e_j", positive=True)
    one = step(
        "what one eigendirection of K adds",
        (n * lam / (kj + n * lam)) ** 2 * ej / n + lam * kj * ej / (kj + n * lam) ** 2,
        lam * ej / (kj + n * lam),
        by="e_j: mean square of the labels' components along it",
    )
    step.conclude(by="sum over the eigendirections", given={reached: sp.Sum(one.subs({kj: k[j], ej: e[j]}), (j, 1, n))})
