r"""The ridge estimator in primal and dual form, and the least value of its objective.

$\hat\beta=\arg\min_\beta\frac1n\|Y-X\beta\|^2+\lambda\|\beta\|^2=(X^\top X+n\lambda I_d)^{-1}X^\top
Y=X^\top(XX^\top+n\lambda I_n)^{-1}Y$ for $\lambda>0$, the least value is $\lambda
Y^\top(XX^\top+n\lambda I_n)^{-1}Y$, and $\hat\beta\to X^+Y$ as $\lambda\to0$: for $d>n$,
$\|\hat\beta-X^+Y\|\le n\lambda\|X^\top(XX^\top)^{-2}Y\|$ with equality in the limit. The factor $n$ beside $\lambda$ belongs to
the mean squared error of the print.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Optimality, Real, Source
from lemmata.theory.ridge.notation import d, n

lam = sp.Symbol("lambda", positive=True)
X, Y = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("Y", n, 1)
beta, v = sp.MatrixSymbol("beta", d, 1), sp.MatrixSymbol("v", d, 1)


def objective(at: sp.MatrixExpr) -> sp.Expr:
    return sp.Trace((Y - X * at).T * (Y - X * at)) / n + lam * sp.Trace(at.T * at)


def primal(shift: sp.Expr) -> sp.MatrixExpr:
    return sp.Inverse(X.T * X + shift * sp.Identity(d)) * X.T * Y


def dual(shift: sp.Expr) -> sp.MatrixExpr:
    return X.T * sp.Inverse(X * X.T + shift * sp.Identity(n)) * Y


def least(factor: sp.Expr, shift: sp.Expr = n * lam) -> sp.Expr:
    return factor * sp.Trace(Y.T * sp.Inverse(X * X.T + shift * sp.Identity(n)) * Y)


def entry(estimator: sp.MatrixExpr) -> sp.Expr:
    """One linear functional of the estimator."""
    return sp.Trace(v.T * estimator)


def small_penalty(gone: sp.MatrixExpr, slope: sp.MatrixExpr, condition: sp.Expr, factor: sp.Expr = n * lam) -> Inequality:
    """The distance to the limit is at most its first-order term."""
    return Inequality(sp.Trace(gone.T * gone), factor**2 * sp.Trace(slope.T * slope), provided=(condition,))


outer, inner = sp.Inverse(X * X.T), sp.Inverse(X.T * X)
interpolator, least_squares = X.T * outer * Y, inner * X.T * Y
excess = sp.Trace((X * (beta - dual(n * lam))).T * (X * (beta - dual(n * lam)))) / n + lam * sp.Trace(
    (beta - dual(n * lam)).T * (beta - dual(n * lam))
)
claim = Claim(
    id="ridge.closed_form",
    title="The ridge estimator is (XᵀX + nλ)⁻¹XᵀY = Xᵀ(XXᵀ + nλ)⁻¹Y, its objective λYᵀ(XXᵀ + nλ)⁻¹Y",
    truth=Optimality(objective(beta), {beta: primal(n * lam)}),
    source=Source("000_ab12b188556405a2.txt", "High dimensional regression"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 40)),
        Integer(d, (1, sp.oo), (1, 80)),
        Real(lam, (0, sp.oo), (1e-6, 1e3), log=True),
        assume=(sp.Abs(lam - 1) > 0.05,),
    ),
    given=(X, Y, beta, v),
    also={
        "dual": Identity(entry(primal(n * lam)), entry(dual(n * lam)), scale=sp.sqrt(sp.Trace(Y.T * Y) / lam)),
        "least_value": Identity(objective(primal(n * lam)), least(lam)),
        "excess": Identity(objective(beta) - objective(dual(n * lam)), excess, scale=objective(beta)),
        "interpolator": small_penalty(interpolator - dual(n * lam), X.T * outer**2 * Y, d > n),
        "least_squares": small_penalty(least_squares - primal(n * lam), inner**2 * X.T * Y, n > d),
    },
    mutants={
        "penalty_without_n": Optimality(objective(beta), {beta: primal(lam)}),
        "labels_over_n": Optimality(objective(beta), {beta: primal(n * lam) / n}),
        "value_without_penalty": Identity(objective(primal(n * lam)), least(sp.Integer(1))),
        "value_without_n": Identity(objective(primal(n * lam)), least(lam, lam)),
        "distance_without_n": small_penalty(interpolator - dual(n * lam), X.T * outer**2 * Y, d > n, lam),
        "dual_without_n": Identity(entry(primal(n * lam)), entry(dual(lam)), scale=sp.sqrt(sp.Trace(Y.T * Y))),
    },
)


@claim.derivation
def _(step):
    w = MatrixAlgebra()
    x, y, b = w.matrix("X"), w.matrix("Y"), w.matrix("beta")
    (gram, inverse_gram), (cov, inverse_cov) = w.inverse_pair("G"), w.inverse_pair("C")  # G = XX' + c, C = X'X + c
    shift, size = sp.symbols("c n", positive=True)
    xt, yt = w.transpose(x), w.transpose(y)
    step.verify(
        "push-through",
        w.equal(x * (xt * x + shift), (x * xt + shift) * x),
        by="expansion; multiply by the two inverses",
        formula=r"(X^\top X+c)^{-1}X^\top=X^\top(XX^\top+c)^{-1}",
    )
    w.rule(xt * x, cov - shift)
    best = inverse_cov * xt * y

    def value(at):
        return (yt - w.transpose(at) * xt) * (y - x * at) / size + shift / size * w.transpose(at) * at

    away = b - best
    step.verify(
        "the excess over the candidate is a square, c = nλ",
        w.equal(sp.expand(value(b) - value(best)), sp.expand(w.transpose(away) * cov * away / size)),
        by="expansion with XᵀX = C − c and CC⁻¹ = 1; the right side is positive unless β is the candidate",
        formula=r"F(\beta)-F(\hat\beta)=\tfrac1n(\beta-\hat\beta)^\top(X^\top X+n\lambda)(\beta-\hat\beta)",
    )
    g = MatrixAlgebra()
    x, y = g.matrix("X"), g.matrix("Y")
    gram, inverse_gram = g.inverse_pair("G")
    xt, yt = g.transpose(x), g.transpose(y)
    g.rule(x * xt, gram - shift)
    best = xt * inverse_gram * y
    step.verify(
        "its least value",
        g.equal(
            sp.expand((yt - g.transpose(best) * xt) * (y - x * best) / size + shift / size * g.transpose(best) * best),
            shift / size * yt * inverse_gram * y,
        ),
        by="the dual form, XXᵀ = G − c and GG⁻¹ = 1; c/n = λ",
        formula=r"F(\hat\beta)=\lambda\,Y^\top(XX^\top+n\lambda)^{-1}Y",
    )
    x1, y1, c = sp.symbols("s y c", positive=True)
    step(
        "the distance to the interpolator in one singular direction s",
        y1 / x1 - x1 * y1 / (x1**2 + c),
        c * y1 / x1**3 - c**2 * y1 / (x1**3 * (x1**2 + c)),
        by="at most its first-order term c y/s³, c = nλ",
    )
    inputs, labels, half = sp.Matrix([[1, 0], [0, 2]]), sp.Matrix([1, 1]), sp.Rational(1, 2)
    found = (inputs.T * inputs + 2 * half * sp.eye(2)).inv() * inputs.T * labels
    residual = labels - inputs * found
    step("X = diag(1, 2), Y = (1, 1), λ = 1/2: the second coordinate", found[1], sp.Rational(2, 5), by="n = 2")
    step(
        "and the objective",
        (residual.T * residual)[0] / 2 + half * (found.T * found)[0],
        half * (labels.T * (inputs * inputs.T + 2 * half * sp.eye(2)).inv() * labels)[0],
        by="both are 7/20",
    )
    step.qed(
        by="the objective is strictly convex; the two forms agree by push-through, and X⁺ is their limit on singular vectors"
    )
