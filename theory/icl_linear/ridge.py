"""The learning curve of linear attention in context with ridge, in the limit of many dimensions.

Pretraining is ridge regression on x ⊗ h, whose covariance is I/d ⊗ E with E = R + x up to 1/d, R the second moment of the
tasks. Its deterministic equivalent has the effective ridge ξ with ξ(1 - (d/n) tr E(E + ξ)^(-1)) = λ, the mean Γ = R(E +
ξ)^(-1) and fluctuations of the covariance (e_IDG/n) (E + ξ)^(-1)E(E + ξ)^(-1). For every R the risks are rational in x, ξ, M
= tr(R + x + ξ)^(-1)/d and its slope; for tasks drawn on the sphere M is M_κ(x + ξ) in the limit. Where λ > 0 the root ξ is
the only positive one, as ξ - ξ(1 - ξM)/τ has the slope 1 - df_2/τ > 0 there. Judged are the algebra, the root, the tasks'
resolvent at d = 24 and pretraining runs at d = 12, whose mean risks may exceed the limit's by an eighth (in a pilot on other
keys by 4 and 5 %). The mean of the tasks, which at finite d couples the last column of Γ to the others (icl_linear.moments), is
left out of E and has no formula of its own here.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import (
    M,
    alpha,
    at_sizes,
    d,
    k,
    kappa,
    l,
    n,
    place,
    pretrained,
    resolvent,
    rho,
    risks,
    slope_at,
    source,
    tau,
    with_ridge,
    xi,
)

R = Array("R", "second moment of the pretraining tasks", d, d, kind=PSD)
level = Symbol("ξ", "effective ridge", Positive)
s = Symbol("s", "place of the resolvent", Positive)
W = Sampled("W", Sphere(sqrt(Integer(24))), k, Integer(24))
x = (1 + rho) / alpha

F = (R + (x + level) * I(d)).inv()
first, second = Trace(F) / d, Trace(F * F) / d
mean = R * F  # Γ without its last column
seen = (R + x * I(d)) * F
kept = 1 - Trace(seen * seen) / (tau * d)
own = (Trace(R) / d + rho - 2 * Trace(mean * R) / d + Trace(mean * (R + x * I(d)) * mean.T) / d) / kept
new = 1 + rho - 2 * Trace(mean) / d + (1 + x) * Trace(mean * mean.T) / d
spread = own / tau * (1 + x) * Trace(F * seen) / d
by_trace = risks(x, level, first, -second)

drawn = Mean(Trace((W.T * W / k + s * I(24)).inv())) / 24
value = Symbol("v", "the resolvent M_κ(x + ξ)", Positive)
there = place(value) - x  # ξ
share = 1 - there * value  # degrees of freedom over d


SIZES = {d: Integer(12), l: Integer(48), k: Integer(6), n: Integer(108), rho: Rational(1, 5)}
RIDGE = Rational(1, 10)


def root(ratio=kappa):
    ridge = there * (1 - share / tau)
    return Root(level, level * (1 - (1 - level * resolvent(x + level, ratio)) / tau) - ridge)


runs = pretrained(**{str(name): value for name, value in SIZES.items()}, **{"λ": RIDGE})
curve, own_curve = at_sizes(SIZES, RIDGE)
quiet = (with_ridge[0] - with_ridge[1] / tau * (1 + x) * (M + xi * slope_at(M)), with_ridge[1])


def around(value):
    return {"low": value * Rational(19, 20), "high": value * Rational(9, 8)}


def near_equivalent(ratio):
    return Rational(49, 50) * resolvent(s, ratio), Rational(51, 50) * resolvent(s, ratio)


def words(left, right):
    return {"statement": Identity(left, right), "proof": "words"}


claim = Claim(
    "icl_linear.ridge",
    source=source(),
    domain=Domain(
        there > 0,
        share < tau,
        (kappa - 1) * value < kappa,
        tau - 1 + 2 * level * first - level**2 * second > 0,  # the degrees of freedom df_2 are below n/d
        kept > 0,  # the same
        core=(
            *(kappa >= 0.3, kappa <= 2, value >= 0.1, value <= 0.5, alpha >= 2, alpha <= 10, rho >= 0.05, rho <= 0.5),
            *(tau >= 0.8, tau <= 4, level >= 0.05, level <= 2, d >= 2, d <= 8, k >= 12, k <= 40, s >= 0.1, s <= 2),
        ),
    ),
    parts={
        "main": Part(
            Within(Mean(runs["ICL"]), **around(curve)),
            says="Pretrained at d = 12, ℓ = 48, k = 6, n = 108, ρ = 1/5, λ = 1/10: the mean risk on a new task is between 0.95 and 1.125 of the "
            "limit's at these ratios",
            wrong={
                "no_fluctuation": around(at_sizes(SIZES, RIDGE, formulas=quiet)[0]),
                "contexts_inverted": around(at_sizes(SIZES, RIDGE, xi * (1 - tau * (1 - xi * M)))[0]),
                "tasks_inverted": around(at_sizes({**SIZES, k: Integer(24)}, RIDGE)[0]),
                "noise_alone": around(at_sizes({**SIZES, l: Integer(288)}, RIDGE)[0]),
            },
        ),
        "own_runs": Part(
            Within(Mean(runs["IDG"]), **around(own_curve)),
            says="and so is that on the pretraining tasks",
            wrong={"new_task": around(curve)},
        ),
        "curve": Part(
            **words(new + spread, by_trace[0]),
            says="For every second moment R the equivalent's risk on a new task is the curve, in M = tr(R + x + ξ)⁻¹/d and its slope",
            wrong={"no_fluctuation": {"left": new}, "slope_left_out": {"right": risks(x, level, first, -(first**2))[0]}},
        ),
        "own_curve": Part(
            **words(own, by_trace[1]), says="and so is that on the pretraining tasks", wrong={"no_gain": {"left": own * kept}}
        ),
        "share": Part(
            **words(Trace(seen) / d, 1 - level * first),
            says="The share tr (R + x)(R + x + ξ)⁻¹/d in the equation of ξ is 1 − ξM",
            wrong={"tasks_alone": {"left": Trace(mean) / d}},
        ),
        "root": Part(
            Identity(root(), there),
            says="With M_κ written out the equation ξ[1 − (1 − ξM_κ(x + ξ))/τ] = λ has one positive root, the ξ at which M is given",
            wrong={
                "six_digits": {"left": floor(10**6 * root() + Rational(1, 2)) / 10**6},
                "tasks_inverted": {"left": root(1 / kappa)},
            },
        ),
        "tasks": Part(
            Within(drawn, *near_equivalent(k / 24)),
            when=(s >= Rational(1, 10),),
            says="For tasks drawn on the sphere of radius √24, however many, and s ≥ 1/10 the mean of tr(R + s)⁻¹/d is between 0.98 and 1.02 of M_κ(s)",
            wrong={"tasks_inverted": dict(zip(("low", "high"), near_equivalent(24 / k), strict=True))},
        ),
    },
    procedures=(pretrained,),
    uses=("icl_linear.moments",),
)
