"""Gaussian noise injection is a weighted ridge: the loss averaged over the noise, exactly, and its weights.

Averaged over the injected noise the squared loss is that of the smoothed activation, plus the quadratic form of the covariance of the noisy
features. Averaged over inputs this covariance is Σ_k α_k² ρ^k (1 - s^(-2k)) for weights with inner product ρ, at every dimension: its linear
part is r_1ρ with r_1 = Δ²m_1², and at ρ = 1 it is r_1 + r_0. For random weights ρ is of order d^(-1/2) off the diagonal, so that the ridge is
r_1 FF' + r_0 I to leading order: what is left out is 2a_2²(s⁴ - 1)ρ² and smaller. The number of injections enters through the law of large
numbers only: the mean over injections has the same expectation for every number of them. Two features stand for any number;
regressions on many are run in noise_inj.trained.
"""

from lemmata import *
from lemmata.theory.noise_inj.notation import Delta, a, activation, covariance, d, m1, r0, r1, s2, smoothed, source, squares

f, g = (Array(name, "weights of a feature", d, kind=UnitVector) for name in "fg")
x = Array("x", "an input", d)
y, u, v = (
    Symbol(name, meaning, Reals)
    for name, meaning in (("y", "label"), ("u", "coefficient of the first feature"), ("v", "of the second"))
)
R = Symbol("R", "√d times the inner product of two random weights", Positive)
z, other, fresh = (Sampled(name, Normal(), d) for name in ("z", "z'", "ξ"))

Z = Sampled("Z", Normal())


def noisy(weights, point, noise=z):
    return activation(dot(weights, point) + Delta * dot(weights, noise))


def loss(first, second):
    return (y - u * first - v * second) ** 2


def conditional(one, two):
    """The covariance of two noisy features given the input, by the derivatives of the smoothed activation in the inner product."""
    rho = Delta**2 * dot(one, two)
    first, second = dot(one, x), dot(two, x)
    slopes = [a[0] + 2 * a[1] * t + 3 * a[2] * (t**2 + Delta**2 - 1) for t in (first, second)]
    bends = [a[1] + 3 * a[2] * t for t in (first, second)]
    return rho * slopes[0] * slopes[1] + 2 * rho**2 * bends[0] * bends[1] + 6 * rho**3 * a[2] ** 2


penalty = u**2 * conditional(f, f) + 2 * u * v * conditional(f, g) + v**2 * conditional(g, g)
clean = loss(smoothed(dot(f, x)), smoothed(dot(g, x)))
averaged = Mean(loss(noisy(f, x), noisy(g, x)))
together = Mean(noisy(f, fresh) * noisy(g, fresh)) - Mean(noisy(f, fresh) * noisy(g, fresh, other))
rho = dot(f, g)
size = sum(squares)
far = Ladder(d, (10**3, 10**4, 10**5, 10**6, 10**7))


claim = Claim(
    "noise_inj.weighted_ridge",
    source=source(),
    domain=Domain(
        core=(
            (d >= 2, d <= 4, Delta >= 0.3, Delta <= 1, R <= 2, *(e >= 0.3 for e in a[:2]), *(e <= 1 for e in a[:2])),
            (a[2] >= 0.1, a[2] <= 0.3, *(e >= -1 for e in (y, u, v)), *(e <= 1 for e in (y, u, v))),
        )
    ),
    parts={
        "main": Part(
            Identity(averaged, clean + penalty, scale=y**2 + (u**2 + v**2) * size),
            says="Averaged over the noise the loss is that of the smoothed activation plus the covariance of the noisy features as a ridge",
            proof="mean",
            wrong={
                "plain_activation": {"right": loss(activation(dot(f, x)), activation(dot(g, x))) + penalty},
                "no_ridge": {"right": clean},
                "half": {"right": clean + penalty / 2},
            },
        ),
        "weights": Part(
            Identity(together, covariance(rho), scale=size),
            says="Over inputs the covariance is Σ_k α_k² ρᵏ (1 − s^(−2k)) for weights with inner product ρ",
            proof="mean",
            wrong={
                "unsmoothed": {"right": covariance(rho) + (Delta**2 * a[0] ** 2 - r1) * rho},
                "identity_alone": {"right": covariance(rho) - r1 * rho},
            },
        ),
        "diagonal": Part(
            Identity(covariance(1), r1 + r0),
            says="With r_1 = Δ²m_1² and m_1 = E σ'(su) the diagonal is r_1 + r_0",
            proof="normal",
            wrong={"unsmoothed": {"right": r0 + Delta**2 * a[0] ** 2}},
        ),
        "slope": Part(
            Identity(Mean(a[0] + 2 * a[1] * sqrt(s2) * Z + 3 * a[2] * (s2 * Z**2 - 1)), m1),
            says="m_1 is E σ'(su), a_1 + 3a_3Δ² here",
            proof="mean",
            wrong={"unsmoothed": {"right": a[0]}},
        ),
        "off_diagonal": Part(
            Limit(covariance(R / sqrt(d)) * sqrt(d), r1 * R, ladder=far, expansion=(1 / sqrt(d), 1 / d)),
            says="For ρ = R/√d it is r_1ρ in leading order: the ridge is r_1 FFᵀ + r_0 I",
            wrong={"unsmoothed": {"value": Delta**2 * a[0] ** 2 * R}, "with_r0": {"value": (r1 + r0) * R}},
        ),
    },
)
