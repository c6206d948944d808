"""Untrained features express linear functions only: their error never falls below the linear floor; one gradient step can take it below.

With A, X, Y of srf.learning_rate the untrained error is [ε + s + h_1*²(1 + bY)/(1 + bA)²]/(1 - X), ε the variance of the target without its linear part.
X and Y are nonnegative, so that the error is at least ε + s. The iteration is judged for r and b
from 1/4 to 8 and λ from 1/20 to 1, where it has converged. For the target sin(5κ/4), n_0 = 20d and n = 3p = 3d the
mean error of real networks at d = p = 60 lies above the floor before the step and below it after; with n_0 = d and noisy labels it stays above.
"""

from lemmata import *
from lemmata.theory.srf.learning_rate import Untrained, first, rest
from lemmata.theory.srf.notation import Equivalent, Sine, b, lam, omega, r, s, source, stepped, target

eps = Symbol("ε", "variance of the target without its linear part", NonNegative)
h2 = Symbol("h", "squared linear coefficient of the target", NonNegative)
A, X, Y = (
    Symbol("A", "weight of the linear direction", NonNegative),
    Symbol("X", "share of noise that comes back", NonNegative),
    Symbol("Y", "response of the trace", NonNegative),
)
closed = (eps + s + h2 * (1 + b * Y) / (1 + b * A) ** 2) / (1 - X)


def proof(k):
    gain = (h2 * (1 + b * Y) / (1 + b * A) ** 2 + X * (eps + s)) / (1 - X)
    return k.to(k.compare(eps + s, eps + s + gain), closed)


def untrained(ridge=lam, noise=s):
    goal = target(Integer(0), omega, noise)
    return Equivalent([Sine(Integer(0), Integer(1))], [Integer(1)], r, b, ridge, goal, Integer(1)).solved(64)["test"]


floor = rest + s
found = Untrained()
THREE_HALVES, HALF = Rational(3, 2), Rational(1, 2)
common = {"d": 60, "p": 60, "n": 180, "λ": Rational(1, 10), "ζ": 1, "ζ'": 1, "ω": Rational(5, 4)}
good = stepped(**common, n0=1200, **{"η": 3, "s": 0})
bad = stepped(**common, n0=60, **{"η": 3, "s": HALF})
level = rest.xreplace({omega: Rational(5, 4)})

BOX = (
    omega >= HALF,
    omega <= 2,
    s <= HALF,
    r >= Rational(1, 4),
    r <= 8,
    b >= Rational(1, 4),
    b <= 8,
    lam >= Rational(1, 20),
    lam <= 1,
)
claim = Claim(
    "srf.beats_linear",
    source=source("cui2024"),
    uses=("srf.generalisation", "srf.learning_rate"),
    domain=Domain(X < 1, *BOX, core=(*BOX, *(e <= 2 for e in (eps, h2, A, Y)), X <= Rational(9, 10))),
    parts={
        "main": Part(
            Inequality(floor, untrained()),
            says="For r and b from 1/4 to 8 and λ from 1/20 to 1 the test error of the equivalent without a spike is at least the linear floor ε + s",
            wrong={"half_of_the_linear_part": {"left": floor + first / 2}},
        ),
        "because": Part(
            Inequality(eps + s, closed),
            says="because it is [ε + s + h_1*²(1 + bY)/(1 + bA)²]/(1 − X) with A, X, Y ≥ 0",
            proof=proof,
            wrong={"twice": {"left": 2 * eps + s}},
        ),
        "response": Part(
            Within(1 - 1 / found.noise, 0, HALF),
            says="X of the fixed point lies between 0 and 1/2 there",
            wrong={"quarter": {"high": Rational(1, 4)}},
        ),
        "before": Part(
            Inequality(THREE_HALVES * level, Mean(good["lazy"])),
            says="At d = p = 60, n = 180 real untrained networks have a mean error above 3/2 of the floor",
            wrong={"three_times": {"left": 3 * level}},
        ),
        "after": Part(
            Inequality(Mean(good["test"]), HALF * level),
            says="and after one real step on n_0 = 1200 samples a mean error below half of it",
            wrong={"quarter": {"right": level / 4}},
        ),
        "not_always": Part(
            Inequality(Rational(6, 5) * (level + HALF), Mean(bad["test"])),
            says="With n_0 = 60 and label noise of variance 1/2 the step leaves the mean error above 6/5 of the floor",
            wrong={"three_times": {"left": 3 * (level + HALF)}},
        ),
    },
    procedures=(stepped,),
)
