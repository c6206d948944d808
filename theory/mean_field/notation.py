"""Mean-field networks with a ridge-fitted head: the symbols of the family, and what they define."""

from typing import Any

from lemmata import PSD, Array, I, Naturals, NonNegative, Positive, Source, Symbol, Trace, quad

n = Symbol("n", "number of samples", Naturals)
lam = Symbol("λ", "ridge penalty beside the mean squared error", Positive)
N = Symbol("N", "number of particles", Naturals)
m = Symbol("m", "number of tasks", Naturals)
v = Symbol("v", "variance of the label noise", NonNegative)
s = Symbol("s", "half the width of the label noise", Positive)

K = Array("K", "kernel matrix of the features, not divided by n", n, n, kind=PSD)
y = Array("y", "labels", n)
Y = Array("Y", "labels, one task a column", n, m)
Phi = Array("Φ", "features of the particles, one particle a column", n, N)

M = (K + n * lam * I(n)).inv()
F = lam * quad(M, y)  # the least value of the objective
dof = Trace(K * M)  # degrees of freedom


def resolvent(kernel: Any) -> Any:
    """M at a kernel."""
    return (kernel + n * lam * I(n)).inv()


def least(kernel: Any) -> Any:
    """F at a kernel, for the labels Y of m tasks."""
    return lam / m * quad(resolvent(kernel), Y)


def freedom(kernel: Any) -> Any:
    """Degrees of freedom at a kernel."""
    return Trace(kernel * resolvent(kernel))


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("000_ab12b188556405a2.txt", heading, paper="takakura2024")
