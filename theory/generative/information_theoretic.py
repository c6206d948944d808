r"""Of order $d$ samples are necessary: fewer than $d$ leave most of the direction unseen.

$\theta$ uniform on the sphere, $X\in\mathbb R^{n\times d}$ of full rank independent of it, $n<d$, labels any
functions of $X\theta$ and independent noise. Given the data, the part of $\theta$ outside the row space is uniform in
its sphere, so every unit-norm estimator has $\mathbb E\langle\hat\theta,\theta\rangle^2\le\mathbb
E\max\{A^2,\frac{1-A^2}{d-n}\}\le\frac{n+1}d$, $A=|P_{\mathrm{row}}\theta|$, $A^2\sim\mathrm{Beta}(\frac
n2,\frac{d-n}2)$. The middle term is attained by an oracle that knows $P_{\mathrm{row}}\theta$. The bound $n/d$ is
false: at $n=0$ any fixed vector has $1/d$, at $d=2$, $n=1$ the middle term is $\frac12+\frac1\pi$. That $n\asymp d$
also suffices, with unbounded compute, is `generative.net_search`. The $\times$ of the document is $\asymp$.
"""

import sympy as sp

from lemmata.theory.algebra.sphere import coordinate_moment
from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Source
from lemmata.theory.generative.first_notation import DOCUMENT

d, n = sp.Symbol("d", integer=True, positive=True), sp.Symbol("n", integer=True, nonnegative=True)
best, row, oracle, either = (Observable(name) for name in ("best", "row", "oracle", "sum"))
r = sp.Rational

claim = Claim(
    id="generative.information_theoretic",
    title="With n < d samples every estimator has E⟨θ̂,θ⟩² ≤ E max(A², (1−A²)/(d−n)) ≤ (n+1)/d",
    truth=Inequality(Mean(best), (n + 1) / d, bounds=(0, 1)),
    source=Source(DOCUMENT, "Baseline I: information theoretic limit", "damian2024"),
    domain=Domain(Integer(d, (2, sp.oo), (2, 20)), Integer(n, (0, d - 1), (0, d - 1), edges=(0, 1))),
    also={
        "row_space": Identity(Mean(row), n / d, bounds=(0, 1), scale=1),
        "attained": Identity(Mean(oracle - best), 0, scale=1),
        "sum_bound": Identity(Mean(either), (n + 1) / d),
        "plane": Identity(Mean(best), r(1, 2) + 1 / sp.pi, bounds=(0, 1), provided=(sp.Eq(d, 2), sp.Eq(n, 1))),
    },
    mutants={
        "squared": Inequality(Mean(best), n**2 / d**2, bounds=(0, 1)),
        "half": Inequality(Mean(best), n / (2 * d), bounds=(0, 1)),
        "without_one": Inequality(Mean(best), n / d, bounds=(0, 1)),
    },
    notes="The document's n × d stands for n ≍ d. Only the necessary half is judged here.",
)


@claim.derivation
def _(step):
    size, dim, square, s = sp.symbols("n d A2 t", positive=True)
    exact = coordinate_moment(7, 2)
    step(
        "E θ_j² = 1/d, so E A² = n/d",
        r(exact.numerator, exact.denominator),
        r(1, 7),
        by="the coordinates are exchangeable (here d = 7)",
    )
    step(
        "a maximum of two non-negative numbers is at most their sum; the mean of the sum",
        sp.expand((square + (1 - square) / (dim - size)).subs(square, size / dim)).simplify(),
        ((size + 1) / dim),
        by="E A² = n/d",
    )
    step(
        "a unit vector with weight p in the row space gains at most pA² + (1−p)(1−A²)/(d−n)",
        s * square + (1 - s) * (1 - square) / (dim - size),
        (1 - square) / (dim - size) + s * (square - (1 - square) / (dim - size)),
        by="linear in p, so the best is the larger end",
    )
    step(
        "d = 2, n = 1: E max(cos², sin²) over an angle",
        (sp.sin(2 * s) / 4 + s / 2).subs(s, sp.pi / 4) * 4 / sp.pi,
        r(1, 2) + 1 / sp.pi,
        by="by symmetry, the mean over |t| < π/4",
    )
    step.qed(
        by="given the data the part outside the row space is uniform on its sphere, of mean square (1−A²)/(d−n) along "
        "any unit vector"
    )
