"""A transformed label makes n ≍ d enough: the overlap of θ̂ = (1/n) Σ T(y_i) x_i.

With c_1 = E[Tz], E<θ̂, θ> = c_1 and E|θ̂|² = c_1² + ((d - 1)E T² + E[T²z²] - c_1²)/n, so that the squared overlap tends to
c_1²/(c_1² + (d/n)E T²), a constant fraction at n ≍ d whatever the information exponent, if c_1 ≠ 0. The best T is E[z | y]:
λ_1²/(λ_1² + d/n). With T(y) = y and information exponent at least 2 c_1 = 0, and nothing is learned. For T = 1{y > c} c_1 is φ summed over
the up-crossings of c minus the down-crossings: with He_3, of information exponent 3, {y > c} is one half-line only for c > 2, its
critical value; for -2 < c < 2 it is (r_1, r_2) and (t, ∞), with r_1, r_2 = (-t ∓ √(12 - 3t²))/2, 1 < t < 2. For z² - z, {y > c} is the
outside of (1 - t, t). Even links need the matrix version of the estimator, which is not judged here.
"""

import sympy as sp
from sympy import Piecewise

from lemmata import (
    Array,
    Claim,
    Domain,
    Function,
    FunctionClass,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Naturals,
    Normal,
    Part,
    Phi,
    Positive,
    Procedure,
    Rational,
    Reals,
    Sampled,
    Symbol,
    UnitVector,
    Within,
    dot,
    phi,
    sq,
    sqrt,
)
from lemmata.theory.generative.notation import Z, source
from lemmata.theory.language.calculus import Z as z

d, n = Symbol("d", "dimension", Naturals), Symbol("n", "number of samples", Naturals)
t, s = Symbol("t", "largest crossing of the level, of He_3", Positive), Symbol("s", "that of z² − z", Positive)
r = Symbol("r", "samples per dimension", Naturals)
D = Symbol("D", "dimension, of a large estimate", Naturals)
LAMBDA = Rational(66783167, 10**8)  # λ_1² of He_3
cubic = z**3 - 3 * z


def above(label, level):
    return Piecewise((1, label > level), (0, True))


LABELS = FunctionClass(
    "transformed labels",
    {
        "He_3 above 1/2": above(cubic, Rational(1, 2)),
        "He_3 above 3": above(cubic, 3),
        "z² − z above 1": above(z**2 - z, 1),
        "sine of He_3": sp.sin(cubic / 2),
        "h_3 itself": cubic / sp.sqrt(6),
    },
)
T = Function("T", "transformed label, as a function of ⟨x,θ⟩", of=LABELS)
theta = Array("θ", "unknown direction", d, kind=UnitVector)
X = Sampled("X", Normal(), n, d)
estimate = X.T * T.entrywise(X * theta) / n
c1, T2, T2z2 = Mean(T(Z) * Z), Mean(T(Z) ** 2), Mean(T(Z) ** 2 * Z**2)


def norm(first=1, second=1):
    """E|θ̂|², and the same with a term wrong."""
    return c1**2 + ((d - 1) * first * T2 + second * T2z2 - c1**2) / n


def where(event, term):
    return Mean(Piecewise((term, event), (0, True)))


half_line = Z**3 - 3 * Z > t**3 - 3 * t
outer = Z**2 - Z > s**2 - s
low, high = ((-t + sign * sqrt(12 - 3 * t**2)) / 2 for sign in (-1, 1))
three = phi(t) + phi(low) - phi(high)

one, second, product = (
    Symbol("c_1", "mean of T z", Reals),
    Symbol("T_2", "mean of T²", Positive),
    Symbol("T_2z", "mean of T²z²", Positive),
)
size = Symbol("N", "dimension, of ladders", Naturals)
finite = (one**2 + (product - one**2) / (r * size)) / (one**2 + ((size - 1) * second + product - one**2) / (r * size))

large = Procedure(
    "large",
    "estimates from rd samples in R^d with labels He_3: thresholded at He_3(t), not at all, by E[z | y]",
    ("D", "r", "t"),
    {
        "overlap": "squared overlap, thresholded",
        "plain": "squared overlap, with the label itself",
        "best": "squared overlap, with E[z | y]",
        "gain": "mean of E[z | y]² over the labels",
    },
)
found = large(D=D, r=r, t=t)
share = Phi(-t) + Phi(high) - Phi(low)
fraction, attainable, slack = three**2 / (three**2 + share / r), LAMBDA / (LAMBDA + Rational(1) / r), Rational(1, 50)


def about(name, value, says, **wrong):
    versions = {w: {"low": v - slack, "high": v + slack} for w, v in wrong.items()}
    return Part(Within(Mean(found[name]), value - slack, value + slack), when=(t < 2, t > 1), says=says, wrong=versions)


def exact(event, term, value, says, when=(), scale=None, **wrong):
    mean = where(event, term)
    return Part(
        Identity(mean, value, scale=scale), when=when, says=says, wrong={name: {"right": v} for name, v in wrong.items()}
    )


inside = (t > 1, t < 2)
claim = Claim(
    "generative.label_transform_estimator",
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(
        t > 1,
        s > Rational(1, 2),
        r >= 6,
        D >= 150,
        core=(
            *(t >= Rational(11, 10), t <= Rational(19, 10), s >= Rational(11, 10), s <= Rational(9, 5), n <= 6, d <= 6),
            *(D <= 200, r <= 12, one >= -1, one <= 1, second >= 0.1, second <= 1, product >= 0.1, product <= 1),
        ),
    ),
    parts={
        "main": Part(
            Identity(Mean(sq(estimate)), norm()),
            says="(1/n) Σ T(y_i) x_i has the mean square c_1² + ((d−1)E T² + E[T²z²] − c_1²)/n, c_1 = E[Tz]",
            wrong={"no_fourth_moment": {"right": norm(second=0)}, "whole_dimension": {"right": norm() + T2 / n}},
        ),
        "along": Part(
            Identity(Mean(dot(theta, estimate)), c1, scale=sqrt(T2)),
            says="Its mean component along θ is c_1",
        ),
        "half_line": exact(
            half_line, Z, phi(t), "For He_3 above a level c > 2, c_1 is φ(t), c = He_3(t)", when=t > 2, half=phi(t) / 2
        ),
        "three_crossings": exact(
            half_line,
            Z,
            three,
            "For −2 < c < 2 it is φ(t) + φ(r_1) − φ(r_2): the level has three crossings",
            when=inside,
            scale=phi(t) + phi(low) + phi(high),
            one_sided=phi(t),
        ),
        "two_sided": exact(
            outer,
            Z,
            phi(s) - phi(1 - s),
            "For z² − z above c = s² − s it is φ(s) − φ(1 − s)",
            scale=phi(s) + phi(1 - s),
            one_sided_square=phi(s),
        ),
        "second_moment": exact(
            outer,
            Z**2,
            s * phi(s) - (1 - s) * phi(1 - s) + Phi(-s) + Phi(1 - s),
            "and E[T²z²] is sφ(s) − (1 − s)φ(1 − s) + Φ(−s) + Φ(1 − s)",
        ),
        "limit": Part(
            Limit(
                finite,
                one**2 / (one**2 + second / r),
                ladder=Ladder(size, (50, 200, 800, 3200, 12800)),
                expansion=(1 / size, size**-2),
                scale=1,
            ),
            says="At n = rd the ratio of these means tends to c_1²/(c_1² + E T²/r)",
        ),
        "overlap": about(
            "overlap",
            fraction,
            "At d ≥ 150 the mean squared overlap with He_3 thresholded between its critical values is within 0.02 of that",
            no_second_moment=three**2 / (three**2 + Rational(1) / r),
            not_squared=sqrt(fraction),
        ),
        "best": about(
            "best",
            attainable,
            "With T = E[z | y] it is within 0.02 of λ_1²/(λ_1² + d/n), λ_1² = 0.66783167",
            label_variance=1 / (1 + Rational(1) / r),
        ),
        "strength": Part(Identity(Mean(found["gain"]), LAMBDA), when=inside, says="E[E[z | y]²] of He_3 is 0.66783167"),
        "untransformed": Part(
            Inequality(Mean(found["plain"]), 14 / D),
            when=inside,
            says="With the label He_3 itself it is at most 14/d",
            wrong={"untransformed_learns": {"left": fraction - slack, "right": Mean(found["plain"])}},
        ),
    },
    procedures=(large,),
    uses=("generative.definition",),
    notes="Labels are noiseless. The overlap is a ratio of means up to 0.02 at d ≥ 150.",
)
