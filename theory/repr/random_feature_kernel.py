"""Training the second layer alone is kernel ridge regression with the random-feature kernel, with the ridge nλ/N.

With the features Φ of the samples (one a row, N^(-1/2) in them) the minimiser of (1/n)|Φa - y|² + (λ/N)|a|² gives the fit k'(K_N + nλ/N)^(-1)y, K_N =
ΦΦ', k = Φφ: the ridge is of the order λ in the proportional regime, and vanishes as N → ∞ at fixed n. For w ~ N(0, I/d) the mean of K_N(x, x') is a
kernel K (for the ReLU the arc-cosine kernel, for erf the arcsine law), with a variance of exactly Var[σσ']/N. If both layers move the fit at a point
moves by -K_NTK ∂L/∂f. The fit without ridge is within N^(-1/2) of that of K, by the influence (σ_x - b'σ_X)(a'σ_X) of a neuron, a = K^(-1)y,
b = K^(-1)k, and beside that the penalty costs only -(nλ/N) k'(K + nλ/N)^(-1)K^(-1)y. The slides print the regression and not its kernel form.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import N, W, X, a, d, f, loss, n, sigma, y
from lemmata.theory.repr import notation as rf
from lemmata.theory.repr.notation import Phi, angle, arc, lam, p, phi, q, ridged, second, source, x

ridge = n * lam / N
by_features = phi.T * (Phi.T * Phi + ridge * I(N)).inv() * Phi.T * y


def by_kernel(ridge, scale=1):
    """k'(K_N + ridge)^(-1)y; ``scale``: of a kernel without its 1/N."""
    return scale * phi.T * Phi.T * ridged(scale * Phi * Phi.T, ridge) * y


objective = sq(Phi * a - y) / n + lam / N * sq(a)


def normal(ridge):
    """Twice the normal equations over n."""
    return 2 / n * ((Phi.T * Phi + ridge * I(N)) * a - Phi.T * y)


def output(at):
    return dot(sigma.entrywise(W.T * at), a) / sqrt(N)


other = Array("x'", "another point", d)
jacobians = sum(dot(Gradient(output(x), each), Gradient(output(other), each)) for each in (W, a))


def tangent(inner=None, heads=a):
    """K_NTK at two points."""
    inner = dot(x, other) if inner is None else inner
    features = dot(sigma.entrywise(W.T * x), sigma.entrywise(W.T * other))
    slopes = dot(hadamard(heads, sigma.prime(W.T * x)), hadamard(heads, sigma.prime(W.T * other)))
    return (features + inner * slopes) / N


moving = sum(Slope(output(x), each, along=-Gradient(loss, each)) for each in (W, a))


def pulled(inner):
    """-K_NTK ∂L/∂f for the mean squared error."""
    slopes = sigma.prime(X * W) * hadamard(hadamard(a, a), sigma.prime(W.T * x)) / N
    return 2 / n * dot(Phi * phi + hadamard(inner, slopes), y - f)


# what the ridge costs, and what a neuron does to the fit without ridge
K, k = Array("K", "kernel matrix of the samples", n, n, kind=PD), Array("k", "kernel at the new point and the samples", n)
M = Array("M", "any invertible matrix in the place of the kernel matrix", n, n, kind=Invertible)
cost = N * (dot(k, ridged(K, ridge) * y) - dot(k, K.inv() * y))


def paid(by=n * lam, power=1):
    return -by * dot(k, ridged(K, ridge) * (K.inv() if power else I(n)) * y)


s, t = Array("s", "a neuron at the samples", n), Symbol("t", "the neuron at the new point", Reals)
ridgeless = dot(k, M.inv() * y)
mixed = Slope(ridgeless, M, along=s * s.T - M) + Slope(ridgeless, k, along=t * s - k)
influence = (t - dot(k, M.inv() * s)) * dot(s, M.inv() * y)

relu, spread = rf.drawn(Lambda(z, Maximum(z, 0))), second(pi - angle) - arc(pi - angle) ** 2
claim = Claim(
    "repr.random_feature_kernel",
    source=source("rahimi2007"),
    domain=Domain(
        (angle < pi, d >= 2),
        core=(
            (n <= 6, d <= 4, N <= 4, N >= 2, lam >= 0.01, lam <= 2),
            (p >= 0.5, p <= 3, q >= 0.5, q <= 3, angle >= 0.3, angle <= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(by_features, by_kernel(ridge), scale=norm(phi) * norm(y) * (1 + norm(Phi)) / ridge),
            says="The ridge regression on the features of N fixed neurons is kernel ridge regression with the kernel ΦΦ' and the ridge nλ/N",
            proof="words",
            wrong={
                "plain_ridge": {"right": by_kernel(lam)},
                "without_width": {"right": by_kernel(n * lam)},
                "without_samples": {"right": by_kernel(lam / N)},
                "kernel_without_1_over_n": {"right": by_kernel(ridge, N)},
            },
        ),
        "minimiser": Part(
            Identity(Gradient(objective, a), normal(ridge), scale=norm(y) + (1 + lam) * norm(a)),
            says="where the gradient of (1/n)|Φa − y|² + (λ/N)|a|² is (2/n)[(Φ'Φ + nλ/N)a − Φ'y]",
            proof="derivative",
            wrong={"without_samples": {"right": normal(lam / N)}, "plain_ridge": {"right": normal(lam)}},
        ),
        "relu": Part(
            Identity(Mean(relu), arc(pi - angle)),
            says="For the ReLU and w ~ N(0, I/d) the mean of K_N(x, x') is |x||x'|/(2πd) · (sin θ + (π − θ) cos θ),",
            wrong={"angle": {"right": arc(angle)}, "without_1_over_n": {"left": N * Mean(relu)}},
        ),
        "relu_variance": Part(
            Identity(N * Variance(relu), spread),
            says="and N times its variance is (|x||x'|)²/(2πd²) · (3 sin θ cos θ + (π − θ)(1 + 2cos² θ)) less the square of that",
            wrong={"second_moment": {"right": second(pi - angle)}, "angle": {"right": second(angle) - arc(pi - angle) ** 2}},
        ),
        "erf": Part(
            Identity(Mean(rf.drawn(Lambda(z, erf(z)))), rf.arcsine(), scale=p * q / (d + p * q)),
            says="For erf the mean is (2/π) arcsin(2x'x/√((d + 2|x|²)(d + 2|x'|²)))",
            wrong={"undamped": {"right": rf.arcsine(1)}},
        ),
        "tangent": Part(
            Identity(jacobians, tangent(), scale=1 + sq(a) * (1 + norm(x) * norm(other))),
            says="If both layers move, the Jacobians at two points have the product K_NTK = K_N + (⟨x, x'⟩/N) Σ a_i² σ'(⟨w_i, x⟩)σ'(⟨w_i, x'⟩)",
            proof="derivative",
            wrong={
                "second_layer_dropped": {"right": tangent(heads=OneMatrix(N, 1))},
                "inner_product_dropped": {"right": tangent(inner=1)},
            },
        ),
        "flow": Part(
            Identity(moving, pulled(X * x), scale=(1 + norm(x) * norm(X)) * (1 + sq(a)) * (norm(y) + norm(a))),
            says="and on the gradient flow of the mean squared error f(x) moves by −Σ_k K_NTK(x, x_k) ∂L/∂f_k",
            wrong={
                "second_layer_alone": {"right": pulled(0 * X * x)},
                "inner_product_dropped": {"right": pulled(OneMatrix(n, 1))},
            },
        ),
        "cost": Part(
            Identity(cost, paid(), scale=norm(k) * norm(y)),
            says="N times what the ridge nλ/N changes in k'(K + ridge)^(−1)y is −nλ k'(K + nλ/N)^(−1)K^(−1)y",
            proof="words",
            wrong={"without_samples": {"right": paid(lam)}, "single_inverse": {"right": paid(power=0)}},
        ),
        "influence": Part(
            Identity(mixed, influence, scale=norm(k) * norm(y)),
            says="The influence of a neuron with the values t at the new point and s at the samples on k'M^(−1)y is (t − k'M^(−1)s)(s'M^(−1)y)",
            proof="derivative",
            wrong={"fit_alone": {"right": t * dot(s, M.inv() * y)}},
        ),
        "spread": Part(
            Within(rf.WIDTH * Variance(rf.fit()) / rf.influences(), Rational(9, 10), Rational(11, 10)),
            says="For erf, w ~ N(0, I), samples e_1, e_2, new point e_1/2, N = 50: N times the variance of the ridgeless fit is 0.9 to 1.1 times that of the influence",
            wrong={
                "kernel_of_the_samples_fixed": {"quantity": rf.WIDTH * Variance(rf.fit()) / rf.influences(0)},
                "over_n_alone": {"quantity": rf.WIDTH**2 * Variance(rf.fit()) / rf.influences()},
            },
        ),
        "paid": Part(
            Within(rf.WIDTH * Mean(rf.fit(2 * rf.PENALTY / rf.WIDTH) - rf.fit()) / rf.LIMIT, Rational(9, 10), Rational(11, 10)),
            says="and for λ = 3/10 N times what the ridge changes is in mean 0.9 to 1.1 times −nλ k'K^(−2)y",
            wrong={"without_samples": {"quantity": rf.WIDTH * Mean(rf.fit(rf.PENALTY / rf.WIDTH) - rf.fit()) / rf.LIMIT}},
        ),
    },
)
