r"""The teacher is $y=\beta_*^\top x+\epsilon$: the first layer belongs to the student, and enters the fitted coefficients.

With it $\mathbb E[R(W)\mid X]=\sigma^2+\lambda\operatorname{Tr}[MX\Sigma_\beta
X^\top]+\frac{\sigma'^2-\sigma^2}n\operatorname{Tr}KM$, and the predictive risk is that of $W^\top\hat\beta$. The printed
teacher $\beta_*^\top Wx+\epsilon$ would put $XW^\top\Sigma_\beta WX^\top$ in the place of $X\Sigma_\beta X^\top$, so that
the data would change with the parameter that is optimised.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Erratum, Identity, Integer, Mean, Observable, Real, Source
from lemmata.theory.linear_net.first_notation import (
    R,
    Sigma,
    T,
    W,
    X,
    average_risk,
    criterion,
    d,
    kernel,
    lam,
    m,
    n,
    p,
    s2,
    s2p,
    trained,
)

energy, predictive = Observable("energy"), Observable("risk")
K = kernel(W)


def expected(teacher: sp.MatrixExpr) -> sp.Expr:
    """The mean criterion when XΣβXᵀ is replaced by the second moment of another teacher's signal."""
    return s2 + criterion(K, teacher, s2p - s2)


def labels(teacher: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace(teacher) + n * s2


signal, printed_signal = X * T * X.T, X * W.T * T * W * X.T
head = sp.Inverse(W * X.T * X * W.T + n * lam * sp.Identity(p)) * W * X.T
positive = (0, sp.oo)
claim = Claim(
    id="linear_net.teacher",
    title="The labels are β*ᵀx + ε, so that E[R(W)|X] holds XΣβXᵀ; with the printed β*ᵀWx + ε it would hold XWᵀΣβWXᵀ",
    truth=Identity(Mean(R), expected(signal)),
    source=Source("000_ab12b188556405a2.txt", "2 layer NN model / Multi-task learning", paper="suzuki2024"),
    domain=Domain(
        Integer(n, positive, (2, 12)),
        Integer(d, positive, (2, 10)),
        Integer(m, positive, (1, 8)),
        Real(lam, positive, (0.01, 3), log=True),
        Real(s2, positive, (0.05, 2), log=True),
        Real(s2p, (0, sp.oo), (0.05, 4), log=True),
    ),
    given=(X, W, T, Sigma, p),
    also={
        "labels": Identity(Mean(energy), labels(signal)),
        "predictor": Identity(Mean(predictive), average_risk(trained(W))),
    },
    printed=Identity(Mean(R), expected(printed_signal)),
    print_latex=r"y_i^{(j)}=\beta_*^{(j)\top}Wx_i+\epsilon_i^{(j)}",
    erratum=Erratum.misprint(
        "W is the student's first layer and is optimised; the teacher is y = β*ᵀx + ε, as on the first slide and in the "
        "definitions of Σβ and of the predictive risk. Likewise xᵀβ̂ on “Main result” must read xᵀWᵀβ̂"
    ),
    mutants={
        "labels_of_the_print": Identity(Mean(energy), labels(printed_signal)),
        "head_as_coefficients": Identity(Mean(predictive), average_risk(head)),
        "twice_the_noise": Identity(Mean(R), s2 + criterion(K, signal, s2p - 2 * s2)),
    },
    uses=("linear_net.mallows_expectation",),
)


@claim.derivation
def _(step):
    a = MatrixAlgebra()
    (b, resolvent), moment, size = a.inverse_pair("B"), a.symmetric("E"), sp.Symbol("n", positive=True)
    noise, surrogate, penalty = sp.symbols("sigma2 sigma2p lambda", positive=True)
    k = b - size * penalty  # K
    step.verify(
        "where σ'² − σ² comes from: λσ² Tr M is σ² less the share of the degrees of freedom",
        a.equal_traces(
            penalty * resolvent * (moment + noise) + surrogate / size * k * resolvent,
            penalty * resolvent * moment + (surrogate - noise) / size * k * resolvent + noise / size,
        ),
        by="E yyᵀ = XΣβXᵀ + σ²I and M = (K + nλ)⁻¹; Tr I = n",
        formula=r"\lambda\operatorname{Tr}[M(E+\sigma^2)]+\tfrac{\sigma'^2}n\operatorname{Tr}KM"
        r"=\sigma^2+\lambda\operatorname{Tr}ME+\tfrac{\sigma'^2-\sigma^2}n\operatorname{Tr}KM",
    )
    x, w = a.matrix("X"), a.matrix("W")
    tasks = a.symmetric("T")
    step.verify(
        "the two teachers differ",
        not a.equal_traces(x * tasks * a.transpose(x), x * a.transpose(w) * tasks * w * a.transpose(x)),
        by="words compared",
        formula=r"X\Sigma_\beta X^\top\ne XW^\top\Sigma_\beta WX^\top",
    )
    step.qed(by="the fitted heads give R(W) = λ Tr[MS] + σ'²/n DoF (linear_net.mallows_expectation), linear in S")
