"""Memorising and generalising: the Bayes estimators of k known tasks and of a Gaussian task, and what separates them.

The first is Σ_j p_jw_j, p_j ∝ exp(-|y - Xw_j|²/2ρ), the second ridge regression with penalty ρ. Given the inputs, two tasks
at the squared distance dΔ have label laws with the densities f_i, f_j, ∫√(f_if_j) = exp(-|X(w_i - w_j)|²/8ρ), of mean (1 +
Δ/4ρ)^(-ℓ/2) over X. A posterior variance is half the mean squared distance of two posterior draws, and E p_ip_j ≤
(1/k)∫f_if_j/(f_i + f_j) ≤ (1/2k)∫√(f_if_j): the first estimator misses one of its own tasks by at most (k-1) E[(Δ/4)(1 +
Δ/4ρ)^(-ℓ/2)] per dimension. (By way of the most likely task one gets twice this.) Any mean of the tasks misses a new one by
at least 1 - 2√(2 log k/d), as E max_j w·w_j ≤ √(2d log k): to come below 1 - ε it takes k ≥ exp(ε²d/8) tasks. Errors are |ŵ
- w|²/d, the risk without ρ. That this estimator's error on a new task tends to 2, as it comes to rest on one wrong task, is not claimed: the overlap of that task falls
like √(log k/d), and at d = 1000 the error is still 1.8.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import d, k, l, rho, source

t = Symbol("t", "inner product of two directions")
estimators = Procedure(
    "estimators",
    "the posterior means of the task of a context, under the uniform law on k tasks of norm √d and under N(0, I)",
    ("d", "k", "ℓ", "ρ"),
    {
        "own": "squared error over d of the first on one of the k tasks",
        "new": "the same on a new task w ~ N(0, I)",
        "ridge_own": "that of the second on one of the k tasks",
        "ridge_new": "and on a new task",
        "length_own": "squared length over d of the first on one of the k tasks",
        "own_sharp": "squared error over d at half the temperature",
        "length_own_sharp": "and its squared length over d",
    },
)


def run(**sizes):
    return estimators(**{"d": d, "k": k, "ℓ": l, "ρ": rho, **sizes})


def bound(part=4, scale=4):
    """(k - 1) E[(Δ/part)(1 + Δ/(scale ρ))^(-ℓ/2)], Δ = 2 - 2t."""
    density = gamma(d / 2) / (sqrt(pi) * gamma((d - 1) / 2)) * (1 - t**2) ** ((d - 3) / 2)
    return (k - 1) * Integral(density * 2 * (1 - t) / part * (1 + 2 * (1 - t) / (scale * rho)) ** (-l / 2), (t, -1, 1))


spread = 2 * sqrt(2 * log(k) / 96)
anywhere = run()
long = run(d=96)
few = run(d=16, k=8, **{"ℓ": 8, "ρ": Rational(1, 4)})
crowd = run(d=8, k=32, **{"ℓ": 8, "ρ": Rational(1, 2)})
wide = run(d=48, k=96, **{"ℓ": 24, "ρ": Rational(1, 2)})

claim = Claim(
    "icl_linear.dmmse",
    source=source(),
    domain=Domain(d >= 4, k >= 2, core=(d >= 5, d <= 24, k <= 16, l >= 2, l <= 6, rho >= Rational(1, 2), rho <= 2)),
    parts={
        "main": Part(
            Inequality(Mean(anywhere["own"]), bound()),
            says="The posterior mean on k tasks misses one of them by at most (k − 1) E[(Δ/4)(1 + Δ/4ρ)^(−ℓ/2)] per dimension, "
            "Δ = |w_1 − w_2|²/d",
            wrong={"eighth": {"right": bound(part=8)}, "exponent": {"right": bound(scale=1)}},
        ),
        "new": Part(
            Inequality(1 - spread, Mean(long["new"])),
            says="On a new task w ~ N(0, I), d = 96, it misses by at least 1 − 2√(2 log k/d)",
            wrong={"above": {"left": 1 + spread}},
        ),
        "calibrated": Part(
            Identity(Mean(crowd["own"]) + Mean(crowd["length_own"]), 1),
            says="At d = ℓ = 8, k = 32, ρ = 1/2 its squared error and its squared length add to d in mean, as those of a posterior mean do",
            wrong={
                "half_the_temperature": {"left": Mean(crowd["own_sharp"]) + Mean(crowd["length_own_sharp"])},
                "ridge": {"left": Mean(crowd["ridge_own"]) + Mean(crowd["length_own"])},
            },
        ),
        "memorises": Part(
            Inequality(10 * Mean(few["own"]), Mean(few["ridge_own"])),
            says="At d = 16, k = ℓ = 8, ρ = 1/4 its error on its own tasks is below a tenth of that of ridge regression",
            wrong={"new_task": {"left": 10 * Mean(few["new"])}},
        ),
        "generalises": Part(
            Inequality(2 * Mean(few["ridge_new"]), Mean(few["new"])),
            says="and on a new task that of ridge regression is below half of its own",
            wrong={"own_task": {"right": Mean(few["own"])}},
        ),
        "identified": Part(
            Guarantee(wide["own"] <= Rational(1, 10), Rational(19, 20)),
            says="With k = 2d = 96 tasks and ℓ = 24 pairs, ρ = 1/2, one of its own tasks is identified, with an error below 1/10, with probability 19/20 at least",
            wrong={"ridge": {"event": wide["ridge_own"] <= Rational(1, 10)}},
        ),
        "not_generalised": Part(
            Inequality(Rational(5, 4), Mean(wide["new"])),
            says="but on a new task it is above 5/4, worse than the null predictor, although k = 2d",
            wrong={"ridge": {"right": Mean(wide["ridge_new"])}},
        ),
    },
    procedures=(estimators,),
    uses=("icl_linear.task_diversity_transition",),
)
