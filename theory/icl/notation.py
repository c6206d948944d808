"""In-context learning with an MLP and linear attention in the mean-field limit: the symbols of the family, and what they define.

There are N equally likely inputs; the rows of F and H are the true and the learned features at them, so that E f h' = F'H/N.
The loss has no factor 1/2.
"""

from typing import Any

import sympy as sp

from lemmata import (
    Array,
    Definition,
    Function,
    Naturals,
    Positive,
    Source,
    Symbol,
    Tied,
    Trace,
    diag,
    eigenvalue,
    sq,
    sqrt,
    tanh,
)
from lemmata.theory.language.calculus import FunctionClass, Z
from lemmata.theory.language.matrices import SpectralFunction

N = Symbol("N", "number of equally likely inputs", Naturals)
k = Symbol("k", "number of features", Naturals)


def features(p: Any, draw: Any) -> dict[str, Any]:
    """True and learned features, these of full column rank where N >= k: of networks, nearly dependent, small, zero."""
    f, h = draw.normal(p.N, p.k), draw.normal(p.N, p.k)
    if p.style == "networks":
        f, h = ((draw.normal(p.N, 3) @ draw.normal(3, 3 * p.k)).tanh() @ draw.normal(3 * p.k, p.k) / 9 for _ in range(2))
    elif p.style == "nearly dependent":
        h = h + 30 * h.mean(-1, keepdim=True)
    elif p.style == "small":
        h = 1e-3 * h
    elif p.style == "nothing to learn":
        f = 0 * f
    return {"F": f, "H": h}


TIED = Tied(("F", "H"), features, ("generic", "networks", "nearly dependent", "small", "nothing to learn"))
F = Array("F", "true features, one input a row", N, k, kind=TIED)
H = Array("H", "learned features, one input a row", N, k, kind=TIED)

Q = H.T * H / N  # second moment of the learned features
B = Definition("B", "regression of the true features on the learned ones", F.T * H / N * Q.inv())
S = Definition("S", "second moment of what the regression leaves", F.T * F / N - B * (F.T * H / N).T)


def explained(h: Any, f: Any = F) -> Any:
    """What the best linear map on features h explains of E|f|²."""
    return Trace((f.T * h / N) * (h.T * h / N).inv() * (h.T * f / N))


def loss(h: Any, f: Any = F) -> Any:
    """The loss of features h with the best linear map on them."""
    return Trace(f.T * f / N - (f.T * h / N) * (h.T * h / N).inv() * (h.T * f / N))


def regressed(f: Any, h: Any = H) -> tuple[Any, Any]:
    """The regression of true features f on h, and the second moment of what it leaves."""
    fit = f.T * h / N * (h.T * h / N).inv()
    return fit, f.T * f / N - fit * (f.T * h / N).T


def risk(g: Any, h: Any = H, f: Any = F) -> Any:
    """The loss of the features h with the key matrix g: E|f - E[fh']g h|²."""
    return sq(f - h * g.T * h.T * f / N) / N


def derived(left: Any, right: Any) -> Any:
    """The proof that left = right by the rules of differentiation and matrix words."""

    def proof(kernel: Any) -> Any:
        made = kernel.derivative(left)
        return made.then(kernel.words(made.right, right))

    return proof


r = Symbol("r", "second moment of each white true feature", Positive)
x = sp.Symbol("x", real=True)
root = SpectralFunction(sp.Lambda(x, 1 / sqrt(x)), Q)


def to_white(f: Any) -> Any:
    """What turns features f of full rank into ones of second moment rI."""
    return sqrt(N * r) * SpectralFunction(sp.Lambda(x, 1 / sqrt(x)), f.T * f)


def full_rank(p: Any, draw: Any) -> dict[str, Any]:
    """Features of full column rank."""
    made = draw.normal(p.N, p.k)
    return {
        "F_o": 1e-2 * made if p.style == "small" else made + 3 * made.mean(-1, keepdim=True) if p.style == "close" else made
    }


F_o = Array("F_o", "features of full rank", N, k, kind=Tied(("F_o",), full_rank, ("generic", "small", "close")))
white = Definition("f°", "true features turned so that their second moment is rI", F_o * to_white(F_o))


def invertible(name: str, meaning: str) -> Any:
    """An arbitrary invertible matrix."""

    def make(p: Any, draw: Any) -> dict[str, Any]:
        made = draw.normal(p.k, p.k)
        return {name: 1e-2 * made if p.style == "small" else made}

    return Array(name, meaning, k, k, kind=Tied((name,), make, ("generic", "small")))


C = invertible("C", "invertible mixing of the features")

M = Symbol("M", "number of particles", Naturals)
d = Symbol("d", "dimension of the inputs", Naturals)


def particles(p: Any, draw: Any) -> dict[str, Any]:
    """Particles: heads, weights, positive masses of sum one, and the inputs that they see."""
    a, W, X, mass = draw.normal(p.M, p.k), draw.normal(p.M, p.d), draw.normal(p.N, p.d), draw.exponential(p.M, 1) + 0.05
    if p.style == "steep":
        W = 5 * W
    elif p.style == "small heads":
        a = 1e-2 * a
    elif p.style == "uneven":
        mass = mass**4 + 1e-3
    return {"X": X, "W": W, "a": a, "p": mass / mass.sum(-2, keepdim=True)}


PARTICLES = Tied(("X", "W", "a", "p"), particles, ("generic", "steep", "small heads", "uneven"))
X = Array("X", "inputs, one a row", N, d, kind=PARTICLES)
W = Array("W", "weights, one particle a row", M, d, kind=PARTICLES)
a = Array("a", "heads, one particle a row", M, k, kind=PARTICLES)
p = Array("p", "masses of the particles", M, kind=PARTICLES)
P = diag(p)
BOUNDED = FunctionClass("bounded activations", {"tanh": tanh(Z), "logistic": (1 + tanh(Z / 2)) / 2}, open=False)
act = Function("σ", "activation", of=BOUNDED)
Phi = act.entrywise(X * W.T)  # neurons at the inputs
h = Phi * P * a  # features of the particles
fit = (h.T * h).inv() * h.T * F  # regression of the true features on those of the particles
zeta = Definition("ζ", "residual of the best linear map", F - h * fit)
massive = eigenvalue(P, M) > 0  # every particle has mass
independent = eigenvalue(h.T * h, k) > 0  # the features of the particles are linearly independent


def pushed(residual: Any = zeta) -> Any:
    """Twice the mean of the neurons times the residual, read through the regression: where the loss moves the heads."""
    return 2 * Phi.T * residual * fit.T / N


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("000_ab12b188556405a2.txt", heading, "kim2024")
