"""A neuron trained by online SGD with h_3 links on two orthonormal tasks in R^d ends at one of them.

Samples x ~ N(0, I_d), labels 2^(-1/2) Σ h_3(<x, θ_j>), activation h_3, correlation loss, gradient steps on the unit sphere of size 0.2 (2d³)^(-1/2) for
24d² steps and a fifth of that for as many. A start uniform on the sphere has overlaps of the size d^(-1/2), of either sign: -θ_j has the
label of the opposite sign, and a neuron there turns round. The 24 rounds of d² steps and the bounds 0.8, 0.3 and 4/5 come from a pilot with
its own key. The flow behind it is additive.localisation.
"""

from lemmata import *
from lemmata.theory.additive.notation import d, source

trained = Procedure(
    "trained",
    "online SGD of one neuron with h_3 links and activation on two orthonormal tasks in R^d, from a random start",
    ("d",),
    {"first": "largest |overlap| at the end", "second": "the other one"},
)
run = trained(d=d)

claim = Claim(
    "additive.neuron_localises",
    source=source("Localization of Neurons"),
    domain=Domain(d >= 12, d <= 14),
    parts={
        "main": Part(
            Guarantee(And(run["first"] > Rational(4, 5), run["second"] < Rational(3, 10)), Rational(4, 5)),
            says="Of neurons trained in R^d on two tasks, 12 ≤ d ≤ 14, four fifths or more end with one overlap above 0.8, the other below 0.3",
            wrong={"both": {"event": And(run["first"] > Rational(3, 10), run["second"] > Rational(3, 10))}},
        )
    },
    procedures=(trained,),
    uses=("additive.localisation",),
)
