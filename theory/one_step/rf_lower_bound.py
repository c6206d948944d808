"""The linear regime has a floor: no ridge regression on random features, before or after O(1) steps of size Θ(1), learns what is not linear.

On the curve risk ≥ μ₂*², the variance of the target beyond constant and linear: 1 - df₂/n lies in (0, 1), and rh - κz h' is positive for every
spike with θ₂ ≤ θ₁. It is attained in the limit of many neurons and many more samples. The reason is the Gaussian model: features μ₁W'x + μ₂ζ
see x through a linear form, and μ₂*² is the least of E(σ*(z) - u - vz)² (one_step.hermite_constants). At finite size the floor holds up to a term that grows
with (ηt)²/N: at d = 50 twenty steps with η = 1 go below it. That is no counterexample to an asymptotic statement, and a warning to experiments.
The floor of the tangent kernel is that of its own curve (krr.bias_variance with L > 0) and not judged here.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.one_step.notation import (
    F2,
    MU2_ERF,
    B,
    S,
    bias,
    drop,
    e,
    fall_of_m,
    floors,
    k,
    least,
    m,
    psi2,
    r,
    risk,
    saved,
    source,
    spent,
    taken,
)

c = Symbol("c", "θ₁² − θ₂², the spike's square away from β*", NonNegative)
y = Symbol("y", "neurons per dimension, the root of the samples per dimension", Positive)

h = m - drop(B + c, B)
left_over = r * sp.factor(h) + k * (r + k) * fall_of_m * sp.factor(sp.diff(h, m))  # rh - κz h', every term positive
share = (taken + e) / (saved + e)  # 1/(1 - df₂/n)
whole = S * share + F2 * left_over * share

many = {m: 1 / (r + k + y), psi2: y * (1 + 1 / (r + k + y)), e: y**2}

NOISE = Rational(1, 100)
start, later = least(40, 8, 4, 1, NOISE), least(50, 4, 2, 20, NOISE)


claim = Claim(
    "one_step.rf_lower_bound",
    source=source("Limitation of RF"),
    domain=Domain(
        (r + k) * m < 1,
        core=(
            (r >= 0.05, r <= 1, k >= 0.05, k <= 1, e >= 0.1, e <= 3, B >= 0.1, B <= 4, c <= 2),
            (S >= 0.05, S <= 1, F2 >= 0.1, F2 <= 1, m >= 0.1, m <= 0.4, psi2 >= 0.5, psi2 <= 2),
        ),
    ),
    parts={
        "main": Part(
            Inequality(S, whole),
            says="On the curve of the initial kernel, and of that after one step, risk plus noise is never below σ_ε² + ‖P_{>1}f*‖²",
            wrong={"twice": {"left": 2 * S}, "all_of_the_target": {"left": S + F2}},
        ),
        "form": Part(
            Identity(bias(h), left_over),
            says="There rh − κz h' is a sum of positive terms for every spike with θ₂ ≤ θ₁",
            proof="normal",
            wrong={"spike_of_signal_alone": {"left": bias(m - drop(B, B))}},
        ),
        "degrees": Part(
            Identity(taken - saved, spent),
            says="and ψ₁df₂/n is one: (1 − zm and r m, κ r m/z, zm² over 1 + zm²)",
            proof="normal",
            wrong={"degrees_for_squares": {"left": taken}},
        ),
        "attained": Part(
            Limit(risk().xreplace(many), S, ladder=Ladder(y, (10**2, 10**3, 10**4, 10**5, 10**6)), expansion=(1 / y, y**-2)),
            says="With many neurons and many more samples it tends to that",
            wrong={"nothing_learned": {"value": S + F2}},
        ),
        "runs": Part(
            Inequality(MU2_ERF, Mean(start["best before"])),
            says="At d = 40, n = 8d, N = 4d, erf, the mean of the least risk over 21 ridges λ from 10^(−4) to 10 is above the floor",
            wrong={"twice": {"left": 2 * MU2_ERF}},
        ),
        "one_step": Part(
            Inequality(MU2_ERF, Mean(start["best after"])),
            says="and so it is after one step with η = 1",
            wrong={"twice": {"left": 2 * MU2_ERF}},
        ),
        "small_sizes": Part(
            Inequality(Mean(later["oracle after"]), Rational(3, 4) * MU2_ERF),
            says="At finite size it is no bound: at d = 50, N = 2d, n = 4d twenty steps with η = 1 leave a second layer of mean risk below 3/4 of it",
            wrong={"before": {"left": Mean(later["oracle before"])}},
        ),
    },
    procedures=(floors,),
    uses=("one_step.hermite_constants", "one_step.gep_ck", "one_step.small_step_improvement"),
)
