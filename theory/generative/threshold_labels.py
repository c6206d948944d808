"""The mean c_1 = E[Tz] of a label that is cut at a level, T = 1{σ(z) > c}: φ summed over the up-crossings of c minus the down-crossings.

With He_3, of information exponent 3, {y > c} is one half-line only for c > 2, its critical value; for -2 < c < 2 it is (r_1, r_2) and
(t, ∞), with r_1, r_2 = (-t ∓ √(12 - 3t²))/2, 1 < t < 2. For z² - z, {y > c} is the outside of (1 - t, t). Where c_1 is not 0 the label
makes n ≍ d enough: generative.label_transform_estimator.
"""

from lemmata import *
from lemmata.theory.generative.notation import Z, source

t = Symbol("t", "largest crossing of a level of He_3 that is crossed thrice", Positive)
v = Symbol("v", "crossing of one that is crossed once", Positive)
s = Symbol("s", "larger crossing of a level of z² − z", Positive)


def where(event, term):
    return Mean(Piecewise((term, event), (0, True)))


three_sets, half_line = Z**3 - 3 * Z > t**3 - 3 * t, Z**3 - 3 * Z > v**3 - 3 * v
outer = Z**2 - Z > s**2 - s
low, high = ((-t + sign * sqrt(12 - 3 * t**2)) / 2 for sign in (-1, 1))
three = phi(t) + phi(low) - phi(high)


def exact(event, term, value, says, scale=None, **wrong):
    mean = where(event, term)
    return Part(Identity(mean, value, scale=scale), says=says, wrong={name: {"right": v} for name, v in wrong.items()})


claim = Claim(
    "generative.threshold_labels",
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(
        (t > 1, t < 2, v > 2, s > Rational(1, 2)),
        core=(t >= Rational(11, 10), t <= Rational(19, 10), v <= Rational(21, 10), s >= Rational(11, 10), s <= Rational(9, 5)),
    ),
    parts={
        "half_line": exact(
            half_line, Z, phi(v), "For He_3 above a level c = He_3(v) > 2, c_1 = E[Tz] is φ(v)", half=phi(v) / 2
        ),
        "three_crossings": exact(
            three_sets,
            Z,
            three,
            "For −2 < c < 2 it is φ(t) + φ(r_1) − φ(r_2): the level has three crossings",
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
    },
    uses=("generative.label_transform_estimator",),
)
