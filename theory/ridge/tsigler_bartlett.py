r"""The risk of ridge regression has the order of $B_k+\sigma^2V_k$ with $k=\#\{j:l_j\ge\kappa\}\le n/2$.

The print drops $\sigma^2$ and leaves $k$ open; $k$ carries the statement (a wrong one is off by an unbounded factor),
and $k\le n/2$ cannot be dropped (at $d=n+1$, $\lambda=0$ the variance is of order $n$ while $V_0<1$). The constants of
the order are those of the inequality between the deterministic equivalent and $B+\sigma^2V$: the ratio lies in [1/8,
8]. That interval alone cannot see a term that is never the largest: each of the four terms (bias and noise of head and tail)
has a family in which it carries the risk alone.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Erratum, Ladder, Mean, Observable, Order, Real, Source
from lemmata.theory.ridge.first_notation import (
    B,
    V,
    b,
    bias_de,
    d,
    definitions,
    head_count,
    j,
    k,
    l,
    lam,
    n,
    s2,
    tau,
    variance_de,
)

bias, variance = Observable("bias"), Observable("variance")
shape, a, c = sp.Symbol("shape"), sp.Symbol("a", nonnegative=True), sp.Symbol("c", positive=True)
ladder = Ladder(n, (100, 300, 1000, 3000, 10_000), quick=(100, 300, 1000, 3200))
small = Ladder(n, (10, 30, 100, 320), quick=(8, 25, 80, 256))
INTERVAL = (0.125, 8.0)
head, tail = sp.Sum(b[j] / l[j], (j, 1, k)), sp.Sum(b[j] * l[j], (j, k + 1, d))
squares = sp.Sum(l[j] ** 2, (j, k + 1, d))


def order(scale: sp.Expr, **options) -> Order:
    return Order(bias_de + variance_de, scale, ladder=ladder, constant=INTERVAL, **options)


claim = Claim(
    id="ridge.tsigler_bartlett",
    title="The ridge risk has the order of B + σ²V at the effective dimension k = #{l_j ≥ κ}",
    truth=order(B + s2 * V),
    source=Source("000_ab12b188556405a2.txt", "Predictive error", paper="tsigler2020"),
    domain=Domain(
        Choice(shape, ("power", "flat", "two_level", "just_over")),
        Real(a, (0, sp.oo), (0, 2.5)),
        Real(c, (0, sp.oo), (3, 8)),
        Real(lam, (0, sp.oo), (1e-3, 10), log=True),
        Real(s2, (0, sp.oo), (1e-3, 1e3), log=True, edges=(0.01, 100)),
    ),
    given=(l, b, d),
    definitions={**definitions, **head_count},
    provided=(k <= n / 2,),
    also={"simulated": Order(Mean(bias + s2 * variance), B + s2 * V, ladder=small, constant=(0.1, 10.0))},
    printed=order(B + V),
    print_latex=r"R(\hat\beta)\simeq B+V",
    erratum=Erratum.wrong("the variance term must be multiplied by σ², and k must be the effective dimension, at most n/2"),
    mutants={
        "head_by_n": order(n * tau**2 * head + tail + s2 * V),
        "tail_variance": order(B + s2 * (k / n + squares / (n * tau) ** 2)),
        "head_linear": order(tau * head + tail + s2 * V),
        "lambda_unscaled": order(
            (tau - lam + lam / n) ** 2 * head + tail + s2 * (k / n + squares / (n * (tau - lam + lam / n) ** 2))
        ),
        "any_k": order(B + s2 * V, provided=()),
        "no_head": order(B + s2 * V, where={k: sp.Integer(0), tau: lam + sp.Sum(l[j], (j, 1, d)) / n}, provided=()),
    },
    uses=("ridge.de_vs_bv", "ridge.det_equiv"),
)


@claim.derivation
def _(step):
    x, t, size = sp.symbols("l_j tail n", positive=True)
    level = lam + t / size
    step(
        "the printed weight of a head coordinate, with the penalty beside the mean",
        (size * lam + t) ** 2 / (size**2 * x),
        level**2 / x,
        by="τ = λ + (1/n) Σ_{j>k} l_j",
    )
    step(
        "the printed variance of the tail",
        size * t / (size * lam + t) ** 2,
        t / (size * level**2),
        by="the same (t stands for either sum)",
    )
    top, ones, samples = (
        sp.Integer(10**4),
        sp.Integer(400),
        sp.Integer(100),
    )  # one large eigenvalue that carries the target, 400 ones
    low = (top + ones) / samples
    step(
        "l = (10⁴, 1, ..., 1), β = e₁, n = 100, λ = 0, σ² = 1: the wrong k = 0",
        top + (top**2 + ones) / (samples * low**2),
        sp.Rational(1, 1) * 10**4 + sp.Rational(100000400, 1081600),
        by="B₀ = β₁²l₁, τ = 104",
    )
    step(
        "the same with k = 1",
        (ones / samples) ** 2 / top + 1 / samples + ones / (samples * (ones / samples) ** 2),
        sp.Rational(2616, 10**4),
        by="τ = 4: the choice of k changes the bound by a factor above 38000",
    )
    step.cite("the deterministic equivalent has this order", r"R_{DE}\in[\tfrac18,8](B_k+\sigma^2V_k)", by="ridge.de_vs_bv")
    step.cite(
        "and so has the risk, with high probability",
        r"\mathbb E_\epsilon R=\Theta(B_k+\sigma^2V_k)",
        by="Tsigler and Bartlett (2020), Theorem 1",
    )
