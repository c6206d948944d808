"""Two gradient steps on one sample from w = 0 give η y [σ'(0) + σ'(η σ'(0) |x|² y)] x, exactly.

This is for the correlation loss −yσ(⟨x,w⟩). For (σ(⟨x,w⟩) − y)² replace y by 2(y − σ(0)) in the first step and by
2(y − σ(⟨x,w⁽¹⁾⟩)) in the second: the print leaves out the self-interaction and a factor 2. On a batch the second argument is
(ησ'(0)/n) Σ_j y_j⟨x_j,x_i⟩: its diagonal y_i|x_i|² is of order one only for η ~ n/d. Away from w = 0: sgd.reused_gradient.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.sgd.notation import d, eta, n, source

PLAIN = Kind("general", ("generic", "sparse", "repeated", "zero"))
ACTIVATIONS = FunctionClass(
    "smooth activations", {"sine": sin(z), "shifted": cos(z - 1), "parabola": 1 + z + z**2 / 2, "wave": sin(2 * z) + cos(z) / 2}
)
sigma = Function("σ", "activation", of=ACTIVATIONS, latex=r"\sigma")
w = Array("w", "weights", d, kind=PLAIN)
s = Array("x", "sample", d, kind=PLAIN)
X = Array("X", "samples, one a row", n, d, kind=PLAIN)
Y = Array("Y", "labels of the samples", n, kind=PLAIN)
y = Symbol("y", "label", Reals)
slope0, zero = sigma.prime(Integer(0)), sp.ZeroMatrix(d, 1)


def two_steps(loss):
    """Two steps of gradient descent from w = 0."""
    first = zero - eta * Gradient(loss, w, at=zero)
    return first - eta * Gradient(loss, w, at=first)


def formula(argument, first=slope0):
    return eta * y * (first + sigma.prime(argument)) * s


move = 2 * eta * (y - sigma(Integer(0))) * slope0
squared = (move + 2 * eta * (y - sigma(move * sq(s))) * sigma.prime(move * sq(s))) * s


def on_batch(gram):
    """The second argument of every sample is ησ'(0)/n times its row of the Gram matrix with the labels."""
    return eta / n * X.T * (slope0 * Y + hadamard(Y, sigma.prime(eta * slope0 / n * gram * Y)))


loss, square = -y * sigma(dot(s, w)), (sigma(dot(s, w)) - y) ** 2
batch = -dot(Y, sigma.entrywise(X * w)) / n
exact = formula(eta * slope0 * sq(s) * y)
gram = X * X.T

claim = Claim(
    "sgd.two_step_expansion",
    source=source("Can SGD Go Beyond CSQ? / Intuition", paper="dandi2024"),
    domain=Domain(core=(d <= 32, n <= 12, eta >= 0.05, eta <= 2, y >= -1.5, y <= 1.5)),
    parts={
        "main": Part(
            Identity(two_steps(loss), exact),
            says="Two steps on one sample from w = 0 give η σ'(0) y x + η y σ'(η σ'(0) |x|² y) x, for the correlation loss",
            wrong={
                "norm_not_squared": {"right": formula(eta * slope0 * norm(s) * y)},
                "no_first_term": {"right": formula(eta * slope0 * sq(s) * y, 0)},
                "norm_squared_is_d": {"right": formula(eta * slope0 * d * y)},
            },
        ),
        "squared_loss": Part(
            Identity(two_steps(square), squared),
            says="For the squared loss y is 2(y − σ(0)) in the first step and 2(y − σ(⟨x,w⁽¹⁾⟩)) in the second",
            wrong={"print_for_the_squared_loss": {"right": exact}},
        ),
        "batch": Part(
            Identity(two_steps(batch), on_batch(gram)),
            says="On a batch the second argument is (ησ'(0)/n) Σ_j y_j⟨x_j,x_i⟩, its diagonal ησ'(0) y_i|x_i|²/n",
            wrong={
                "without_diagonal": {"right": on_batch(gram - diag(gram))},
                "diagonal_alone": {"right": on_batch(diag(gram))},
            },
        ),
    },
)
