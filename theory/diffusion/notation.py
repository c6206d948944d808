"""Diffusion models on the line: the symbols of the family, and what they define.

Forward process dX = -X dτ + √2 dB from p_0, density p_τ, score s(x, τ) = ∇ log p_τ(x). The sampler runs dY = (Y + 2 ŝ(Y, T - t)) dt
+ √2 dB from p_T; at t = T - τ it stands for X_τ.
"""

from lemmata import Positive, Source, Symbol, exp

T = Symbol("T", "time horizon", Positive)
v = Symbol("v", "variance of p_0 = N(0, v)", Positive)


def variance(time):
    """Of X at that time."""
    return 1 + (v - 1) * exp(-2 * time)


def propagator(time):
    """What a unit error of the drift at that forward time moves the end point of the sampler by."""
    return exp(-time) * v / variance(time)


left_unexplained = 1 - exp(-2 * T) * v / variance(T)  # 1 - corr(X_0, X_T)²


def source(heading: str, paper: str | None = None) -> Source:
    """The slides, with the paper that they follow."""
    return Source("003_6dbed77154d197b7.txt", heading, paper)
