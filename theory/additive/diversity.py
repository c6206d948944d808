"""The largest squared overlap of M random directions is (4 log M + o(log M))/d, so M ≲ d^(1/2) meets the condition up to √log.

With q(t) = P(<θ,θ'>² > t) and P = M(M-1)/2 pairs, whose overlaps are pairwise independent, Pq/(1 + (P-1)q) <= P(max > t) <= Pq, so the
maximum is of the size of the t with Pq(t) = 1. By parts q(t) lies between B(t)(1 - (1-t)/(2t(b+1))) and B(t) = (1-t)^b Γ(b+1/2)/(t^(1/2) √π Γ(b+1)),
b = (d-1)/2. At d = M², M = e^L, x = dt: with Γ(b+1/2)/Γ(b) = √(b - η/4) and log(1 - t) = -t - ζt²/(1 - t), every root of Pq = 1 is that of
the equation below for some δ, η, ζ in [0, 1], and x/(4L) -> 1 for all of them, from below, with the correction log L/(4L). The
condition M ≲ (max <θ,θ'>²)^(-1/2) then reads M ≲ (d/(4 log M))^(1/2): at M = d^(1/2) its two sides differ by the factor 2√log M.
"""

from lemmata import *
from lemmata.theory.additive.notation import M, d, source

half = Rational(1, 2)
a = Symbol("a", "level, in units of 4 log(M)/d", Positive)
L, x = Symbol("L", "log M", Positive), Symbol("x", "d times the squared overlap", Positive)
delta, eta, zeta = (
    Symbol(name, f"where the {what} lies between its bounds", NonNegative)
    for name, what in (("δ", "tail"), ("η", "ratio of Gamma functions"), ("ζ", "logarithm"))
)
size, most = (
    Symbol("D", "dimension, where the maximum is 4 log(M)/D", Positive),
    Symbol("m", "number of tasks that is allowed", Positive),
)
v = Symbol("v", "overlap")
theta, other = Sampled("θ", Sphere(1), d), Sampled("θ'", Sphere(1), d)
square = dot(theta, other) ** 2
level = a * 4 * log(M) / d
pairs = M * (M - 1) / 2
density = gamma(d / 2) / (sqrt(pi) * gamma((d - 1) / 2)) * (1 - v**2) ** ((d - 3) / 2)
tail = 2 * Integral(density, (v, sqrt(level), 1))
boundary = (1 - level) ** ((d - 1) / 2) * gamma(d / 2) / (sqrt(level) * sqrt(pi) * gamma((d + 1) / 2))

t, b = x * exp(-2 * L), (exp(2 * L) - 1) / 2
counted = 2 * L + log(1 - exp(-L)) - log(2)
logarithm = -(x / 2) * (1 - exp(-2 * L)) * (1 + zeta * t / (1 - t))
ratio = log(b - eta / 4) / 2 - log(b) - log(pi) / 2 - (log(x) - 2 * L) / 2
found = Root(x, counted + logarithm + ratio + log(1 - delta * (1 - t) / (2 * t * (b + 1))), inside=(2, 4 * L + 4))
allowed = Root(most, most**2 * 4 * log(most) - size, inside=(Rational(11, 10), sqrt(size)))
inverse = Root(most, most * 4 * log(most) - size, inside=(Rational(11, 10), size))

directions = Procedure(
    "directions", "M uniform directions in R^d", ("M", "d", "level"), {"exceeds": "whether a squared overlap exceeds the level"}
)
exceeds = Mean(directions(M=M, d=d, level=level)["exceeds"])

claim = Claim(
    "additive.diversity",
    source=source("Motivation: Learning Diverse Features Simultaneously"),
    domain=Domain(
        (M >= 3, d >= M, d >= 4, level < 1, delta <= 1, eta <= 1, zeta <= 1, L >= 8, size >= 10),
        core=(M <= 12, d >= 60, d <= 200, a >= 0.2, a <= 0.4, size >= 10, size <= 10**6, L <= 16),
    ),
    parts={
        "main": Part(
            Limit(found / (4 * L), 1, ladder=Ladder(L, (8, 16, 32, 64, 128, 256)), expansion=(log(L) / L, 1 / L)),
            says="At d = M² the squared overlap that one pair of M uniform directions exceeds on average is 4 log(M)/d in the limit",
            printed=Print(
                erratum=Erratum.unclear(
                    "M ≲ d^(1/2) meets the condition only up to a factor √log M: at M = d^(1/2) the largest squared overlap is "
                    "4 log M/d, and the condition allows M up to (d/(4 log M))^(1/2)"
                ),
                readings={"up to logarithms": (Edit(), "holds"), "up to constants": (Edit(changes={"value": 0}), "fails")},
            ),
            wrong={"two_log": {"value": half}},
        ),
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
        "allowed": Part(
            Within(allowed * sqrt(2 * log(size) / size), 1, sqrt(2)),
            says="The M with 4M² log M = d lies between (d/(2 log d))^(1/2) and (d/log d)^(1/2), for d ≥ 10",
            wrong={"inverse_maximum": {"quantity": inverse * sqrt(2 * log(size) / size)}},
        ),
    },
    procedures=(directions,),
    notes="The convergence is slow: the mean maximum times d/(4 log M) is still near 3/4 at M = 20 to 40.",
)
