"""The chance that some of the squared overlaps of M random directions exceeds t, between Pq/(1 + (P-1)q) and Pq.

P = M(M-1)/2 is the number of pairs and q = P(<θ,θ'>² > t), an integral that by parts lies between B(t)(1 - (1-t)/(2t(b+1))) and
B(t) = (1-t)^b Γ(b+1/2)/(t^(1/2) √π Γ(b+1)), b = (d-1)/2. Above is the union bound; below, as the overlaps are pairwise independent, the
inequality (E S)² <= P(S > 0) E S² for the number S of those that exceed t. What follows for large M is additive.diversity.
"""

from lemmata import *
from lemmata.theory.additive.notation import M, d, source

a = Symbol("a", "level, in units of 4 log(M)/d", Positive)
v = Symbol("v", "overlap")
theta, other = Sampled("θ", Sphere(1), d), Sampled("θ'", Sphere(1), d)
square = dot(theta, other) ** 2
level = a * 4 * log(M) / d
pairs = M * (M - 1) / 2
density = gamma(d / 2) / (sqrt(pi) * gamma((d - 1) / 2)) * (1 - v**2) ** ((d - 3) / 2)
tail = 2 * Integral(density, (v, sqrt(level), 1))
boundary = (1 - level) ** ((d - 1) / 2) * gamma(d / 2) / (sqrt(level) * sqrt(pi) * gamma((d + 1) / 2))

directions = Procedure(
    "directions", "M uniform directions in R^d", ("M", "d", "level"), {"exceeds": "whether a squared overlap exceeds the level"}
)
exceeds = Mean(directions(M=M, d=d, level=level)["exceeds"])

claim = Claim(
    "additive.overlaps",
    source=source("Motivation: Learning Diverse Features Simultaneously"),
    domain=Domain((M >= 3, d >= M, d >= 4, level < 1), core=(M <= 12, d >= 60, d <= 200, a >= 0.2, a <= 0.4)),
    parts={
        "tail": Part(
            Identity(Probability(square > level), tail),
            says="A squared overlap exceeds t with the probability that ∫ c(1 − v²)^((d−3)/2) over |v| > √t gives",
        ),
        "by_parts": Part(
            Within(tail / boundary, 1 - (1 - level) / (level * (d + 1)), 1),
            says="This lies between B(t)(1 − (1−t)/(2t(b+1))) and B(t), b = (d−1)/2",
        ),
        "second_moment": Part(
            Identity(Mean(square), 1 / d),
            proof="mean",
            says="The mean squared overlap is 1/d",
            wrong={"second_moment_squared": {"right": 1 / d**2}},
        ),
        "union": Part(
            Inequality(exceeds, pairs * tail),
            says="Some of the M(M−1)/2 squared overlaps exceeds t with at most M(M−1)/2 times that probability q",
        ),
        "pairwise_independence": Part(
            Inequality(pairs * tail / (1 + (pairs - 1) * tail), exceeds),
            says="and with at least Pq/(1 + (P − 1)q), P = M(M−1)/2, as overlaps are pairwise independent",
        ),
    },
    procedures=(directions,),
)
