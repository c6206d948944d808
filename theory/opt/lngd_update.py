"""A step with label noise descends, in the mean, the loss plus p times the mean margin; its variance p(1 - p) never dies out.

With z_i = y_i f(x_i), ε_i = 1 or -1 (with probability p) and b_i = 1{ε_i = 1}: ε_iℓ'(ε_iz_i) = sigmoid(z_i) - b_i for ℓ(z) =
log(1 + e^(-z)). So the step is minus (η/n) Σ (sigmoid(z_i) - b_i)∇z_i, with the mean of descent on L̄ = (1/n) Σ [ℓ(z_i) +
pz_i], and the noise has the covariance p(1 - p)/n² Σ ∇z_i∇z_i' at all weights. The minimum over a margin is H(p) = -p log p -
(1 - p) log(1 - p), at z* = log((1 - p)/p); where all margins are z* the covariance is 1/n times the Hessian of L̄, for ℓ''(z*)
= p(1 - p) and the slope of ℓ + pz vanishes there, whatever the curvature of the margins.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as x
from lemmata.theory.opt.notation import NOISE, logistic, n, p, sigmoid, source

z = Symbol("z", "margin of a sample", Reals)
b, one = Sampled("b", Bernoulli(1 - p)), Integer(1)
flip = 2 * b - 1  # ε
noisy = logistic(flip * z)
averaged = (1 - p) * logistic(z) + p * logistic(-z)
best = log((1 - p) / p)
entropy = -p * log(p) - (1 - p) * log(1 - p)


def penalised(at=z, weight=p):
    """ℓ(z) + pz."""
    return logistic(at) + weight * at


def slope(label):
    """εℓ'(εz)."""
    return Slope(logistic(label * z), z, along=one)


d = Symbol("d", "number of weights", Naturals)
J = Array("J", "gradients of the margins, one sample a row", n, d, kind=Kind("general", ("generic", "repeated")))
C = Array("C", "curvature of the margins", d, d, kind=Kind("general", ("generic", "repeated")))
B = Sampled("B", Bernoulli(1 - p), n)
w, w0, margins = (
    Array("w", "weights", d),
    Array("w₀", "weights where all margins are z*", d),
    Array("q", "margins", n, kind=Kind("general", ("generic", "sparse"))),
)
pull = J.T * (Entrywise(Lambda(x, sigmoid(x)), margins) - B) / n  # the noisy gradient
mean = J.T * (Entrywise(Lambda(x, sigmoid(x) - 1 + p), margins)) / n
ones = OneMatrix(n, 1)


def covariance(weight=p * (1 - p)):
    return weight * J.T * J / n**2


def near(at=best):
    """The margins around w_0: J their gradients and C + C' their common curvature."""
    return at * ones + J * (w - w0) + quad(C, w - w0) * ones


def total(at=best):
    """L̄ of these margins."""
    return dot(ones, Entrywise(Lambda(x, penalised(x)), near(at))) / n


def bend(at=best):
    return Hessian(total(at), w, at=w0)


scattered = Mean((pull - mean) * (pull - mean).T)
size = norm(J) ** 2 / n**2
claim = Claim(
    "opt.lngd_update",
    source=source(NOISE, "huang2025"),
    domain=Domain(core=(n >= 2, n <= 4, d >= 2, d <= 4, z >= -6, z <= 6, Abs(z) >= 0.5, p >= 0.05, p <= 0.4)),
    parts={
        "main": Part(
            Identity(Mean(noisy), penalised()),
            says="Averaged over the flip the logistic loss of a margin z is ℓ(z) + pz",
            wrong={
                "modulus": {"right": logistic(z) + p * Abs(z)},
                "fewer": {"right": (1 - p) * logistic(z)},
                "minus": {"right": penalised(weight=-p)},
            },
        ),
        "kept": Part(
            Identity(slope(one), sigmoid(z) - 1),
            says="The derivative of the noisy loss is sigmoid(z) − 1 where the label is kept",
            proof=lambda K: K.le(K.derivative(slope(one)), K.normal(K.derivative(slope(one)).right, sigmoid(z) - 1)),
            wrong={"flipped": {"right": sigmoid(z)}},
        ),
        "flipped": Part(
            Identity(slope(-one), sigmoid(z)),
            says="and sigmoid(z) where it is flipped",
            wrong={"kept": {"right": sigmoid(z) - 1}},
        ),
        "mean": Part(
            Identity(Mean(pull), mean, scale=norm(J) / n),
            says="so the gradient has the mean (1/n) Σ (sigmoid(z_i) − 1 + p)∇z_i",
            wrong={"without_noise": {"right": mean - p * J.T * ones / n}},
        ),
        "covariance": Part(
            Identity(scattered, covariance(), scale=size),
            says="and the covariance p(1 − p)/n² Σ ∇z_i∇z_iᵀ at all weights",
            wrong={
                "p_alone": {"right": covariance(p)},
                "common_flip": {"right": p * (1 - p) * J.T * ones * ones.T * J / n**2},
                "isotropic": {"right": p * (1 - p) * norm(J) ** 2 / (d * n**2) * I(d)},
            },
        ),
        "least": Part(
            Inequality(entropy, penalised()),
            says="The averaged loss of a margin is at least H(p) = −p log p − (1 − p) log(1 − p)",
            wrong={"of_the_clean_loss": {"left": 11 * entropy / 10}},
        ),
        "margin": Part(
            Identity(penalised(best), entropy),
            says="which it is at the margin log((1 − p)/p)",
            wrong={"log_one_over_p": {"left": penalised(log(1 / p))}},
        ),
        "aligned": Part(
            Identity(bend() / n, covariance(), scale=size + norm(C) / n),
            says="Where all margins are that one the covariance is the full Hessian of the averaged loss over n, whatever their curvature",
            wrong={"hessian": {"left": bend()}, "elsewhere": {"left": bend(best + 1) / n}},
        ),
    },
)
