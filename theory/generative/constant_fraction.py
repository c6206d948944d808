"""With a transformed label (1/n) Σ T(y_i) x_i finds a constant fraction of θ from n = rd samples, whatever the information exponent.

Its squared overlap is c_1²/(c_1² + E T²/r) in the limit, c_1 = E[Tz] (generative.label_transform_estimator); here y = He_3(<x, θ>), of information
exponent 3, and d = 150 to 160. With T = 1{y > He_3(t)}, 1 < t < 2, the level has the crossings r_1, r_2 = (-t ∓ √(12 - 3t²))/2 and t, so that
c_1 = φ(t) + φ(r_1) - φ(r_2) and E T² = Φ(-t) + Φ(r_2) - Φ(r_1). The best T is E[z | y], with λ_1²/(λ_1² + d/n), λ_1² = E[E[z | y]²]. The label
itself has c_1 = 0 and learns nothing: about 7/d. The overlap is a ratio of means up to 0.02 at these d. Labels are noiseless.
"""

from lemmata import *
from lemmata.theory.generative.notation import source

t = Symbol("t", "largest crossing of a level of He_3 that is crossed thrice", Positive)
d, r = Symbol("d", "dimension", Naturals), Symbol("r", "samples per dimension", Naturals)
LAMBDA = Rational(66783167, 10**8)  # λ_1² of He_3
runs = Procedure(
    "runs",
    "estimates from rd samples in R^d with labels He_3: thresholded at He_3(t), not at all, by E[z | y]",
    ("d", "r", "t"),
    {
        "overlap": "squared overlap, thresholded",
        "plain": "squared overlap, with the label itself",
        "best": "squared overlap, with E[z | y]",
        "gain": "mean of E[z | y]² over the labels",
    },
)
found = runs(d=d, r=r, t=t)
low, high = ((-t + sign * sqrt(12 - 3 * t**2)) / 2 for sign in (-1, 1))
c1, share = phi(t) + phi(low) - phi(high), Phi(-t) + Phi(high) - Phi(low)
fraction, attainable, slack = c1**2 / (c1**2 + share / r), LAMBDA / (LAMBDA + Rational(1) / r), Rational(1, 50)
plain = Mean(found["plain"])

claim = Claim(
    "generative.constant_fraction",
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(*(t > 1, t < 2, r >= 6, d >= 150), core=(t >= Rational(11, 10), t <= Rational(19, 10), d <= 160, r <= 8)),
    parts={
        "main": Part(
            Inequality(fraction - slack, Mean(found["overlap"])),
            says="From rd labels He_3, thresholded between its critical values, (1/n) Σ T(y) x has a mean squared overlap of at least "
            "c_1²/(c_1² + E T²/r) − 0.02, d ≥ 150",
            wrong={"not_squared": {"left": sqrt(fraction) - slack}},
        ),
        "upper": Part(
            Inequality(Mean(found["overlap"]), fraction + slack),
            says="and at most that plus 0.02",
            wrong={"no_second_moment": {"right": c1**2 / (c1**2 + Rational(1) / r) + slack}},
        ),
        "best": Part(
            Inequality(attainable - slack, Mean(found["best"])),
            says="With T = E[z | y] it is at least λ_1²/(λ_1² + d/n) − 0.02, λ_1² = 0.66783167",
            wrong={"label_variance": {"left": 1 / (1 + Rational(1) / r) - slack}},
        ),
        "best_upper": Part(Inequality(Mean(found["best"]), attainable + slack), says="and at most that plus 0.02"),
        "strength": Part(Identity(Mean(found["gain"]), LAMBDA), says="E[E[z | y]²] of He_3 is 0.66783167"),
        "untransformed": Part(
            Inequality(plain, 14 / d),
            says="With the label He_3 itself it is at most 14/d",
            wrong={"untransformed_learns": {"left": Rational(1, 4), "right": plain}},
        ),
    },
    procedures=(runs,),
    uses=("generative.label_transform_estimator",),
)
