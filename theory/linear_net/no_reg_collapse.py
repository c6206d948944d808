"""Without the degrees of freedom the minimisation over W is degenerate: the infimum is that of interpolation.

min over heads = λ Tr[MS], and along W = cI it falls like c⁻²λ Tr[(XX')⁻¹S] to 0 where X has rank n. For a thin design Z the
infimum is Tr[(I - Π)S]/n, Π the projector on the range of Z, below which no W leads. The estimator tends to the interpolator of
least norm, whose variance σ²n/(g - 1) at isotropic Gaussian inputs of dimension n + g grows without bound as g -> 1: λ protects
no longer. What is left at a finite c is bounded exactly, so that no limit is taken on faith.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import lam, n, p, resolvent, source


def of_full_rank(q, draw):
    x = draw.normal(q.n, q.n + q.r)
    return {"X": x + 10 * x.mean((-2, -1), keepdim=True) if q.style == "common part" else x}


def thin(q, draw):
    return {"Z": draw.normal(q.k + q.h, q.k)}


c = Symbol("c", "scale of the first layer", Positive)
r, g = Symbol("r", "how many more columns than rows", Counts), Symbol("g", "how many more dimensions than samples", Naturals)
k_, h = Symbol("k", "dimension of a thin design", Naturals), Symbol("h", "how many more samples", Naturals)
X = Array("X", "design of full row rank", n, n + r, kind=Tied(("X",), of_full_rank, ("generic", "common part")))
Z = Array("Z", "thin design of full column rank", k_ + h, k_, kind=Tied(("Z",), thin))
S = Array("S", "second moment of the labels", n, n, kind=PSD)
U = Array("U", "second moment of the labels on the thin design", k_ + h, k_ + h, kind=PSD)
W = Array("W", "first layer on the thin design", p, k_)
G = Sampled("G", Normal(), n, n + g)
gram, small = X * X.T, Z.T * Z


def objective(kernel, labels):
    """The least penalised error over heads, without the degrees of freedom."""
    size = labels.shape[0]
    return lam * Trace((kernel + size * lam * I(size)).inv() * labels)


left = Trace((I(k_ + h) - Z * small.inv() * Z.T) * U) / (k_ + h)
speed = lam * Trace(gram.inv() * S) / c**2
interpolator = X.T * gram.inv()
gap = interpolator - c**2 * X.T * resolvent(c**2 * gram)
variance = Mean(Trace((G * G.T).inv()))

claim = Claim(
    "linear_net.no_reg_collapse",
    source=source("Just minimizing W does not lead to a good generalization"),
    domain=Domain(
        g >= 2,
        core=(
            (n >= 2, n <= 6, r >= 1, r <= 8, g >= 16, g <= 24, k_ <= 4),
            (h <= 4, p <= 5, lam >= 0.1, lam <= 3, c >= 1, c <= 1000),
        ),
    ),
    parts={
        "main": Part(
            Inequality(objective(c**2 * gram, S), speed),
            says="At W = cI the objective is at most λ Tr[(XXᵀ)⁻¹S]/c²: without DoF its infimum over W is 0 (rank X = n)",
            wrong={"rate_3": {"right": speed / c}, "speed_over_n": {"right": speed / n}},
        ),
        "speed": Part(
            Inequality(speed - n * lam**2 * Trace(gram.inv() * gram.inv() * S) / c**4, objective(c**2 * gram, S)),
            says="It is no less than that by more than nλ² Tr[(XXᵀ)⁻²S]/c⁴: it falls like c⁻²",
            wrong={"ridge_value_stays": {"left": objective(gram, S)}},
        ),
        "estimator": Part(
            Inequality(sq(gap), n**2 * lam**2 / c**4 * sq(X.T * gram.inv() * gram.inv())),
            says="The estimator is within nλ|Xᵀ(XXᵀ)⁻²|/c² of the interpolator of least norm",
            wrong={"distance_without_n": {"right": lam**2 / c**4 * sq(X.T * gram.inv() * gram.inv())}},
        ),
        "thin": Part(
            Inequality(objective(c**2 * Z * Z.T, U), left + lam / c**2 * Trace(small.inv() * Z.T * U * Z * small.inv())),
            says="For a thin design the objective at W = cI tends to Tr[(I − Π)S]/n, at the speed c⁻²",
            wrong={"thin_reaches_zero": {"right": lam / c**2 * Trace(small.inv() * Z.T * U * Z * small.inv())}},
        ),
        "no_w_goes_below": Part(
            Inequality(left, objective(Z * W.T * W * Z.T, U)),
            says="No first layer leads below Tr[(I − Π)S]/n",
            wrong={"half_more": {"left": 3 * left / 2}},
        ),
        "harmful": Part(
            Identity(variance, n / (g - 1)),
            says="For isotropic Gaussian inputs of dimension n + g the interpolator has the variance σ²n/(g − 1)",
            wrong={"harmless": {"right": n / (g + n)}},
        ),
    },
    uses=("linear_net.equivalence",),
)
