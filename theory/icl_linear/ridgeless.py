"""The learning curve of linear attention in context without ridge, in closed form.

The curve with ridge has ξ(1 - (1 - ξM)/τ) = λ, M = M_κ(x + ξ). As λ → 0 the effective ridge ξ vanishes for τ > 1, and for τ < 1 it is
ξ = (1 - τ)/(τp) with p = M_{κ/τ}(x), where M = τp. In m = M_κ(x), and in p, all is rational; x itself is
(κ - (κ-1)m)/(m(m + κ)). At ξ = 0 the curve on the pretraining tasks is e_IDG = τ/(τ-1) (ρ + x - x²m) as it stands.
Pretraining runs at d = 12 are compared with the curve with ridge: their mean risks exceed it by at most a fifth (in a pilot on other keys by
2 to 14 %, less at larger d).
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import (
    above,
    above_own,
    at_sizes,
    below,
    d,
    errors,
    k,
    kappa,
    l,
    m,
    n,
    p,
    place,
    pretrained,
    rho,
    source,
    tau,
)  # fmt: skip

x, x_few = place(m), place(p, kappa / tau)
left = (1 - tau) / (tau * p)  # the effective ridge that is left for τ < 1
at_zero = errors(x, 0, m)[0]
at_left = errors(x_few, left, tau * p)[0]
SIZES = {d: Integer(12), l: Integer(24), k: Integer(18), n: Integer(216), rho: Rational(1, 4)}
RIDGE = Rational(1, 4)
runs = pretrained(**{str(name): value for name, value in SIZES.items()}, **{"λ": RIDGE})
curve, own_curve = at_sizes(SIZES, RIDGE)


def around(value):
    return {"low": value * Rational(97, 100), "high": value * Rational(6, 5)}


def rational(left, right):
    return {"statement": Identity(left, right), "proof": "normal"}


claim = Claim(
    "icl_linear.ridgeless",
    source=source(),
    domain=Domain(
        Ne(tau, 1),
        (kappa - 1) * m < kappa,
        (kappa / tau - 1) * p < kappa / tau,
        kappa * m**2 / (m + kappa) ** 2 < 1,  # this and the next three follow from the two before
        (kappa - 1) * m**2 < 2 * kappa * m + kappa**2,
        kappa * tau * p**2 < (kappa + tau * p) ** 2,
        (kappa - 1) * (tau * p) ** 2 < 2 * kappa * tau * p + kappa**2,
        core=(kappa >= 0.2, kappa <= 1, m <= 4, p <= 1, tau >= 0.1, tau <= 5, rho >= 0.05, rho <= 0.5),
    ),
    parts={
        "main": Part(
            **rational(at_zero, above(x, m)),
            says="At ξ = 0, that is for τ > 1 without ridge, e_ICL has the closed form in m = M_κ(x)",
            wrong={
                "task_without_kappa": {"right": above(x, m, weight=1)},
                "two_for_three": {"right": above(x, m) - m * x**2 / (tau - 1)},
                "own_task": {"right": above_own(x, m)},
            },
        ),
        "few": Part(
            **rational(at_left, below(x_few, x_few * p)),
            says="At ξ = x(1−τ)/(τμ*), μ* = x M_{κ/τ}(x), that is for τ < 1, it has the closed form in μ*",
            wrong={"ratio_of_all_tasks": {"right": below(x_few, place(p) * p)}},
        ),
        "root": Part(
            **rational(place(tau * p), x_few + left),
            says="which is the root: M_κ(x + ξ) = τ M_{κ/τ}(x) there, so that ξ M_κ(x + ξ) = 1 − τ",
            wrong={"ratio_of_all_tasks": {"right": place(p) + left}},
        ),
        "runs": Part(
            Within(Mean(runs["ICL"]), **around(curve)),
            says="Pretrained at d = 12, ℓ = 24, k = 18, n = 216, ρ = λ = 1/4: the mean risk on a new task is between 0.97 and 1.2 of the "
            "limit's at these ratios",
            wrong={
                "memory": around(own_curve),
                "label_noise_twice": around(at_sizes({**SIZES, rho: Rational(1, 2)}, RIDGE)[0]),
                "longer_contexts": around(at_sizes({**SIZES, l: Integer(48)}, RIDGE)[0]),
                "more_contexts": around(at_sizes({**SIZES, n: Integer(432)}, RIDGE)[0]),
            },
        ),
        "own_runs": Part(
            Within(Mean(runs["IDG"]), **around(own_curve)),
            says="and so is that on the pretraining tasks",
            wrong={"new_task": around(curve)},
        ),
    },
    procedures=(pretrained,),
    uses=("icl_linear.moments",),
)
