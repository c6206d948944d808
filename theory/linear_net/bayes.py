"""The posterior mean minimises the risk averaged over tasks: (X'X + σ²Σβ⁻¹)⁻¹X'y.

For a linear estimator Hy the average risk is Tr[Σ(HX - I)Σβ(HX - I)'] + σ² Tr[ΣHH'], and its excess over that of H_B is
Tr[Σ(H - H_B)(XΣβX' + σ²)(H - H_B)']. Only second moments of the tasks enter; optimality among all estimators needs Gaussian
tasks, and is not claimed here. The form ΣβX'(XΣβX' + σ²)⁻¹ also serves singular Σβ.
"""

from sympy import MatMul

from lemmata import *
from lemmata.theory.linear_net.notation import Sigma, T, X, average_risk, d, n, s2, source

H, L = (Array(name, "a linear map from labels to coefficients", d, n) for name in "HL")


def ridge(noise, prior):
    return (X.T * X + noise * prior).inv() * X.T


ridge_inverse = (X.T * X + s2 * T.inv()).inv()
A, B, C = Array("A", "any matrix", d, d), Array("B", "any matrix", d, n), Array("C", "any matrix", n, n)
posterior = ridge(s2, T.inv())
moment = X * T * X.T + s2 * I(n)
dual = T * X.T * moment.inv()


def over_dual(h):
    """What it costs more than the best."""
    return Trace(Sigma * (h - dual) * moment * (h - dual).T)


bayes_risk = Trace(Sigma * (T.inv() + X.T * X / s2).inv())


z = Sampled("z", Normal(Sigma), d)  # an input
square = Mean(quad((H - dual) * moment * (H - dual).T, z))


def optimal(k):
    """What any H costs more is a mean square."""
    mean = k.mean(square)
    gap = k.le(k.nonneg(square), mean, k.words(mean.right, average_risk(H) - average_risk(dual)))
    least = k.words(average_risk(dual), Trace(Sigma * T) - Trace(MatMul(Sigma, dual, X, T)))
    least = k.rewrite(least, by=k.flip(push_through(k)))
    least = k.to(least, average_risk(posterior))
    return k.to(k.add(gap, k.flip(least)), average_risk(H))


def push_through(k):
    """(X'X + σ²Σβ⁻¹)ΣβX' = X'(XΣβX' + σ²), with both inverses."""
    both = X.T * X * T * X.T + s2 * X.T
    regrouped = k.instance(k.words(MatMul(A, MatMul(B, C)), A * B * C), {A: ridge_inverse, B: both, C: moment.inv()})
    return k.le(k.flip(k.words(regrouped.left, posterior)), regrouped, k.words(regrouped.right, dual))


claim = Claim(
    "linear_net.bayes",
    source=source("Bayes optimal regularization / Lemma"),
    domain=Domain(core=(n >= 2, n <= 12, d >= 2, d <= 12, s2 >= 0.01, s2 <= 100)),
    parts={
        "main": Part(
            Optimality(average_risk(H), {H: posterior}),
            proof=optimal,
            says="(XᵀX + σ²Σβ⁻¹)⁻¹Xᵀ minimises the average risk over linear estimators",
            wrong={
                "mean_scale": {"at": {H: ridge(n * s2, T.inv())}},
                "prior_not_inverted": {"at": {H: ridge(s2, T)}},
                "deviation": {"at": {H: ridge(sqrt(s2), T.inv())}},
            },
        ),
        "excess": Part(
            Identity(average_risk(L) - average_risk(dual), over_dual(L), scale=average_risk(L)),
            proof="words",
            says="Any other linear estimator exceeds it by Tr[Σ(H − H_B)(XΣβXᵀ + σ²)(H − H_B)ᵀ]",
            wrong={"noise_forgotten": {"right": Trace(Sigma * (L - dual) * X * T * X.T * (L - dual).T)}},
        ),
        "dual_form": Part(
            Identity(posterior, dual),
            proof=push_through,
            says="It is also ΣβXᵀ(XΣβXᵀ + σ²)⁻¹",
            wrong={"mean_scale": {"right": T * X.T * (X * T * X.T + n * s2 * I(n)).inv()}},
        ),
        "bayes_risk": Part(
            Identity(average_risk(posterior), bayes_risk),
            proof="words",
            says="Its average risk is Tr[Σ(Σβ⁻¹ + XᵀX/σ²)⁻¹]",
            wrong={"noise_forgotten": {"right": Trace(Sigma * (T.inv() + X.T * X).inv())}},
        ),
    },
)
