"""A net of directions has exponentially many members; least squares over it needs n ≍ d samples.

(i) Unit vectors such that every θ has one with <u, θ> >= t number at least 1/P, P = I_{1-t²}((d-1)/2, 1/2)/2 the share of a cap, and
log(1/P) = -(d/2) log(1 - t²)(1 + o(1)). (ii) With a known link and noise, least squares over directions finds θ from n = Cd samples, C
independent of d: here y = h_3(<x, θ>) + N(0, 1/4), 4000 random directions, the best 20 refined by 60 gradient steps on the sphere,
success meaning an overlap above 0.9, for d <= 8. If n had to grow like d², the half-success point, between 1 and 2 samples per
dimension at d = 2, would lie between 4 and 8 at d = 8. "May require exponential compute" is about this search, not about every algorithm.
"""

from sympy import betainc_regularized

from lemmata import (
    Array,
    Claim,
    Domain,
    Guarantee,
    Identity,
    Ladder,
    Limit,
    Naturals,
    Part,
    Positive,
    Probability,
    Procedure,
    Rational,
    Sampled,
    Sphere,
    Symbol,
    UnitVector,
    dot,
    log,
)
from lemmata.theory.generative.notation import source

d, D = Symbol("d", "dimension", Naturals), Symbol("D", "dimension, of ladders", Naturals)
t = Symbol("t", "overlap that the net guarantees", Positive)
q = Symbol("q", "dimension of a search", Naturals)
u, theta = Array("u", "a member of the net", d, kind=UnitVector), Sampled("θ", Sphere(1), d)
half = Rational(1, 2)


def cap(dimension):
    """The share of the sphere at an overlap of at least t with a member."""
    return betainc_regularized((dimension - 1) / 2, half, 0, 1 - t**2) / 2


search = Procedure(
    "search",
    "least squares over 4000 random directions, the best 20 refined, on n noisy values of h_3",
    ("d", "n"),
    {"found": "1 if the overlap ends above 0.9, else 0"},
)


def succeeds(dimension, per_dimension):
    return search(d=dimension, n=per_dimension * dimension)["found"] > half


claim = Claim(
    "generative.net_search",
    source=source("Baseline I: information theoretic limit"),
    domain=Domain(t < 1, d >= 2, q >= 4, q <= 8, core=(d <= 8, t >= 0.2, t <= 0.5)),
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
        "four_per_dimension": Part(
            Guarantee(succeeds(8, 4), Rational(3, 5)),
            says="At d = 8 the search succeeds with 4d samples with probability at least 3/5",
            wrong={"quadratic": {"event": search(d=8, n=32)["found"] < half}},
        ),
        "eight_per_dimension": Part(
            Guarantee(succeeds(q, 8), Rational(4, 5)),
            says="For d from 4 to 8 it succeeds with 8d samples with probability at least 4/5",
        ),
    },
    procedures=(search,),
    uses=("generative.information_theoretic",),
    notes="Larger d are out of reach of a net.",
)
