r"""The largest squared overlap of $M$ random directions is $(4\log M+o(\log M))/d$, so $M\lesssim d^{1/2}$ meets the
condition up to $\sqrt{\log}$.

With $q(t)=\mathbb P(\langle\theta,\theta'\rangle^2>t)=I_{1-t}(\frac{d-1}2,\frac12)$ and $P=\frac{M(M-1)}2$ pairs, whose
overlaps are pairwise independent, $\frac{Pq}{1+(P-1)q}\le\mathbb P(\max>t)\le Pq$. So the maximum is of the size of the
$t$ with $Pq(t)=1$ (any other constant moves $d\,t$ by a bounded amount), and $d\,t/(4\log M)\to1$ along $M=d^{1/2}$
(and along any power of $d$), from below, with a correction $\log\log M/(4\log M)$. The diversity condition
$M\lesssim(\max\langle\theta,\theta'\rangle^2)^{-1/2}$ then reads $M\lesssim\sqrt{d/(4\log M)}$: at $M\asymp d^{1/2}$
its two sides differ by the factor $2\sqrt{\log M}$.
"""

import sympy as sp

from lemmata.theory.additive.first_notation import DOCUMENT, PAPER, M, d
from lemmata.theory.algebra.overlap_tail import scaled_quantile
from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Erratum,
    Guarantee,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Rate,
    Real,
    Root,
    Source,
)

square, share, exceeds = Observable("square"), Observable("share"), Observable("exceeds")
a = sp.Symbol("a", positive=True)
L, x = sp.Symbol("L", positive=True), sp.Symbol("x", positive=True)  # log M; d times the quantile
widest = sp.Symbol("M_max", positive=True)
pairs = M * (M - 1) / 2
level = a * 4 * sp.log(M) / d
tail = sp.betainc_regularized((d - 1) / sp.Integer(2), sp.Rational(1, 2), 0, 1 - level)
ladder = Ladder(L, (8, 16, 32, 64, 128, 256, 512, 1024))
dimensions = Ladder(d, (1e6, 1e8, 1e10, 1e12, 1e14))


def largest(value: sp.Expr) -> Limit:
    return Limit(x / (4 * L), value, ladder=ladder)


def allowed(exponent: sp.Expr) -> Rate:
    """How the M with M^2 max = 1, the maximum being 4 log M / d, grows with d."""
    largest_m = Root(widest, widest**2 * 4 * sp.log(widest) - d, (1, sp.sqrt(d)))
    return Rate(widest, exponent, ladder=dimensions, tolerance=0.05, where={widest: largest_m})


claim = Claim(
    id="additive.diversity",
    title="max ⟨θ,θ'⟩² over M uniform directions is (4 log M + o(log M))/d, so the condition reads M ≲ (d/(4 log M))^(1/2)",
    truth=largest(1),
    source=Source(DOCUMENT, "Motivation: Learning Diverse Features Simultaneously", PAPER),
    domain=Domain(
        Integer(M, (3, sp.oo), (3, 12)),
        Integer(d, (M, sp.oo), (100, 3200), log=True),
        Real(a, (0, sp.oo), (0.3, 0.8)),
        assume=(level < 1,),
    ),
    given=(L,),
    definitions={x: Computed(scaled_quantile)},
    also={
        "tail": Identity(Mean(share), tail, bounds=(0, 1)),
        "second_moment": Identity(Mean(square), 1 / d),
        "union": Inequality(Mean(exceeds), pairs * tail, bounds=(0, 1)),
        "pairwise_independence": Guarantee(exceeds, pairs * tail / (1 + (pairs - 1) * tail)),
        "allowed": allowed(sp.Rational(1, 2)),
    },
    printed=largest(0),
    print_latex=r"\theta_1,\dots,\theta_M\sim\mathrm{Unif}(\mathbb S^{d-1}),\ M\lesssim d^{1/2}\Rightarrow M\lesssim"
    r"(\max\langle\theta_m,\theta_{m'}\rangle^2)^{-1/2}\quad\text{(so }M^2\max\langle\theta_m,\theta_{m'}\rangle^2\text{ "
    r"is bounded at }M=d^{1/2})",
    erratum=Erratum.wrong(
        "a factor √log M is missing: at M = d^(1/2) the maximum is 4 log M/d, not O(1/d); the condition allows M up to "
        "(d/(4 log M))^(1/2)"
    ),
    mutants={
        "two_log": largest(sp.Rational(1, 2)),
        "inverse_maximum": allowed(sp.Integer(1)),
        "second_moment_squared": Identity(Mean(square), 1 / d**2),
    },
    notes="The condition with ≲ up to logarithms is what the theorem uses; the convergence of the maximum is slow: its "
    "mean times d/(4 log M) is still near "
    "3/4 at M = 20 to 40.",
)


@claim.derivation
def _(step):
    t, b = sp.symbols("t b", positive=True)
    density = t ** sp.Rational(-1, 2) * (1 - t) ** (b - 1)
    step(
        "mean of the squared overlap, a Beta(1/2, (d−1)/2) variable",
        sp.Rational(1, 2) / (sp.Rational(1, 2) + (d - 1) / sp.Integer(2)),
        1 / d,
        by="mean of a Beta law",
    )
    primitive = -(t ** sp.Rational(-1, 2)) * (1 - t) ** b / b
    step(
        "the tail by parts",
        sp.diff(primitive, t),
        density + t ** sp.Rational(-3, 2) * (1 - t) ** b / (2 * b),
        by="so q(t) is at most its boundary term, and at least that times 1 − (1−t)/(2t(b+1)); b = (d−1)/2",
    )
    n, q = sp.symbols("n q", positive=True)
    step(
        "lower bound from the first two moments of the number of large overlaps",
        (n * q) ** 2 / (n * q + n * (n - 1) * q**2),
        n * q / (1 + (n - 1) * q),
        by="P(X > 0) ≥ (EX)²/EX², overlaps being pairwise independent: given θ, those with two others are independent of "
        "each other and of θ",
    )
    step.cite(
        "exponent of the boundary term at t = x/d, P = M²/2",
        r"\log Pq=2\log M-x/2+O(\log x)",
        by="(1 − x/d)^(d/2) = exp(−x/2 + O(x²/d)); hence x = 4 log M + o(log M)",
    )
