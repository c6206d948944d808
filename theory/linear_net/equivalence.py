r"""Ridge regression on the features $Wx$ is ridge regression on $x$ in the metric $(W^\top W)^{-1}$.

$W^\top\hat\beta(W)=W^\top WX^\top(XW^\top WX^\top+n\lambda I)^{-1}Y=\arg\min_{\tilde\beta}\frac1n\|Y-X\tilde\beta\|^2
+\lambda\tilde\beta^\top(W^\top W)^{-1}\tilde\beta$ for invertible $W$. A singular or rectangular $W$ takes the
pseudo-inverse and $\tilde\beta\in\operatorname{range}W^\top$. Only $W^\top W/\lambda$ matters: $(cW,c^2\lambda)$ and
$QW$ with orthogonal $Q$ give the same estimator.
"""

import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.first import Choice, Claim, Domain, Identity, Integer, Optimality, Real, Source
from lemmata.theory.language.matrices import FrobeniusNorm, PositiveSemidefinite
from lemmata.theory.linear_net.first_notation import W, X, d, kernel, lam, n, p, resolvent, trained

y, b, v = sp.MatrixSymbol("y", n, 1), sp.MatrixSymbol("b", d, 1), sp.MatrixSymbol("v", p, 1)
V, Q = sp.MatrixSymbol("V", d, d), sp.MatrixSymbol("Q", p, p)  # an invertible first layer; a rotation of hidden units
inverse, onto = PositiveSemidefinite("G", d), PositiveSemidefinite("P", d)  # (W'W)^+; the projector on the range of W'
c, shape = sp.Symbol("c", positive=True), sp.Symbol("shape")


def misfit(coefficients: sp.MatrixExpr) -> sp.Expr:
    gap = y - X * coefficients
    return sp.Trace(gap.T * gap) / n


def generalised(coefficients: sp.MatrixExpr, metric: sp.MatrixExpr) -> sp.Expr:
    return misfit(coefficients) + lam * sp.Trace(coefficients.T * metric * coefficients)


def net(head: sp.MatrixExpr) -> sp.Expr:
    return misfit(W.T * head) + lam * sp.Trace(head.T * head)


def head(w: sp.MatrixExpr) -> sp.MatrixExpr:
    """The minimising second layer."""
    return sp.Inverse(w * X.T * X * w.T + n * lam * sp.Identity(w.shape[0])) * w * X.T * y


def same(other: sp.MatrixExpr) -> Identity:
    """Another way to the coefficients of x."""
    return Identity(FrobeniusNorm(other - trained(W)), 0, scale=FrobeniusNorm(trained(W)))


metric = sp.Inverse(V.T * V)
claim = Claim(
    id="linear_net.equivalence",
    title="Ridge on the features Wx is ridge on x in the metric (WᵀW)⁻¹, with β̃ = Wᵀβ",
    truth=Optimality(generalised(b, metric), {b: V.T * head(V)}),
    source=Source("000_ab12b188556405a2.txt", "2 layer NN model", paper="suzuki2024"),
    domain=Domain(
        Integer(n, (1, sp.oo), (2, 24)),
        Integer(d, (1, sp.oo), (2, 16)),
        Choice(shape, ("invertible", "tall", "wide", "deficient")),
        Real(lam, (0, sp.oo), (1e-3, 1e2), log=True),
        Real(c, (0, sp.oo), (0.1, 10), log=True),
    ),
    given=(X, W, V, Q, y, inverse, onto, p),
    also={
        "net": Optimality(net(v), {v: head(W)}),
        "dual": same(W.T * sp.Inverse(W * X.T * X * W.T + n * lam * sp.Identity(p)) * W * X.T),
        "same_minimum": Identity(net(head(W)), generalised(W.T * head(W), inverse)),
        "on_the_range": Optimality(misfit(onto * b) + lam * sp.Trace(b.T * inverse * b), {b: trained(W) * y}),
        "scaling": same(trained(c * W, c**2 * lam)),
        "rotation": same(trained(Q * W)),
        "value": Identity(net(head(W)), lam * sp.Trace(y.T * resolvent(kernel(W)) * y)),
    },
    mutants={
        "transposed_metric": Optimality(generalised(b, sp.Inverse(V * V.T)), {b: V.T * head(V)}),
        "transposed_map": Optimality(generalised(b, metric), {b: V * head(V)}),
        "metric_not_inverted": Optimality(generalised(b, V.T * V), {b: V.T * head(V)}),
        "scaling_by_c": same(trained(c * W, c * lam)),
    },
)


@claim.derivation
def _(step):
    size, penalty = sp.symbols("n lambda", positive=True)
    ridge = size * penalty
    m = MatrixAlgebra()
    x, w, labels = m.matrix("X"), m.matrix("W"), m.matrix("y")
    xt, wt = m.transpose(x), m.transpose(w)
    step.verify(
        "the two forms of the coefficients",
        m.equal(w * xt * (x * wt * w * xt + ridge), (w * xt * x * wt + ridge) * w * xt),
        by="expansion; multiply by both inverses and by Wᵀ from the left",
        formula=r"(WX^\top XW^\top+n\lambda)^{-1}WX^\top=WX^\top(XW^\top WX^\top+n\lambda)^{-1}",
    )
    a = MatrixAlgebra()
    x, w, back = a.matrix("X"), a.matrix("W"), a.matrix("W^-1")
    xt, wt = a.transpose(x), a.transpose(w)
    a.rule(w * back, 1)
    a.rule(back * w, 1)
    gram = xt * x + ridge * back * a.transpose(back)
    step.verify(
        "normal equations of the generalised problem at β̃ = Wᵀβ̂",
        a.equal(gram * wt, back * (w * xt * x * wt + ridge)),
        by="so (XᵀX + nλ(WᵀW)⁻¹)Wᵀ(WXᵀXWᵀ + nλ)⁻¹WXᵀy = Xᵀy",
        formula=r"(X^\top X+n\lambda(W^\top W)^{-1})W^\top=W^{-1}(WX^\top XW^\top+n\lambda)",
    )
    s = MatrixAlgebra()
    x, (h, h_inverse), beta, labels = s.matrix("X"), s.inverse_pair("H"), s.matrix("b"), s.matrix("y")
    best = h_inverse * s.transpose(x) * labels

    def objective(coefficients):
        turned = s.transpose(coefficients)
        return turned * h * coefficients - 2 * turned * s.transpose(x) * labels

    gap = beta - best
    step.verify(
        "their solution is the minimiser",
        s.equal_traces(objective(beta) - objective(best), s.transpose(gap) * h * gap),
        by="completing the square with H = XᵀX + nλ(WᵀW)⁻¹, which is positive definite",
        formula=r"n(F(\tilde\beta)-F(\hat\beta))=(\tilde\beta-\hat\beta)^\top H(\tilde\beta-\hat\beta)",
    )
    design = sp.Matrix([[1, 2, 0], [0, 1, -1], [3, 0, 1]])
    first, target = sp.Matrix([[1, 1, 0], [0, 2, 1], [0, 0, 3]]), sp.Matrix([1, -2, 3])
    two_layer = first.T * (first * design.T * design * first.T + sp.eye(3)).inv() * first * design.T * target
    direct = (design.T * design + (first.T * first).inv()).inv() * design.T * target
    step.verify("a rational instance", two_layer == direct, by="3 samples, 3 dimensions, nλ = 1", formula=sp.latex(direct.T))
    step.qed(by="the normal equations have one solution")
