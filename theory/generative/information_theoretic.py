"""Of order d samples are necessary: fewer than d leave most of the direction unseen.

θ uniform on the sphere, X (n x d) of full rank independent of it, n < d, labels any functions of Xθ and independent noise. Given the
data the part of θ outside the row space is uniform in its sphere, so every unit-norm estimator has
E<θ̂, θ>² <= E max(A², (1 - A²)/(d - n)) <= (n + 1)/d, A = |P_row θ|, A² ~ Beta(n/2, (d - n)/2). The middle term is attained by an oracle that
knows P_row θ: its projection if that is the larger, else any direction outside. The bound n/d is false: at n = 0 any fixed
vector has 1/d, at d = 2, n = 1 the middle term is 1/2 + 1/π. That n ≍ d also suffices, with unbounded compute, is
generative.net_search. The document's × is ≍.
"""

from sympy import Piecewise

from lemmata import (
    Array,
    Claim,
    Domain,
    Identity,
    Inequality,
    Maximum,
    Mean,
    Naturals,
    Normal,
    Part,
    Rational,
    Sampled,
    Sphere,
    Symbol,
    UnitVector,
    dot,
    pi,
    quad,
    sq,
)
from lemmata.theory.generative.notation import source

d, n = Symbol("d", "dimension", Naturals), Symbol("n", "number of samples", Naturals)
X, theta = Sampled("X", Normal(), n, d), Sampled("θ", Sphere(1), d)
g = Sampled("g", Normal(), d)  # what the oracle draws outside the row space
u = Array("u", "a fixed vector", d, kind=UnitVector)

onto = X.T * (X * X.T).inv() * X
seen = quad(onto, theta)
outside = (1 - seen) / (d - n)
best = Maximum(seen, outside)
drawn = g - onto * g
oracle = Piecewise((seen, seen >= outside), (dot(drawn, theta) ** 2 / sq(drawn), True))

x, angle = Sampled("x", Normal(), 2), Sampled("φ", Sphere(1), 2)
share = dot(x, angle) ** 2 / sq(x)

claim = Claim(
    "generative.information_theoretic",
    source=source("Baseline I: information theoretic limit"),
    domain=Domain(n <= d - 1, core=(d <= 8,)),
    parts={
        "main": Part(
            Inequality(Mean(best), (n + 1) / d),
            says="With 0 < n < d samples E max(A², (1−A²)/(d−n)) ≤ (n+1)/d, A² the share of θ in the row space of the inputs",
            wrong={
                "squared": {"right": n**2 / d**2},
                "half": {"right": n / (2 * d)},
                "without_one": {"right": n / d},
            },
        ),
        "row_space": Part(Identity(Mean(seen), n / d), says="The mean of A² is n/d"),
        "attained": Part(
            Identity(Mean(oracle - best), 0, scale=1),
            says="An oracle that knows the projection of θ on the row space has that squared overlap, E max(A², (1−A²)/(d−n))",
        ),
        "sum_bound": Part(
            Identity(Mean(seen + outside), (n + 1) / d),
            when=n <= d - 2,
            says="The mean of A² + (1−A²)/(d−n), which is the larger, is (n+1)/d",
        ),
        "plane": Part(
            Identity(Mean(Maximum(share, 1 - share)), Rational(1, 2) + 1 / pi),
            says="At d = 2, n = 1 the mean of the maximum is 1/2 + 1/π",
        ),
        "no_samples": Part(
            Identity(Mean(dot(u, theta) ** 2), 1 / d),
            proof=lambda k: k.mean(Mean(dot(u, theta) ** 2)).to(1 / d),
            says="Without samples a fixed unit vector has a mean squared overlap of 1/d, not 0",
        ),
    },
    notes="The document's n × d stands for n ≍ d. Only the necessary half is judged here.",
)
