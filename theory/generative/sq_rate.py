r"""Statistical queries need $n\gtrsim d^{\max(1,k_*/2)}$; spherical SGD with reused batches takes $d^{k_*-1}$.

Mechanism that is judged: two directions at overlap $m$ are told apart by one transformed label $T=1\{y>c\}$ only
through $\chi(m)=\sum_jB_j(c)^2m^j/(j!\,P(1-P))$, which starts at $j=k_*$. For uniform directions $(\mathbb
E\chi(m)^2)^{1/2}\sim d^{-k_*/2}$, and a query answered to within $\tau=n^{-1/2}$ resolves this only if $n\gtrsim
d^{k_*/2}$. Polynomials have $k_*\le2$: there the rate is the printed $n\gtrsim d$. Exponents $\max(1,k_*/2)$ and
$k_*-1$ agree at $k_*=2$ and differ from $k_*=3$ on.
"""

from functools import cache
from math import factorial, sqrt

import sympy as sp

from lemmata.theory.algebra.exponents import generative_exponent
from lemmata.theory.algebra.sphere import coordinate_moment
from lemmata.theory.algebra.witnesses import Levels
from lemmata.theory.first import Choice, Claim, Computed, Domain, Enclosure, Inequality, Integer, Ladder, Rate
from lemmata.theory.generative.first_notation import LINKS, exponents, ie, k_star, link, source, z

d = sp.Symbol("d", integer=True, positive=True)
K = sp.Symbol("K", integer=True, positive=True)
chi = sp.Symbol("chi", positive=True)
TERMS = 12
TABLE = {name: LINKS[name] for name in ("z", "He_3", "He_3+He_2", "square", "cos", "He_4", "abs", "bump", "ridge")} | {
    "pattern": sp.sign(z) * sp.sign(sp.sqrt(2 * sp.log(2)) - sp.Abs(z))
}


@cache
def series(expr: sp.Expr) -> tuple[float, ...]:
    """B_j(c)²/(j! P(1−P)) for j = 0..12, at the level where B_{k*} is largest; exact zeros below k* are put to 0."""
    first = generative_exponent(expr, z).value or 1
    levels = Levels(expr, z)
    level = max(levels.chosen, key=lambda c: abs(float(levels.boundary(first, c).mid())))
    above = sum(_mass(a, b) for a, b in levels.above(level))
    terms = [float(levels.boundary(j, level).mid()) ** 2 / factorial(j) / (above * (1 - above)) for j in range(1, TERMS + 1)]
    return (0.0, *(t if j >= first else 0.0 for j, t in enumerate(terms, 1)))


def _mass(a, b) -> float:
    half = 2**0.5
    return float(((b / half).erf() - (a / half).erf()).mid()) / 2


def strength(q) -> Enclosure:
    """(E χ(m)²)^{1/2} for m = <θ, θ'> of independent uniform directions, by exact moments of m."""
    c = series(q.link)
    total = sum(c[i] * c[j] * float(coordinate_moment(int(q.d), i + j)) for i in range(TERMS + 1) for j in range(TERMS + 1))
    return Enclosure(sqrt(total), 1e-12 * sqrt(total), "float")


ladder = Ladder(d, (256, 1024, 4096, 16384, 65536, 262144), quick=(1024, 8192, 65536, 524288))
measured = {chi: Computed(strength)}
claim = Claim(
    id="generative.sq_rate",
    title="Statistical queries need n ≳ d^max(1, k*/2), one label transformation resolving d^(−k*/2)",
    truth=Rate(1 / chi, k_star / 2, ladder=ladder, where=measured),
    source=source("Statistical Query Lower Bounds"),
    domain=Domain(Choice(link, TABLE, free=z), Integer(K, (2, sp.oo), (2, 12), edges=(2, 3))),
    definitions=exponents(),
    also={"gap": Inequality(sp.Max(1, K / 2), K - 1)},
    mutants={
        "k_star": Rate(1 / chi, k_star, ladder=ladder, where=measured),
        "information_exponent": Rate(1 / chi, ie / 2, ladder=ladder, where=measured),
        "no_gap": Inequality(K - 1, sp.Max(1, K / 2)),
    },
    uses=("generative.definition", "generative.polynomial_at_most_2"),
    notes="The lower bound for every query algorithm is quoted (and is matched by a partial trace estimator); what is "
    "judged is the exponent of what one threshold query of the label can resolve between two random directions.",
)


@claim.derivation
def _(step):
    m, c = sp.symbols("m c", positive=True)
    for k, moment in ((1, 2), (2, 4), (3, 6)):
        exact = coordinate_moment(1000, moment)
        closed = sp.factorial2(moment - 1) / sp.prod(1000 + 2 * s for s in range(moment // 2))
        step(
            f"k* = {k}: the leading term E[m^{moment}] at d = 1000",
            sp.Rational(exact.numerator, exact.denominator),
            closed,
            by="(2k−1)!!/(d(d+2)…), so its square root is of order d^(−k/2)",
        )
    step(
        "the correlation of two thresholds at overlap m starts at k*",
        sp.diff(c * m**3, m, 3) / 6,
        c,
        by="E[T(z)T(u)] − P² = Σ_j B_j² m^j/j!, and B_j ≡ 0 below k*",
    )
    step.cite(
        "the bound for every query algorithm", r"n\gtrsim d^{\max(1,k_*/2)}", by="Damian, Pillaud-Vivien, Lee and Bruna (2024)"
    )
    step.qed(by="a query of tolerance n^(−1/2) cannot see less than n^(−1/2) of squared correlation")
