"""A query tells apart few of many nearly orthogonal targets, and random directions are nearly orthogonal.

Of q random directions no pair has |⟨θ,θ'⟩|^k above (2 log(q²/δ)/d)^{k/2} but with probability δ. For any query φ and answers ⟨φ,f_i⟩ = ±τ or more
on q targets of pairwise correlations at most γ, by Cauchy and Schwarz q²τ² ≤ |φ|² Σ_ij s_i s_j⟨f_i,f_j⟩ ≤ |φ|²(q + q(q−1)γ): so a query tells apart few
targets unless τ² is of the order of γ = d^{−k/2} (sgd.csq_sq_bounds), which with τ² = 1/n is d^{k/2} samples. That needs E φ² ≤ 1.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.sgd.notation import d, source

q, N = Symbol("q", "number of directions", Naturals), Symbol("N", "dimension of the space of queries", Naturals)
delta = Symbol("δ", "probability of failure", Positive, latex=r"\delta")
directions = Sampled("W", Sphere(1), q, d)
F = Array("F", "targets as unit vectors, one a row", q, N, kind=UnitRows)
phi, s = Array("φ", "query", N), Array("s", "signs of the answers, or any weights", q)
u = sp.Symbol("u", real=True)
reach = sqrt(2 * log(q**2 / delta) / d)


def all_below(bound):
    """Whether no two directions have an overlap above the bound."""
    above = Entrywise(Lambda(u, Maximum(0, sp.sign(Abs(u) - bound))), directions * directions.T)
    return dot(OneMatrix(q, q), above) < q + Rational(1, 2)


answers, gram = dot(s, F * phi), dot(s, F * F.T * s)
bound = sq(phi) * gram


def cauchy(kernel):
    """(φ'F's)² ≤ φ'φ s'FF's."""
    made = kernel.cauchy_schwarz(phi, F.T * s)
    return kernel.le(kernel.words(answers**2, made.left), made)


claim = Claim(
    "sgd.few_targets",
    source=source("Statistical Query Lower Bounds", "damian2024"),
    domain=Domain((d >= 2, q >= 2, delta < 1), core=(d >= 4, d <= 12, q >= 5, q <= 12, delta >= 0.05, delta <= 0.3, N <= 8)),
    parts={
        "query": Part(
            Inequality(answers**2, bound),
            says="For any query φ, weights s and targets f_i: (Σ s_i⟨φ,f_i⟩)² ≤ |φ|² Σ_ij s_i s_j⟨f_i,f_j⟩",
            proof=cauchy,
            printed=Print(
                readings={
                    "norm_1": ({"left": answers**2, "right": gram, "when": (sq(phi) <= 1,)}, "holds"),
                    "any_norm": ({"right": gram}, "fails"),
                },
                erratum=Erratum.unclear(
                    "φ ∈ L² is not normalised: with E φ² ≤ 1 a tolerance means something; a query of norm c has answers c times larger"
                ),
            ),
            wrong={"half": {"right": bound / 2}},
        ),
        "largest_of_many": Part(
            Guarantee(all_below(reach), 1 - delta),
            says="Of q random directions no two have |⟨θ,θ'⟩| above (2 log(q²/δ)/d)^{1/2}, with probability 1 − δ",
            wrong={"like_1_over_d": {"event": all_below(reach / sqrt(d))}},
        ),
    },
    uses=("sgd.csq_sq_bounds",),
)
