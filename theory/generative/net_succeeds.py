"""With unbounded compute n ≍ d samples are enough: least squares over directions finds θ, at the sizes that can be searched.

A known link and noise, y = h_3(<x, θ>) + N(0, 1/4), n = Cd samples: the best 10 of 1000 random directions are refined by 40 gradient steps on
the sphere; success is an overlap above 0.9. If n had to grow like d², the half-success point, between 1 and 2 samples per dimension at
d = 2, would lie between 4 and 8 at d = 8. Larger d are out of reach of a net: its size is generative.net_search. The probabilities that are
stated leave room below those of a pilot with its own key (0.83 at n = 4d and 0.98 at 8d, for d = 8).
"""

from lemmata import *
from lemmata.theory.generative.notation import source

q = Symbol("q", "dimension of a search", Naturals)
search = Procedure(
    "search",
    "least squares over 1000 random directions, the best 10 refined, on n noisy values of h_3",
    ("d", "n"),
    {"found": "1 if the overlap ends above 0.9, else 0"},
)


def succeeds(dimension, per_dimension):
    return search(d=dimension, n=per_dimension * dimension)["found"] > Rational(1, 2)


claim = Claim(
    "generative.net_succeeds",
    source=source("Baseline I: information theoretic limit"),
    domain=Domain(q >= 4, q <= 8),
    parts={
        "main": Part(
            Guarantee(succeeds(8, 4), Rational(3, 5)),
            says="At d = 8 least squares over directions succeeds with 4d samples with probability at least 3/5",
            wrong={"quadratic": {"event": search(d=8, n=32)["found"] < Rational(1, 2)}},
        ),
        "eight_per_dimension": Part(
            Guarantee(succeeds(q, 8), Rational(4, 5)),
            says="For d from 4 to 8 it succeeds with 8d samples with probability at least 4/5",
            wrong={"one_per_dimension": {"event": succeeds(q, 1)}},
        ),
    },
    procedures=(search,),
    uses=("generative.net_search",),
)
