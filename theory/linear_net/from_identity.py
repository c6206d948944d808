"""What no first layer can beat, and where gradient descent from W = I goes.

The estimator of a first layer is a linear map of the labels, Hy with H = WᵀWXᵀM. The risk of every such map, trained on other
tasks or not, is at least that of H_B = ΣβXᵀ(XΣβXᵀ + σ²)⁻¹ (linear_net.bayes), which for Σβ = I is ridge regression at nλ = σ².
The criterion does not see W on the null space of X, so that its risk depends on the start. As ∇R = -2λ WXᵀM(S - σ'²)MX
(linear_net.landscape), descent from W = I stays in the family W = I + XᵀAX, whose estimator is X⁺KM with X⁺ = Xᵀ(XXᵀ)⁻¹; where
the criterion tends to its infimum KM tends to the projection P on the eigenvectors of S above σ'² (linear_net.mallows_inf), and the
estimator to X⁺P.
"""

from sympy import MatMul

from lemmata import *
from lemmata.theory.linear_net.bayes import H, dual, optimal
from lemmata.theory.linear_net.notation import S, Sigma, W, X, average_risk, d, lam, n, p, resolvent, s2, s2p, source, trained

r = Symbol("r", "how many more columns than rows", Counts)


def full_rank(q, draw):
    return {"D": draw.normal(q.n, q.n + q.r)}


D = Array("D", "design of full row rank", n, n + r, kind=Tied(("D",), full_rank))
A, P = Array("A", "any matrix", n, n), Array("P", "any map of the labels", n, n)
gram, along, full = D * D.T, I(n + r) + D.T * A * D, (eigenvalue(D * D.T, n) > 0,)
K = D * along.T * along * D.T
M, noise = resolvent(K), S - s2p * I(n)
downhill, inside = 2 * lam * along * D.T * M * noise * M * D, 2 * lam * (I(n) + A * gram) * M * noise * M
fitted = D.T * gram.inv() * K * M
layer, ridge = trained(W), trained(I(d), s2 / n)


def at_least_bayes(k, estimator):
    """H_B is the best of all linear maps; its risk as that of the posterior mean."""
    best = k.instance(optimal(k), {H: estimator})
    return k.then(k.words(average_risk(dual), k.content(best).left), best)


def ridge_is_best(k):
    """The excess is Tr[Σ(H - H_B)(XXᵀ + σ²)(H - H_B)ᵀ]."""
    gap = layer - ridge
    excess = k.nonneg(Trace(Sigma * gap * (X * X.T + s2 * I(n)) * gap.T))
    least = k.words(average_risk(ridge, I(d)), Trace(Sigma) - Trace(MatMul(Sigma, ridge, X)))
    return k.to(k.add(excess, least), average_risk(layer, I(d)))


claim = Claim(
    "linear_net.from_identity",
    source=source("Effect of feature learning"),
    domain=Domain(core=(n >= 2, n <= 5, d <= 6, p <= 4, r <= 3, lam >= 0.1, lam <= 1, s2 >= 0.1, s2 <= 5, s2p <= 3)),
    parts={
        "main": Part(
            Inequality(average_risk(dual), average_risk(layer)),
            proof=lambda k: at_least_bayes(k, layer),
            says="No first layer, however trained, has an average risk below the Bayes risk",
            wrong={"below_twice": {"left": 2 * average_risk(dual)}},
        ),
        "ridge_is_bayes": Part(
            Inequality(average_risk(ridge, I(d)), average_risk(layer, I(d))),
            proof=ridge_is_best,
            says="With Σβ = I none is better than ridge regression at nλ = σ²",
            wrong={"below_its_half": {"left": 2 * average_risk(ridge, I(d))}},
        ),
        "limit_not_below_bayes": Part(
            Inequality(average_risk(dual), average_risk(X.T * P)),
            proof=lambda k: at_least_bayes(k, X.T * P),
            says="Nor is any map XᵀP of the labels below the Bayes risk, such as the end of gradient descent",
            wrong={"below_twice": {"left": 2 * average_risk(dual)}},
        ),
        "family": Part(
            Identity(downhill, D.T * inside * D),
            proof="words",
            says="Gradient descent from W = I stays in the family W = I + XᵀAX: 2λWXᵀM(S − σ'²)MX is 2λXᵀ(1 + AXXᵀ)M(S − σ'²)MX there",
            wrong={"start_forgotten": {"right": 2 * lam * D.T * A * gram * M * noise * M * D}},
        ),
        "estimator": Part(
            Identity(trained(along, x=D), fitted),
            when=full,
            proof="words",
            says="There the estimator is X⁺KM, X⁺ = Xᵀ(XXᵀ)⁻¹",
            wrong={"projection_forgotten": {"right": D.T * gram.inv()}},
        ),
    },
    uses=("linear_net.bayes", "linear_net.landscape", "linear_net.mallows_inf"),
)
