"""The Gibbs law p_μ ∝ exp(−(δF/δμ)/λ_2): the best answer to μ, fixed at the optimum, and the entropy sandwich.

p_μ minimises ν ↦ ∫ δF/δμ dν + λ_2 Ent(ν), the optimum is μ_* = p_{μ_*}, and for convex F λ_2 KL(μ|μ_*) ≤ L(μ) − L(μ_*) ≤ λ_2 KL(μ|p_μ). In the
Gaussian model p_μ = N(m_* − (b/a)(m − m_*), λ_2/a), so that the difference of the sides is quadratic in m − m_*: L − L_* exceeds the left by (b/2)(m
− m_*)² and lacks (b/2)(1 + b/a)(m − m_*)² of the right. Judged on Gaussian laws of the line; on those of a network of tanh neurons the sandwich is
judged in mean_field.mfld.
"""

from lemmata import *
from lemmata.theory.mfld.notation import a, b, excess, lam, source, target

m, s = Symbol("m", "mean", Reals), Symbol("s", "variance", Positive)
u, w = Symbol("u", "mean of the answer", Reals), Symbol("w", "deviation of the answer", Reals)
centre = b * target / (a + b)
answer = -b / a * (m - target)


def divergence(mean, variance):
    """λ_2 KL(N(m, s) | N(mean, variance))."""
    return lam / 2 * (excess(s / variance) + (m - mean) ** 2 / variance)


def total(mean, variance):
    """L of N(mean, variance)."""
    energy = a / 2 * (mean**2 + variance) + b / 2 * (mean - target) ** 2
    return energy - lam / 2 * log(2 * pi * variance) - lam / 2


against = a / 2 * (u**2 + w**2) + b * (m - target) * u - lam / 2 * log(2 * pi * w**2) - lam / 2
gap = total(m, s) - total(centre, lam / a)
below, above = divergence(centre, lam / a), divergence(answer, lam / a)
claim = Claim(
    "mfld.proximal_gibbs",
    source=source("Convergence analysis", "nitanda2022"),
    domain=Domain(
        core=(a >= 0.1, a <= 3, b <= 5, lam >= 0.1, lam <= 3, m >= -2, m <= 2, s >= 0.1, s <= 3, target >= -2, target <= 2)
    ),
    parts={
        "main": Part(
            Optimality(against, {u: answer, w: sqrt(lam / a)}),
            says="Among Gaussian laws ν the Gibbs law N(−(b/a)(m − c), λ_2/a) minimises ∫ δF/δμ dν + λ_2 Ent(ν)",
            wrong={
                "inverse_weight": {"at": {u: answer, w: 1 / sqrt(a * lam)}},
                "other_sign": {"at": {u: -answer, w: sqrt(lam / a)}},
            },
        ),
        "fixed": Part(
            Identity(answer.subs(m, centre), centre, scale=1 + target**2),
            says="Its fixed point is the mean bc/(a + b) of the optimum",
            proof="normal",
            wrong={"other_sign": {"left": -answer.subs(m, centre)}},
        ),
        "optimum": Part(
            Inequality(total(centre, lam / a), total(m, s)),
            says="where F + λ_2 Ent is least among Gaussian laws",
            wrong={"of_the_target": {"left": total(target, lam / a)}},
        ),
        "lower": Part(Inequality(below, gap), says="λ_2 KL(μ|μ_*) ≤ L(μ) − L(μ_*)", wrong={"swapped": {"left": above}}),
        "upper": Part(Inequality(gap, above), says="L(μ) − L(μ_*) ≤ λ_2 KL(μ|p_μ)", wrong={"swapped": {"right": below}}),
        "differences": Part(
            Identity(above - below, b / 2 * (2 + b / a) * (m - centre) ** 2, scale=above + (a + b) * (1 + m**2 + target**2)),
            says="The sandwich is as wide as (b/2)(2 + b/a)(m − m_*)²",
            proof="normal",
            wrong={"half": {"right": b / 2 * (1 + b / a) * (m - centre) ** 2}},
        ),
    },
)
