"""How far one step moves the first layer: in operator norm by θ₁, in Frobenius norm and neuron by neuron by more.

Beside the spike of size θ₁ = ημ₁√(μ₁*² + E y²/ψ₁) the step has the part (η/n) X'[(y a') ∘ (σ'(XW) - μ₁)], small in operator norm, but its columns
are as long as those of the spike: |w_i¹ - w_i| = ρ₁|a_i| in leading order and |W₁ - W|_F → ρ₁ with ρ₁² = η²(μ₁²μ₁*² + E y² E σ'(z)²/ψ₁), that is
ρ₁² = θ₁² + η² E y² Var σ'(z)/ψ₁: they agree for affine σ, or for n/d → ∞, alone. For erf E σ'² = 4/(π√5). So at η = Θ(1) a neuron moves by N^(-1/2)
(lazy, neuron by neuron), while the operator norm of W changes by as much as it is; at η = Θ(√N) a neuron moves by as much as it is long.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import MU1_ERF, SQUARE_ERF, around, first_step, moved, psi1, source, spike

eta = Symbol("η", "step size", Positive)
linear = Symbol("μ₁*²", "variance of the target's linear part", NonNegative, latex=r"\mu_1^{*2}")
labels = Symbol("E y²", "second moment of the labels", Positive)
TWO = FunctionClass("activations", {name: LINKS.options[name] for name in ("erf", "He3")})
sigma = Function("σ", "activation", of=TWO, latex=r"\sigma")
Z = Sampled("Z", Normal())
NOISE, ERF_SLOPE = Rational(1, 100), 4 / (pi * sqrt(5))
mean = GaussMean(sigma.prime(z), z)
square = GaussMean(sigma.prime(z) ** 2, z)
rho = eta**2 * (mean**2 * linear + labels * square / psi1)
theta = eta**2 * mean**2 * (linear + labels / psi1)
rest = GaussMean((sigma.prime(z) - mean) ** 2, z)


def whole(step, p1):
    """ρ₁² for erf."""
    return step**2 * (MU1_ERF**4 + (SQUARE_ERF + NOISE) * ERF_SLOPE / p1)


def near_by(value, percent=3):
    return around(1 - Rational(percent, 100), value, 1 + Rational(percent, 100))


small, drawn, far = moved(12, 12, 24, 1, NOISE), moved(48, 48, 96, 1, NOISE), moved(48, 48, 96, sqrt(96), NOISE)
RATIO = sqrt(whole(1, 1) / spike(1, 1, NOISE))
neuron = sqrt(2 / pi)
claim = Claim(
    "one_step.movement",
    source=source("Outline / Effect of large step-size update"),
    domain=Domain(core=(eta >= 0.1, eta <= 4, psi1 >= 0.5, psi1 <= 4, linear <= 1, labels >= 0.1, labels <= 2)),
    parts={
        "main": Part(
            Within(Mean(drawn["ratio"]), **near_by(RATIO)),
            says="At d = n = 48, N = 96, erf, the Frobenius norm of the step is ρ₁/θ₁ = 1.086 times its operator norm, to 3 % in mean",
            wrong={"as_the_spike": near_by(1), "for_many_samples": near_by(sqrt(whole(1, 8) / spike(1, 8, NOISE)))},
        ),
        "operator": Part(
            Within(Mean(drawn["operator"]), **near_by(sqrt(spike(1, 1, NOISE)), 10)),
            says="The operator norm of the step is θ₁ to 10 % in mean",
            wrong={"signal_alone": near_by(sqrt(spike(1, 1, NOISE, spread=0)), 10)},
        ),
        "neuron": Part(
            Within(Mean(drawn["neuron"]), **near_by(sqrt(whole(1, 1) / 96) * neuron, 10)),
            says="A neuron moves by ρ₁E|a| = ρ₁√(2/(πN)), to 10 % in mean",
            wrong={"over_width": near_by(sqrt(whole(1, 1)) / 96, 10), "whole_width": near_by(sqrt(whole(1, 1)) * neuron, 10)},
        ),
        "lazy": Part(
            Within(Mean(drawn["neuron"]) / Mean(small["neuron"]), Rational(1, 3), Rational(2, 3)),
            says="For η = 1 the mean move of a neuron falls like N^(−1/2): from d = n = 12 to 48, N = 2d, to 1/3 to 2/3 of it",
            wrong={"does_not_fall": {"low": Rational(4, 5), "high": Rational(6, 5)}},
        ),
        "feature": Part(
            Within(Mean(far["neuron"]) / Mean(far["start"]), **near_by(sqrt(whole(1, 1)) * neuron, 10)),
            says="For η = √N it is the share (ρ₁/η)√(2/π) of a neuron's length, to 10 % in mean",
            wrong={"lazy": near_by(sqrt(whole(1, 1) / 96) * neuron, 10)},
        ),
        "difference": Part(
            Identity(rho, theta + eta**2 * labels * rest / psi1),
            says="ρ₁² exceeds θ₁² by η² E y² Var σ'(z)/ψ₁, here for erf and He₃",
            wrong={"square_for_variance": {"right": theta + eta**2 * labels * square / psi1}, "no_excess": {"right": theta}},
        ),
        "erf": Part(
            Identity(Mean(4 / pi * exp(-2 * Z**2)), ERF_SLOPE),
            says="For erf E σ'² is 4/(π√5)",
            proof="mean",
            wrong={"single": {"right": 4 / (pi * sqrt(3))}},
        ),
    },
    procedures=(first_step,),
    uses=("one_step.rank_one", "one_step.spike_bbp"),
)
