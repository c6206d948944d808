"""The experiment of the slides at a smaller dimension: risks after one step of size η = N^α, for erf, N = 2d, λ = 10^(-3), σ_ε = 1/10.

The slides show d = 1024. At d = 64, with a fresh sample for the ridge step and the penalty (λ/N)|a|², the picture is the same: at n = 12d the risk
falls with every longer step, and only the longest, α = 1/2, goes below the floor ‖P_{>1}f*‖² of the linear regime; at n = 4d it does not yet.
An undivided penalty λ|a|² shows at n = 4d, where the risk is then lower; unit noise and a gradient without its √N at once.
Neither the fresh sample nor the scale of λ stands on the slide.
"""

from lemmata import *
from lemmata.theory.one_step.notation import MU2_ERF, powers, ridge_run, source

STEPS = ("RF", *(f"{j}/8" for j in range(5)))
NAMES = ("zero", "eighth", "quarter", "three_eighths", "half")


def drawn(p1):
    return powers(d=64, n=64 * p1, N=128, lam=Rational(1, 1000), v=Rational(1, 100), s=1, b1=0, b3=0)


runs = drawn(12)
few = drawn(4)


def changed(p1, lam, noise):
    """The mean risk after a step of size √N with another penalty λ/N or other label noise."""
    found = ridge_run(d=64, n=64 * p1, N=128, lam=lam, v=noise, eta=sqrt(128), s=1, b1=0, b3=0)
    return Mean(found["after"])


def falls(before, after, says):
    return Part(
        Inequality(Mean(runs[after]), Rational(99, 100) * Mean(runs[before])),
        says=says,
        wrong={"rises": {"left": Rational(99, 100) * Mean(runs[before]), "right": Mean(runs[after])}},
    )


claim = Claim(
    "one_step.experiment",
    source=source("Implications"),
    parts={
        "main": Part(
            Inequality(Mean(runs["4/8"]), MU2_ERF),
            says="At d = 64, n = 12d the mean risk after one step of size √N is below the floor of the linear regime, ‖P_{>1}f*‖²",
            wrong={
                "shorter": {"left": Mean(runs["3/8"])},
                "fewer_samples": {"left": Mean(few["4/8"])},
                "gradient_not_scaled": {"left": Mean(runs["0/8"])},
                "unit_noise": {"left": changed(12, Rational(1, 1000), 1)},
            },
        ),
        "shorter": Part(
            Inequality(Rational(11, 10) * MU2_ERF, Mean(runs["3/8"])),
            says="after one of size N^(3/8) it is above 1.1 times it",
            wrong={"longer": {"right": Mean(runs["4/8"])}},
        ),
        "fewer_samples": Part(
            Inequality(Rational(3, 2) * MU2_ERF, Mean(few["4/8"])),
            says="and at n = 4d above 1.5 times it after one of size √N",
            wrong={
                "more_samples": {"right": Mean(runs["4/8"])},
                "penalty_not_divided": {"right": changed(4, Rational(128, 1000), Rational(1, 100))},
            },
        ),
        **{
            name: falls(before, after, f"At n = 12d the mean risk for α = {after} is below 0.99 times that for {before}")
            for name, before, after in zip(NAMES, STEPS, STEPS[1:], strict=False)
        },
    },
    procedures=(powers, ridge_run),
    uses=("one_step.rf_lower_bound",),
)
