"""Gradient descent on the signal-noise network moves two sets of coefficients, which obey a recursion of their own.

The gradient in w_r is a combination of μ and ξ_1, ..., ξ_n, so w_r = w_r(0) + j_r γ_r μ/|μ|² + Σ_i ρ_ri ξ_i/|ξ_i|² at every
step, with γ = ρ = 0 at first, γ_r growing by (η/nm)|μ|² Σ_i |ℓ'_i| σ'(y_i<w_r, μ>) and ρ_ri by (η/nm)|ξ_i|² j_r y_i |ℓ'_i|
σ'(<w_r, ξ_i>). As σ' ≥ 0, γ never falls, and ρ_ri moves in the direction of j_r y_i. With the printed μ/|μ| the coefficient
that gradient descent moves is not <w_r, j_r μ>, unless |μ| = 1.
"""

from functools import lru_cache

from lemmata import *
from lemmata.theory.cnn.notation import W0, T, W, Xi, d, eta, j, loss, m, mu, n, pull, sigma, source, y

gamma = Array("γ", "signal coefficients", 2 * m, latex=r"\gamma")
rho = Array("ρ", "noise coefficients, one neuron a row", 2 * m, n, latex=r"\rho")
lengths = diag(Xi * Xi.T)  # |ξ_i|²
rate, strength = eta / (n * m), sq(mu)


@lru_cache
def weights(gamma, rho, size=strength):
    """The weights that the coefficients stand for."""
    return W0 + hadamard(j, gamma) * mu.T / size + rho * lengths.inv() * Xi


@lru_cache
def steps(at, seen=None, signal=strength, mean=rate, flipped=1):
    """By how much γ and ρ move at these weights; the options are wrong versions."""
    toward = sigma.prime(seen(at) if seen else at * mu * y.T) * pull(at)
    own = hadamard(sigma.prime(at * Xi.T), j * hadamard(y, pull(at)).T)
    return mean * signal * toward, flipped * mean * own * lengths


def coefficients(**options):
    """The recursion of (γ, ρ), from (0, 0)."""
    signal, noise = steps(weights(gamma, rho), **options)
    return Iterate((gamma, rho), (gamma + signal, rho + noise), (0 * gamma, 0 * rho), T)


def total(A):
    """The sum of all entries."""
    return dot(OneMatrix(*A.shape), A)


descent = Iterate(W, W - eta * Gradient(loss(W), W), W0, T).end
path = coefficients()
unscaled = W0 + hadamard(j, path.at(T, 0)) * mu.T / sq(mu) + path.at(T, 1) * Xi
signal_step, noise_step = steps(weights(gamma, rho))
risen = Definition("Δγ", "sum over the neurons of what a step adds to γ", total(signal_step))
labelled = total(hadamard(noise_step, j * y.T))
sided = Definition("Δρ", "sum over neurons and samples of j_r y_i times what a step adds to ρ", labelled)
MISPRINT = "with μ/|μ| the coefficient is not <w_r − w_r(0), j_r μ>, as it is said to be, unless |μ| = 1: it takes μ/|μ|²"

claim = Claim(
    "cnn.coefficient_recursion",
    source=source("KEY IDEA / A COMPARISON OF FEATURE LEARNING"),
    domain=Domain(core=(n <= 6, m <= 3, d <= 12, T <= 3, eta >= 0.01, eta <= 1)),
    parts={
        "main": Part(
            Identity(descent, weights(*path.end)),
            says="After T steps of gradient descent the weights are W(0) + jγ μ'/|μ|² + Σ ρ_i ξ_i'/|ξ_i|², (γ, ρ) by their recursion",
            printed=Print(right=weights(*path.end, norm(mu)), erratum=Erratum.wrong(MISPRINT)),
            wrong={
                "unsquared_signal": {"right": weights(*coefficients(signal=norm(mu)).end)},
                "label_dropped": {"right": weights(*coefficients(seen=lambda at: at * mu * OneMatrix(1, n)).end)},
                "mean_missing": {"right": weights(*coefficients(mean=eta / m).end)},
                "noise_flipped": {"right": weights(*coefficients(flipped=-1).end)},
                "noise_length": {"right": unscaled},
            },
        ),
        "signal_grows": Part(
            Identity(total(Entrywise(Abs, signal_step)), risen),
            says="From no coefficients does a step lower a signal coefficient: what it adds and the sizes of that have one sum",
            wrong={"falls": {"right": -risen}},
        ),
        "noise_by_label": Part(
            Identity(total(Entrywise(Abs, noise_step)), sided),
            says="From any coefficients a step moves a noise coefficient in the direction of j_r y_i, or not at all: the two sums agree",
            wrong={"always_up": {"right": total(noise_step)}},
        ),
    },
    notes="The derivative of σ at 0 is 0, by declaration: for q = 1 another value moves neurons that see nothing.",
)
