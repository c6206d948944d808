"""One step of descent on data whose noise patches are orthogonal to the signal and to each other: what growth laws speak of.

The noise of sample i has the coordinates i, i + n, i + 2n, ... after the first one, along which the signal lies; for a step this
loses no generality, as descent commutes with rotations. Labels are unbalanced: two in three are 1.
"""

from sympy import DiagonalMatrix, Lambda, OneMatrix, Piecewise

from lemmata import Array, Gradient, Tied, dot, exp, hadamard, log, sq
from lemmata.theory.cnn.notation import W, d, eta, m, n
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z

POSITIVE = Piecewise((1, z > 0), (0, True))


def data(p, draw):
    """Signal along the first coordinate, noise with disjoint supports, a start of moderate size."""
    first = draw.tensor([1.0] + [0.0] * (p.d - 1))
    owner = draw.tensor([-1.0] + [i % p.n for i in range(p.d - 1)])
    noise = draw.normal(p.n, p.d) * (owner == draw.tensor([[float(i)] for i in range(p.n)]))
    length = 0.6 if p.style == "weak signal" else 1.7
    labels = draw.tensor([-1.0 if i % 3 == 1 else 1.0 for i in range(p.n)])
    if p.style == "one class":
        labels = labels.abs()
    signs = 1 - 2 * (draw.tensor(range(2 * p.m)) % 2)
    return {
        "μ": 0 * draw.normal(p.d) + length * first,
        "Ξ": noise,
        "W0": draw.normal(2 * p.m, p.d) / 2,
        "y": labels,
        "j": signs,
    }


ORTHOGONAL = Tied(("μ", "Ξ", "W0", "y", "j"), data, ("generic", "weak signal", "one class"))
mu = Array("μ", "signal", d, kind=ORTHOGONAL, latex=r"\mu")
Xi = Array("Ξ", "noise patches orthogonal to the signal and to each other, one a row", n, d, kind=ORTHOGONAL, latex=r"\Xi")
W0 = Array("W0", "weights at the start, one neuron a row", 2 * m, d, kind=ORTHOGONAL, latex="W_0")
y = Array("y", "labels, 1 or -1", n, kind=ORTHOGONAL)
j = Array("j", "signs of the neurons, 1 or -1", 2 * m, kind=ORTHOGONAL)
rate = eta / (n * m)


def entries(f, A):
    """f, a term in z, of every entry."""
    return Entrywise(Lambda(z, f), A)


def margins(weights, activation):
    """y_i f(x_i), a column."""
    hidden = activation.entrywise(weights * mu * y.T) + activation.entrywise(weights * Xi.T)
    return hadamard(y, hidden.T * j / m)


def stepped(activation):
    """The weights after one step on the mean logistic loss."""
    loss = dot(OneMatrix(n, 1), entries(log(1 + exp(-z)), margins(W, activation))) / n
    return W0 - eta * Gradient(loss, W, at=W0)


def pull(activation):
    """|ℓ'| at every sample, a column."""
    return entries(1 / (1 + exp(z)), margins(W0, activation))


lengths = DiagonalMatrix(Xi * Xi.T)  # |ξ_i|²
own = (OneMatrix(2 * m, n) + j * y.T) / 2  # whether y_i = j_r
strength = sq(mu)
