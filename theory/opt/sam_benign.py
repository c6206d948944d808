"""Sharpness-aware steps first make the error the floor of the test noise, Φ(-|μ|/σ_ξ), in dimensions where descent memorises the noise.

The ascent step switches off the noise pre-activations of a sample's own class while they are small, so that only the signal
grows; descent afterwards fits the rest. Descent alone needs |μ|⁴ of order d/n and gets worse as d grows at fixed |μ|. The
network that SAM leaves is carried by the signal, and a network of the signal alone errs on fresh data with probability
Φ(-|μ|/σ_ξ): the printed |μ| = Ω̃(1) is needed because of the test noise along μ, whatever the optimiser. ReLU, n = 20, m = 16,
σ_0σ_ξ√d = 1/100, e_0 = 1/5, τ = 1/10 in units of σ_ξ; 3d/5 steps (9d/5 at |μ| = σ_ξ), then 300 of descent; full batch.
"""

from lemmata import *
from lemmata.theory.opt.notation import SAM, source

often, small, radius = Rational(1, 2), Rational(1, 100), Rational(1, 10)
trained = Procedure(
    "sharpness",
    "sharpness-aware steps and then descent on the two-layer ReLU network",
    ("n", "m", "d", "ratio", "s0", "rate", "τ", "first", "second", "tests"),
    {"error": "share of fresh data with the wrong sign", "loss": "training loss", "signal": "largest ⟨w, jμ⟩/|μ|²"},
)


def run(d, tau=radius, ratio=3):
    """|μ| = ratio σ_ξ; 3d/5 steps of SAM, or three times as many."""
    first = 0 if tau == 0 else (9 if ratio == 1 else 3) * d // 5
    sizes = {"n": 20, "m": 16, "s0": small, "rate": Rational(1, 5), "second": 300, "tests": 1024}
    return trained(d=d, ratio=ratio, first=first, **sizes, **{"τ": tau})


def near(value):
    return Abs(run(1000, ratio=1)["error"] - value) < Rational(1, 20)


claim = Claim(
    "opt.sam_benign",
    source=source(SAM, "chen2023sam"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(run(2000)["error"] < small, often),
            says="At |μ| = 3σ_ξ and d = 2000 SAM and then descent end, more often than not, with an error below 0.01",
            wrong={
                "small_radius": {"event": run(2000, Rational(1, 10**4))["error"] < small},
                "descending_step": {"event": run(2000, -radius)["error"] < small},
                "descent": {"event": run(2000, Integer(0))["error"] < small},
            },
        ),
        "lower_dimension": Part(
            Guarantee(run(1000)["error"] < small, often),
            says="as at d = 1000",
            wrong={"descent": {"event": run(1000, Integer(0))["error"] < small}},
        ),
        "descent": Part(
            Guarantee(run(1000, Integer(0))["error"] > Rational(1, 20), often),
            says="Descent alone ends with an error above 0.05 at d = 1000",
            wrong={"benign": {"event": run(1000, Integer(0))["error"] < small}},
        ),
        "descent_worse": Part(
            Guarantee(run(8000, Integer(0))["error"] > Rational(3, 20), often),
            says="and above 0.15 at d = 8000",
            wrong={"no_worse": {"event": run(8000, Integer(0))["error"] < Rational(1, 20)}},
        ),
        "floor": Part(
            Guarantee(near(Phi(-1)), often),
            says="At |μ| = σ_ξ and d = 1000 the error with SAM is Φ(−1) = 0.159 up to 0.05: the floor of the test noise along μ",
            wrong={"zero": {"event": near(Integer(0))}, "of_three": {"event": near(Phi(-3))}},
        ),
        "weak_signal": Part(
            Guarantee(run(1000, ratio=Rational(3, 10))["error"] > Rational(3, 10), often),
            says="and at |μ| = 0.3σ_ξ it is above 0.3",
            wrong={"benign": {"event": run(1000, ratio=Rational(3, 10))["error"] < small}},
        ),
    },
    procedures=(trained,),
    uses=("opt.sam_update", "opt.lngd_benign"),
)
