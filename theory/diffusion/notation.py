"""Reverse diffusions: the forward process dX = −X dτ + √2 dB from X_0 ~ p_0, and samplers that run it backwards.

s(x,τ) is the gradient of log p_τ and ŝ an estimate of it; dŶ = (Ŷ + 2ŝ(Ŷ, T−t)) dt + √2 dB, Ŷ_0 ~ p_T, and at t = T − τ it stands for
X_τ. For p_0 = N(0,v) the variance of X_τ is v_τ = 1 + (v − 1)e^{−2τ}, and Φ(τ) = e^{−τ}v/v_τ is what a unit of drift at time τ moves the
end point of the exact sampler by. X_τ is μX_0 + σZ in law, with μ = e^{−τ} and σ² = 1 − e^{−2τ}.
"""

from typing import Any

import sympy as sp

from lemmata import Index, Maximum, Phi, Positive, Source, Sum, Symbol, binomial, exp, factorial, log, sqrt

T = Symbol("T", "time that the process runs", Positive)
v = Symbol("v", "variance of the data N(0, v)", Positive)
tau = sp.Symbol("τ", nonnegative=True)  # the forward time, where it is integrated over
at = Symbol("t", "forward time", Positive)


def shrink(time: Any = at) -> Any:
    """μ."""
    return exp(-time)


def noise(time: Any = at) -> Any:
    """σ²."""
    return 1 - exp(-2 * time)


def deviation(time: Any = at) -> Any:
    """σ."""
    return sqrt(noise(time))


mu, sigma2, sigma = shrink(), noise(), deviation()  # at the time t


def variance(at):
    """v_τ."""
    return 1 + (v - 1) * exp(-2 * at)


def propagator(at):
    """Φ(τ)."""
    return exp(-at) * v / variance(at)


def distance(low: Any, high: Any, mean: Any = 0) -> Any:
    """TV(N(0, low), N(mean, high)) for low < high: the first density is the larger one between two points."""
    bend, tilt = 1 / low - 1 / high, mean / high
    reach = sqrt(tilt**2 + bend * (mean**2 / high + log(high / low)))
    ends = [(-tilt + sign * reach) / bend for sign in (1, -1)]
    inner, outer = [Phi(e / sqrt(low)) for e in ends], [Phi((e - mean) / sqrt(high)) for e in ends]
    return inner[0] - inner[1] - outer[0] + outer[1]


def spline(x: Any, degree: Any, choose: Any = None) -> Any:
    """The cardinal B-spline N_m(x) of a degree m ≥ 1."""
    k = Index("ι")
    pieces = -((-1) ** k) * binomial(degree + 1 if choose is None else choose, k - 1) * Maximum(x - k + 1, 0) ** degree
    return Sum(pieces, (k, 1, degree + 2)) / factorial(degree)


def source(heading: str, paper: str | None = None) -> Source:
    """The slides."""
    return Source("003_6dbed77154d197b7.txt", heading, paper)
