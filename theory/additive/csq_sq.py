r"""Correlational queries need $n\gtrsim Md^{k/2}$; statistical queries need $n\gtrsim(Md)^\rho$ for suitable links of
fixed degree.

Correlational: the single-task parts $M^{-1/2}h_k(\langle x,\theta\rangle)$ have correlations
$M^{-1}\langle\theta,\theta'\rangle^k$, of root mean square $M^{-1}\sqrt{(2k-1)!!/(d(d+2)\cdots(d+2k-2))}\asymp
M^{-1}d^{-k/2}$; a tolerance $\tau^2$ at that level is $n=\tau^{-2}\asymp Md^{k/2}$: $M$ single-index problems.
Statistical: with an $(I,K)$-superorthogonal link $g$ the query $\phi(y)$, $y=M^{-1/2}(g(z_1)+S)$, sees $z_1$ through
$\mathrm{He}_{K+1}$ and beyond, or at order $M^{-(I+1)/2}$: $n\gtrsim\min(d^{(K+1)/2},M^{I+1})$, which is at least
$(Md)^\rho$ at $M=d^\gamma$ once $I+1\ge\rho(1+\gamma)/\gamma$ and $K+1\ge2\rho(1+\gamma)$. At $\gamma=0$ nothing of
this holds: polynomial links cost $d$.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.additive.first_notation import DOCUMENT, PAPER, d, gamma, i, k, rho
from lemmata.theory.algebra.one_task import seen_by_sine
from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Enclosure,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Order,
    Rate,
    Real,
    Source,
)
from lemmata.theory.language.functions import GaussMean, He

M = sp.Symbol("M", positive=True)
z = sp.Symbol("z", real=True)
tasks = d**gamma
I, K, I0, K0 = sp.symbols("I K I_0 K_0", positive=True)
rms = sp.sqrt(sp.Product((2 * i - 1) / (d + 2 * i - 2), (i, 1, k)))
queries = tasks / rms
along_d = Ladder(d, (1e3, 1e4, 1e5, 1e6))
along_tasks = Ladder(M, (1e4, 1e5, 1e6, 1e7, 1e8))
needed = rho * (1 + gamma)


def order(scale: sp.Expr) -> Order:
    return Order(queries, scale, ladder=along_d, tolerance=0.02)


def sine_query(*link: tuple[int, int, int]) -> Computed:
    """|E[sin(g / sqrt M) He_1]|: what the query sin(y) sees of one task, up to the factor of the others."""

    def value(p: Mapping[str, Any]) -> Enclosure:
        found = seen_by_sine(link, float(p.get("M", 1e4)))
        return Enclosure(abs(found.value), found.error, found.how)

    return Computed(value)


seen_cubic, seen_quintic = sp.Symbol("A_3", positive=True), sp.Symbol("A_5", positive=True)
cubic = He(3, z).doit()
quintic = cubic - sp.Rational(3, 20) * He(5, z).doit()
claim = Claim(
    id="additive.csq_sq",
    title="Correlational queries: n ≳ M d^(k/2), as for M single-index models; statistical queries: n ≳ (M d)^ρ with "
    "superorthogonal links",
    truth=order(tasks * d ** (k / sp.Integer(2))),
    source=Source(DOCUMENT, "Theorem ([OSSW24] CSQ Lower Bound) and Theorem ([OSSW24] SQ Lower Bound)", PAPER),
    domain=Domain(
        Integer(k, (1, sp.oo), (2, 6)), Real(gamma, (0, sp.Rational(1, 2)), (0.05, 0.5)), Real(rho, (0, sp.oo), (0.5, 6))
    ),
    given=(d, M),
    definitions={
        I: sp.Max(1, sp.ceiling(needed / gamma) - 1),
        K: sp.Max(1, sp.ceiling(2 * needed) - 1),
        seen_cubic: sine_query((3, 1, 1)),
        seen_quintic: sine_query((3, 1, 1), (5, -3, 20)),
        I0: sp.Max(1, sp.ceiling(rho) - 1),
        K0: sp.Max(1, sp.ceiling(needed) - 1),
    },
    also={
        "statistical": Inequality(needed, sp.Min((K + 1) / 2, gamma * (I + 1))),
        "two_orders": Rate(seen_cubic, -sp.Rational(3, 2), ladder=along_tasks, tolerance=0.05),
        "four_orders": Rate(seen_quintic, -sp.Rational(5, 2), ladder=along_tasks, tolerance=0.12),
        "invisible": Identity(GaussMean(cubic * z, z), 0, scale=sp.Integer(1)),
    },
    mutants={
        "tasks_squared": order(tasks**2 * d ** (k / sp.Integer(2))),
        "no_tasks": order(d ** (k / sp.Integer(2))),
        "gamma_zero": Inequality(rho, sp.Min((K + 1) / 2, 0 * gamma)),
        "orders_rho": Inequality(needed, sp.Min((K + 1) / 2, gamma * (I0 + 1))),
        "degree_rho": Inequality(needed, sp.Min((K0 + 1) / 2, gamma * (I + 1))),
        "one_order_visible": Rate(seen_cubic, -sp.Rational(1, 2), ladder=along_tasks, tolerance=0.05),
        "half_orders": Rate(seen_cubic, -1, ladder=along_tasks, tolerance=0.05),
    },
    notes="The lower bounds themselves rest on the equation of tolerance and n^(-1/2) and on a supremum over queries; "
    "checked are the size of the "
    "correlations, the bookkeeping of exponents, and the order at which the query sin(y) sees one task for I = 2 and I = 4 "
    "(K = 1). That "
    "superorthogonal polynomials exist for every (I, K), and their degree, belongs to the family superorthogonal.",
)


@claim.derivation
def _(step):
    dim = sp.Symbol("d", positive=True)
    for order_ in range(1, 5):
        beta = (
            sp.gamma(order_ + sp.Rational(1, 2))
            / sp.gamma(sp.Rational(1, 2))
            * sp.prod([1 / (dim / 2 + j) for j in range(order_)])
        )
        step(
            f"mean of the overlap to the power {2 * order_}",
            beta,
            sp.prod([(2 * j + 1) / (dim + 2 * j) for j in range(order_)]),
            by="moments of the Beta(1/2, (d−1)/2) law of the squared overlap",
        )
    for name, link, lowest in (("He_3", cubic, 3), ("He_3 − (3/20)He_5", quintic, 5)):
        for power in range(1, lowest):
            step(
                f"power {power} of {name} has no first Hermite coefficient",
                GaussMean(sp.expand(link**power * z), z).doit(),
                sp.Integer(0),
                by="exact moments",
            )
        value = GaussMean(sp.expand(link**lowest * z), z).doit()
        step.verify(f"power {lowest} of {name} has one: {value}", bool(value != 0), by="exact moments")
    x, y = sp.symbols("x y", nonnegative=True)
    step(
        "the exponents at I + 1 = ρ(1+γ)/γ + x, K + 1 = 2ρ(1+γ) + y",
        (gamma * (needed / gamma + x)) + (2 * needed + y) / 2,
        2 * needed + gamma * x + y / 2,
        by="each is at least ρ(1+γ)",
    )
    step.cite(
        "lower bound from pairwise correlations",
        r"n\gtrsim\tau^{-2},\ \tau^2\lesssim M^{-1}d^{-k/2}",
        by="statistical dimension with average correlation",
    )
