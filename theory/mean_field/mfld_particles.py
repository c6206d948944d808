"""Noisy particles with the head fitted at every step follow the Fokker-Planck equation: 2000 of them, with steps 1/100, up to a tenth.

w <- w - η∇(δF/δμ)(w) + √(2ηλ_T) ξ with the head fitted at every step and F with (c/2) E w²: the empirical law at time t = kη tends to
that of ∂μ/∂t = ∇·(μ∇(δF/δμ)) + λ_T Δμ (propagation of chaos: Sznitman, 1991). Judged at t = 1 for one weight, tanh neurons, ten inputs
evenly spaced on [-2, 2], labels b sin 2x, from N(m, 1/4): the second moment of the particles against the one of the equation's
spectral solution. The data have to be strong for wrong updates to differ: at ridge λ = 1/2, λ_T = 1, c = 2, b = 8, m = 1/2 the equation has
(F, E w², E w) = (28.77072, 1.20342, 0.28194). The slide writes λ for the ridge weight and for the temperature λ_T.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import lam, source

T, c = Symbol("λ_T", "temperature", Positive), Symbol("c", "confinement", Positive)
b, m = Symbol("b", "scale of the labels", Positive), Symbol("m", "mean of the start", Reals)
# changed: 1 the head keeps its first values, 2 the data's drift over N, 3 half the noise, 4 no confinement
update = Procedure(
    "particles",
    "N particles after the time 1, by steps of 1/steps, against the solution of the Fokker–Planck equation",
    ("count", "steps", "temperature", "confinement", "ridge", "scale", "mean", "changed"),
    {
        "second": "second moment over the equation's",
        "first": "difference of the mean from the equation's, over the root of its second moment",
        "objective": "F over the equation's",
    },
)


def run(count, steps, changed=0):
    return update(count=count, steps=steps, temperature=T, confinement=c, ridge=lam, scale=b, mean=m, changed=changed)


def near(output, changed=0):
    """2000 particles with steps of 1/100 are within a tenth."""
    centre = 0 if output == "first" else 1
    return Abs(run(2000, 100, changed)[output] - centre) < Rational(1, 10)


often = Rational(1, 2)
NAMES = ("head_frozen", "over_count", "half_noise", "no_confinement")
claim = Claim(
    "mean_field.mfld_particles",
    source=source("Label noise and WG flow"),
    procedures=(update,),
    domain=Domain(
        core=(
            (T >= Rational(7, 10), T <= Rational(13, 10), c >= Rational(3, 2), c <= Rational(5, 2)),
            (lam >= Rational(2, 5), lam <= Rational(4, 5), b >= 6, b <= 9, m >= Rational(3, 10), m <= Rational(4, 5)),
        )
    ),
    parts={
        "main": Part(
            Guarantee(near("second"), often),
            says="More often than not 2000 noisy particles, the head fitted at every step of 1/100, have at t = 1 the second moment of the "
            "Fokker–Planck equation up to a tenth",
            wrong={name: {"event": near("second", i)} for i, name in enumerate(NAMES, 1)},
        ),
        "mean": Part(
            Guarantee(near("first"), often),
            says="and its mean up to a tenth of the root of the second moment",
            wrong={"no_confinement": {"event": near("first", 4)}},
        ),
        "objective": Part(
            Guarantee(Abs(run(2000, 100)["objective"] - 1) < Rational(1, 200), often),
            says="and its F up to 0.5 %",
            wrong={
                name: {"event": Abs(run(2000, 100, i)["objective"] - 1) < Rational(1, 200)}
                for i, name in ((2, "over_count"), (4, "no_confinement"))
            },
        ),
    },
    uses=("mean_field.first_variation", "mean_field.wgf_print", "mean_field.mfld"),
)
