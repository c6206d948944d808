"""Which functions of the spike the trained features express: for γ = 1 the test error is at least the distance of the target to a small space.

One group of neurons with spike u expresses span{μ_0, κμ_1}, two functions of κ; k groups 2k of them. For σ = sin the space is spanned by sin uκ and κ cos uκ
whatever c is; at ω = u it contains the target (ω ≥ u + 1/5 is judged). With A, B, C their second moments and f, g their products with sin ωκ the squared distance is
r_1 = E sin² ωκ - (f²C - 2fgB + g²A)/(AC - B²). A second group of neurons goes below it. An even target is not approached by an odd σ.

As u → 0 the two functions span κ and κ³, so that r_1 tends to what these leave, (1 - e^(-2ω²))/2 - (ω² + ω⁶/6)e^(-ω²) by the Hermite coefficients of sin ωκ. In the
same way k groups of spikes that go to 0 span the first 2k odd powers (the 2k functions of κ are values and derivatives in u, at k places, of sin uκ, whose Taylor
coefficients are these powers) and leave Σ ω^(2j)e^(-ω²)/j! over odd j > 4k - 1, which vanishes as k → ∞: the best r_k tends to 0 for every odd target of this kind. Only
k = 1 is judged: for more groups the normal equations are too ill conditioned. Other activations are not judged; their μ_2 given κ has no elementary form.
"""

from lemmata import *
from lemmata.theory.srf.notation import Equivalent, Sine, b, kappa, lam, omega, over, r, s, source, spiked, target

up = Symbol("u", "spike of the neurons", Positive)
c = Symbol("c", "squared norm of the isotropic part of a neuron", Positive)
x, y = Symbol("x", "coefficient of sin uκ, or what it is changed by", Reals), Symbol("x'", "the same of κ cos uκ", Reals)
Z = Sampled("Z", Normal())


def moments(up=up, omega=omega):
    """A, B, C, f, g."""
    damp = exp(-2 * up**2)
    plus, minus = exp(-((omega - up) ** 2) / 2), exp(-((omega + up) ** 2) / 2)
    return (
        (1 - damp) / 2,
        up * damp,
        (1 + (1 - 4 * up**2) * damp) / 2,
        (plus - minus) / 2,
        ((omega - up) * plus + (omega + up) * minus) / 2,
    )


def distance(up=up, omega=omega):
    """r_1."""
    A, B, C, f, g = moments(up, omega)
    return (1 - exp(-2 * omega**2)) / 2 - (f**2 * C - 2 * f * g * B + g**2 * A) / (A * C - B**2)


def best(up=up, omega=omega):
    A, B, C, f, g = moments(up, omega)
    det = A * C - B**2
    return (f * C - g * B) / det, (g * A - f * B) / det


def without_linear(up=up, omega=omega):
    """The distance to sin uκ alone."""
    A, _, _, f, _ = moments(up, omega)
    return (1 - exp(-2 * omega**2)) / 2 - f**2 / A


def left(first, second, wave=sin):
    """What remains of the target."""
    return (wave(omega * kappa) - first * sin(up * kappa) - second * kappa * cos(up * kappa)) ** 2


def error(goal=None, up=up, c=c, r=r, b=b, ridge=lam, steps=20):
    found = Equivalent([Sine(up, c)], [Integer(1)], r, b, ridge, goal or target(Integer(1), omega, s))
    return found.solved(steps)["test"]


def even(z):
    return (cos(omega * z) - x * sin(up * z) - y * z * cos(up * z)) ** 2


def even_proof(k):
    own, all_, rest = Mean(cos(omega * Z) ** 2), Mean(even(Z)), Mean((x * sin(up * Z) + y * Z * cos(up * Z)) ** 2)
    multiplied = k.mean(all_)
    together = k.to(k.mean(own + rest), k.content(multiplied).right)
    return k.le(k.compare(own, own + rest), together, k.flip(multiplied))


HALF = Rational(1, 2)
SIZES = {"d": 30, "p": 90, "n": 270}
fitted = {"λ": Rational(1, 50), "u": 2, "c": 1, "c'": 1, "γ": 1, "ω": 1, "s": 0}
alone, paired = spiked(**SIZES, **fitted, **{"u'": 2}), spiked(**SIZES, **fitted, **{"u'": 1})
wide = Symbol("y", "samples per neuron and neurons per dimension", Positive)
far = Ladder(wide, (10**2, 10**3, 10**4, 10**5))
floor = distance(up=Integer(2), omega=Integer(1))
small = Symbol("y'", "one over the spike", Positive)
cubic = (1 - exp(-2 * omega**2)) / 2 - (omega**2 + omega**6 / 6) * exp(-(omega**2))

BOX = (
    s <= Rational(1, 10),
    up >= Rational(3, 5),
    up <= 2,
    omega >= 1,
    omega <= Rational(5, 2),
    omega >= up + Rational(1, 5),
    c >= 1,
    c <= Rational(3, 2),
    r >= HALF,
    r <= 8,
    b >= HALF,
    b <= 8,
    lam >= Rational(1, 5),
    lam <= 1,
)
claim = Claim(
    "srf.expressivity",
    source=source(),
    uses=("srf.generalisation", "srf.beats_linear"),
    domain=Domain(*BOX, core=(*BOX, *(e >= -2 for e in (x, y)), *(e <= 2 for e in (x, y)))),
    parts={
        "main": Part(
            Inequality(distance() + s, error()),
            says="For γ = 1 and one group the test error of the equivalent is at least r_1 + s, here for r and b from 1/2 to 8 and λ from 1/5 to 1",
            wrong={"linear_functions_left_out": {"left": without_linear() + s}},
        ),
        "distance": Part(
            Inequality(distance(), over(left(best()[0] + x, best()[1] + y))),
            says="because r_1 is the least mean square that combinations of sin uκ and κ cos uκ leave of sin ωκ",
            wrong={"one_function": {"left": without_linear()}},
        ),
        "attained": Part(
            Identity(over(left(*best())), distance(), scale=1),
            says="and is left by the combination that solves the normal equations",
            wrong={"one_function": {"right": without_linear()}},
        ),
        "approached": Part(
            Limit(
                error(target(Integer(1), Integer(2), Integer(0)), Rational(3, 2), Integer(1), wide, wide, Integer(1), 12),
                distance(up=Rational(3, 2), omega=Integer(2)),
                ladder=far,
                expansion=(1 / wide, wide**-2),
            ),
            says="As r = b → ∞ the test error tends to r_1, for u = 3/2, ω = 2, c = λ = 1 and s = 0",
            wrong={
                "one_function": {"value": without_linear(up=Rational(3, 2), omega=Integer(2))},
                "other_spike": {"value": distance(up=Integer(1), omega=Integer(2))},
            },
        ),
        "not_decreasing": Part(
            Inequality(100 * distance(Rational(6, 5), Integer(1)), distance(Integer(2), Integer(1))),
            says="A larger spike need not be better: for ω = 1, r_1 at u = 2 is more than 100 times that at u = 6/5",
            wrong={"decreasing": {"left": distance(Integer(2), Integer(1)), "right": distance(Rational(6, 5), Integer(1))}},
        ),
        "small_spike": Part(
            Limit(distance(up=1 / small), cubic, ladder=Ladder(small, (4, 8, 16, 32, 64)), expansion=(small**-2, small**-4)),
            says="As u → 0 one group expresses κ and κ³: r_1 tends to (1 − e^(−2ω²))/2 − (ω² + ω⁶/6)e^(−ω²)",
            wrong={
                "linear_alone": {"value": cubic + omega**6 * exp(-(omega**2)) / 6},
                "he_5_too": {"value": cubic - omega**10 * exp(-(omega**2)) / 120},
            },
        ),
        "even_target": Part(
            Inequality(Mean(cos(omega * Z) ** 2), Mean(even(Z))),
            says="Of the even target cos ωκ nothing is expressed: no combination leaves less than all of it",
            proof=even_proof,
            wrong={"twice": {"left": 2 * Mean(cos(omega * Z) ** 2)}},
        ),
        "second_group": Part(
            Inequality(Mean(paired["test"]), Rational(4, 5) * floor),
            says="At d = 30, p = 90, n = 270 real features of spikes 2 and 1 learn sin κ to a mean error below 4/5 of r_1 of the spike 2",
            wrong={"half": {"right": Rational(1, 20) * floor}},
        ),
        "one_group": Part(
            Inequality(floor, Mean(alone["test"])),
            says="below which those of the spike 2 alone stay",
            wrong={"twice": {"left": 10 * floor}},
        ),
    },
    procedures=(spiked,),
)
