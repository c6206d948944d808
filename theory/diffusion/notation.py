"""Reverse diffusions: the forward process dX = −X dτ + √2 dB from X_0 ~ p_0, and samplers that run it backwards.

s(x,τ) is the gradient of log p_τ and ŝ an estimate of it; dŶ = (Ŷ + 2ŝ(Ŷ, T−t)) dt + √2 dB, Ŷ_0 ~ p_T, and at t = T − τ it stands for
X_τ. For p_0 = N(0,v) the variance of X_τ is v_τ = 1 + (v − 1)e^{−2τ}, and Φ(τ) = e^{−τ}v/v_τ is what a unit of drift at time τ moves the
end point of the exact sampler by.
"""

import sympy as sp

from lemmata import Positive, Source, Symbol, exp

T = Symbol("T", "time that the process runs", Positive)
v = Symbol("v", "variance of the data N(0, v)", Positive)
tau = sp.Symbol("τ", nonnegative=True)  # the forward time, where it is integrated over


def variance(at):
    """v_τ."""
    return 1 + (v - 1) * exp(-2 * at)


def propagator(at):
    """Φ(τ)."""
    return exp(-at) * v / variance(at)


def source(heading: str, paper: str | None = None) -> Source:
    """The slides."""
    return Source("003_6dbed77154d197b7.txt", heading, paper)
