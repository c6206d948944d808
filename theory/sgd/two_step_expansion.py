"""Two gradient steps on one sample from w = 0 give η y [σ'(0) + σ'(η σ'(0) |x|² y)] x, exactly.

This is for the correlation loss −yσ(⟨x,w⟩). For (σ(⟨x,w⟩) − y)² replace y by 2(y − σ(0)) in the first step and by
2(y − σ(⟨x,w⁽¹⁾⟩)) in the second: the print leaves out the self-interaction and a factor 2. On a batch the second argument is
(ησ'(0)/n) Σ_j y_j⟨x_j,x_i⟩: its diagonal y_i|x_i|² is of order one only for η ~ n/d. Away from w = 0, with t = η|P_w x|², a
polynomial σ has yσ'(v + tyσ'(v)) = Σ_i t^{i−1}/(i−1)! y^i σ⁽ⁱ⁾(v) σ'(v)^{i−1}, written out for the degree 5.
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
rho = Function("ρ", "polynomial activation", of=POLYNOMIALS(5), latex=r"\rho")
w = Array("w", "weights", d, kind=PLAIN)
s = Array("x", "sample", d, kind=PLAIN)
X = Array("X", "samples, one a row", n, d, kind=PLAIN)
Y = Array("Y", "labels of the samples", n, kind=PLAIN)
y = Symbol("y", "label", Reals)
t, v = Symbol("t", "η|P_w x|²", Reals), Symbol("v", "inner product ⟨x,w⟩", Reals)
B = Array("B", "coefficients of a polynomial activation, of z, ..., z⁵", 5)
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


def polynomial(x, order=0):
    return sp.diff(sum(B[j] * z**j for j in range(1, 6)), z, order).subs(z, x)


def expansion(factor):
    return sum(t ** (i - 1) / factor(i) * y**i * polynomial(v, i) * polynomial(v, 1) ** (i - 1) for i in range(1, 6))


loss, square = -y * sigma(dot(s, w)), (sigma(dot(s, w)) - y) ** 2
batch = -dot(Y, sigma.entrywise(X * w)) / n
reused = y * polynomial(v + t * y * polynomial(v, 1), 1)
exact = formula(eta * slope0 * sq(s) * y)
gram = X * X.T


def by_chain_rule(loss, value):
    return lambda k: k.derivative(Gradient(loss, w)).to(value)


correlated, squares = -y * rho(dot(s, w)), (rho(dot(s, w)) - y) ** 2
anywhere = -y * rho.prime(dot(s, w)) * s
own = -2 * (y - rho(dot(s, w))) * rho.prime(dot(s, w)) * s


claim = Claim(
    "sgd.two_step_expansion",
    source=source("Can SGD Go Beyond CSQ? / Intuition", paper="dandi2024"),
    domain=Domain(core=(d <= 32, n <= 12, eta >= 0.05, eta <= 2, y >= -1.5, y <= 1.5, t >= -1, t <= 1, v >= -1, v <= 1)),
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
        "gradient": Part(
            Identity(Gradient(correlated, w), anywhere),
            says="The gradient of −yσ(⟨x,w⟩) is −yσ'(⟨x,w⟩) x at every w, for polynomial σ",
            proof=by_chain_rule(correlated, anywhere),
            wrong={"without_label": {"right": -rho.prime(dot(s, w)) * s}},
        ),
        "gradient_of_the_square": Part(
            Identity(Gradient(squares, w), own),
            says="The gradient of (σ(⟨x,w⟩) − y)² is −2(y − σ(⟨x,w⟩))σ'(⟨x,w⟩) x at every w, for polynomial σ",
            proof=by_chain_rule(squares, own),
            wrong={"without_self_interaction": {"right": 2 * anywhere}},
        ),
        "taylor": Part(
            Identity(reused, expansion(lambda i: factorial(i - 1)), scale=1 + Abs(reused)),
            says="For σ of degree 5 the reused gradient is Σ t^{i−1}/(i−1)! y^i σ⁽ⁱ⁾(v) σ'(v)^{i−1}",
            proof="normal",
            wrong={"factorial": {"right": expansion(factorial)}},
        ),
    },
)
