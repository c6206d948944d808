"""One layer of linear attention on noiseless linear functions has the least risk (d+1)/(n+d+1).

The prediction is ⟨(Γ/n) Σ y_i x_i, x⟩ with y = ⟨x,θ⟩, θ uniform on the unit sphere. As E (XᵀX/n)² = (1 + (d+1)/n) I its risk
exceeds (d+1)/(n+d+1) by (1 + (d+1)/n)|Γ − γI|²/d, γ = n/(n+d+1), over all matrices Γ. Least squares, the best linear model
on the same prompt, has risk 1 − n/d for n < d, on every design of full rank, and 0 for n ≥ d. So the layer is within
(d+1)/(n+d+1) of it, and for n ≥ d no constant factor bounds the ratio. What several layers do: icl_single_index.attention_layers.
"""

from typing import Any

from lemmata import *
from lemmata.theory.icl_single_index.notation import d, n, source

G = Array("Γ", "attention matrix", d, d, latex=r"\Gamma")
X, x, theta = Sampled("X", Normal(), n, d), Sampled("x", Normal(), d), Sampled("θ", Sphere(), d)
risk = Mean((dot(G * X.T * X * theta / n, x) - dot(theta, x)) ** 2)
best, least = n / (n + d + 1), (d + 1) / (n + d + 1)


def expected(gamma: Any, size: Any = d + 1) -> Any:
    """The risk of a matrix."""
    return 1 - 2 * Trace(gamma) / d + (1 + size / n) * sq(gamma) / d


def optimal(k: Any) -> Any:
    """What any Γ costs more is a multiple of a square."""
    at_best = expected(best * I(d))
    return k.to(k.compare(at_best, at_best + (1 + (d + 1) / n) / d * sq(G - best * I(d))), expected(G))


def design(p: Any, draw: Any) -> dict[str, Any]:
    return {"D": draw.normal(p.n, p.n + p.q)}


q, C = Symbol("q", "how many more dimensions than examples", Naturals), Symbol("C", "a constant factor", Positive)
D = Array("D", "design of full rank, one example a row", n, n + q, kind=Tied(("D",), design))
wide, at = Sampled("θ_q", Sphere(), n + q), Sampled("x_q", Normal(), n + q)
least_squares = Mean((dot(D.T * (D * D.T).inv() * D * wide - wide, at)) ** 2)
minimum_norm = Maximum(0, 1 - n / d)


def within(k: Any) -> Any:
    """The risk of least squares is not negative."""
    return k.to(k.add(k.negate(k.extreme(minimum_norm, Integer(0))), k.normal(least, 1 - n / (n + d + 1))), least)


claim = Claim(
    "icl_single_index.linear_attention_baseline",
    source=source("Motivation: Why Single-index Models?", "zhang2023"),
    domain=Domain(eigenvalue(D * D.T, n) > 0, core=(d >= 2, d <= 6, n >= 2, n <= 10, q <= 6, C >= 1, C <= 100)),
    parts={
        "main": Part(
            Identity(risk, expected(G)),
            says="Linear attention has the risk 1 − 2 Tr Γ/d + (1 + (d+1)/n)|Γ|²/d on linear functions",
            proof="mean",
            wrong={"d_for_d_plus_1": {"right": expected(G, d)}},
        ),
        "optimum": Part(
            Optimality(expected(G), {G: best * I(d)}),
            says="Among all matrices Γ that is least at nI/(n+d+1)",
            proof=optimal,
            wrong={"unit_gamma": {"at": {G: I(d)}}},
        ),
        "least_risk": Part(Identity(expected(best * I(d)), least), says="where it is (d+1)/(n+d+1)", proof="words"),
        "least_squares": Part(
            Identity(least_squares, 1 - n / (n + q), scale=1),
            says="Minimum-norm least squares has the risk 1 − n/d with n < d examples, on every design of full rank",
            proof="mean",
            wrong={"ratio_d_plus_1": {"right": 1 - n / (n + q + 1)}},
        ),
        "gap": Part(
            Identity(least - 1 + n / d, n * (n + 1) / (d * (n + d + 1))),
            says="For n < d it is ahead of the best layer by n(n+1)/(d(n+d+1))",
            proof="normal",
            wrong={"equals_least_squares": {"right": Integer(0)}},
        ),
        "competitive": Part(
            Inequality(least - minimum_norm, least),
            says="so the best layer is within (d+1)/(n+d+1) of least squares on the same prompt",
            proof=within,
            wrong={"half": {"right": least / 2}},
            printed=Print(
                erratum=Erratum.unclear(
                    "“(roughly) competitive with the best linear model” holds up to an error of (d+1)/n; up to a constant factor C it "
                    "fails for n ≥ d, where least squares has no error at all"
                ),
                readings={
                    "up_to_d_over_n": (Edit(right=(d + 1) / n), "holds"),
                    "up_to_a_factor": (Edit(left=least, right=C * minimum_norm), "fails"),
                },
            ),
        ),
    },
)
