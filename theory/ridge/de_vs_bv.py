"""The deterministic equivalent and B_k + σ²V_k agree up to explicit constants, none of which can be improved.

Let k = #{l_j >= κ} <= n/2 and τ = λ + Σ_{l_j < κ} l_j/n. Then τ/2 <= κ <= 2τ, B_k/8 <= Bias <= 8B_k and V_k/4 <= Var <= 2V_k. With
u_j = l_j/(l_j + κ) the fixed point says that the weights λ/κ (at u = 0) and u_j/n sum to one; head and tail are the parts
above and below u = 1/2. How this k lies to that of the papers: ridge.k_star. If λ = 0, d > n.
"""

from lemmata import *
from lemmata.theory.ridge.notation import Spectrum, Split, d, j, n, s2, source

lam = Symbol("λ", "penalty beside the mean squared error", NonNegative)
SHAPES = ("power law", "exponential", "two levels", "three levels", "flat", "random")
CORNERS = ("bias high", "bias low", "variance high", "variance low", "past half", "short tail")


def spectrum(p, draw):
    """Decreasing eigenvalues of many shapes with sparse targets, and for each constant the corner where it is approached."""
    index = draw.tensor(range(1, p.d + 1))
    a, one = 3 * draw.uniform(1)[0], 0 * index + 1
    levels = {
        "power law": index**-a,
        "exponential": (-(a * index / 4).clamp(max=60)).exp(),
        "two levels": 1 + (10**a - 1) * (index <= max(1, p.d // 10)),
        "three levels": 10**-a + (1 - 10**-a) * (index <= max(1, p.d // 4)) + (10**a - 1) * (index <= max(1, p.d // 20)),
        "flat": one,
        "random": (18.4 * draw.uniform(p.d)[0] - 13.8).exp().sort(descending=True).values,
        "bias high": one + (1e9 - 1) * (index <= p.n // 2),  # n/2 huge eigenvalues, a long flat tiny tail
        "bias low": one + 0.01 * (index == 1),  # one eigenvalue just above κ
        "variance high": one,
        "variance low": 1.0004 * one,
        "past half": 1e-9 + (index <= p.n + 1),  # more than n/2 eigenvalues above κ: the variance is of order n, V of order 1
        # nearly 2n eigenvalues above κ and one below, which is all of τ: the noise of the tail is of order n
        "short tail": 0.3 + 0.8 * (index <= 2 * p.n - 2),
    }[p.style]
    carried = {"bias high": index <= p.n // 2, "bias low": index == 1}  # where the target lies
    if p.style in carried:
        return {"l": levels, "b": 1e-30 + carried[p.style]}
    return {"l": levels, "b": one if p.style in CORNERS else 1e-12 + (draw.uniform(p.d)[0] < 0.3) / index}


LAW = Tied(("l", "b"), spectrum, (*SHAPES, *CORNERS))
l = Array("l", "eigenvalues of the covariance, decreasing", d, of=Positive, kind=LAW)
b = Array("b", "squared coordinates of the target in the eigenbasis", d, of=Positive, kind=LAW)
at = Spectrum(l[j], b[j], d)
cut = Split(at, lam)
kappa, k, tau, head, tail = cut.kappa, cut.k, cut.tau, cut.above, cut.below
B = Definition("B", "bias at k", tau**2 * head(b[j] / l[j]) + tail(b[j] * l[j]))
V = Definition("V", "variance at k, over σ²", k / n + tail(l[j] ** 2) / (n * tau**2))
bias, variance = at.bias(kappa, lam), at.spread(kappa, lam)
risk, order = at.risk(kappa, lam), B + s2 * V
few = (k <= n / 2,)


def bound(left, right, constant, says, when=few, **wrong):
    edits = {name: {"right": c} for name, c in wrong.items()}
    return Part(Inequality(left / right, constant), when=when, says=says, wrong=edits)


claim = Claim(
    "ridge.de_vs_bv",
    source=source("Predictive error", "tsigler2020"),
    domain=Domain(Or(lam > 0, d > n), core=(n >= 4, n <= 200, d <= 2500, lam <= 100, s2 >= 1e-3, s2 <= 1e3)),
    parts={
        "main": bound(
            risk, order, 8, "With k = #{l_j ≥ κ} ≤ n/2 the deterministic equivalent of the risk is at most 8(B + σ²V)"
        ),
        "lower": bound(order, risk, 8, "and at least an eighth of it"),
        "bias_upper": bound(bias, B, 8, "The equivalent of the squared bias is at most 8B", bias_7=7),
        "bias_lower": bound(B, bias, 8, "and at least B/8, for any k", (), bias_seventh=7),
        "variance_upper": Part(
            Inequality(variance / V, 2),
            when=few,
            says="That of the variance is at most 2σ²V",
            wrong={"variance_1.9": {"right": Rational(19, 10)}, "any_k": {"when": ()}},
        ),
        "variance_lower": bound(V, variance, 4, "and at least σ²V/4", **{"variance_0.27": Rational(100, 27)}),
        "kappa_upper": bound(kappa, tau, 2, "The effective penalty is at most 2τ", kappa_tau=1),
        "kappa_lower": bound(tau, kappa, 2, "and at least τ/2, for any k", ()),
    },
)
