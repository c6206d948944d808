"""Test tasks that are not linear in the true features: the attention predictor loses what linear functionals leave of g.

With an infinite prompt of the noiseless task g the prediction is E[gh']Γh(x). With Γ = Q⁻¹ its loss is E g² - E[gh']Q⁻¹E[gh],
least squares without an intercept, the same for the features Ch; at a global minimiser h = Rf with true features of second moment
rI it is E g² - |E[gf]|²/r. For normal true features with variance r: E max_j f_j² - r/k for the largest one, as E[f_i max f] is r times the
probability 1/k that f_i is the largest (Stein), and r²k(k + 2) for |f|², of which nothing is learned since E[|f|²f] = 0.
"""

from lemmata import *
from lemmata.theory.icl.notation import C, F_o, H, N, Q, k, r, risk, source, white, x

g = Array("g", "values of the test task at the inputs", N)
u = Array("u", "any direction of features", k)
b = H.T * g / N
everything = sq(g) / N
explained = Trace(b.T * Q.inv() * b)


def least(h):
    """The loss of the task g with the best key matrix for the features h."""
    return risk((h.T * h / N).inv(), h, g)


residual = g - H * Q.inv() * b
centred = sq(residual - OneMatrix(N, N) * residual / N) / N
aligned = white.T * g / N
f = Sampled("f", Normal(r), k)
largest, length = eigenvalue(diag(f), 1), quad(I(k), f)


def below(count):
    """The probability that count - 1 normal numbers are below x; as a product, for its inverse has no mean."""
    return Product(Phi(x), (Index("j"), 2, count))


second = Definition("m", "second moment of the largest of k unit normal numbers", GaussMean(k * x**2 * below(k), x))
claim = Claim(
    "icl.nonlinear_tasks",
    source=source("Numerical experiment"),
    domain=Domain(
        (N >= k, eigenvalue(H.T * H, k) > 0, eigenvalue(C.T * C, k) > 0, eigenvalue(F_o.T * F_o, k) > 0),
        core=(k >= 2, k <= 4, N >= 2 * k + 2, N <= 30, r >= Rational(3, 10), r <= 3),
    ),
    parts={
        "lost": Part(
            Identity(risk(Q.inv(), H, g), everything - explained, scale=everything),
            says="With the best key matrix a test task g is lost up to E g² − E[ghᵀ]Q⁻¹E[gh]",
            proof="words",
            wrong={
                "gamma_identity": {"left": risk(I(k), H, g)},
                "intercept": {"left": centred},
                "not_learned": {"right": everything},
            },
        ),
        "invariant": Part(
            Identity(least(H * C), everything - explained, scale=everything),
            says="the same for the features Ch",
            wrong={"any_key": {"left": risk(Q.inv(), H * C, g)}},
        ),
        "at_the_optimum": Part(
            Identity(least(white * C), everything - sq(aligned) / r, scale=everything),
            says="and E g² − |E[gf]|²/r where h mixes the true features f of second moment rI invertibly",
            wrong={"no_r": {"right": everything - sq(aligned)}},
        ),
        "gaussian_max": Part(
            Identity(Mean(largest**2), r * second, scale=r * second),
            says="For normal true features with variance r the largest one has E g² = r E[kx²Φ(x)^(k−1)]",
            wrong={"variance_is_r": {"right": r}, "one_more": {"right": r * GaussMean(k * x**2 * below(k + 1), x)}},
        ),
        "stein": Part(
            Identity(Mean(largest * f[1]), r / k, scale=r),
            says="of which r/k is explained, since E[f_i max f] = r/k",
            wrong={"all_of_it": {"right": r}, "no_r": {"right": Integer(1) / k}},
        ),
        "gaussian_norm": Part(
            Identity(Mean(length**2), r**2 * k * (k + 2)),
            says="For |f|² it is E g² = r²k(k + 2)",
            proof="mean",
            wrong={"with_intercept": {"right": 2 * k * r**2}, "r_not_squared": {"right": r * k * (k + 2)}},
        ),
        "norm_not_learned": Part(
            Identity(Mean(length * Trace(u.T * f)), Integer(0), scale=r ** Rational(3, 2) * k * norm(u)),
            says="of which nothing is explained",
            proof=lambda kernel: kernel.mean(Mean(length * Trace(u.T * f))),
            wrong={"fourth": {"left": Mean(length**2), "scale": r**2 * k**2}},
        ),
    },
)
