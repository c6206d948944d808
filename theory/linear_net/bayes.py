r"""The posterior mean minimises the risk averaged over tasks: $\hat\beta_B=(X^\top
X+\sigma^2\Sigma_\beta^{-1})^{-1}X^\top y$.

For a linear estimator $Hy$ the average risk is
$\operatorname{Tr}[\Sigma(HX-I)\Sigma_\beta(HX-I)^\top]+\sigma^2\operatorname{Tr}[\Sigma HH^\top]$, and its excess over
that of $H_B$ is $\operatorname{Tr}[\Sigma(H-H_B)(X\Sigma_\beta X^\top+\sigma^2I)(H-H_B)^\top]$. Only second moments of
the tasks enter; optimality among all estimators needs Gaussian tasks. The form $\Sigma_\beta X^\top(X\Sigma_\beta
X^\top+\sigma^2I)^{-1}$ also serves singular $\Sigma_\beta$.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Identity, Integer, Optimality, Real, Source
from lemmata.theory.first.expressions import latex
from lemmata.theory.language.matrices import PositiveDefinite
from lemmata.theory.linear_net.first_notation import d, n

s2 = sp.Symbol("sigma2", positive=True)
X, H = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("H", d, n)
S, T = PositiveDefinite("Sigma", d), PositiveDefinite("T", d)  # covariance of the inputs; of the tasks
I = sp.Identity(d)


def risk(h: sp.MatrixExpr) -> sp.Expr:
    gap = h * X - I
    return sp.Trace(S * gap * T * gap.T) + s2 * sp.Trace(S * h * h.T)


def ridge(noise: sp.Expr, prior: sp.MatrixExpr) -> sp.MatrixExpr:
    return sp.Inverse(X.T * X + noise * prior) * X.T


posterior = ridge(s2, T.I)
dual = T * X.T * sp.Inverse(X * T * X.T + s2 * sp.Identity(n))
excess = sp.Trace(S * (H - dual) * (X * T * X.T + s2 * sp.Identity(n)) * (H - dual).T)
bayes_risk = sp.Trace(S * sp.Inverse(T.I + X.T * X / s2))

claim = Claim(
    id="linear_net.bayes",
    title="The estimator (XᵀX + σ²Σβ⁻¹)⁻¹Xᵀy minimises the average risk over linear estimators",
    truth=Optimality(risk(H), {H: posterior}),
    source=Source("000_ab12b188556405a2.txt", "Bayes optimal regularization / Lemma", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 20)),
        Integer(d, (1, sp.oo), (2, 20)),
        Real(s2, (0, sp.oo), (0.01, 100), log=True),
        assume=(sp.Abs(s2 - 1) > 0.05,),
    ),
    given=(X, S, T, H),
    also={
        "excess": Identity(risk(H) - risk(dual), excess, scale=risk(H)),
        "dual_form": Identity(risk(posterior), risk(dual)),
        "bayes_risk": Identity(risk(posterior), bayes_risk),
    },
    mutants={
        "mean_scale": Optimality(risk(H), {H: ridge(n * s2, T.I)}),
        "prior_not_inverted": Optimality(risk(H), {H: ridge(s2, T)}),
        "deviation": Optimality(risk(H), {H: ridge(sp.sqrt(s2), T.I)}),
    },
)


@claim.derivation
def _(step):
    x, t, h = sp.symbols("x t h", positive=True)
    best = t * x / (t * x**2 + s2)
    one = (h * x - 1) ** 2 * t + s2 * h**2
    step(
        "one sample, one dimension: the excess is a square",
        one - one.subs(h, best),
        (h - best) ** 2 * (t * x**2 + s2),
        by="completing the square",
    )
    step("the two forms agree", best, x / (x**2 + s2 / t), by="multiply by 1/t")
    step("the least risk", one.subs(h, best), 1 / (1 / t + x**2 / s2), by="substitution")
    m = MatrixAlgebra()
    inputs, estimator, cov = m.matrix("X"), m.matrix("H"), m.symmetric("Sigma")
    (prior, inverse_prior), (gram, inverse_gram) = m.inverse_pair("T"), m.inverse_pair("G")
    m.rule(inputs * prior * m.transpose(inputs), gram - s2)  # G = XTXᵀ + σ²
    best = prior * m.transpose(inputs) * inverse_gram

    def average(h):
        gap = h * inputs - 1
        return cov * gap * prior * m.transpose(gap) + s2 * cov * h * m.transpose(h)

    gap = estimator - best
    step.verify(
        "the excess over H_B = TXᵀG⁻¹ is a square, in every dimension",
        m.equal_traces(average(estimator) - average(best), cov * gap * gram * m.transpose(gap)),
        by="words compared up to rotation and "
        "transposition, with XTXᵀ = G − σ²; the right side is not negative, and zero only at H_B",
        formula=latex(excess),
    )
    step.verify(
        "the print is the same estimator",
        m.equal((m.transpose(inputs) * inputs + s2 * inverse_prior) * best, m.transpose(inputs)),
        by="multiply by the inverse",
        formula=r"(X^\top X+\sigma^2\Sigma_\beta^{-1})\,\Sigma_\beta X^\top "
        r"G^{-1}=X^\top",
    )
    step.verify(
        "its risk",
        m.equal_traces(average(best), cov * (prior - best * inputs * prior)),
        by="expansion; by the Woodbury identity T − TXᵀG⁻¹XT is the inverse of T⁻¹ + XᵀX/σ²",
        formula=r"\operatorname{Tr}[\Sigma(T-TX^\top G^{-1}XT)]",
    )
    step.verify(
        "Woodbury",
        m.equal((inverse_prior + m.transpose(inputs) * inputs / s2) * (prior - best * inputs * prior), sp.Integer(1)),
        by="multiplication",
        formula=r"(T^{-1}+X^\top X/\sigma^2)(T-TX^\top G^{-1}XT)=I",
    )
    step.qed(by="the excess is a square with positive definite weight G")
