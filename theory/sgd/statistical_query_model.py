r"""$2\log(2q/\delta)/\tau^2$ samples answer $q$ fixed queries $|\phi|\le1$ within $\tau$; adaptive queries are another matter.

The failure probability is exact for $q$ independent queries whose values are fair signs. With only $\mathbb E\phi^2\le1$ the
count is $q/(\delta\tau^2)$ (Chebyshev), attained by the values $\pm n\tau$ of probability $1/(2n^2\tau^2)$ each; the smaller
count fails. Conversely one query at $\tau=s\,n^{-1/2}$, $s$ its standard deviation, is answered with probability
$\to\mathrm{erf}(1/\sqrt2)$. For adaptive queries $\tau\approx n^{-1/2}$ fails: with $y$ a random sign and
$c=\frac1n\sum_iy_ix_i$ the query $y\langle x,c\rangle/|c|$ has mean 0 on fresh data and value $|c|\approx\sqrt{d/n}$ on the
sample. The oracle that answers 0 to $y\,h_k(\langle w,x\rangle)$ is legal while $|\langle w,\theta\rangle|^k\le\tau$; for
uniform $w$ it is informative with probability $I_{1-\tau^{2/k}}(\frac{d-1}2,\frac12)$.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any

import sympy as sp
from flint import arb, ctx

from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Enclosure,
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
    Source,
)
from lemmata.theory.sgd.first_notation import DOCUMENT, d, k, n

q = sp.Symbol("q", integer=True, positive=True)
N = sp.Symbol("N", integer=True, positive=True)
delta, tau, count = sp.symbols("delta tau n_q", positive=True)
failure, chance, answered, seldom = sp.symbols("failure chance answered seldom", positive=True)
adaptive, fresh, within, informative = map(Observable, ("adaptive", "fresh", "within", "informative"))
PRECISION = 100


def enclosed(function: Callable[[Any], arb]) -> Computed:
    """A ball-arithmetic function of the parameters as a definition."""

    def value(p: Any) -> Enclosure:
        with ctx.workprec(PRECISION):
            ball = function(p)
            return Enclosure(float(ball.mid()), float(ball.rad()) + 2.0**-52 * abs(float(ball.mid())), "ball")

    return Computed(value)


def exact(x: Any) -> arb:
    """A parameter as the binary fraction that it is."""
    fraction = Fraction(float(x))
    return arb(fraction.numerator) / fraction.denominator


def sign_failure(p: Any) -> arb:
    """Some of q independent means of n fair signs exceeds tau: 1 - (1 - 2 P[Bin(n, 1/2) > n(1 + tau)/2])^q."""
    size = ceil(float(p["n_q"]))
    least = int(size * (1 + Fraction(float(p["tau"]))) / 2) + 1
    if least > size:
        return arb(0)
    tail = 2 * (arb(1) / 2).beta_lower(least, size - least + 1, regularized=True)
    return -(int(p["q"]) * (-tail).log1p()).expm1()


def beyond(p: Any, power: int) -> arb:
    """|<w, theta>| > tau^(1/k) (power 2), or > tau^(1/(2k)) (power 1), for w uniform on the sphere of R^d."""
    inside = 1 - exact(p["tau"]) ** (arb(power) / int(p["k"]))
    return inside.beta_lower(arb(int(p["d"]) - 1) / 2, arb(1) / 2, regularized=True)


@cache
def gamma_within(size: int, exponent: Fraction) -> arb:
    """The mean of `size` exponential variables is within size^(-exponent) of 1, by Poisson sums."""
    width = arb(size) ** (arb((1 - exponent).numerator) / (1 - exponent).denominator)

    def above(x: arb) -> arb:
        term, total = (-x).exp(), arb(0)
        for i in range(1, size + 1):
            total, term = total + term, term * x / i
        return total

    return above(size - width) - above(size + width)


def exponential(exponent: Fraction) -> Computed:
    """The same as a definition; N is the rung of the ladder."""
    return enclosed(lambda p: gamma_within(int(p.get("N", 50)), exponent))


hoeffding = 2 * sp.log(2 * q / delta) / tau**2
rare = (1 / (count * tau)) ** 2  # the chance that a query of second moment 1 takes one of the values ±n tau
some_value = 1 - (1 - rare) ** (count * q)
one_value = 1 - (1 - count * rare * (1 - rare) ** (count - 1)) ** q
chi_mean = sp.sqrt(2 / n) * sp.gamma((d + 1) / 2) / sp.gamma(d / 2)
ladder = Ladder(N, (100, 300, 1000, 3000, 10_000), quick=(50, 160, 500, 1600))

claim = Claim(
    id="sgd.statistical_query_model",
    title="2 log(2q/δ)/τ² samples answer q fixed bounded queries within τ with probability 1 − δ",
    truth=Inequality(failure, delta),
    source=Source(DOCUMENT, "Statistical Query Lower Bounds"),
    domain=Domain(
        Integer(q, (1, sp.oo), (1, 10_000), log=True),
        Real(delta, (0, 1), (0.01, 0.1)),
        Real(tau, (0, 1), (0.02, 0.2), log=True),
        Integer(d, (2, sp.oo), (8, 24)),
        Integer(k, (1, sp.oo), (2, 4)),
        Integer(n, (1, sp.oo), (30, 80)),
    ),
    definitions={count: hoeffding, failure: enclosed(sign_failure), chance: enclosed(lambda p: beyond(p, 2))},
    printed=Inequality(one_value, delta),
    print_latex=r"|\tilde q-\mathbb E[\phi]|<\tau,\quad\tau\approx n^{-1/2}\qquad(\phi\in L^2)",
    erratum=Erratum.condition_missing(
        "the queries need a normalisation, and for many of them a bound |φ| ≤ 1 rather than a "
        "second moment; without it the means of n ~ log(q)/τ² samples are not within τ"
    ),
    also={
        "second_moment": Inequality(some_value, delta, where={count: q / (delta * tau**2)}),
        "one_query": Limit(
            answered, sp.erf(1 / sp.sqrt(2)), ladder=ladder, decay=1, where={answered: exponential(Fraction(1, 2))}
        ),
        "one_query_normal": Guarantee(within, sp.erf(1 / sp.sqrt(2)), exactly=True),
        "smaller_tolerance": Rate(seldom, sp.Rational(-1, 4), ladder=ladder, where={seldom: exponential(Fraction(3, 4))}),
        "adaptive": Identity(Mean(adaptive), chi_mean),
        "fresh": Identity(Mean(fresh), 0, scale=sp.sqrt(d)),
        "informative": Guarantee(informative, chance, exactly=True),
    },
    mutants={
        "constant_half": Inequality(failure, delta, where={count: sp.log(2 * q / delta) / (2 * tau**2)}),
        "second_moment_half": Inequality(one_value, delta, where={count: q / (2 * delta * tau**2)}),
        "adaptive_root_n": Identity(Mean(adaptive), 1 / sp.sqrt(n)),
        "informative_root": Guarantee(informative, chance, exactly=True, where={chance: enclosed(lambda p: beyond(p, 1))}),
    },
    notes="Hoeffding's inequality covers all bounded queries and is cited; the exact failure is that of fair signs.",
)


@claim.derivation
def _(step):
    i = sp.Symbol("i", integer=True, nonnegative=True)
    x, lam = sp.symbols("x lambda", positive=True)
    ratio = sp.gamma(2 * i + 3) / sp.gamma(2 * i + 1) / (2 * i + 2)
    step(
        "series of cosh λ and exp(λ²/2), ratio of coefficients",
        ratio,
        2 * i + 1,
        by="(2i+2)!/(2i)! over 2(i+1) is 2i+1 ≥ 1, so cosh λ ≤ exp(λ²/2) term by term",
    )
    step(
        "Chernoff's exponent", lam**2 / 2 - lam * tau + tau**2 / 2, (lam - tau) ** 2 / 2, by="the best λ is τ: P ≤ exp(−nτ²/2)"
    )
    step("the sample size", (2 * q * sp.exp(-hoeffding * tau**2 / 2)), delta, by="two signs, q queries: the union bound")
    step("second moment: Chebyshev and the union bound", q / (tau**2 * (q / (delta * tau**2))), delta, by="q·1/(nτ²) = δ")
    radial = [sp.integrate(x**power * sp.exp(-(x**2) / 2), (x, 0, sp.oo)) for power in (5, 4)]
    step(
        "E|c|√n in d = 5: the density is r^(d−1) exp(−r²/2)",
        radial[0] / radial[1],
        sp.sqrt(2) * sp.gamma(3) / sp.gamma(sp.Rational(5, 2)),
        by="two Gamma integrals",
    )
    step.cite(
        "bounded queries",
        sp.Symbol(r"P[|\bar\phi-E\phi|>\tau]\le2e^{-n\tau^2/2}"),
        by="Hoeffding's inequality for values in [−1, 1]",
    )
