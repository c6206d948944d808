"""Denoising diffusion: the symbols of the family, and what they define.

The forward process dx = -x dt + √2 dW from the data x_0 has x_t = α x_0 + β ε with α = e^(-t), β = √(1 - e^(-2t)) and a standard normal ε;
the score is the gradient of log p_t. A network is trained to tell ε from x_t.
"""

from lemmata import Naturals, Positive, Source, Symbol, exp, sqrt

t = Symbol("t", "time that the forward process has run", Positive)
v = Symbol("v", "variance of each coordinate of Gaussian data", Positive)
d = Symbol("d", "dimension of a patch", Naturals)
alpha, beta = exp(-t), sqrt(1 - exp(-2 * t))
HALF_BETA = sqrt(1 - exp(-t))  # a wrong version of beta


def variance(at):
    """Of a coordinate of x_t for data of variance v."""
    return v * exp(-2 * at) + 1 - exp(-2 * at)


def source(heading: str, paper: str | None = "han2025a") -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", heading, paper)
