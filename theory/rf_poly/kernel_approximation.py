"""Random features as a finite-rank approximation of a kernel, and as a network with a frozen first layer.

With Φ the n × p matrix of features, ridge regression on them is kernel ridge regression with the kernel K_p = ΦΦ'/p, of rank at most p, and the
same ridge, exactly and for every p. Beyond the p-th all eigenvalues of K_p vanish, and over independent weights its variance is that of one feature over p. The mean
of the kernel over the weights is Σ_k μ_k² N_k^(-1/2) q_k(√d⟨x, x'⟩), so that c_k = μ_k² (degrees up to 3).
A network whose first layer is frozen, trained by gradient flow on ½ Σ (y_i - f(x_i))² from a = 0, has on its samples the fit
(1 - e^(-tK_p))y. How near a network with both layers trained is to that is judged in
rf_poly.lazy_training.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.krr.notation import N, lam, n
from lemmata.theory.rf_poly.notation import p, source
from lemmata.theory.sphere.notation import d, polynomials

MOST = 3
mu = Array("μ", "coefficients of the activation in the q_k", MOST + 1, start=0, kind=Kind("general", ("generic", "large")))
v, x = (Array(name, "a point", d, kind=UnitVector) for name in ("v", "x"))
w = Sampled("w", Sphere(), d)
time = Symbol("τ", "training time", Positive)
z = sp.Dummy("z", real=True)

GENERIC = Kind("general", ("generic",))  # larger ones make the flow stiff
Phi = Array("Φ", "features of the samples, one sample a row", n, p, kind=GENERIC)
phi = Array("φ", "features of a new point", p)
y = Array("y", "labels", n)
a = Array("a", "weights of the features", p)


def activation(point):
    return sum(mu[i] * q for i, q in enumerate(polynomials(sqrt(d) * dot(point, w), MOST)))


def kernel(power=2, counted=True):
    q = polynomials(sqrt(d) * dot(v, x), MOST)
    return sum(mu[i] ** power * q[i] / (sqrt(N[i]) if counted else 1) for i in range(MOST + 1))


approximate = Phi * Phi.T / p
by_features = phi.T * (Phi.T * Phi / p + lam * I(p)).inv() * Phi.T * y / p


def by_kernel(ridge):
    return phi.T * Phi.T / p * (approximate + ridge * I(n)).inv() * y


# more samples than features, and p independent weights for the activation tanh
TALL = Array(
    "Ψ", "features of more samples than features, one sample a row", p + n, p, kind=Kind("general", ("generic", "sparse"))
)
W = Sampled("W", Sphere(), p, d)
one = tanh(sqrt(d) * dot(v, w)) * tanh(sqrt(d) * dot(x, w))
many = dot(Entrywise(Lambda(z, tanh(z)), sqrt(d) * W * v), Entrywise(Lambda(z, tanh(z)), sqrt(d) * W * x)) / p


def filtered(pace=1):
    return SpectralFunction(Lambda(z, 1 - exp(-pace * time * z)), approximate) * y


frozen = Phi * Flow(a, Phi.T * (y - Phi * a / sqrt(p)) / sqrt(p), 0 * a, time) / sqrt(p)
claim = Claim(
    "rf_poly.kernel_approximation",
    source=source(),
    uses=("sphere.gegenbauer",),
    domain=Domain(d >= 3, core=(d <= 10, n <= 8, p <= 8, lam >= 0.1, lam <= 2, time >= 0.1, time <= 3)),
    parts={
        "main": Part(
            Identity(by_features, by_kernel(lam), scale=norm(phi) * norm(y) * (1 + norm(Phi)) / lam),
            says="Ridge regression on p features is kernel ridge regression with the kernel ΦΦᵀ/p and the same ridge",
            proof="words",
            wrong={"ridge_over_p": {"right": by_kernel(lam / p)}},
        ),
        "mean": Part(
            Identity(Mean(activation(v) * activation(x)), kernel(), scale=sq(mu)),
            says="Over a weight on the sphere the mean of σ(√d⟨w, v⟩)σ(√d⟨w, x⟩) is Σ_k μ_k² N_k^(−1/2) q_k(√d⟨v, x⟩), for degrees up to 3",
            proof="mean",
            wrong={
                "coefficients_for_squares": {"right": kernel(power=1)},
                "without_multiplicity": {"right": kernel(counted=False)},
            },
        ),
        "rank": Part(
            Identity(eigenvalue(TALL * TALL.T / p, p + 1), 0, scale=sq(TALL) / p),
            says="Of more than p samples the approximate kernel matrix has rank p at most: its eigenvalue number p + 1 is 0",
            wrong={"one_less": {"left": eigenvalue(TALL * TALL.T / p, p)}},
        ),
        "variance": Part(
            Identity(Variance(many), Variance(one) / p),
            says="and for tanh its variance over p independent weights is that of σ(√d⟨w, v⟩)σ(√d⟨w, x⟩) over p",
            wrong={"over_square": {"right": Variance(one) / p**2}, "root": {"right": Variance(one) / sqrt(p)}},
        ),
        "frozen": Part(
            Identity(frozen, filtered(), scale=norm(y)),
            says="With a frozen first layer the fit of the gradient flow on the samples is (1 − exp(−τΦΦᵀ/p))y",
            wrong={"without_half": {"right": filtered(2)}},
        ),
    },
)
