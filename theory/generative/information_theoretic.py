"""Of order d samples are necessary: fewer than d leave most of the direction unseen.

θ uniform on the sphere, X (n x d) of full rank independent of it, n < d, labels any functions of Xθ and independent noise; the rows of F
are an orthonormal basis of X's rows. Given the data the part of θ outside the row space is uniform in its sphere, so every unit-norm
estimator has E<θ̂, θ>² <= E max(A², |θ - F'Fθ|²/(d - n)) <= (n + 1)/d, A = |Fθ|, as a maximum is at most the sum, whose mean this is.
The middle term is attained by an oracle that knows the projection of θ: it answers with that if it is the larger, else with any direction
outside. The bound n/d is false: at n = 0 any fixed vector has 1/d, at d = 2, n = 1 the middle term is 1/2 + 1/π. That n ≍ d
also suffices, with unbounded compute, is generative.net_search. The document's × is ≍; the necessary half alone is judged here.
"""

from lemmata import *
from lemmata.theory.generative.notation import source

d, n = Symbol("d", "dimension", Naturals), Symbol("n", "number of samples", Naturals)
X, theta = Sampled("X", Normal(), n, d), Sampled("θ", Sphere(1), d)
F = Array("F", "orthonormal basis of the span of the inputs, one vector a row", n, d, kind=OrthonormalRows)
g = Sampled("g", Normal(), d)  # what the oracle draws outside the row space
u = Array("u", "a fixed vector", d, kind=UnitVector)
r, s = Symbol("r", "a number", NonNegative), Symbol("s", "another number", NonNegative)
c = Symbol("c", "a weight", Positive)

seen, rest = sq(F * theta), sq(theta - F.T * F * theta)
outside = rest / (d - n)
onto = X.T * (X * X.T).inv() * X
share = quad(onto, theta)
best, drawn = Maximum(share, (1 - share) / (d - n)), g - onto * g
oracle = Piecewise((share, share >= (1 - share) / (d - n)), (dot(drawn, theta) ** 2 / sq(drawn), True))

x, angle = Sampled("x", Normal(), 2), Sampled("φ", Sphere(1), 2)
cosine = dot(x, angle) ** 2 / sq(x)


def summed(k):
    """E A² = n/d, and the rest has 1 - n/d."""
    return k.then(k.mean(Mean(seen + outside)), k.words(k.mean(Mean(seen + outside)).right, (n + 1) / d))


def at_most(k):
    """max(r, c s) <= r + c s."""
    larger = [k.le(k.minmax(Maximum(r, c * s), one), k.compare(one, r + c * s)) for one in (r, c * s)]
    lemma = k.cases({r >= c * s: larger[0], r < c * s: larger[1]})
    return k.to(k.rewrite(k.average(k.instance(lemma, {r: seen, s: rest, c: 1 / (d - n)})), by=summed(k)), (n + 1) / d)


claim = Claim(
    "generative.information_theoretic",
    source=source("Baseline I: information theoretic limit"),
    domain=Domain(n <= d - 1, core=(d <= 8,)),
    parts={
        "main": Part(
            Inequality(Mean(Maximum(seen, outside)), (n + 1) / d),
            proof=at_most,
            says="With 0 < n < d samples E max(A², (1−A²)/(d−n)) ≤ (n+1)/d, A² the share of θ in the row space of the inputs",
            wrong={"squared": {"right": n**2 / d**2}, "half": {"right": n / (2 * d)}, "without_one": {"right": n / d}},
        ),
        "sum_bound": Part(
            Identity(Mean(seen + outside), (n + 1) / d),
            proof=summed,
            says="The mean of A² + (1−A²)/(d−n), which is at least the maximum, is (n+1)/d",
        ),
        "row_space": Part(
            Identity(Mean(seen), n / d),
            proof=lambda k: k.then(k.mean(Mean(seen)), k.words(k.mean(Mean(seen)).right, n / d)),
            says="The mean of A² is n/d",
        ),
        "gaussian_inputs": Part(
            Identity(Mean(share), n / d), says="as it is for Gaussian inputs, with the projection X⁺X on their span"
        ),
        "attained": Part(
            Identity(Mean(oracle - best), 0, scale=1),
            says="An oracle that knows the projection of θ on the row space has that squared overlap, E max(A², (1−A²)/(d−n))",
            wrong={"of_the_sum": {"left": Mean(oracle - share - (1 - share) / (d - n))}},
        ),
        "plane": Part(
            Identity(Mean(Maximum(cosine, 1 - cosine)), Rational(1, 2) + 1 / pi),
            says="At d = 2, n = 1 the mean of the maximum is 1/2 + 1/π",
        ),
        "no_samples": Part(
            Identity(Mean(dot(u, theta) ** 2), 1 / d),
            proof="mean",
            says="Without samples a fixed unit vector has a mean squared overlap of 1/d, not 0",
        ),
    },
)
