"""The step makes a spike: W₁ = W + θ₁ u v' with u along X'y and v along a, and its largest singular value leaves the bulk for θ₁ > ψ₂^(1/4).

θ₁² = η²μ₁²(μ₁*² + E y²/ψ₁). Outside the bulk 1 + θ₁² zm m₂ = 0 at z = -s²; as zm m₂ = m/(1 + m), that is m = -1/(1 + θ₁²), and z = 1/m - ψ₂/(1 + m)
gives s² = (1 + θ₁²)(ψ₂ + θ₁²)/θ₁². The residues of m/(1 + θ₁² zm m₂) and m₂/(1 + θ₁² zm m₂) are the squared overlaps with u and v:
(θ₁⁴ - ψ₂)/(θ₁²(1 + θ₁²)) and (θ₁⁴ - ψ₂)/(θ₁²(ψ₂ + θ₁²)), that with β* is θ₂²/θ₁² times the former. s² - (1 + √ψ₂)² = (θ₁ - √ψ₂/θ₁)²: the outlier
leaves the edge of the bulk at θ₁⁴ = ψ₂, where the overlaps vanish. Below, it is the edge and there is no overlap (Benaych-Georges and Nadakuditi).
In the runs the step is the whole gradient; what the network fits at the start lowers s by a term of order N^(-1/2).
"""

from lemmata import *
from lemmata.theory.one_step.notation import MU1_ERF, A, around, leading, m, m2, moved, psi2, q, slope, source, spike, z

eta = Symbol("η", "step size", Positive)
c = Symbol("c", "θ₁²/η²", Positive)
pole = -1 / (1 + A)


def outlier(A=A, psi2=psi2):
    """s²."""
    return (1 + A) * (psi2 + A) / A


def left(A=A, psi2=psi2, of=1):
    """The squared overlap with u."""
    return (A**2 - psi2) / (A * (of + A))


def right(A=A, psi2=psi2):
    """The squared overlap with v."""
    return left(A, psi2, of=psi2)


def residue(formula):
    """The residue of formula/(1 + θ₁² q) in z at the pole."""
    return (formula / (A * slope(q))).subs(m, pole)


def normal(left, right):
    return {"statement": Identity(left, right), "proof": "normal"}


NOISE = Rational(1, 100)
drawn, short = moved(64, 64, 128, 4, NOISE, leading), moved(64, 256, 128, 1, NOISE, leading)
STRONG, QUIET, WEAK = spike(4, 1, NOISE), spike(4, 1, NOISE, spread=0), spike(1, 4, NOISE)
SHARE = MU1_ERF**4 * 16 / STRONG  # θ₂²/θ₁²


def near_by(value):
    return around(Rational(9, 10), value, Rational(27, 25))


def wide_by(value):
    return around(Rational(17, 20), value, Rational(23, 20))


claim = Claim(
    "one_step.spike_bbp",
    source=source("Rank 1 property: for large step size η, spike becomes more dominant"),
    domain=Domain(A > 0, core=(A >= 0.1, A <= 9, psi2 >= 0.3, psi2 <= 4, c >= 0.1, c <= 2, m >= 0.1, m <= 0.4)),
    parts={
        "main": Part(
            Within(Mean(drawn["value"]), **near_by(outlier(STRONG, 2))),
            says="At d = n = 64, N = 128, η = 4, erf: the mean of s² after the step is 0.9 to 1.08 times (1+θ₁²)(ψ₂+θ₁²)/θ₁²",
            wrong={"no_noise_in_the_spike": near_by(outlier(QUIET, 2)), "spike_alone": near_by(STRONG)},
        ),
        "target": Part(
            Within(Mean(drawn["target"]), **wide_by(SHARE * left(STRONG, 2))),
            says="the mean squared overlap of its left vector with β* is 0.85 to 1.15 times (θ₂²/θ₁²)(θ₁⁴−ψ₂)/(θ₁²(1+θ₁²))",
            wrong={"whole": wide_by(left(STRONG, 2)), "no_noise_in_the_spike": wide_by(left(QUIET, 2))},
        ),
        "outer": Part(
            Within(Mean(drawn["outer"]), **near_by(right(STRONG, 2))),
            says="and that of its right vector with a 0.9 to 1.08 times (θ₁⁴−ψ₂)/(θ₁²(ψ₂+θ₁²))",
            wrong={"swapped": near_by(left(STRONG, 2)), "no_noise_in_the_spike": near_by(right(QUIET, 2))},
        ),
        "below": Part(
            Within(Mean(short["value"]), **near_by((1 + sqrt(2)) ** 2)),
            says="Below the threshold (n = 4d, η = 1, θ₁ = 0.48 < 2^(1/4)) the mean of s² is 0.9 to 1.08 times the edge of the bulk, (1 + √ψ₂)²,",
            wrong={"outlier": near_by(outlier(WEAK, 2))},
        ),
        "no_overlap": Part(
            Inequality(Mean(short["target"]), Rational(1, 20)),
            says="and the mean squared overlap with β* is at most 1/20",
            wrong={"above": {"left": Mean(drawn["target"])}},
        ),
        "pole": Part(
            **normal(-z.subs(m, pole), outlier()),
            says="Where m = −1/(1+θ₁²), that is 1 + θ₁² zm m₂ = 0, −z is (1+θ₁²)(ψ₂+θ₁²)/θ₁²",
            wrong={"square_matrix": {"right": (1 + A) ** 2 / A}},
        ),
        "left_residue": Part(
            **normal(residue(m), left()),
            says="There the residue of m/(1 + θ₁² zm m₂) is (θ₁⁴−ψ₂)/(θ₁²(1+θ₁²))",
            wrong={"swapped": {"right": right()}},
        ),
        "right_residue": Part(
            **normal(residue(m2), right()),
            says="and that of m₂/(1 + θ₁² zm m₂) is (θ₁⁴−ψ₂)/(θ₁²(ψ₂+θ₁²))",
            wrong={"swapped": {"right": left()}},
        ),
        "edge": Part(
            **normal(outlier() - (1 + sqrt(psi2)) ** 2, (A - sqrt(psi2)) ** 2 / A),
            says="The outlier is above the edge by (θ₁ − √ψ₂/θ₁)²: it touches it at θ₁⁴ = ψ₂ alone",
            wrong={"square_matrix": {"right": (A - 1) ** 2 / A}},
        ),
        "threshold": Part(
            Phase(left(c * eta**2), 0, psi2 ** Rational(1, 4) / sqrt(c), control=eta, rising=True),
            says="As η grows the squared overlap leaves 0 at η = ψ₂^(1/4)/√(θ₁²/η²)",
            wrong={"root": {"critical": sqrt(psi2 / c)}, "without_width": {"critical": 1 / sqrt(c)}},
        ),
    },
    procedures=(leading,),
    uses=("one_step.rank_one",),
)
