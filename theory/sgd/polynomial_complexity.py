"""With a reused batch the overlap for y = h_3 grows to order one in a time proportional to d, along a differential equation.

With η = a/d, (1 − ξ)η = κ/d and τ = t/d, as d → ∞: ṁ = κA(m) − κ²v(m)m/2, A = E[(g₁ + g₂)(z − mu)], v = E[(g₁ + g₂)²], g₂ =
yσ'(u + ag₁). Since A(0) ≠ 0, a neuron leaves the equator m = 0 itself, and the mean time to m = 0.3 is d∫₀^0.3 dm/ṁ to leading order. A
fresh second sample, or single use, leaves it there for d² steps (k − 1 = 2 for He_3). Here σ' = −cos(u/2), one sample a step, so that T
counts samples: n = T₁ + T₂. The runs are counted until all have arrived.
"""

from typing import Any

from lemmata import (
    Claim,
    Domain,
    Guarantee,
    Ladder,
    Limit,
    Mean,
    Part,
    Procedure,
    Rate,
    Rational,
    Reduction,
)
from lemmata.theory.sgd.notation import a, d, kappa, source

NAMES = ("d", "a", "κ", "kind", "horizon")
OUTPUTS = {
    "time": "first step at which ⟨w,θ⟩ > 0.3; the horizon and one more where it never is",
    "over_flow": "that over d times the time of the limiting equation",
    "over_free": "that over d times the time of the equation without its second term",
}
HOW = "from the equator; kind 0: each sample used twice, 1: a fresh second sample, 2: each sample used once, with step κ/d"
run = Procedure("run", f"spherical SGD in R^d on h_3 {HOW}", NAMES, OUTPUTS)
chain = Procedure("chain", f"the chain of its overlaps, {HOW}", NAMES, OUTPUTS)
strong = Procedure(
    "strong",
    "spherical SGD in R^d on h_3 from the equator, a = 1, each sample used twice: 40 d, 100 d, 200 d steps at κ = 0.1, 0.03, 0.01",
    ("d",),
    {"overlap": "⟨w,θ⟩ at the end"},
)


def runs(kind: int = 0, horizon: Any = 200 * d) -> Any:
    return run(**{"d": d, "a": a, "κ": kappa, "kind": kind, "horizon": horizon})


def arrived(kind: int = 0) -> Any:
    return runs(kind, 20 * d)["time"] <= 20 * d


ladder = Ladder(d, (16, 32, 64, 128, 256, 512, 1024), quick=(16, 32, 64, 128, 256))

claim = Claim(
    "sgd.polynomial_complexity",
    source=source("SGD is Almost Information Theoretically Optimal"),
    procedures=(run, chain, strong),
    reductions=(Reduction(run, chain, small={"d": 6}, how="observables"),),
    domain=Domain(d >= 3, core=(d >= 16, d <= 64, a >= 1, a <= 2, kappa >= 0.14, kappa <= 0.16)),
    parts={
        "main": Part(
            Limit(Mean(runs()["over_flow"]), 1, ladder=ladder, expansion=(1 / d, 1 / d**2)),
            says="On h_3 with reused samples the mean time from m = 0 to 0.3 is d times that of ṁ = κA − κ²vm/2, to leading order",
            wrong={
                "twice_as_fast": {"value": Rational(1, 2)},
                "no_contraction": {"quantity": Mean(runs()["over_free"])},
            },
        ),
        "linear": Part(
            Rate(Mean(runs()["time"]), 1, ladder=ladder, expansion=(1 / d, 1 / d**2)),
            says="That time grows like d",
            wrong={"slope_2": {"exponent": 2}},
        ),
        "weak_recovery": Part(
            Guarantee(arrived(), Rational(9, 10)),
            says="Nine runs in ten arrive within 20 d samples",
            wrong={"fresh_second_sample": {"event": arrived(1)}, "online": {"event": arrived(2)}},
        ),
        "strong_recovery": Part(
            Guarantee(strong(d=32)["overlap"] > Rational(85, 100), Rational(4, 5)),
            says="In R^32 four runs in five have m > 0.85 after steps that are made smaller twice",
        ),
    },
    uses=("sgd.reduced_chain", "sgd.algorithm1"),
    notes="The ε^−2 of the theorem and its logarithms are upper bounds and not judged, nor is the constant C_p; k* = 2 is in "
    "sgd.generative_rate, single use in sgd.online_information_exponent.",
)
