r"""A net of directions has exponentially many members; least squares over it needs $n\asymp d$ samples.

(i) Unit vectors such that every $\theta$ has one with $\langle u,\theta\rangle\ge t$ number at least $1/P$,
$P=\frac12I_{1-t^2}(\frac{d-1}2,\frac12)$ the share of a cap, and $\log(1/P)=-\frac d2\log(1-t^2)(1+o(1))$. (ii) With
a known link and noise, least squares over directions finds $\theta$ from $n=Cd$ samples with $C$ independent of $d$:
here $y=h_3(\langle x,\theta\rangle)+\frac12N(0,1)$, 4000 random directions, the best 20 refined by 60 gradient steps
on the sphere, success meaning an overlap above 0.9. "May require exponential compute" is about this search, not about
every algorithm.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Guarantee,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Real,
    Source,
)
from lemmata.theory.generative.first_notation import DOCUMENT

d, D, size = sp.symbols("d D q", integer=True, positive=True)
t = sp.Symbol("t", positive=True)
inside, found_at_four, found_at_eight = Observable("cap"), Observable("four"), Observable("eight")
r = sp.Rational


def cap(dimension: sp.Expr) -> sp.Expr:
    return sp.betainc_regularized((dimension - 1) / 2, sp.S.Half, 0, 1 - t**2) / 2


def log_size(power: sp.Expr) -> Limit:
    return Limit(sp.log(cap(D)) / (power * D * sp.log(1 - t**2)), sp.Integer(1), ladder=ladder)


ladder = Ladder(D, (50, 100, 200, 400, 800, 1600))
claim = Claim(
    id="generative.net_search",
    title="A net at overlap t has at least 2/I_{1−t²}((d−1)/2, 1/2) members; least squares over one succeeds at n ≍ d",
    truth=Identity(Mean(inside), cap(d), bounds=(0, 1)),
    source=Source(DOCUMENT, "Baseline I: information theoretic limit", "damian2024"),
    domain=Domain(Integer(d, (2, sp.oo), (2, 8)), Real(t, (0, 1), (0.2, 0.5)), Integer(size, (2, 8), (4, 8))),
    also={
        "log_size": log_size(r(1, 2)),
        "four_per_dimension": Guarantee(found_at_four, r(3, 5), variant="search"),
        "eight_per_dimension": Guarantee(found_at_eight, r(4, 5), variant="search"),
    },
    mutants={
        "no_half": Identity(Mean(inside), 2 * cap(d), bounds=(0, 1)),
        "double_exponent": log_size(sp.Integer(1)),
        "quadratic": Inequality(Mean(found_at_four), r(1, 2), bounds=(0, 1), variant="search"),
    },
    uses=("generative.information_theoretic",),
    notes="Success at 4d samples is judged at d = 8, at 8d samples for d = 4 to 8. If n had to grow like d², the "
    "half-success point, between 1 and 2 samples per dimension at d = 2, would lie between 4 and 8 at d = 8. "
    "Larger d are out of reach of a net.",
)


@claim.derivation
def _(step):
    m, s = sp.symbols("m s", positive=True)
    step(
        "the density of one coordinate, in s = 1 − m²",
        sp.diff(sp.sqrt(1 - s), s),
        -1 / (2 * sp.sqrt(1 - s)),
        by="(1−m²)^{(d−3)/2} dm becomes ½ s^{(d−3)/2} (1−s)^{−1/2} ds: a Beta((d−1)/2, 1/2) law, half of it at m > 0",
    )
    a = sp.Symbol("a", positive=True)
    step(
        "d = 3: the cap is proportional to its height",
        sp.integrate(sp.S.Half, (m, a, 1)),
        (1 - a) / 2,
        by="Archimedes: ½ I_{1−t²}(1, ½) = (1−t)/2",
    )
    step("in the formula", (1 - sp.sqrt(1 - (1 - a**2))) / 2, (1 - a) / 2, by="I_x(1, ½) = 1 − √(1−x)")
    step.qed(by="each member covers at most the share P of the sphere")
