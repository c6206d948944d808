"""The ridge estimator in primal and dual form, the least value of its objective, and its limit as the penalty vanishes.

The factor n beside λ belongs to the mean squared error of the print. For X of full rank the estimator tends to the
interpolator X'(XX')⁻¹Y of least norm (d >= n) or to least squares (X'X)⁻¹X'Y (n >= d), at a distance of at most its first
order in λ.
"""

from lemmata import *
from lemmata.theory.ridge.notation import d, lam, n, source


def full_rank(p, draw):
    z = draw.normal(p.n, p.n + p.r)
    return {"Z": z + 30 * z.mean((-2, -1), keepdim=True) if p.style == "common part" else 1e-2 * z if p.style == "small" else z}


r = Symbol("r", "how many more columns than rows", Counts)
X, Y = Array("X", "design, one sample a row", n, d), Array("Y", "labels", n)
w, v, y = Array("w", "coefficients", d), Array("v", "direction", d), Array("y", "n + r labels", n + r)
Z = Array("Z", "n x (n + r) matrix of full rank", n, n + r, kind=Tied(("Z",), full_rank, ("generic", "common part", "small")))
G, C, c = X * X.T, X.T * X, n * lam
P, Q = (G + c * I(n)).inv(), (C + c * I(d)).inv()


def objective(at):
    return sq(Y - X * at) / n + lam * sq(at)


primal, dual, least = Q * X.T * Y, X.T * P * Y, lam * quad(P, Y)
unexplained = (sq(Y) - quad(Q, X.T * Y)) / n
excess = quad(C + c * I(d), w - primal) / n
beside = objective(dual + v) - objective(dual)


def optimal(k):
    """What any w costs more is a square."""
    gap = k.then(k.nonneg(excess), k.words(excess, objective(w) - unexplained))
    return k.to(k.add(gap, k.words(objective(primal), unexplained)), objective(w))


# of full rank: Z as a design of n samples and n + r coefficients, Z' as one of n + r samples and n coefficients
K, u, e = Z * Z.T, Z * y, (n + r) * lam
N, M = (K + c * I(n)).inv(), (K + e * I(n)).inv()
wide = sq(Z.T * K.inv() * Y - Z.T * N * Y), c**2 * sq(Z.T * K.inv() ** 2 * Y)
tall = sq(K.inv() * u - M * u), e**2 * sq(K.inv() ** 2 * u)


claim = Claim(
    "ridge.closed_form",
    source=source("High dimensional regression"),
    domain=Domain(core=(n <= 12, d <= 20, r <= 12, lam >= 1e-4, lam <= 100)),
    parts={
        "main": Part(
            Optimality(objective(w), {w: primal}),
            says="The ridge objective is least at (XᵀX + nλ)⁻¹XᵀY",
            proof=optimal,
            wrong={
                "penalty_without_n": {"at": {w: (C + lam * I(d)).inv() * X.T * Y}},
                "labels_over_n": {"at": {w: primal / n}},
            },
        ),
        "dual": Part(
            Identity(primal, dual),
            says="The estimator is also Xᵀ(XXᵀ + nλ)⁻¹Y",
            proof="words",
            wrong={"dual_without_n": {"right": X.T * (G + lam * I(n)).inv() * Y}},
        ),
        "least_value": Part(
            Identity(objective(dual), least),
            says="The least value of the objective is λYᵀ(XXᵀ + nλ)⁻¹Y",
            proof="words",
            wrong={
                "value_without_penalty": {"right": quad(P, Y)},
                "value_without_n": {"right": lam * quad((G + lam * I(n)).inv(), Y)},
            },
        ),
        "excess": Part(
            Identity(beside, sq(X * v) / n + lam * sq(v), scale=objective(dual) + objective(v)),
            says="Coefficients that differ from the estimator by v cost |Xv|²/n + λ|v|² more",
            proof="words",
        ),
        "interpolator": Part(
            Inequality(*wide),
            says="For a design Z of full row rank the estimator is within nλ|Zᵀ(ZZᵀ)⁻²Y| of the interpolator of least norm",
            wrong={"distance_without_n": {"right": lam**2 * sq(Z.T * K.inv() ** 2 * Y)}},
        ),
        "least_squares": Part(
            Inequality(*tall), says="For a design Zᵀ of full column rank it is within (n + r)λ|(ZZᵀ)⁻²Zy| of least squares"
        ),
    },
)
