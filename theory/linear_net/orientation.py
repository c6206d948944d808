r"""The best first layer has $W^\top W=\Sigma_\beta$; the transposed print $WW^\top=\Sigma_\beta$ is not optimal.

With the student $\beta^\top Wx$ and $n\lambda=\sigma^2$ the fitted coefficients are $W^\top WX^\top(XW^\top
WX^\top+\sigma^2I)^{-1}y$: the Bayes estimator of the prior covariance $W^\top W$. Their average risk is least exactly
where $W^\top WX^\top=\Sigma_\beta X^\top$; so only the range of the inputs matters.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Erratum, Identity, Integer, Optimality, Real, Source
from lemmata.theory.language.matrices import FrobeniusNorm, PositiveSemidefinite
from lemmata.theory.linear_net.first_notation import Sigma, T, X, average_risk, d, n, resolvent, s2, trained

V, A = sp.MatrixSymbol("V", d, d), sp.MatrixSymbol("A", d, d)  # a first layer; a root of the task covariance, A'A = T
unseen = PositiveSemidefinite("P", d)  # the projector on the directions that no input has
penalty = s2 / n  # n lambda = sigma^2
bayes = T * X.T * resolvent(X * T * X.T, penalty)


def fitted(prior: sp.MatrixExpr) -> sp.MatrixExpr:
    """The estimator with the given W'W."""
    return prior * X.T * resolvent(X * prior * X.T, penalty)


def risk(first: sp.MatrixExpr, ridge: sp.Expr = penalty) -> sp.Expr:
    return average_risk(trained(first, ridge))


least = sp.Trace(Sigma * sp.Inverse(T.I + X.T * X / s2))
gap = trained(A.T, penalty) - bayes
claim = Claim(
    id="linear_net.orientation",
    title="The average risk is least at WᵀW = Σβ with nλ = σ², not at WWᵀ = Σβ",
    truth=Optimality(risk(V), {V: A}),
    source=Source(
        "000_ab12b188556405a2.txt", "We want to find the optimal W such that WWᵀ = Σβ (later: WᵀW ≃ Σβ)", paper="suzuki2024"
    ),
    domain=Domain(Integer(n, (1, sp.oo), (2, 12)), Integer(d, (2, sp.oo), (2, 12)), Real(s2, (0, sp.oo), (0.05, 20), log=True)),
    given=(X, Sigma, T, A, unseen),
    also={
        "root": Identity(FrobeniusNorm(A.T * A - T), 0, scale=FrobeniusNorm(T)),
        "bayes_estimator": Identity(FrobeniusNorm(trained(A, penalty) - bayes), 0, scale=FrobeniusNorm(bayes)),
        "bayes_risk": Identity(risk(A), least),
        "only_seen_directions": Identity(average_risk(fitted(T + unseen)), risk(A)),
        "excess_of_the_transpose": Identity(
            risk(A.T) - risk(A), sp.Trace(Sigma * gap * (X * T * X.T + s2 * sp.Identity(n)) * gap.T), scale=risk(A)
        ),
    },
    printed=Identity(risk(A.T), least),
    print_latex=r"WW^\top=\Sigma_\beta\quad\text{(is optimal: its risk is the Bayes risk)}",
    erratum=Erratum.wrong(
        "transposed: with the student βᵀWx the prior covariance is WᵀW, so WᵀW = Σβ; at WWᵀ = Σβ a W that does "
        "not commute with its transpose has a larger risk"
    ),
    mutants={
        "mean_penalty": Identity(risk(A, s2), least),
        "twice_the_penalty": Identity(risk(A, 2 * penalty), least),
        "covariance_for_its_root": Identity(risk(T), least),
        "transposed_root": Optimality(risk(V), {V: A.T}),
    },
    uses=("linear_net.bayes", "linear_net.equivalence"),
    notes="A symmetric, or more generally a normal W has WᵀW = WWᵀ and hides the error: the roots drawn here are a random "
    "rotation times the symmetric one.",
)


@claim.derivation
def _(step):
    noise = sp.Symbol("sigma2", positive=True)
    m = MatrixAlgebra()
    x, prior, (b, b_inverse) = m.matrix("X"), m.symmetric("P"), m.inverse_pair("B")
    m.rule(x * prior * m.transpose(x), b - noise)  # B = XPX' + sigma^2
    estimator = prior * m.transpose(x) * b_inverse
    step.verify(
        "the estimator tells XPXᵀ",
        m.equal(x * estimator, 1 - noise * b_inverse),
        by="so two priors P with one estimator H have one XPXᵀ, and then one PXᵀ = H(XPXᵀ + σ²)",
        formula=r"XH(P)=I-\sigma^2(XPX^\top+\sigma^2)^{-1},\qquad P=W^\top W",
    )
    step.verify(
        "and PXᵀ is all that it needs",
        m.equal(estimator * b, prior * m.transpose(x)),
        by="multiplication; by linear_net.bayes the risk is least at H(Σβ) alone, that is at PXᵀ = ΣβXᵀ",
        formula=r"H(P)(XPX^\top+\sigma^2)=PX^\top",
    )
    u, t = sp.symbols("u t", positive=True)  # first column of W'W
    tasks = sp.Matrix([[1, 1], [1, 2]])
    h = sp.Matrix([u, t]) / (u + 1)
    e1 = sp.Matrix([[1, 0]])
    off = h * e1 - sp.eye(2)
    value = (off * tasks * off.T).trace() + (h.T * h)[0]
    step(
        "one sample (1, 0), Σ = I, σ² = nλ = 1, Σβ = [[1, 1], [1, 2]]: risk against the first column (u, t) of WᵀW",
        value - value.subs({u: 1, t: 1}),
        2 * ((u / (u + 1) - sp.Rational(1, 2)) ** 2 + (t / (u + 1) - sp.Rational(1, 2)) ** 2),
        by="least exactly at the column (1, 1) of Σβ",
    )
    root = sp.Matrix([[1, 1], [0, 1]])  # root' root = tasks
    column = (root * root.T)[:, 0]
    step.verify(
        "the transposed root of that Σβ",
        root.T * root == tasks and list(column) == [2, 1],
        by="its WᵀW has the first column (2, 1)",
        formula=r"W=\begin{pmatrix}1&0\\1&1\end{pmatrix}:\ WW^\top=\Sigma_\beta,\ W^\top W=\begin{pmatrix}2&1\\1&1\end{pmatrix}",
    )
    step(
        "its risk exceeds the least one",
        (value - value.subs({u: 1, t: 1})).subs({u: 2, t: 1}),
        sp.Rational(1, 9),
        by="the formula above",
    )
    step.qed(by="the excess over the Bayes estimator is a square (linear_net.bayes), and the estimator determines PXᵀ")
