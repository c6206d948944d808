"""A step of size η = Θ(√N) leaves the linear regime: one step beats every random feature model, for some targets.

Neurons become g_i + cã_i⟨β*, x⟩ with ã_i ~ N(0, 1) in leading order; τ* = inf_κ E(σ*(ξ₁) - E σ(κξ₁ + ξ₂))² measures what one of them
can do at best. For erf E erf(x + ξ) = erf(x/√3): at κ = √3 it is the target erf, so τ* = 0, and the risk falls below ‖P_{>1}f*‖² and on as n
grows. The condition τ* ≪ ‖P_{>1}f*‖² of the slides is sufficient. It is not necessary: the ridge step mixes the κ = cã_i and rescales. For
z + He₃/√6 no κ and no amplitude get below the floor 1, as the coefficients of z and He₃ in erf(κz/√3) have opposite signs; a mixture of
neurons does, so that τ* bounds the risk from one side only. That sin has τ* near its floor is for amplitude 1 alone: E sin(x + ξ) = e^(-1/2) sin x.
A target without linear part, He₃/√6, leaves the spike without signal: its risk stays above the floor 1. Steps of size N^(1/4) do not suffice.
"""

from sympy import asin

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import MU2_ERF, ridge_run, run, source

x = Symbol("x", "an argument", Reals)
kappa = Symbol("κ", "weight of the target's direction in a neuron", NonNegative)
c = Symbol("c", "amplitude", Reals)
xi = Sampled("ξ", Normal())

# with s = κ/√3: E ξ erf(sξ), E h₃ erf(sξ), E erf(sξ)²
spread = 1 + 2 * kappa**2 / 3
first = 2 * kappa / sqrt(3 * pi * spread)
third = -4 * kappa**3 / (3 * sqrt(18 * pi) * spread ** Rational(3, 2))
second = 2 / pi * asin(2 * kappa**2 / (3 * spread))
cubic = 2 - 2 * c * (first + third) + c**2 * second


def misfit(cross):
    """E(sin ξ₁ - e^(-1/2) sin κξ₁)² with E sin ξ sin κξ = e^(-(1 + κ²)/2) times this."""
    return (1 - exp(-2)) / 2 - 2 * exp(-1 - kappa**2 / 2) * cross + exp(-1) * (1 - exp(-2 * kappa**2)) / 2


NOISE, RIDGE, WIDTH, DIM = Rational(1, 100), Rational(1, 1000), 96, 48
LONG = sqrt(WIDTH)


def drawn(p1, step=LONG, target=(1, 0, 0)):
    return run(DIM, p1, 2, RIDGE, NOISE, step, target)


plain = drawn(16)
mixture, cube = drawn(40, target=(0, 1, 1)), drawn(40, target=(0, 0, 1))  # z + He₃/√6 and He₃/√6
claim = Claim(
    "one_step.large_step",
    source=source("Take home message / Improvement over the Initial CK / Implications"),
    domain=Domain(core=(x >= -2, x <= 2, kappa <= 4, c >= -3, c <= 3)),
    parts={
        "main": Part(
            Inequality(Mean(plain["after"]), MU2_ERF),
            says="At d = 48, N = 2d, n = 16d, erf, one step with η = √N brings the mean risk below ‖P_{>1}f*‖²",
            wrong={
                "no_step": {"left": Mean(plain["before"])},
                "small": {"left": Mean(drawn(16, WIDTH ** Rational(1, 4))["after"])},
            },
        ),
        "small": Part(
            Inequality(Rational(6, 5) * MU2_ERF, Mean(drawn(16, WIDTH ** Rational(1, 4))["after"])),
            says="With η = N^(1/4) the mean risk stays above 1.2 times ‖P_{>1}f*‖²",
            wrong={"long": {"right": Mean(plain["after"])}},
        ),
        "no_lower_bound": Part(
            Inequality(1, cubic),
            says="For z + He₃/√6, whose floor is 1, E(ξ + He₃(ξ)/√6 − c erf(κξ/√3))² is at least 1 for every κ and c: τ* is not below the floor there",
            wrong={"linear_target": {"right": 1 - 2 * c * first + c**2 * second}},
        ),
        "smoothed": Part(
            Identity(GaussMean(erf(x + z), z), erf(x / sqrt(3)), scale=1),
            says="E erf(x + ξ) = erf(x/√3), so that at κ = √3 the mean of a neuron is the target erf: τ* = 0",
            wrong={"normalised": {"right": erf(x / sqrt(1 + x**2))}, "half_the_variance": {"right": erf(x / sqrt(2))}},
        ),
        "sine": Part(
            Identity(exp(Rational(1, 2)) * Mean(sin(x + xi)), sin(x), scale=1),
            says="√e E sin(x + ξ) = sin x: with a free amplitude τ* = 0 for sine",
            proof="mean",
            wrong={"amplitude_one": {"left": Mean(sin(x + xi))}},
        ),
        "sine_alone": Part(
            Inequality(Rational(63, 1000), misfit(sinh(kappa))),
            says="With amplitude 1 the misfit of sine is above 0.063 for every κ, where the floor is 0.0645",
            wrong={"cosine": {"right": misfit(cosh(kappa))}},
        ),
        "one_sided": Part(
            Guarantee(mixture["after"] < Rational(24, 25), Rational(3, 5)),
            says="Yet at d = 48, N = 2d, n = 40d one step with η = √N brings the risk for z + He₃/√6 below 0.96 in three of five runs: τ* is no lower bound",
            wrong={
                "no_step": {"event": mixture["before"] < Rational(24, 25)},
                "no_linear_part": {"event": cube["after"] < Rational(24, 25)},
            },
        ),
        "no_signal": Part(
            Guarantee(cube["after"] > 1, Rational(4, 5)),
            says="For He₃/√6, without linear part, it stays there above the floor 1 in four of five",
            wrong={"linear_part": {"event": mixture["after"] > 1}},
        ),
    },
    procedures=(ridge_run,),
    uses=("one_step.rf_lower_bound", "one_step.movement"),
)
