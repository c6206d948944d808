r"""Correlations of single-index targets have the order $d^{-k/2}$, which gives CSQ $n\gtrsim d^{k/2}$ and SQ $n\gtrsim d$.

For $\theta,\theta'$ uniform on the sphere $\mathbb E|\langle\theta,\theta'\rangle|^k=\Gamma(\frac
d2)\Gamma(\frac{k+1}2)/(\sqrt\pi\,\Gamma(\frac{d+k}2))$, which for even $k$ is $(k-1)!!/(d(d+2)\cdots(d+k-2))$: the
constant eigenvalue of the kernel $\langle\theta,\theta'\rangle^k$ and the squared answer of the one normalised query
$\mathbb E_\theta f_\theta$, a function of $|x|$ that detects but does not locate. Of $q$ random directions no pair has
$|\langle\theta,\theta'\rangle|^k$ above $(2\log(q^2/\delta)/d)^{k/2}$ but with probability $\delta$. Queries need
$\mathbb E\phi^2\le1$: the print's $\phi\in L^2$ leaves the tolerance without meaning. The lower bounds themselves are
theorems about all algorithms and are not judged.
"""

import sympy as sp

from lemmata.theory.algebra.activation import as_fraction, pair_expectation
from lemmata.theory.algebra.hermite import hermite_poly
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
    Mean,
    Observable,
    Rate,
    Real,
    Source,
)
from lemmata.theory.sgd.first_notation import DOCUMENT, d, k, m

half = sp.Symbol("h", integer=True, positive=True)
i = sp.Symbol("i", integer=True, nonnegative=True)
directions, delta, norm = (
    sp.Symbol("q", integer=True, positive=True),
    sp.Symbol("delta", positive=True),
    sp.Symbol("c", positive=True),
)
overlap, largest = Observable("overlap"), Observable("largest")
pair = sp.Symbol("E_kk", real=True)


def mean_power(order: sp.Expr) -> sp.Expr:
    """E|<theta, theta'>|^order."""
    return sp.gamma(d / 2) * sp.gamma((order + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma((d + order) / 2))


def _pair(env):
    from fractions import Fraction

    from flint import fmpq

    at, he = Fraction(env.m), hermite_poly(int(env.k))
    return float(as_fraction(pair_expectation(he, he)(fmpq(at.numerator, at.denominator))))


double_factorial = sp.Product(2 * i + 1, (i, 0, half - 1))
rising = sp.Product(d + 2 * i, (i, 0, half - 1))
ladder = Ladder(d, (100, 300, 1000, 3000, 10_000, 100_000), quick=(100, 300, 1000, 3000, 10_000))


def within(bound: sp.Expr) -> sp.Expr:
    return sp.Piecewise((1, largest <= bound), (0, True))


reach = sp.sqrt(2 * sp.log(directions**2 / delta) / d)

claim = Claim(
    id="sgd.csq_sq_bounds",
    title=(
        "E|⟨θ, θ'⟩|^k = Γ(d/2)Γ((k+1)/2)/(√π Γ((d+k)/2)) ~ d^(−k/2): with tolerance n^(−1/2) correlational queries "
        "need n of order d^(k/2)"
    ),
    truth=Identity(Mean(sp.Abs(overlap) ** k), mean_power(k)),
    source=Source(DOCUMENT, "Statistical Query Lower Bounds", paper="damian2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (3, 5)),
        Integer(d, (2, sp.oo), (4, 40)),
        Integer(half, (1, sp.oo), (1, 4)),
        Real(m, (-1, 1), (0.1, 0.9)),
        Integer(directions, (2, sp.oo), (20, 60)),
        Real(delta, (0, 1), (0.05, 0.3)),
        Real(norm, (0, sp.oo), (2, 5)),
    ),
    definitions={pair: Computed(_pair)},
    also={
        "even": Identity(mean_power(2 * half), double_factorial / rising),
        "advantage": Inequality(mean_power(2 * half), double_factorial * d ** (-half)),
        "pairwise": Identity(pair, sp.factorial(k) * m**k),
        "largest_of_many": Guarantee(within(reach), 1 - delta, variant="many"),
        "csq": Rate(1 / mean_power(k), k / 2, ladder=ladder),
        "sq": Rate(1 / mean_power(2), 1, ladder=ladder),
    },
    printed=Inequality(norm**2 * mean_power(2 * half), double_factorial * d ** (-half)),
    print_latex=r"|\tilde q-\mathbb E[\phi(x)y]|\le\tau,\ \phi\in L^2\quad\text{(judged for a query of norm }c>1\text{)}",
    erratum=Erratum.condition_missing(
        "queries need a norm, E φ² ≤ 1: a query of norm c has a squared answer c² times larger, so no tolerance means "
        "anything for φ ∈ L²",
        part="csq",
    ),
    mutants={
        "power_k": Rate(1 / mean_power(k), k, ladder=ladder),
        "power_k-1": Rate(1 / mean_power(k), k - 1, ladder=ladder),
        "even_without_steps": Identity(mean_power(2 * half), double_factorial / d**half),
        "largest_like_1_over_d": Guarantee(within(reach / sp.sqrt(d)), 1 - delta, variant="many"),
        "normal_moment": Identity(
            Mean(sp.Abs(overlap) ** k), mean_power(k) * sp.gamma((d + k) / 2) / sp.gamma(d / 2) * (d / 2) ** (-k / 2)
        ),
    },
    notes=(
        "The theorems quantify over all algorithms that ask queries; what is judged is the algebra that they rest "
        "on. Reference: E⟨θ, θ'⟩⁴ = 0.025 at d = 10."
    ),
)


@claim.derivation
def _(step):
    s = sp.Symbol("s", positive=True)
    step(
        "the recursion in the power",
        sp.expand_func(mean_power(k + 2) / mean_power(k)),
        (k + 1) / (d + k),
        by="Γ(x + 1) = xΓ(x)",
    )
    step(
        "it starts at 1",
        sp.gammasimp(mean_power(sp.Integer(0))),
        sp.Integer(1),
        by="Γ(1/2) = √π; so E⟨θ, θ'⟩^2h is the product of (2i + 1)/(d + 2i), i < h",
    )
    step("d = 10, k = 4", sp.Rational(1, 10) * sp.Rational(3, 12), sp.Rational(1, 40), by="3/(d(d + 2))")
    for order in (1, 2, 3, 4):
        density = sp.Rational(3, 2) * (1 - s**2)  # of |<theta, theta'>| in d = 5
        step(
            f"d = 5, k = {order}, by the density 3(1 − s²)/2 of |⟨θ, θ'⟩| on (0, 1)",
            sp.integrate(s**order * density, (s, 0, 1)),
            sp.gammasimp(mean_power(sp.Integer(order)).subs(d, 5)),
            by="integration",
        )
    step.cite(
        "the law of the overlap",
        r"\langle\theta,\theta'\rangle^2\sim\mathrm{Beta}(\tfrac12,\tfrac{d-1}2)",
        by="rotation invariance",
    )
    step.cite(
        "tail of the overlap",
        r"\mathbb P(\langle\theta,\theta'\rangle\ge s)\le e^{-ds^2/2}",
        by="area of a cap; union over q²/2 pairs and two signs",
    )
