"""State evolution of message passing with a loss of vectors, in closed form, and against the algorithm run in full.

For L = |y - z| in the plane G = r/max(|r|, V), r = y - γ, which is no function of single entries. In the limit r is Gaussian with covariance
τ²I; with x = V²/(2τ²) the averages are E|G|²/2 = (1 - e^(-x))/(2x) and -V E tr J/2 = 1 - e^(-x) + √(πx) erfc(√x)/2 (by Stein's identity
-τ² E tr J = E r'G). As r depends on γ - XW_0 alone, E∂G/∂ω_0 = -E J, so that M' = ΛV' and Q' = V'²(Λ² + αE|G|²/2), V' = 1/(λ + Λ), Λ = -αE tr J/2,
τ² = σ² + 1 - 2M + Q. By rotations the 2 x 2 matrices of the order parameters are multiples of the identity. At a fixed point M = 1 - λV and
τ²(1 - α(1 - e^(-x))) = σ² + (λV)². The algorithm runs at d = 100 with the empirical divergence in place of E J. For
softmax, labels argmax XW_0, the averages over (ω_0, γ) are taken by samples in place of closed forms, and M̂ = α(E ω_0G' - M E J).
"""

from lemmata import *
from lemmata.theory.amp.notation import (
    RUN,
    alpha,
    euclidean,
    evolution,
    left,
    level,
    multiclass,
    noise,
    penalty,
    sampled,
    slopes,
    source,
    squares,
    step,
    tau,
    x,
)  # fmt: skip

SLACK = Rational(8, 100)
r = Sampled("r", Normal(tau**2), 2)
fixed = (1 - left, tau**2 - noise - 1 + 2 * (1 - left), level)  # M, Q and V
after = step(*fixed, penalty, noise)
wrong_after = step(*fixed, penalty, noise, own=0)

lam, s2, ratio = (e.xreplace(RUN) for e in (penalty, noise, alpha))


def run(what, memory=1):
    return Mean(euclidean(**{"n": 120, "d": 100, "λ": lam, "σ²": s2, "S": 2, "T": 10, "memory": memory})[what])


def around(value):
    return {"low": value * (1 - SLACK), "high": value * (1 + SLACK)}


def after_two(**options):
    return around(evolution(2, lam, s2, ratio, **options).at(2, 1))


def at_rest(what, place, says, **wrong):
    value, others = fixed[place].xreplace(RUN), {name: around(v.xreplace(RUN)) for name, v in wrong.items()}
    return Part(Within(run(what), **around(value)), says=says, wrong=others)


def by_samples(what, **options):
    values = {"K": 3, "α": 2, "λ": Rational(3, 10), "T": 2, "samples": 200, "correction": 1, "own": 1, **options}
    return around(Mean(sampled(**values)[what]))


classes = multiclass(n=160, d=80, K=3, **{"λ": Rational(3, 10)}, T=2, S=1, tests=1, memory=1)

claim = Claim(
    "amp.state_evolution",
    source=source(),
    uses=("amp.ridge_closed_form",),
    domain=Domain(left > 0, noise > 0, core=(x >= 0.1, x <= 1, alpha >= 0.5, alpha <= 0.95, tau >= 0.8, tau <= 1.5)),
    parts={
        "main": Part(
            Identity(after[1], fixed[1], scale=tau**2),
            proof="normal",
            says="The squared norm of state evolution is at rest at Q = τ² − σ² + 1 − 2λV, where τ²(1 − α(1 − e^−x)) = σ² + (λV)²",
            wrong={
                "without_the_signal": {"left": wrong_after[1]},
                "per_sample": {"left": step(*fixed, penalty, noise, per=1 / alpha)[1]},
            },
        ),
        "overlap": Part(
            Identity(after[0], fixed[0], scale=1),
            proof="normal",
            says="the overlap at M = 1 − λV",
            wrong={"of_the_square_loss": {"right": 1 - left / (1 + left)}},
        ),
        "variance": Part(
            Identity(after[2], fixed[2]),
            proof="normal",
            says="and the variance at V = τ√(2x), where λV = 1 − α(1 − e^−x + √(πx) erfc(√x)/2)",
            wrong={"per_sample": {"left": step(*fixed, penalty, noise, alpha=1)[2]}},
        ),
        "messages": Part(
            Identity(Mean(Minimum(sq(r) / level**2, 1)) / 2, squares()),
            says="For Gaussian residuals of variance τ² the squared message min(|r|/V, 1)² has half the mean (1 − e^−x)/(2x)",
            wrong={"unbounded": {"right": 1 / (2 * x)}, "first_order": {"right": (1 - x / 2) / 2}},
        ),
        "divergence": Part(
            Identity(Mean(Minimum(sq(r) / level, norm(r))) / (2 * tau**2) * level, slopes()),
            says="and by Stein's identity −V E tr J/2 is 1 − e^−x + √(πx) erfc(√x)/2",
            wrong={
                "inside_alone": {"right": squares() * 2 * x},
                "both_directions": {"right": 2 * slopes() - 2 * squares() * x},
            },
        ),
        "second": Part(
            Within(run("Q early"), **after_two()),
            says="After two steps of the algorithm, run at d = 100, the mean squared norm of the weights is that of state evolution to 8 %",
            wrong={"without_the_signal": after_two(own=0), "per_sample": after_two(per=4)},
        ),
        "overlap_at_end": at_rest("M", 0, "after ten their overlap is that of the fixed point", complement=left),
        "norm_at_end": at_rest("Q", 1, "and so is their squared norm", without_noise=fixed[1] - noise),
        "memory": Part(
            Within(run("Q", memory=0) / run("Q"), Rational(11, 10), 10),
            says="Without the term −GV the norm is larger by at least a tenth: it is no part of the recursion",
            wrong={"with_it": {"quantity": run("Q") / run("Q early")}},
        ),
        "classes_overlap": Part(
            Within(Mean(classes["M"]), **by_samples("M")),
            says="For softmax in 3 classes (d = 80, α = 2, λ = 0.3) the mean overlap after two steps is that of sampled state evolution to 8 %",
            wrong={"without_the_correction": by_samples("M", correction=0)},
        ),
        "classes_norm": Part(
            Within(Mean(classes["Q"]), **by_samples("Q")),
            says="and so is the mean squared norm",
            wrong={"without_the_signal": by_samples("Q", own=0)},
        ),
    },
    procedures=(euclidean, multiclass, sampled),
)
