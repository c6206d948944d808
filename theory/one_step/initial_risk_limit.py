"""How far the risk of a mean-field start is from the null risk in the proportional limit: N times the difference has a deviation of order 1.

Given the data, N times the cross term -2 mean(y f) has the variance (4N/n²) Σ_ij y_i y_j κ_ij (one_step.initial_risk). For normal inputs, labels y =
erf(<β, x>) + noise with |β| = 1, n = ψ₁d and N = ψ₂d its mean is 4[(N/n) E y²σ² + N(1 - 1/n) E_w(E_x yσ)²]. For w = (g, rest)/√d, g along β, the
inner mean is (2/π) arcsin(2(g/√d)/√(3(1 + 2|w|²))), and |w|² = (g² + c)/d with c of chi-square of d - 1. As d → ∞ it tends to 4[ψ₂μ₁²μ₁*² + (ψ₂/ψ₁) E
y² E σ²]: the first term is the part of the labels that the kernel's leading directions carry. The mean of N f² (one_step.initialisation_scale)
fluctuates less.
"""

from sympy import asin

from lemmata import *
from lemmata.theory.one_step.notation import MU1_ERF, SQUARE_ERF, psi1, psi2, source

side = Symbol("D", "dimension, less 1", Naturals)
g, z1, z2 = (Sampled(name, Normal()) for name in ("g", "z₁", "z₂"))
c = Sampled("c", ChiSquare(side))
noise = Rational(1, 100)  # of the labels, as in the experiment of the slides
along, length = g / sqrt(side + 1), (g**2 + c) / (side + 1)
# z₁ = <β, x>, z₂ along the rest of w
own = Mean((erf(z1) ** 2 + noise) * erf((g * z1 + sqrt(c) * z2) / sqrt(side + 1)) ** 2)
inner = (side + 1 - 1 / psi1) * Mean((2 / pi * asin(2 * along / sqrt(3 * (1 + 2 * length)))) ** 2)


def variance(carried=1, kept=1, label=SQUARE_ERF):
    """The limit; wrong versions without one of its terms."""
    return 4 * (carried * psi2 * MU1_ERF**4 + kept * psi2 / psi1 * (label + noise) * SQUARE_ERF)


claim = Claim(
    "one_step.initial_risk_limit",
    source=source("Problem setting: 2-layer NN of mean field scaling"),
    uses=("one_step.initial_risk",),
    says="For σ = σ* = erf the variance of N times the cross term of the initial risk tends to 4[ψ₂μ₁⁴ + (ψ₂/ψ₁) E y² E σ²] as d → ∞",
    domain=Domain(core=(psi1 >= 1, psi1 <= 4, psi2 >= 1, psi2 <= 4)),
    statement=Limit(
        4 * psi2 * (own / psi1 + inner),
        variance(),
        ladder=Ladder(side, (7, 31, 127, 511, 2047)),
        expansion=(1 / side, side**-2),
    ),
    wrong={
        "samples_alone": {"value": variance(carried=0)},
        "target_alone": {"value": variance(kept=0)},
        "linear_label": {"value": variance(label=MU1_ERF**2)},
    },
)
