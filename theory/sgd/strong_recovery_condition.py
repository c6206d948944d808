"""If α_jβ_j ≥ 0 for k ≤ j ≤ p, the flow ṁ = (1−m²) Σ j α_jβ_j m^{j−1} has no zero in (0, 1).

With orthonormal coefficients the population gradient along θ is this sum, by Stein and Mehler, and ṁ ≥ kα_kβ_k m^{k−1}(1−m²). The
condition is sufficient, not necessary; where it fails, α_kβ_k = q > 0 > −r = α_lβ_l stalls at m = (kq/(lr))^{1/(l−k)}, for
(k, l, q, r) = (3, 5, 1, 1) at √(3/5). Independent β_j, symmetric without atom at 0, satisfy it with probability exactly
2^−#{j : α_j ≠ 0}: constant in the dimension, exponentially small in the degree. α_0β_0 plays no part. Below q_j = α_jβ_j.
"""

from lemmata import *
from lemmata.theory.sgd.notation import Z, k, m, p, source, zeta

TOP = 4
j = Index("j")
q = Array("q", "products α_jβ_j", p, of=NonNegative)
good, bad = Symbol("q+", "α_kβ_k > 0", Positive), Symbol("r", "−α_lβ_l > 0", Positive)
gap = Symbol("g", "distance l − k of two degrees", Naturals)
v = Symbol("m+", "overlap, positive", Positive)
at = Symbol("s", "overlap at which the flow stalls", Positive)
PLAIN = Kind("general", ("generic", "sparse"))
alpha = Array("α", "monic coefficients of the link, from He_1 on", TOP, kind=PLAIN, latex=r"\alpha")
beta = Array("β", "monic coefficients of the activation, from He_1 on", TOP, kind=PLAIN, latex=r"\beta")
B, last = Sampled("B", Normal(), TOP - 1), Sampled("B₄", Uniform(-1, 1))

first = k * good * v ** (k - 1)


def flow(sign=1):
    """The velocity of m over 1 − m², at m = m+; the products beyond j = k times a sign."""
    return first + sign * Sum(j * q[j] * v ** (j - 1), (j, k + 1, p))


u = m * Z + sqrt(1 - m**2) * zeta
link = sum(alpha[i] * He(i, Z).doit() for i in (1, 2, 3))
slope = sum(i * beta[i] * He(i - 1, u).doit() for i in (1, 2, 3))
component = Mean((Z - m * u) * link * slope)


def gradient(weight):
    return (1 - m**2) * sum(weight(i) * alpha[i] * beta[i] * m ** (i - 1) for i in (1, 2, 3))


support = sum(Piecewise((1, Ne(alpha[i], 0)), (0, True)) for i in range(1, TOP + 1))
signs = And(*(alpha[i] * B[i] >= 0 for i in range(1, TOP)), alpha[TOP] * last >= 0)

claim = Claim(
    "sgd.strong_recovery_condition",
    source=source("Key Ingredients in the Analysis"),
    domain=Domain(
        (p >= k, m > -1, m < 1),
        core=(k <= 4, p <= 8, m >= 0.1, m <= 0.95, v >= 0.1, v <= 1, gap <= 4, good >= 0.2, good <= 2, bad >= 0.5, bad <= 2),
    ),
    parts={
        "main": Part(
            Inequality(first / flow(), 1),
            says="If α_jβ_j ≥ 0 for k ≤ j ≤ p the flow over 1 − m² is at least kα_kβ_k m^{k−1}, for m > 0",
            printed=Print(
                erratum=Erratum.unclear(
                    "the print asks for α_iβ_i ≥ 0 for k ≤ j ≤ p: with one running index it holds; as a condition on i = k alone, "
                    "the other signs free, the flow may stall"
                ),
                readings={
                    "one_index": ({"left": -flow(), "right": 0}, "holds"),
                    "first_alone": ({"left": -flow(-1), "right": 0}, "fails"),
                },
            ),
            wrong={"stronger_floor": {"left": Rational(11, 10) * first / flow()}},
        ),
        "population_gradient": Part(
            Identity(component, gradient(lambda i: i * factorial(i)), scale=1),
            says="For degree 3 E[(z − mu)σ*(z)σ'(u)] = (1−m²) Σ j j! α_jβ_j m^{j−1} in monic coefficients",
            proof="mean",
            wrong={"orthonormal_weight": {"right": gradient(lambda i: i)}},
        ),
        "stall": Part(
            Identity(Root(at, k * good - (k + gap) * bad * at**gap), (k * good / ((k + gap) * bad)) ** (1 / gap)),
            says="With two products of opposite sign, q+ at k and −r at k + g, the flow stalls at (kq+/((k+g)r))^{1/g}",
            wrong={
                "without_root": {"right": k * good / ((k + gap) * bad)},
                "monic_coefficients": {
                    "right": (k * factorial(k) * good / ((k + gap) * factorial(k + gap) * bad)) ** (1 / gap)
                },
            },
        ),
        "probability": Part(
            Guarantee(signs, 2 ** (-support), exactly=True),
            says="Independent symmetric β_j without atom at 0 satisfy the condition with probability 2^−#{j : α_j ≠ 0}",
            wrong={"half": {"probability": Rational(1, 2)}, "index_0_as_well": {"probability": 2 ** (-(support + 1))}},
        ),
    },
    notes="That the sign condition carries over from the population flow to SGD with noise is the paper's theorem and not judged.",
)
