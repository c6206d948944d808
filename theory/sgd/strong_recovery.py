"""With a reused batch and steps that are made smaller twice a neuron comes near the direction of y = h_3.

From the equator m = 0 in R^12 each sample is used twice, σ' = −cos(u/2), η = 1/d, at κ = 0.1, 0.03 and 0.01 for 40 d, 100 d and 200 d steps; single
use at the same steps leaves it there. The ends and shares were set after pilot runs under other keys.
"""

from lemmata import *
from lemmata.theory.sgd.notation import source

strong = Procedure(
    "strong",
    "spherical SGD in R^d on h_3 from the equator, 40 d, 100 d, 200 d steps at κ = 0.1, 0.03, 0.01; reuse 1: a = 1, each sample twice",
    ("d", "reuse"),
    {"overlap": "⟨w,θ⟩ at the end"},
)

claim = Claim(
    "sgd.strong_recovery",
    source=source("SGD is Almost Information Theoretically Optimal"),
    procedures=(strong,),
    parts={
        "strong_recovery": Part(
            Guarantee(strong(d=12, reuse=1)["overlap"] > Rational(17, 20), Rational(4, 5)),
            says="In R^12 four runs in five have m > 0.85 after steps that are made smaller twice",
            wrong={"online": {"event": strong(d=12, reuse=0)["overlap"] > Rational(17, 20)}},
        )
    },
    uses=("sgd.polynomial_complexity",),
)
