"""The signal-noise model: what its definitions give at once.

The noise ξ ~ N(0, σ_ξ²I) has E|ξ|² = σ_ξ²d, so that SNR² = |μ|²/E|ξ|². The gradient of the training loss in w_r is a sum over the
samples of ℓ'_i [σ'(y_i<w_r, μ>) μ + y_i σ'(<w_r, ξ_i>) ξ_i] j_r/(nm): the label of the signal patch cancels that of the margin.
For σ = max(·, 0)^q the output is homogeneous of degree q in the weights. The loss is 1-Lipschitz, and nothing prefers an axis.
"""

from lemmata import *
from lemmata.theory.cnn.cube_growth import cube
from lemmata.theory.cnn.notation import W0, W, Xi, d, j, loss, m, margins, mu, n, pull, sigma, source, y, z

s = Symbol("σ_ξ", "standard deviation of a coordinate of the noise", Positive, latex=r"\sigma_\xi")
c = Symbol("c", "factor of all weights", Positive)
q = Symbol("q", "power of the activation", Naturals)
a, b = Symbol("a", "a margin", Reals), Symbol("b", "another margin", Reals)
xi = Sampled("ξ", Normal(s**2), d)
Q = Array("Q", "rotation of the patches", d, d, kind=Orthogonal)
snr = norm(mu) / (s * sqrt(d))
energy = snr**2 * Mean(sq(xi))


def gradient(share=n * m, label=OneMatrix(n, 1), own=y):  # noqa: B008
    """The gradient of the training loss; the options are wrong versions."""
    toward = hadamard(j, sigma.prime(W0 * mu * y.T) * hadamard(label, pull(W0))) * mu.T
    return -(toward + hadamard(sigma.prime(W0 * Xi.T), j * hadamard(own, pull(W0)).T) * Xi) / share


def outputs(weights):
    """f at every sample for max(·, 0)^q, a column."""
    power = Lambda(z, Maximum(z, 0) ** q)
    return (Entrywise(power, weights * mu * y.T) + Entrywise(power, weights * Xi.T)).T * j / m


def total(weights):
    """The sum of all outputs, for the cube."""
    return dot(y, margins(weights, Xi, cube))


def ell(margin):
    """The logistic loss."""
    return log(1 + exp(-margin))


size = 1 + norm(margins(W0, Xi, cube))
turned = loss(W).xreplace({mu: Q.T * mu, Xi: Xi * Q})

claim = Claim(
    "cnn.model",
    source=source("TRAINING SETUP"),
    domain=Domain(
        q <= 4, core=(n <= 5, m <= 3, d <= 8, s >= 0.2, s <= 3, c >= 0.3, c <= 3, a >= -20, a <= 20, b >= -20, b <= 20)
    ),
    parts={
        "main": Part(
            Identity(energy, sq(mu)),
            says="The squared SNR times the mean squared length of the noise is the squared length of the signal",
            proof="mean",
            wrong={
                "by_dimension": {"replace": {snr**2: sq(mu) / (s * d) ** 2}},
                "one_coordinate": {"replace": {snr**2: sq(mu) / s**2}},
            },
        ),
        "gradient": Part(
            Identity(Gradient(loss(W), W, at=W0), gradient()),
            says="The gradient in w_r is the mean of j_r ℓ'_i [σ'(y_i⟨w_r, μ⟩) μ + y_i σ'(⟨w_r, ξ_i⟩) ξ_i]/m over the samples",
            wrong={
                "label_kept": {"right": gradient(label=y)},
                "no_label_of_noise": {"right": gradient(own=OneMatrix(n, 1))},
                "no_mean_over_neurons": {"right": gradient(share=n)},
            },
        ),
        "homogeneous": Part(
            Identity(outputs(c * W0), c**q * outputs(W0)),
            says="A factor c of all weights is a factor c^q of all outputs",
            wrong={"degree_of_slope": {"right": c ** (q - 1) * outputs(W0)}},
        ),
        "euler": Part(
            Identity(Slope(total(W), W, along=W0, at=W0), 3 * total(W0), scale=size),
            says="For the cube the slope of the sum of the outputs along the weights is 3 times that sum",
            wrong={"degree_of_slope": {"right": 2 * total(W0)}},
        ),
        "sigmoid": Part(
            Identity(Slope(ell(a), a, along=Integer(1)), -1 / (1 + exp(a))),
            says="The slope of the loss at the margin a is −1/(1 + e^a)",
            proof="derivative",
            wrong={"other_side": {"right": -1 / (1 + exp(-a))}},
        ),
        "lipschitz": Part(
            Inequality(Abs(ell(a) - ell(b)), Abs(a - b)),
            says="The losses at two margins differ by at most the difference of the margins",
            wrong={"half": {"right": Abs(a - b) / 2}},
        ),
        "rotated": Part(
            Identity(Gradient(turned, W, at=W0 * Q), Gradient(loss(W), W, at=W0) * Q),
            says="Where signal, noise and weights are rotated, the gradient is rotated with them",
            wrong={"weights_left": {"left": Gradient(turned, W, at=W0)}},
        ),
    },
)
