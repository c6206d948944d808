"""Linear convexity of squared kernel distances, exactly; and it is not convexity along transport.

For F(μ) = MMD²(μ, π) the chord exceeds F at εν + (1 − ε)μ by ε(1 − ε)|k_μ − k_ν|², so that F is convex in μ; judged for measures on
the rows of X with a Gaussian kernel of width h. A network's output is linear in μ, so that a convex loss of it is convex: judged
for the squared loss. Along the transport of a point from −5 to 0 F(μ) = ½(∫tanh dμ − 1)² is not: at −5/2 it exceeds the mean of the
ends.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mfld.notation import source

n, d = Symbol("n", "number of points", Naturals), Symbol("d", "dimension", Naturals)
mild = Kind("general", ("generic", "repeated", "sparse", "zero"))
X = Array("X", "points, one a row", n, d, kind=mild)
u, v, p = (
    Array(name, f"weights of {what}", n, kind=mild)
    for name, what in (("μ", "the first law"), ("ν", "the second law"), ("π", "the data"))
)
f = Array("f", "values of the neurons at an input", n, kind=mild)
y = Symbol("y", "label")
eps = Symbol("ε", "share of the second law", NumberSet("(0, 1)", 0, 1, ordinary=(0.1, 0.9), assumptions={"positive": True}))
t = sp.Symbol("t", real=True)
ones = OneMatrix(n, 1)
diagonal = Entrywise(Lambda(t, t**2), X) * OneMatrix(d, 1)
squares = diagonal * ones.T + ones * diagonal.T - 2 * X * X.T
kernel = Entrywise(Lambda(t, exp(-t / 2)), squares)


def mmd(weights):
    return quad(kernel, weights - p)


def loss(weights):
    return (dot(f, weights) - y) ** 2 / 2


def chord(function):
    return eps * function(v) + (1 - eps) * function(u)


between = eps * v + (1 - eps) * u
gap = eps * (1 - eps)


def moved(x):
    """F of a point mass."""
    return (tanh(sp.sympify(x)) - 1) ** 2 / 2


middle = -Rational(5, 2)
claim = Claim(
    "mfld.convexity_examples",
    source=source("Objective of mean field NN / Mean field limit of 2-layer NN"),
    domain=Domain(core=(n <= 6, d <= 3, y >= -2, y <= 2)),
    parts={
        "main": Part(
            Identity(chord(mmd) - mmd(between), gap * quad(kernel, u - v), scale=mmd(u) + mmd(v) + quad(kernel, u - v)),
            says="The chord of MMD² exceeds it by ε(1 − ε)|k_μ − k_ν|², for any two measures on finitely many points",
            wrong={"first_power": {"right": eps * quad(kernel, u - v)}, "sign": {"right": -gap * quad(kernel, u - v)}},
        ),
        "convex": Part(
            Inequality(mmd(between), chord(mmd)),
            says="so that MMD² is convex in the measure",
            wrong={"concave": {"left": chord(mmd), "right": mmd(between)}},
        ),
        "network": Part(
            Identity(chord(loss) - loss(between), gap * dot(f, u - v) ** 2 / 2, scale=loss(u) + loss(v) + dot(f, u - v) ** 2),
            says="The squared loss of a network, linear in its measure, has the gap ½ε(1 − ε)(f_μ − f_ν)²",
            proof="words",
            wrong={"half": {"right": gap * dot(f, u - v) ** 2 / 4}},
        ),
        "transport": Part(
            Inequality((moved(-5) + moved(0)) / 2, moved(middle)),
            says="Along transport it is not convex: ½(∫tanh dμ − 1)² of a point at −5/2 exceeds the mean of those at −5 and 0",
            wrong={"convex": {"left": moved(middle), "right": (moved(-5) + moved(0)) / 2}},
        ),
    },
)
