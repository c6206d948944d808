"""First variations of the objectives of mean-field Langevin dynamics: the slope along a mixture is ∫ δF/δμ d(ν − μ).

MMD²(g∗μ, π) + λ_1 E|x|² has δF/δμ(x) = 2[∫ k_gg(x, y) dμ(y) − ∫ k_g(x, y) dπ(y)] + λ_1|x|²: for the Gaussian kernel of width h and
g = N(0, σ²) the kernels are Gaussian with the widths √(h² + 2σ²) and √(h² + σ²), with factors h over these on the line. The loss
(1/n) Σ ℓ(f_μ(z_i), y_i) has (1/n) Σ ℓ'(f_μ(z_i), y_i) h_x(z_i). A first variation is fixed up to a constant, and the remainder of a
quadratic F is exactly of second order. Judged for measures on points of the line.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.mfld.notation import source

n, m = Symbol("n", "number of points", Naturals), Symbol("m", "number of data", Naturals)
mild = Kind("general", ("generic", "repeated", "sparse", "zero"))
x, y = Array("x", "points on the line", n, kind=mild), Array("y", "data on the line", m, kind=mild)
u, v = Array("μ", "weights of the first law", n, kind=mild), Array("ν", "weights of the second law", n, kind=mild)
H, labels = Array("H", "neurons at the inputs, one a column", m, n, kind=mild), Array("l", "labels", m, kind=mild)
h, s = Symbol("h", "width of the kernel", Positive), Symbol("σ", "width of the smoothing", Positive)
lam, eps = Symbol("λ_1", "weight of the second moment", Positive), Symbol("ε", "share of the second law", NonNegative)
t = sp.Symbol("t", real=True)
LOSSES = FunctionClass(
    "convex losses of the residual", {"square": z**2 / 2, "logcosh": log(cosh(z)), "quartic": z**4 / 4}, smooth=True
)
loss = Function("ℓ", "loss", of=LOSSES)


def gram(a, b, size_a, size_b, times):
    """The Gaussian kernel of width h smoothed `times` times by N(0, σ²)."""
    wide = h**2 + times * s**2
    gaps = a * OneMatrix(1, size_b) - OneMatrix(size_a, 1) * b.T
    return h / sqrt(wide) * Entrywise(Lambda(t, exp(-(t**2) / (2 * wide))), gaps)


both, cross, data = gram(x, x, n, n, 2), gram(x, y, n, m, 1), gram(y, y, m, m, 0)
mean = OneMatrix(m, 1) / m
second = Entrywise(Lambda(t, t**2), x)


def objective(weights):
    """MMD² + λ_1 E|x|²."""
    return quad(both, weights) - 2 * dot(weights, cross * mean) + quad(data, mean) + lam * dot(weights, second)


def variation(weights, twice=2, own=both, other=cross):
    return twice * (own * weights - other * mean) + lam * second


def risk(weights):
    return dot(loss.entrywise(H * weights - labels), mean)


along = v - u
slope = Slope(objective(u + eps * along), eps, 1, at=Integer(0))
remainder = objective(u + eps * along) - objective(u) - eps * dot(variation(u), along)
size = 1 + quad(both, u) + quad(both, v) + lam * dot(second, second)
of_risk = Slope(risk(u + eps * along), eps, 1, at=Integer(0))
force = H.T * diag(loss.prime(H * u - labels)) * mean
claim = Claim(
    "mfld.first_variation",
    source=source("Definition (first variation) / Other applications", "chizat2022"),
    domain=Domain(core=(n <= 4, m <= 4, h >= 0.3, h <= 2, s >= 0.3, s <= 2, lam >= 0.1, lam <= 1, eps >= 0.01, eps <= 1)),
    parts={
        "main": Part(
            Identity(slope, dot(variation(u), along), scale=size),
            says="Along a mixture MMD²(g∗μ, π) + λ_1E|x|² has the slope of 2[∫k_gg dμ − ∫k_g dπ] + λ_1|x|²",
            wrong={
                "once": {"right": dot(variation(u, twice=1), along)},
                "smoothed_once": {"right": dot(variation(u, own=gram(x, x, n, n, 1)), along)},
                "unsmoothed_data": {"right": dot(variation(u, other=gram(x, y, n, m, 0)), along)},
            },
        ),
        "remainder": Part(
            Identity(remainder, eps**2 * quad(both, along), scale=size),
            says="with a remainder of exactly ε² times the smoothed kernel of ν − μ",
            wrong={"half": {"right": eps**2 * quad(both, along) / 2}},
        ),
        "network": Part(
            Identity(of_risk, dot(force, along), scale=1 + dot(force, force) + dot(along, along)),
            says="The loss of a network has the slope of the mean of ℓ'(f_μ − y) times the neuron",
            wrong={"without_mean": {"right": m * dot(force, along)}},
        ),
    },
)
