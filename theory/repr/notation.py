"""Two-layer networks and the kernels of their features: the symbols of the family, and what they define.

f(x) = N^(-1/2) Σ a_i σ(<w_i, x>), data (x_k, y_k); Φ holds the features σ(<w_i, x_k>)/√N, φ those of a new point, so that K_N = ΦΦ' is the
random-feature kernel. The symbols are those of one_step.notation: n samples of dimension d, N neurons, one a column of W. For w ~ N(0, I/d) and
points of lengths p, q at the angle θ the mean of relu(<w, x>)relu(<w, x'>) is the arc-cosine kernel pq/(2πd)(sin θ + (π - θ)cos θ), and that for erf
the arcsine law. For erf, w ~ N(0, I), samples e_1, e_2 and the new point e_1/2 the kernel matrix is a multiple of the identity.
"""

from typing import Any

from sympy import Lambda, Matrix, asin

from lemmata import (
    Array,
    Definition,
    I,
    Normal,
    OrthonormalRows,
    Positive,
    Procedure,
    Rational,
    Sampled,
    Source,
    Symbol,
    cos,
    dot,
    erf,
    pi,
    sin,
    sqrt,
    tanh,
)
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.one_step.notation import N, W, X, d, n, sigma

x = Array("x", "a new point", d)
lam = Symbol("λ", "ridge", Positive, latex=r"\lambda")

Phi = Definition("Φ", "features of the samples, one sample a row", sigma.entrywise(X * W) / sqrt(N), latex=r"\Phi")
phi = Definition("φ", "features of the new point", sigma.entrywise(W.T * x) / sqrt(N), latex=r"\varphi")


def ridged(kernel: Any, ridge: Any) -> Any:
    """The inverse of a kernel matrix plus a ridge."""
    return (kernel + ridge * I(n)).inv()


def source(paper: str | None = "ba2022") -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", "A REPRESENTATION PERSPECTIVE", paper)


p, q = Symbol("p", "length of the first point", Positive), Symbol("q", "length of the second", Positive)
angle = Symbol("θ", "angle between two points", Positive, latex=r"\theta")
U = Array("U", "an orthonormal pair of directions", 2, d, kind=OrthonormalRows)
u, v = p * U.T * Matrix([1, 0]), q * U.T * Matrix([cos(angle), sin(angle)])
layer = Sampled("V", Normal(1 / d), d, N)


def drawn(function: Any) -> Any:
    """K_N at the two points, w ~ N(0, I/d)."""
    return dot(Entrywise(function, layer.T * u), Entrywise(function, layer.T * v)) / N


def arc(turn: Any) -> Any:
    """The mean for the ReLU; ``turn``: π - θ."""
    return p * q / (2 * pi * d) * (sin(angle) + turn * cos(angle))


def second(turn: Any) -> Any:
    """E (σσ')² for the ReLU."""
    return (p * q / d) ** 2 / (2 * pi) * (3 * sin(angle) * cos(angle) + turn * (1 + 2 * cos(angle) ** 2))


def arcsine(damping: int = 2) -> Any:
    """The mean for erf."""
    return 2 / pi * asin(2 * p * q * cos(angle) / sqrt((d + damping * p**2) * (d + damping * q**2)))


# the samples e_1, e_2 and the new point e_1/2, erf: <w, e_1> and <w, e_2> are independent for w ~ N(0, I)
WIDTH, PENALTY, LABELS = 50, Rational(3, 10), Matrix([1, -Rational(1, 2)])
net = Sampled("G", Normal(), 2, WIDTH)
energy, common = GaussMean(erf(z) ** 2, z), GaussMean(erf(z) * erf(z / 2), z)
LIMIT = -2 * PENALTY * common * LABELS[0] / energy**2


def fit(ridge: Any = 0) -> Any:
    """The fit at the new point with the kernel of a network of that width."""
    features = Entrywise(Lambda(z, erf(z)), net)
    new = Entrywise(Lambda(z, erf(z / 2)), Matrix([[1, 0]]) * net)
    return dot(features * new.T, (features * features.T + ridge * WIDTH * I(2)).inv() * LABELS)


def influences(taken: int = 1) -> Any:
    """The variance of the influence of a neuron; ``taken`` 0: without what it does to the kernel matrix."""
    rest = erf(z / 2) - taken * common / energy * erf(z)
    return (LABELS[0] / energy) ** 2 * GaussMean((rest * erf(z)) ** 2, z) + LABELS[1] ** 2 / energy * GaussMean(rest**2, z)


# a network with σ = σ* = tanh
least_risk = Procedure(
    "least_risk",
    "ridge regression of a fresh sample on the features of a tanh network after one gradient step, labels tanh(x_1) plus noise of variance v",
    ("d", "n", "N", "v", "eta", "head", "shuffled"),
    {"risk": "least risk over 21 ridges λ from 10^(−4) to 10, on 1000 fresh inputs"},
)
slope, square = GaussMean(z * tanh(z), z), GaussMean(tanh(z) ** 2, z)
FLOOR = square - slope**2  # ‖P_{>1}f*‖²
DIM, WIDTHS = 24, 4
LONG = sqrt(DIM * WIDTHS)


def tanh_run(per: int = 12, d: int = DIM, width: int = WIDTHS, eta: Any = 0, head: Any = 1, shuffled: int = 0) -> Any:
    """The least risk at n = per d, N = width d and σ_ε = 1/10."""
    sizes = {"d": d, "n": per * d, "N": width * d, "v": Rational(1, 100)}
    return least_risk(**sizes, eta=eta, head=head, shuffled=shuffled)["risk"]
