"""Gradient descent on the signal-noise network moves two sets of coefficients, which obey a recursion of their own.

The gradient in w_r is a combination of μ and ξ_1, ..., ξ_n, so w_r = w_r(0) + j_r γ_r μ/|μ|² + Σ_i ρ_ri ξ_i/|ξ_i|² at every
step, with γ = ρ = 0 at first, γ_r growing by (η/nm)|μ|² Σ_i |ℓ'_i| σ'(y_i<w_r, μ>) and ρ_ri by (η/nm)|ξ_i|² j_r y_i |ℓ'_i|
σ'(<w_r, ξ_i>). As σ' ≥ 0, γ never falls, and ρ_ri moves in the direction of j_r y_i. With the printed μ/|μ| the coefficient
that gradient descent moves is not <w_r, j_r μ>, unless |μ| = 1. Where the noise is orthogonal to the signal, u = <w_r, j_r μ>
> 0 obeys u + (η/nm)|μ|² σ'(u) Σ_{y_i = j_r} |ℓ'_i|, for the cube 3u² times a rate, and not (1 - rate) u².
"""

from lemmata import *
from lemmata.theory.cnn.notation import W0, T, W, Xi, d, eta, j, loss, m, mu, n, pull, sigma, source, y, z

gamma = Array("γ", "signal coefficients", 2 * m, latex=r"\gamma")
rho = Array("ρ", "noise coefficients, one neuron a row", 2 * m, n, latex=r"\rho")
lengths = diag(Xi * Xi.T)  # |ξ_i|²
rate, strength = eta / (n * m), sq(mu)


def weights(gamma, rho, size=strength):
    """The weights that the coefficients stand for."""
    return W0 + hadamard(j, gamma) * mu.T / size + rho * lengths.inv() * Xi


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
signal_step, noise_step = steps(weights(gamma, rho))
risen = Definition("Δγ", "sum over the neurons of what a step adds to γ", total(signal_step))
sided = Definition(
    "Δρ", "sum over neurons and samples of j_r y_i times what a step adds to ρ", total(hadamard(noise_step, j * y.T))
)

across = Definition("Ξ⊥", "noise patches without their part along the signal", Xi * (I(d) - mu * mu.T / sq(mu)))
cube = Function(
    "σ₃", "cube of the positive part", of=FunctionClass("the cube", {"cube": Maximum(z, 0) ** 3}, open=False), kink=0
)
after = hadamard(j, (W0 - eta * Gradient(loss(W, across, cube), W, at=W0)) * mu)
u = Definition("u", "inner products <w_r, j_r μ> at the start", hadamard(j, W0 * mu))
force = Definition("p", "sizes of ℓ' at the start", pull(W0, across, cube))
up, down = (Entrywise(Lambda(z, Maximum(s * z, 0)), u) for s in (1, -1))
own, other = ((OneMatrix(2 * m, n) + s * j * y.T) / 2 * force for s in (1, -1))  # sums over the class of the neuron, the other


def grown(power=2, factor=3, here=own):
    """u plus what one step adds."""
    return u + factor * rate * sq(mu) * (hadamard(here, power_of(up, power)) + hadamard(other, power_of(down, power)))


def power_of(v, power):
    return Entrywise(Lambda(z, z**power), v)


claim = Claim(
    "cnn.coefficient_recursion",
    source=source("KEY IDEA / A COMPARISON OF FEATURE LEARNING"),
    domain=Domain(core=(n <= 6, m <= 3, d <= 12, T <= 3, eta >= 0.01, eta <= 1)),
    parts={
        "main": Part(
            Identity(descent, weights(*path.end)),
            says="After T steps of gradient descent the weights are W(0) + jγ μ'/|μ|² + Σ ρ_i ξ_i'/|ξ_i|², (γ, ρ) by their recursion",
            printed=Print(
                right=weights(*path.end, norm(mu)),
                erratum=Erratum.wrong(
                    "with μ/|μ| the coefficient is not <w_r − w_r(0), j_r μ>, as it is said to be, unless |μ| = 1: it takes μ/|μ|²"
                ),
            ),
            wrong={
                "unsquared_signal": {"right": weights(*coefficients(signal=norm(mu)).end)},
                "label_dropped": {"right": weights(*coefficients(seen=lambda at: at * mu * OneMatrix(1, n)).end)},
                "mean_missing": {"right": weights(*coefficients(mean=eta / m).end)},
                "noise_flipped": {"right": weights(*coefficients(flipped=-1).end)},
                "noise_length": {"right": W0 + hadamard(j, path.at(T, 0)) * mu.T / sq(mu) + path.at(T, 1) * Xi},
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
        "growth": Part(
            Identity(after, grown()),
            says="For the cube and noise orthogonal to μ a step adds to u > 0 the rate (3η/nm)|μ|² Σ_{y_i = j_r}|ℓ'_i| times u²",
            printed=Print(
                right=hadamard(OneMatrix(2 * m, 1) - 3 * rate * sq(mu) * own, power_of(up, 2)),
                erratum=Erratum.wrong(
                    "(1 − η)γ^(q−1) collapses to 0 for small γ; the step adds η u^(q−1) to u, and acts on u, not on γ"
                ),
            ),
            wrong={
                "power_q": {"right": grown(power=3)},
                "without_q": {"right": grown(factor=1)},
                "all_samples": {"right": grown(here=own + other)},
                "noise_not_orthogonal": {"replace": {across: Xi}, "count": 3},
            },
        ),
    },
    notes="The derivative of σ at 0 is 0, by declaration: for q = 1 another value moves neurons that see nothing.",
)
