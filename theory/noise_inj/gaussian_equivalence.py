"""Gaussian features with matching moments give the same errors, at moderate size.

The features σ(F(x + Δz_j)) of one input are replaced by m_0 + m_1Fx + m_1ΔFz_j + m_*ξ + √r_0 ξ_j, with one Gaussian ξ for
all copies and one ξ_j for each; the moments agree to leading order (noise_inj.two_copies, noise_inj.weighted_ridge). That
the errors agree in the limit is a conjecture of the paper; it is judged here at one size, on literal features of literal
inputs.
"""

from lemmata import *
from lemmata.theory.noise_inj.finite_ell import runs
from lemmata.theory.noise_inj.notation import Delta, a, m1, m2, r0, source

equivalent = Procedure(
    "equivalent",
    "the same regression on Gaussian features of these constants, tested on Gaussian clean features",
    ("d", "n", "p", "ℓ", "Δ", "λ", "σ²", "a_1", "m_0", "m_1", "k_1", "m_*²", "r_0", "shared"),
    {"train": "mean squared error on the copies", "test": "mean squared error on clean inputs"},
)
m0 = a[1] * Delta**2
PLACE = {Delta: Rational(4, 5), a[0]: Integer(1), a[1]: Rational(3, 10), a[2]: Rational(1, 5)}
SIZES = {"d": 32, "n": 48, "p": 40, "ℓ": 3, "Δ": PLACE[Delta], "λ": Rational(1, 50), "σ²": Rational(1, 10), "a_1": PLACE[a[0]]}
literal = runs(**SIZES, a_2=PLACE[a[1]], a_3=PLACE[a[2]])


def gaussian(shared=1, slope=m1):
    constants = {"m_0": m0, "m_1": m1, "k_1": slope, "m_*²": m2, "r_0": r0}
    return equivalent(**SIZES, **{name: value.subs(PLACE) for name, value in constants.items()}, shared=shared)


def near(name, share):
    """The mean errors agree up to that share."""
    return Within(Mean(gaussian()[name]), (1 - share) * Mean(literal[name]), (1 + share) * Mean(literal[name]))


def wrong(name):
    return {
        "private_nonlinearity": {"quantity": Mean(gaussian(shared=0)[name])},
        "unsmoothed_slope": {"quantity": Mean(gaussian(slope=a[0])[name])},
    }


claim = Claim(
    "noise_inj.gaussian_equivalence",
    source=source(),
    parts={
        "main": Part(
            near("train", Rational(3, 100)),
            says="At d = 32, n = 48, p = 40, ℓ = 3, Δ = 4/5 the mean training errors on features and on their Gaussian equivalents agree to 3 %",
            wrong=wrong("train"),
        ),
        "test": Part(
            near("test", Rational(3, 200)), says="and the mean test errors on clean inputs to 1.5 %", wrong=wrong("test")
        ),
    },
    procedures=(runs, equivalent),
    uses=("noise_inj.two_copies", "noise_inj.weighted_ridge"),
)
