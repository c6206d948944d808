"""A solvable model with the transition of de Almeida and Thouless: two runs forget their starts if and only if a ≤ 1.

f_i = √2 cos(kγ + φ_i) with uniform phases has E f' = 0 and E f² = 1 at every variance; s² = φ(A²), a = k²s². Two copies with the same couplings, phases
and refreshed sites and independent Gaussian starts have the squared distance D(0) = 2(1 - e^(-a)) per site and, as E f(γ)f(γ') = exp(-aD/2),
D(t+1) = (1-η)D(t) + 2η(1 - e^(-aD(t)/2)). The slope at 0 is 1 - η(1-a), which passes 1 at a = 1 for every η. Below, D(t) ≤ (1 - η(1-a))^t D(0); at
a = 1 it falls like 4/(ηt); above, it tends to the positive root of D = 2(1 - e^(-aD/2)), that is a = -2 log(1 - D/2)/D. One random site a step is the
limit of small η: with D' = -D + 2(1 - e^(-aD/2)) per sweep the rate of decay is 1 - a, and not twice 1 - √a, the guess by the spectral radius.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.seq_mp.notation import a, eta, k, phases, phases_in_turn, s, source

D = Symbol("D", "squared distance at rest of two copies, per site", Positive)
x = Symbol("x", "squared distance on the way", Positive)
T = Symbol("T", "number of steps", Naturals)
n = Symbol("n", "steps a sweep", Naturals)
z, w = (Symbol(name, "field of a copy") for name in "zw")
angle = Sampled("φ", Uniform(0, 2 * pi))


def mapped(D, a=a, eta=eta):
    return (1 - eta) * D + 2 * eta * (1 - exp(-a * D / 2))


def distance(times, a=a, eta=eta):
    """D after so many steps."""
    return Iterate(x, mapped(x, a, eta), 2 * (1 - exp(-a)), times).end


half, far, SLACK = Rational(1, 2), Rational(3, 2), Rational(3, 20)
plateau = -2 * log(1 - D / 2) / D  # the a at which D is at rest
slope = sp.diff(mapped(D, k**2 * s**2), D).subs(D, 0)


def in_sweeps(t, a=a):
    """D after t sweeps of one random site a step."""
    return Flow(x, 2 * (1 - exp(-a * x / 2)) - x, 2 * (1 - exp(-a)), t)


def ratio(t):
    return in_sweeps(t + 1) / in_sweeps(t)


def around(value, slack=SLACK):
    return {"low": value * (1 - slack), "high": value * (1 + slack)}


def run(steps, ratio, rate=half, spectrum=0):
    """The model at N = 100 and k = 3/2."""
    values = {"k": Rational(3, 2), "s": sqrt(ratio) / Rational(3, 2), "η": rate, "T": steps, "S": 0, "spectrum": spectrum}
    return Mean(phases(N=100, shift=0, **values)["distance"])


start = 2 * (1 - exp(-a))
claim = Claim(
    "seq_mp.phase_oracle",
    source=source(),
    uses=("seq_mp.dmft",),
    domain=Domain(
        (D < 2, eta <= 1),
        core=(
            (D >= 0.6, D <= 1.9, eta >= 0.2, a >= 0.3, a <= 0.8, k >= 0.5, k <= 2),
            (s >= 0.5, s <= 2, z >= -2, z <= 2, w >= -2, w <= 2, T <= 15),
        ),
    ),
    parts={
        "main": Part(
            Phase(slope, 1, 1 / s, control=k, rising=True),
            says="The slope at 0 of the recursion of the distance of two copies passes 1 at k = 1/s, that is at a = 1, for every η",
        ),
        "product": Part(
            Identity(Mean(2 * cos(k * z + angle) * cos(k * w + angle)), cos(k * (z - w)), scale=1),
            says="Averaged over the phase the product of the messages at two fields is cos k(z − w)",
            wrong={"sum": {"right": cos(k * (z + w))}},
        ),
        "divergence": Part(
            Identity(Mean(-k * sqrt(2) * sin(k * z + angle)), 0, scale=k), says="and the mean slope of the messages is 0"
        ),
        "rest": Part(
            Identity(mapped(D, plateau), D),
            says="The recursion rests at D where a = −2 log(1 − D/2)/D",
            proof="normal",
            wrong={"half": {"left": mapped(D, plateau / 2)}},
        ),
        "below": Part(
            Inequality(distance(T), (1 - eta * (1 - a)) ** T * start),
            says="The distance after T steps is at most (1 − η(1 − a))^T times that at the start, so that for a < 1 it vanishes",
            wrong={
                "squared": {"right": (1 - eta * (1 - a)) ** (2 * T) * start},
                "root": {"right": (1 - eta * (1 - sqrt(a))) ** (2 * T) * start},
            },
        ),
        "above": Part(
            Within(distance(93, plateau) / D, Rational(999, 1000), Rational(1001, 1000)),
            when=(D >= 1, D <= Rational(19, 10), eta >= Rational(1, 5)),
            says="For a > 1 it is at rest there after 93 steps to a share of 1/1000, where 1 ≤ D ≤ 1.9 and η ≥ 0.2",
            wrong={"one_step_less": {"quantity": distance(92, plateau) / D}, "rest_at_a": {"quantity": distance(93, D) / D}},
        ),
        "critical": Part(
            Limit(n * eta * distance(n, 1), 4, ladder=Ladder(n, (10, 30, 100, 300)), expansion=(log(n) / n, 1 / n)),
            says="At a = 1 it falls like 4/(ηt)",
            wrong={"slower": {"value": 2}},
        ),
        "small_steps": Part(
            Limit(distance(2 * n, a, 1 / n), in_sweeps(2), ladder=Ladder(n, (10, 20, 40, 80)), expansion=(1 / n, n**-2)),
            says="With η = 1/n the distance after 2n steps tends to D(2) of D' = −D + 2(1 − e^(−aD/2))",
            wrong={"twice": {"value": in_sweeps(4)}},
        ),
        "rate": Part(
            Within(ratio(12), **around(exp(a - 1), Rational(3, 100))),
            when=(a >= Rational(3, 10), a <= Rational(4, 5)),
            says="so that late in the run, for 0.3 ≤ a ≤ 0.8, a sweep multiplies it by e^(a−1) to 3 %",
            wrong={"spectral_radius": around(exp(2 * sqrt(a) - 2), Rational(3, 100))},
        ),
        "run": Part(
            Within(run(4, half), **around(distance(4, half, half))),
            says="Run at N = 100 with a = η = 1/2 the copies are at that distance after 4 steps, to 15 %",
            wrong={
                "frequency_unsquared": around(distance(4, Rational(1, 3), half)),
                "all_refreshed": around(distance(4, half, 1)),
            },
        ),
        "run_above": Part(
            Within(run(20, plateau.subs(D, Rational(6, 5)), spectrum=1), **around(Rational(6, 5))),
            says="and with evenly spaced eigenvalues and the a of D = 6/5, which is 1.53, at that distance after 20",
            wrong={"forgotten": {"low": 0, "high": Rational(3, 5)}, "independent": around(Rational(2))},
        ),
        "in_turn": Part(
            Within(
                Mean(
                    phases_in_turn(**{"N": 100, "k": Rational(3, 2), "s": sqrt(half) / far, "sweeps": 2, "spectrum": 0})[
                        "distance"
                    ]
                ),
                **around(in_sweeps(2, half)),
            ),
            says="One random site a step, with a = 1/2, leaves D(2) of the differential equation after two sweeps, to 15 %",
            wrong={"parallel": around(distance(2, half, 1)), "three_sweeps": around(in_sweeps(3, half))},
        ),
    },
    procedures=(phases, phases_in_turn),
)
