"""Low and high task diversity: with many contexts, long contexts and no ridge, e_ICL tends to ρ + (1 - κ)⁺, e_IDG to ρ.

As τ → ∞, e_ICL → ρ + x - 2x²m + (1 + x)k*(xm)² and e_IDG → ρ + x - x²m, where k* = 1/(1 - κ(m/(κ + m))²) and m = M_κ(x). Then as x = (1 + ρ)/α → 0
the risk on a new task approaches ρ + (1 - κ)⁺: fewer tasks than dimensions leave the directions that no task has. It does so like
min(κ, 1)x off κ = 1, and at κ = 1 like √x/2. Here x = 1/y is taken to 0 with M_κ written out; pretraining
runs on both sides are in icl_linear.diversity_runs.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import above, above_own, kappa, m, place, rho, source

y = Symbol("y", "one over x = (1 + ρ)/α, or contexts over the square of the dimension", Positive)
far = Ladder(y, (10**3, 10**4, 10**5, 10**6, 10**7))
x = 1 / y
gap = x + 1 - 1 / kappa
resolvent = 2 / (gap + sqrt(gap**2 + 4 * x / kappa))  # M_κ(x)


def many(x, m, weight=kappa):
    """e_ICL as τ → ∞."""
    return rho + x - 2 * x**2 * m + (1 + x) / (1 - weight * (m / (kappa + m)) ** 2) * (x * m) ** 2


limit = many(x, resolvent)
own_limit = rho + x - x**2 * resolvent
level = rho + Maximum(1 - kappa, 0)
slow, close = (1 / sqrt(y), 1 / y, y ** -Rational(3, 2)), (1 / y, y**-2)
low, high = (kappa <= Rational(9, 10),), (kappa >= Rational(11, 10),)
at_one = limit.xreplace({kappa: Rational(1)})

claim = Claim(
    "icl_linear.task_diversity_transition",
    source=source(),
    domain=Domain((kappa - 1) * m < kappa, core=(kappa >= 0.2, kappa <= 4, m >= 0.1, m <= 1, rho >= 0.05, rho <= 0.5)),
    parts={
        "main": Part(
            Limit(limit, rho + 1 - kappa, ladder=far, expansion=close),
            when=low,
            says="With many long contexts and fewer tasks than dimensions e_ICL tends to ρ + 1 − κ",
            wrong={
                "all_learned": {"value": rho},
                "squared": {"value": rho + 1 - kappa**2},
                "from_2": {"value": rho + 2 - kappa},
            },
        ),
        "diverse": Part(
            Limit(limit, rho, ladder=far, expansion=close),
            when=high,
            says="and with more tasks than dimensions to ρ, the least possible",
            wrong={"signed": {"value": rho + 1 - kappa}},
        ),
        "own": Part(
            Limit(own_limit, rho, ladder=far, expansion=slow),
            says="On the pretraining tasks it tends to ρ on both sides",
            wrong={"new_task": {"value": rho + kappa}},
        ),
        "low_rate": Part(
            Limit((limit - level) * y, kappa, ladder=far, expansion=close),
            when=low,
            says="For κ < 1 the excess is κx in leading order",
            wrong={"without_kappa": {"value": 1 + 0 * kappa}},
        ),
        "high_rate": Part(
            Limit((limit - level) * y, 1, ladder=far, expansion=close),
            when=high,
            says="for κ > 1 it is x",
            wrong={"with_kappa": {"value": kappa}},
        ),
        "critical_rate": Part(
            Limit((at_one - rho) * sqrt(y), Rational(1, 2), ladder=far, expansion=(1 / sqrt(y), 1 / y)),
            says="and at κ = 1 it is √x/2",
            wrong={"whole_root": {"value": 1}},
        ),
        "many": Part(
            Limit(above(place(m), m, y), many(place(m), m), ladder=far, expansion=close),
            says="Without ridge e_ICL tends as τ → ∞ to ρ + x − 2x²m + (1 + x)(xm)²/(1 − κ(m/(κ + m))²)",
            wrong={"without_kappa": {"value": many(place(m), m, 1)}},
        ),
        "many_own": Part(
            Limit(above_own(place(m), m, y), rho + place(m) - place(m) ** 2 * m, ladder=far, expansion=close),
            says="and e_IDG to ρ + x − x²m",
        ),
    },
    uses=("icl_linear.ridgeless",),
)
