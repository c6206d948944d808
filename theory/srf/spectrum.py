"""The bulk spectrum of the trained features, and how training spreads it.

The spectrum of ΦᵀΦ/n (p x p) is judged through the mean s(L) of 1/(x + L), which at every L > 0 is the sum of v over groups of srf.block_equivalent with ridge
L, the features scaled to 1/n: δ has the factor p/n, C and D have none. Finitely many outliers (of the means μ_0 and κμ_1) do not show in it. From the law its first
moments follow: m_1 = E(μ_1² + μ_2²) and, with one group, m_2 = (1 + b)(E μ_1²)² + 2E μ_1² E μ_2² + (E μ_2²)² + (p/n) E(μ_1² + μ_2²)². Features without a spike but
with the same E μ_1² and E μ_2² have the same m_1 and lack (p/n) Var(μ_1² + μ_2²) of m_2: training widens the bulk. Its density and edges are not judged: they are
limits of the resolvent at complex places, and the fixed point is one in real numbers here.
"""

from lemmata import *
from lemmata.theory.srf.notation import Averaged, Equivalent, Sine, b, over, source, spiked
from lemmata.theory.srf.notation import r as ratio

up = Symbol("u", "spike of the first group", Positive)
C, HALF, ONE = Rational(6, 5), Rational(1, 2), [Integer(1)]
RATIO = Rational(8, 5)
SIZES = {"d": 75, "p": 60, "n": 96}


PAIR, SQUARE = [HALF, HALF], Rational(4, 5)


def law(groups, shares, r, b, at, steps):
    """s(L): G at ridge L r of the features scaled to 1/p is 1/r times that at ridge L of those scaled to 1/n."""
    found = Equivalent(groups, shares, r, b, at * r)
    table = found.solved(steps) if steps else found.numbers()
    return r * sum(table[f"v{q + 1}"] for q in range(len(groups)))


def at(u, L, kind=Sine, r=RATIO, second=-HALF):
    """s(L) as a number for spikes u and -1/2."""
    return law([kind(u, C), kind(second, C)], PAIR, r, SQUARE, L, 0)


def drawn(u, L):
    own = {"λ": L * RATIO, "u": u, "u'": -HALF, "c": C, "c'": C, "γ": HALF, "ω": 1, "s": Rational(1, 10)}
    found = spiked(**SIZES, **own)
    return RATIO * Mean(found["v"] + found["v'"])


near, far_off = (Integer(2), Rational(1, 50)), (Rational(3, 2), Rational(1, 4))


def around(value):
    return {"low": value * Rational(24, 25), "high": value * Rational(26, 25)}


z = Sampled("z", Normal())
group, plain = Sine(up, C), Averaged(up, C)
linear, other = plain.mu1**2, plain.mu2
square = over((group.mu1**2 + group.mu2) ** 2)
m1 = linear + other
m2 = (1 + b) * linear**2 + 2 * linear * other + other**2 + square / ratio
m2_averaged = m2 + (m1**2 - square) / ratio
y = Symbol("y", "a place far left of the spectrum", Positive)
at_one, at_averaged = (law([g], ONE, ratio, b, y, 6) for g in (group, plain))
far = Ladder(y, (100, 200, 400, 800, 1600), quick=(100, 200, 400, 800))
LEFT = (1 / y, y**-2, y**-3)
size = exp(-C)
bulk = (1 - exp(-2 * C) * cos(2 * up * z)) / 2 - (size * sin(up * z) ** 2)  # E[σ²|κ] - μ_0², that is μ_1² + μ_2²
spread = Mean(bulk**2) - Mean(bulk) ** 2
width = (size * (1 - size)) ** 2 * (1 - exp(-4 * up**2)) ** 2 / 8

BOX = (up >= Rational(3, 2), up <= 2, b >= HALF, b <= 2, ratio >= HALF, ratio <= 2)
PLACE = {up: Rational(3, 2), b: Rational(5, 4), ratio: RATIO}
claim = Claim(
    "srf.spectrum",
    source=source(),
    uses=("srf.block_equivalent",),
    domain=Domain(*BOX, core=BOX),
    parts={
        "main": Part(
            Within(drawn(*near), **around(at(*near))),
            says="At d = 75, p = 60, n = 96, for spikes 2 and −1/2, the mean of 1/(x + L) over the spectrum of ΦᵀΦ/n at L = 1/50 is within 4 % of the law's",
            wrong={
                "averaged_over_kappa": around(at(*near, kind=Averaged)),
                "one_group": around(at(*near, second=near[0])),
                "without_p_over_n": around(at(*near, r=Integer(1))),
            },
        ),
        "farther": Part(
            Within(drawn(*far_off), **around(at(*far_off))),
            says="and for spikes 3/2 and −1/2 at L = 1/4",
            wrong={
                "without_p_over_n": around(at(*far_off, r=Integer(1))),
                "at_half_of_it": around(at(far_off[0], far_off[1] / 2)),
            },
        ),
        "first_moment": Part(
            Limit((y * (1 - y * at_one)).xreplace(PLACE), m1.xreplace(PLACE), ladder=far, expansion=LEFT),
            says="The law's mean of x is E(μ_1² + μ_2²), here for one group with u = 3/2, b = 5/4, r = 8/5",
            wrong={"linear_part": {"value": linear.xreplace(PLACE)}, "rest": {"value": other.xreplace(PLACE)}},
        ),
        "second_moment": Part(
            Limit(y * (m1 - y * (1 - y * at_one)), m2, ladder=far, expansion=LEFT),
            says="and of x² it is (1 + b)(E μ_1²)² + 2E μ_1² E μ_2² + (E μ_2²)² + (p/n) E(μ_1² + μ_2²)²",
            wrong={"without_samples": {"value": m2 - square / ratio}, "without_neurons": {"value": m2 - b * linear**2}},
        ),
        "untrained": Part(
            Limit(
                (y * (m1 - y * (1 - y * at_averaged))).xreplace(PLACE), m2_averaged.xreplace(PLACE), ladder=far, expansion=LEFT
            ),
            says="For features without a spike and the same E μ_1² and E μ_2² it is less by (p/n) Var(μ_1² + μ_2²), for the same u, b and r",
            wrong={"without_samples": {"value": (m2 - square / ratio).xreplace(PLACE)}},
        ),
        "widens": Part(
            Identity(spread, width),
            says="which for σ = sin and c = 6/5 is (p/n) times (A(1 − A))²(1 − e^(−4u²))²/8 with A = e^(−6/5): positive unless u = 0",
            proof="mean",
            wrong={"square_root": {"right": sqrt(width)}, "half_the_exponent": {"right": width.subs(up, up / sqrt(2))}},
        ),
    },
    procedures=(spiked,),
)
