"""Two-layer linear networks f(x) = β'Wx on m tasks with a common design: the symbols of the family, and what they define.

Tasks β = T^{1/2} b and inputs x = Σ^{1/2} z enter the labels by T^{1/2} Σ^{1/2} alone; its squared singular values are μ.
"""

from typing import Any

from lemmata import Array, I, Naturals, NonNegative, Positive, Source, Spectrum, Symbol, Trace

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension", Naturals)
m = Symbol("m", "number of tasks", Naturals)
p = Symbol("p", "width of the first layer", Naturals)
lam = Symbol("λ", "ridge penalty beside the mean squared error", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
s2p = Symbol("σ'²", "stand-in for the noise variance in the criterion", Positive, latex=r"\sigma'^2")

mu = Array(
    "μ", "eigenvalues of the input covariance between two roots of the task covariance", d, of=NonNegative, kind=Spectrum
)
W = Array("W", "first layer, in the coordinates of the whitened inputs", p, d)


def criterion(W: Any, X: Any, labels: Any) -> Any:
    """R(W) from the design and the second moment of the labels: ridge objective plus σ'²/n degrees of freedom."""
    K = X * W.T * W * X.T
    M = (K + n * lam * I(n)).inv()
    return lam * Trace(M * labels) + s2p / n * Trace(K * M)


def source(heading: str, paper: str | None = "suzuki2024") -> Source:
    """The slides, with the paper that they follow."""
    return Source("000_ab12b188556405a2.txt", heading, paper)
