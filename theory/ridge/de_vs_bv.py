r"""The deterministic equivalent and $B_k+\sigma^2V_k$ agree up to explicit constants, none of which can be improved.

Let $k=\#\{l_j\ge\kappa\}\le n/2$ and $\tau=\lambda+\frac1n\sum_{j>k}l_j$. Then $\tau/2\le\kappa\le2\tau$,
$B_k/8\le\mathrm{Bias}_{DE}\le8B_k$ and $\sigma^2V_k/4\le\mathrm{Var}_{DE}\le2\sigma^2V_k$. With $u_j=l_j/(l_j+\kappa)$
the fixed point says that the weights $\lambda/\kappa$ (at $u=0$) and $u_j/n$ sum to one; head and tail are the parts
above and below $u=1/2$.
"""

import sympy as sp

from theory.language import Choice, Claim, Domain, Inequality, Integer, Real, Source
from theory.ridge.notation import B, V, b, bias_de, d, definitions, head_count, k, kappa, l, lam, n, s2, tau, variance_de

shape, a = sp.Symbol("shape"), sp.Symbol("a", nonnegative=True)
r = sp.Rational
SHAPES = (
    "power",
    "exponential",
    "two_level",
    "three_level",
    "flat",
    "log_uniform",
    "bias_high",
    "bias_low",
    "variance_high",
    "variance_low",
    "past_half",
)

claim = Claim(
    id="ridge.de_vs_bv",
    title="Bias_DE/B in [1/8, 8], Var_DE/(σ²V) in [1/4, 2], κ/τ in [1/2, 2], and no constant can be improved",
    truth=Inequality(bias_de + variance_de, 8 * (B + s2 * V)),
    source=Source("000_ab12b188556405a2.txt", "Predictive error", paper="tsigler2020"),
    domain=Domain(
        Choice(shape, SHAPES),
        Integer(n, (1, sp.oo), (4, 200)),
        Integer(d, (1, sp.oo), (1, 600)),
        Real(a, (0, sp.oo), (0, 3)),
        Real(lam, (0, sp.oo), (1e-6, 1e2), log=True),
        Real(s2, (0, sp.oo), (1e-3, 1e3), log=True),
    ),
    given=(l, b),
    definitions={**definitions, **head_count},
    provided=(k <= n / 2,),
    also={
        "lower": Inequality((B + s2 * V) / 8, bias_de + variance_de),
        "bias_upper": Inequality(bias_de, 8 * B),
        "bias_lower": Inequality(B / 8, bias_de),
        "variance_upper": Inequality(variance_de, 2 * s2 * V),
        "variance_lower": Inequality(s2 * V / 4, variance_de),
        "kappa_upper": Inequality(kappa, 2 * tau),
        "kappa_lower": Inequality(tau / 2, kappa),
    },
    mutants={
        "bias_7": Inequality(bias_de, 7 * B),
        "bias_seventh": Inequality(B / 7, bias_de),
        "variance_1.9": Inequality(variance_de, r(19, 10) * s2 * V),
        "variance_0.27": Inequality(r(27, 100) * s2 * V, variance_de),
        "any_k": Inequality(variance_de, 2 * s2 * V, provided=()),
        "kappa_tau": Inequality(kappa, tau),
    },
)


@claim.derivation
def _(step):
    c, q, u, t = sp.symbols("c q u b", nonnegative=True)
    step(
        "upper bound of (τ/κ)²(1−γ) in the extreme case: tail mass b at u = 1/2",
        2 - (1 + t) ** 2 * (1 - t / 2),
        (1 - t) ** 2 * (2 + t) / 2,
        by="a cubic that is at most 2 on [0, 1]",
    )
    step("variance, upper end y = 1/2", (1 - c) * (c + q) + r(1, 2) - (1 + c) / 2, (1 - c) * (c + q) - c / 2, by="expansion")
    g, p = c * u**2 + t / 2, 1 - c * u
    G = 4 * g * (p + t) ** 2 - (1 - g) * (c * (p + t) ** 2 + 2 * t)
    at_half = G.subs(u, r(1, 2))
    step(
        "variance, lower constant: G at u = 1/2 with w = (1 + b − c/2)²",
        at_half,
        (4 * (c / 4 + t / 2)) * (1 + t - c / 2) ** 2 - (1 - c / 4 - t / 2) * (c * (1 + t - c / 2) ** 2 + 2 * t),
        by="substitution",
    )
    w = sp.Symbol("w", nonnegative=True)
    slope = 2 * t + c**2 / 4 + c * t / 2
    linear = (c + 2 * t) * w - (1 - c / 4 - t / 2) * (c * w + 2 * t)
    step("it is increasing in w", linear, slope * w - 2 * t + c * t / 2 + t**2, by="the coefficient of w is not negative")
    step(
        "at w = 1 + 2b − c ≤ (1 + b − c/2)²",
        linear.subs(w, 1 + 2 * t - c),
        c**2 * (1 - c) / 4 + 5 * t**2 + c * t**2 - c * t,
        by="expansion; c ≤ 1/2",
    )
    step(
        "what is left is at least a positive quadratic form",
        sp.Rational(1, 8) * c**2 - c * t + 5 * t**2,
        5 * (t - c / 10) ** 2 + c**2 * (sp.Rational(1, 8) - sp.Rational(1, 20)),
        by="completing the square: positive",
    )
    step.cite(
        "extremal configurations of head and tail weights",
        r"\tau/\kappa=\mathbb E_{\rm "
        r"tail}[1/(1-u)]\in[1-q,2(1-q)],\ q\le k/n\le\tfrac12",
        by="convexity in the tail's distribution; see the module's docstring",
    )
