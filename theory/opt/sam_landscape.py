"""Which of two wells sharpness-aware minimisation prefers: its objective leaves the sharp one beyond a radius, its own path need not.

L(w) = -exp(-200 w²) - exp(-2 (w - 1)²) on the line has a sharp and deeper well at w* = 0.00136 and a flat one at 1, with a barrier at 0.1466. The objective of
the algorithm is the largest loss within the radius τ. For τ ≤ 0.0272 its least value is in the sharp well, for τ from 0.0273 to 1/10 at 1, up to what
the sharp well adds there, e^(−162) and less: L(1 − τ) is below L(1 + τ) by so much, and the least value by 2e-71 at τ = 1/10. Descent's objective, τ = 0,
never moves. The algorithm descends along the gradient at w + τ sign L'(w) instead, and from w = 3/100, with steps η = 1/500, it stops at w* + τ for radii
between 0.15 and 0.4: beyond the barrier, on the way down to the flat minimum and not there, because the ascent step leads back into the sharp one. For radii
from 1/100 to 1/10 it ends near w*: a step leads back over it and is at most η max |L'| = 0.0252 long. From τ = 0.03 on it goes to and fro without a limit,
and another radius is another place within that distance. So "flat" is true of the objective and not in general of the points that are found; in
several dimensions it is one of the sharpest direction alone (opt.sam_flat). Between the two minima the largest loss within τ ≤ 1/10 is at an end, or larger.
"""

from lemmata import *
from lemmata.theory.opt.notation import SAM, source

w, w0 = Symbol("w", "weight", Reals), Symbol("x", "weight on the way", Reals)
tau = Symbol("τ", "radius of the ascent step", Positive)
SHARP, RATE, START = Rational(1, 20), Rational(1, 500), Rational(3, 100)


def loss(at):
    return -exp(-(at**2) / (2 * SHARP**2)) - exp(-2 * (at - 1) ** 2)


def slope(at):
    return at / SHARP**2 * exp(-(at**2) / (2 * SHARP**2)) + 4 * (at - 1) * exp(-2 * (at - 1) ** 2)


def ends(at, radius=tau):
    """The larger loss at the two ends of the ball."""
    return Maximum(loss(at - radius), loss(at + radius))


def near_sharp(radius=tau):
    """The least value of that in the sharp well: where the two ends agree."""
    balanced = Root(w0, loss(w0 + radius) - loss(w0 - radius), inside=(-Rational(1, 50), Rational(1, 50)))
    return loss(balanced + radius)


least = Root(w0, slope(w0), inside=(-Rational(1, 50), Rational(1, 50)))  # w*
barrier = Root(w0, slope(w0), inside=(Rational(1, 10), Rational(1, 5)))


def step(at, radius=tau):
    """One step of the algorithm."""
    return at - RATE * slope(at + radius * slope(at) / Abs(slope(at)))


def path(radius, steps=300):
    """The algorithm from the start."""
    return Iterate(w0, step(w0, radius), START, steps).end


TINY = Rational(1, 10**50)
LONGEST = Rational(63, 2500)  # above (1/500)(20 exp(-1/2) + 4.2 exp(-2.205))
BELOW, ABOVE = Rational(272, 10**4), Rational(273, 10**4)
BOX = (w >= -Rational(1, 2), w <= 2, tau >= Rational(1, 1000), tau <= Rational(1, 2))
claim = Claim(
    "opt.sam_landscape",
    source=source(SAM, "foret2021"),
    domain=Domain(*BOX, core=BOX),
    parts={
        "main": Part(
            Inequality(-exp(-2 * tau**2), ends(w) + TINY),
            when=(tau >= ABOVE, tau <= Rational(1, 10)),
            says="For τ from 0.0273 to 1/10 the larger loss at the ends of a ball of radius τ is nowhere from −1/2 to 2 below −e^(−2τ²) − 10⁻⁵⁰, "
            "and −e^(−2τ²) is what it is at the flat minimum, up to e^(−200)",
            wrong={
                "without_a_ball": {"right": loss(w) + TINY},
                "smaller_radius": {"when": (tau >= Rational(1, 50), tau <= Rational(1, 10))},
            },
        ),
        "sharp": Part(
            Inequality(near_sharp(), -exp(-2 * tau**2)),
            when=(tau <= BELOW,),
            says="and for τ from 0.001 to 0.0272 it is smaller in the sharp well, where the losses at both ends agree: below −e^(−2τ²), which L(1 ± τ) is up to e^(−180)",
            wrong={"larger_radius": {"when": (tau <= Rational(7, 200),)}},
        ),
        "stops": Part(
            Inequality(Abs(path(tau) - tau - least), TINY),
            when=(tau >= Rational(3, 20), tau <= Rational(2, 5)),
            says="From w = 3/100 with η = 1/500 the algorithm is at w* + τ, up to 10⁻⁵⁰, after 300 steps, for τ from 0.15 to 0.4",
            printed=Print(
                left=Abs(path(tau) - 1),
                right=Rational(1, 10),
                erratum=Erratum.condition_missing(
                    "the algorithm need not end in a flat minimum: it has fixed points where its ascent step ends in a sharp one"
                ),
            ),
            wrong={"at_the_minimum": {"left": Abs(path(tau) - least)}, "behind_it": {"left": Abs(path(tau) + tau - least)}},
        ),
        "fixed": Part(
            Identity(step(least + tau), least + tau, scale=Rational(1, 10)),
            when=(tau >= Rational(3, 20),),
            says="where it stays, as the ascent step from there ends in the sharp minimum w*; for τ up to 1/2",
            wrong={
                "of_half_the_radius": {"left": step(least + tau, tau / 2)},
                "before_the_barrier": {"when": (tau <= Rational(7, 50),)},
            },
        ),
        "stays": Part(
            Within(path(tau) - least, -LONGEST, LONGEST),
            when=(tau <= Rational(1, 10), tau >= Rational(1, 100)),
            says="For τ from 1/100 to 1/10 it is within 0.0252 of w* then, the length of the longest step",
            wrong={
                "flat_minimum": {"quantity": path(tau) - 1},
                "four_fifths_of_a_step": {"low": -Rational(4, 5) * LONGEST, "high": Rational(4, 5) * LONGEST},
            },
        ),
        "barrier": Part(
            Within(barrier - least, Rational(1452, 10**4), Rational(1453, 10**4)),
            says="The radii of that kind begin where the barrier is: it is between 0.1452 and 0.1453 above w*",
            wrong={"top": {"quantity": barrier}},
        ),
    },
    uses=("opt.sam_flat", "opt.sam_update"),
)
