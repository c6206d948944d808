"""Tools of the signal-noise network: the coefficients of a run on data of one's own, and the phase that is predicted for given sizes.

Constants of the phase are those at which it was judged: for ReLU n|μ|⁴/(σ_ξ⁴d) up to 3/10 and from 3 on, for q = 3 n SNR^q up to 1/5
and from 15 on, with the start small and 16 neurons of each sign; in between, and for other powers, they are a guide.
"""

from sympy import Lambda, OneMatrix, Piecewise

from lemmata import (
    Abs,
    Array,
    Counts,
    Definition,
    Iterate,
    Maximum,
    Minimum,
    Naturals,
    Ne,
    Positive,
    Rational,
    Symbol,
    hadamard,
    sqrt,
)
from lemmata.theory.cnn.coefficient_recursion import gamma, rho, steps, weights
from lemmata.theory.cnn.notation import T, d, j, loss, m, n, y, z
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.tool import Tool

looks = Symbol("ℓ", "number of times", Naturals)
times = Array("t", "numbers of steps at which to look; beyond T it is T that is looked at", looks)
clock = Symbol("s", "number of the step", Counts)
seen = Array("G", "signal coefficients at these times", 2 * m, looks)
held = Array("H", "own noise coefficients at these times", n, looks)


def at(step):
    """1 at the times that are this step, else 0, as a row."""
    return Entrywise(Lambda(z, Maximum(1 - Abs(Minimum(z, T) - step), 0)), times).T


def own(rho):
    """The mean own noise coefficient of every sample, a column."""
    same = (OneMatrix(2 * m, n) + j * y.T) / 2
    return hadamard(same, rho).T * OneMatrix(2 * m, 1) / m


signal_step, noise_step = steps(weights(gamma, rho))
path = Iterate(
    (gamma, rho, seen, held),
    (gamma + signal_step, rho + noise_step, seen + gamma * at(clock), held + own(rho) * at(clock)),
    (0 * gamma, 0 * rho, 0 * seen, 0 * held),
    T,
    clock=clock,
)
end = path.end

q = Symbol("q", "power of the activation max(·, 0)^q, not 2", Naturals)
snr = Symbol("SNR", "signal-to-noise ratio |μ|/(σ_ξ√d)", Positive, latex=r"\mathrm{SNR}")
s0 = Symbol("σ₀", "standard deviation of the weights at the start, times σ_ξ", Positive, latex=r"\sigma_0")


def by_power(linear, power):
    """One formula for ReLU, another for higher powers."""
    return Piecewise((linear, q <= 1), (power, True))


control = by_power(n * snr**4 * d, n * snr**q)
low, high = by_power(Rational(3, 10), Rational(1, 5)), by_power(3, 15)

tools = (
    Tool(
        id="cnn.coefficients",
        says="The coefficients γ and ρ of gradient descent on the two-layer network for data of one's own, at given times",
        gives=(
            Definition("γ(t)", "signal coefficients at the times t, one neuron after the other", end[2] + end[0] * at(T)),
            Definition(
                "ρ(t)",
                "mean noise coefficient of the neurons with the sign of the sample's label, one sample after the other",
                end[3] + own(end[1]) * at(T),
            ),
            Definition("ρ", "all noise coefficients after T steps, one neuron after the other", end[1]),
            Definition("L", "training loss after T steps", loss(weights(end[0], end[1]))),
        ),
        example={
            "σ": "max(z, 0)^3",
            "μ": [2.0, 0.0, 0.0],
            "Ξ": [[0.5, 1.0, 0.0], [0.0, -1.0, 2.0]],
            "W0": [[0.1, 0.2, 0.1], [-0.1, 0.1, 0.2]],
            "y": [1, -1],
            "j": [1, -1],
            "η": 0.1,
            "T": 5,
            "t": [0, 1, 2, 5],
            "m": 1,
        },
    ),
    Tool(
        id="cnn.phase",
        says="The phase predicted for the signal-noise network from its sizes: benign, harmful or between",
        gives=(
            Definition(
                "phase", "1 benign, −1 harmful, 0 between", Piecewise((1, control >= high), (-1, control <= low), (0, True))
            ),
            Definition("control", "n SNR⁴ d = n|μ|⁴/(σ_ξ⁴d) for q = 1, n SNR^q for q ≥ 3", control),
            Definition("harmful", "the control up to which the phase is harmful", low),
            Definition("benign", "the control from which on it is benign", high),
            Definition(
                "race",
                "speed of the signal over that of the noise: ratio of the growths for q = 1, of the times of blow-up for q ≥ 3",
                n * by_power(snr**2, snr**q) / 2,
            ),
            Definition("start", "σ₀√d, the standard deviation of ⟨w, ξ⟩ at the start", s0 * sqrt(d)),
            Definition("dead", "mean number of samples that no neuron of their sign sees at the start", n / 2**m),
        ),
        example={"n": 20, "d": 2000, "m": 16, "SNR": 0.3, "σ₀": 0.002, "q": 3},
        when=(Ne(q, 2), s0 * sqrt(d) <= Rational(1, 2), d > n),
    ),
)
