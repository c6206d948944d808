r"""The deterministic equivalent and $B_k+\sigma^2V_k$ agree up to explicit constants, none of which can be improved.

Let $k=\#\{l_j\ge\kappa\}\le n/2$ and $\tau=\lambda+\frac1n\sum_{j>k}l_j$. Then $\tau/2\le\kappa\le2\tau$,
$B_k/8\le\mathrm{Bias}_{DE}\le8B_k$ and $\sigma^2V_k/4\le\mathrm{Var}_{DE}\le2\sigma^2V_k$. With $u_j=l_j/(l_j+\kappa)$
the fixed point says that the weights $\lambda/\kappa$ (at $u=0$) and $u_j/n$ sum to one; head and tail are the parts
above and below $u=1/2$. The papers' $k^*(b)=\min\{k:\rho_k\ge b\}$, $\rho_k=(n\lambda+\sum_{j>k}l_j)/(nl_{k+1})$, encloses this $k$:
$k^*(1/2)\le k\le k^*(b)$ for every $b>5/2$.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Computed, Domain, Inequality, Integer, Real, Source
from lemmata.theory.ridge.first_notation import (
    B,
    V,
    b,
    bias_de,
    d,
    definitions,
    head_count,
    k,
    kappa,
    l,
    lam,
    n,
    s2,
    tau,
    variance_de,
)

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

k_star = {text: sp.Symbol(f"k_{{{text}}}", nonnegative=True) for text in ("1/2", "11/10", "19/10", "51/20")}


def papers_k(threshold: str):
    """k* = min{k: ρ_k ≥ b}, ρ_k = (nλ + Σ_{j>k} l_j)/(n l_{k+1}), by a scan, as ρ is not monotone; d where there is none."""

    def scan(p):
        l = p["l"].reshape(-1)
        tails = l.flip(0).cumsum(0).flip(0)
        passed = ((p["n"] * p["lambda"] + tails) / (p["n"] * l) >= float(sp.Rational(threshold))).nonzero()
        return int(passed[0, 0]) if len(passed) else len(l)

    return scan


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
    definitions={**definitions, **head_count, **{symbol: Computed(papers_k(text)) for text, symbol in k_star.items()}},
    provided=(k <= n / 2,),
    also={
        "lower": Inequality((B + s2 * V) / 8, bias_de + variance_de),
        "bias_upper": Inequality(bias_de, 8 * B),
        "bias_lower": Inequality(B / 8, bias_de),
        "variance_upper": Inequality(variance_de, 2 * s2 * V),
        "variance_lower": Inequality(s2 * V / 4, variance_de),
        "kappa_upper": Inequality(kappa, 2 * tau),
        "kappa_lower": Inequality(tau / 2, kappa),
        "k_star_low": Inequality(k_star["1/2"], k),
        "k_star_high": Inequality(k, k_star["51/20"]),
    },
    mutants={
        "bias_7": Inequality(bias_de, 7 * B),
        "bias_seventh": Inequality(B / 7, bias_de),
        "variance_1.9": Inequality(variance_de, r(19, 10) * s2 * V),
        "variance_0.27": Inequality(r(27, 100) * s2 * V, variance_de),
        "any_k": Inequality(variance_de, 2 * s2 * V, provided=()),
        "kappa_tau": Inequality(kappa, tau),
        "k_star_1.1_low": Inequality(k_star["11/10"], k),
        "k_star_1.9_high": Inequality(k, k_star["19/10"]),
    },
)


@claim.derivation
def _(step):
    """Weights λ/κ at u = 0 and u_j/n at u_j add up to one: E is the mean under them, q the head's share, p = 1 − q, c = k/n."""
    x, kap, u = sp.symbols("l kappa u", positive=True)
    c, p, b_, t, y = sp.symbols("c p b t y", nonnegative=True)
    # what the quantities are under the weights
    share = x / (x + kap)
    step("1/(1 − u) weighs a tail coordinate by l/κ", share / (1 - share), x / kap, by="τ/κ = E_tail[1/(1 − u)] ≥ p")
    step("so does u/(1 − u)² by l²/κ²", share**2 / (1 - share) ** 2, x**2 / kap**2, by="t = 1/(1 − u) and ut² = t² − t")
    step(
        "a head coordinate of the bias",
        (kap**2 * x / (x + kap) ** 2) / (t**2 / x),
        (kap / t) ** 2 * share**2,
        by="its ratio is (κ/τ)²u²/(1 − γ), with 1 − γ = E[1 − u]; a tail coordinate has (1 − u)²/(1 − γ)",
    )
    # chords: head 1/2 <= u <= 1, tail 0 <= u <= 1/2, that is 1 <= t <= 2
    step(
        "chord of 1/(1 − u) on the tail",
        1 + 2 * u - 1 / (1 - u),
        u * (1 - 2 * u) / (1 - u),
        by="τ/κ ≤ p + b, b = 2 E_tail[u] ≤ p",
    )
    step("chord of u² on the head", (3 * u - 1) / 2 - u**2, (1 - u) * (u - r(1, 2)), by="γ_head ≤ (3q − c)/2")
    step(
        "chord of t² − t on the tail", 2 * (t - 1) - (t**2 - t), (t - 1) * (2 - t), by="E_tail[t² − t] ≤ 2b, b = E_tail[t] − p"
    )
    step("chord of 1 − 1/t", (1 - 1 / t) - (t - 1) / 2, (t - 1) * (2 - t) / (2 * t), by="γ_tail ≥ b/2")
    # bias
    step(
        "upper bound of (τ/κ)²(1 − γ) ≤ (1 − q + b)²(1 − (q + b)/2) ≤ (1 + s)²(1 − s/2), s = q + b ≤ 1",
        2 - (1 + t) ** 2 * (1 - t / 2),
        (1 - t) ** 2 * (2 + t) / 2,
        by="a cubic that is at most 2 on [0, 1]: the head's bias is at least (1/4)/2 of B's",
    )
    step(
        "and a lower bound, for the factor 8 of the head",
        (1 / p) / p**2,
        p**-3,
        by="Cauchy and Schwarz: 1 − γ ≥ p²κ/τ, and κ/τ ≤ 1/p, p ≥ 1/2",
    )
    # variance, upper constant: V >= c + y/p and γ <= γ_head + py with y = 1 − p/E_tail[t] in [0, 1/2] (Jensen)
    c1, c2 = sp.symbols("c_1 c_2", nonnegative=True)  # c = c₁ + c₂, q = c₁ + c₂/2
    head = c1 + c2 / 4
    excess = 2 * (1 - head - p * y) * (c1 + c2 + y / p) - head - p * y
    step("γ_head in c₁, c₂", (3 * (c1 + c2 / 2) - (c1 + c2)) / 2, head, by="substitution")
    step("2(1 − γ)V − γ is concave in y", sp.diff(excess, y, 2), sp.Integer(-4), by="so its least value is at y = 0 or y = 1/2")
    step("at y = 0", excess.subs(y, 0), (c1 + c2 - head) + (c1 + c2) * (1 - 2 * head), by="γ_head ≤ c ≤ 1/2: not negative")
    step(
        "at y = 1/2, p = 1 − c₁ − c₂/2",
        excess.subs(y, r(1, 2)).subs(p, 1 - c1 - c2 / 2),
        (c1 + c2) * (r(1, 2) - c1) + c2 / 2 + c2 / (4 * (1 - c1 - c2 / 2)),
        by="c₁ ≤ c ≤ 1/2 and p > 0: not negative",
    )
    # variance, lower constant: V <= c + 2b/(p + b)² and γ >= cu² + b/2 with u = q/c
    g, p_u = c * u**2 + b_ / 2, 1 - c * u
    G = 4 * g * (p_u + b_) ** 2 - (1 - g) * (c * (p_u + b_) ** 2 + 2 * b_)
    step(
        "variance, lower constant: G = 4γ(p + b)² − (1 − γ)(c(p + b)² + 2b) grows with u",
        sp.diff(G, u),
        c
        * (
            8 * (p_u + b_) * (u * (1 - 2 * c * u) + b_ * (u - r(1, 2)))
            + 2 * u * (c * (p_u + b_) ** 2 + 2 * b_)
            + 2 * c * (1 - g) * (p_u + b_)
        ),
        by="1/2 ≤ u and cu ≤ c ≤ 1/2: every term is not negative",
    )
    w = sp.Symbol("w", nonnegative=True)
    linear = (c + 2 * b_) * w - (1 - c / 4 - b_ / 2) * (c * w + 2 * b_)
    step(
        "at u = 1/2 it depends on w = (1 + b − c/2)²",
        G.subs(u, r(1, 2)),
        linear.subs(w, (1 + b_ - c / 2) ** 2),
        by="substitution",
    )
    step(
        "and increases in w",
        linear,
        (2 * b_ + c**2 / 4 + c * b_ / 2) * w - 2 * b_ + c * b_ / 2 + b_**2,
        by="the coefficient of w is not negative",
    )
    step("w is at least 1 + 2b − c", (1 + b_ - c / 2) ** 2, 1 + 2 * b_ - c + (b_ - c / 2) ** 2, by="a square")
    step(
        "there",
        linear.subs(w, 1 + 2 * b_ - c),
        c**2 * (1 - c) / 4 + 5 * b_**2 + c * b_**2 - c * b_,
        by="expansion; c ≤ 1/2",
    )
    step(
        "what is left is at least a positive quadratic form",
        sp.Rational(1, 8) * c**2 - c * b_ + 5 * b_**2,
        5 * (b_ - c / 10) ** 2 + c**2 * (sp.Rational(1, 8) - sp.Rational(1, 20)),
        by="completing the square: positive",
    )
    # the papers' k*
    size, tail = sp.symbols("n T", positive=True)
    step(
        "ρ_{k−1} of the papers, with T = nλ + Σ_{j>k} l_j = nτ",
        (tail + x) / (size * x),
        tail / (size * x) + 1 / size,
        by="at most τ/l_k + 1/n ≤ 2 + 1/n; each step down adds at most 1/n, so ρ_i ≤ 5/2 for i < k; and ρ_k = τ/l_{k+1} > 1/2",
    )
    step.qed(
        by="chords bound every tail and head mean by its end points, Jensen and Cauchy the others; the corners attain the constants"
    )
