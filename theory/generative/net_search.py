"""A net of directions has exponentially many members.

Unit vectors such that every θ has one with <u, θ> >= t number at least 1/P, P = I_{1-t²}((d-1)/2, 1/2)/2 the share of a cap, as each member
covers at most that share; and log(1/P) = -(d/2) log(1 - t²)(1 + o(1)). At d = 3 it is (1 - t)/2, after Archimedes. That least squares over
a net needs few samples is generative.net_succeeds. "May require exponential compute" is about this search, not about every algorithm.
"""

from sympy import betainc_regularized

from lemmata import *
from lemmata.theory.generative.notation import source

d, D = Symbol("d", "dimension", Naturals), Symbol("D", "dimension, of ladders", Naturals)
t = Symbol("t", "overlap that the net guarantees", Positive)
u, theta = Array("u", "a member of the net", d, kind=UnitVector), Sampled("θ", Sphere(1), d)
w, point = Array("w", "a member of a net in three dimensions", 3, kind=UnitVector), Sampled("Θ", Sphere(1), 3)
half = Rational(1, 2)


def cap(dimension):
    """The share of the sphere at an overlap of at least t with a member."""
    return betainc_regularized((dimension - 1) / 2, half, 0, 1 - t**2) / 2


claim = Claim(
    "generative.net_search",
    source=source("Baseline I: information theoretic limit"),
    domain=Domain(t < 1, d >= 2, core=(d <= 8, t >= 0.2, t <= 0.5)),
    parts={
        "main": Part(
            Identity(Probability(dot(u, theta) >= t), cap(d)),
            says="A member of a net covers the share I_{1−t²}((d−1)/2, 1/2)/2 of the sphere at overlap t",
            wrong={"no_half": {"right": 2 * cap(d)}},
        ),
        "log_size": Part(
            Limit(
                log(cap(D)) / (D * log(1 - t**2)),
                half,
                ladder=Ladder(D, (50, 100, 200, 400, 800, 1600)),
                expansion=(log(D) / D, 1 / D),
            ),
            says="So the logarithm of the size of a net is at least −(d/2) log(1 − t²) in the limit: exponential in d",
            wrong={"double_exponent": {"value": 1}},
        ),
        "archimedes": Part(Identity(Probability(dot(w, point) >= t), (1 - t) / 2), says="At d = 3 that share is (1 − t)/2"),
    },
    uses=("generative.information_theoretic",),
)
