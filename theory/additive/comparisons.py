r"""Exponents of $d$ at $M=d^\gamma$: information $1+\gamma$, correlational queries $\gamma+k/2$, online SGD
$\gamma+k-1$, kernels $p$.

For $k\ge3$, $0<\gamma\le\frac12$, $p\ge k+1$ they grow in this order, with gaps of at least $\frac12,\frac12,\frac32$,
all attained. Rotation invariant kernels need $n\gtrsim B(d,p)\sim d^p/p!$; a method that treats $f_*$ as a general
function of $M$ directions pays for $\binom{M+p}p\sim M^p/p!$ polynomials. The information count is that of the
parameters of $f_*$: $M(d-1)$ for the directions and $M(p-k+1)$ for the links, $M(d+p-k)$ together, which is the rank of
the differential of the values at generic points. So with $n=Md$ noiseless values and unknown links of degree $p>k$ the
target is not determined: the print's $n\ge Md$ holds up to a constant only.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.additive.first_notation import DOCUMENT, PAPER, M, d, gamma, k, p, rho, traceless
from lemmata.theory.algebra.additive_rank import values_rank
from lemmata.theory.first import (
    Certificate,
    Claim,
    Domain,
    Erratum,
    Existence,
    Inequality,
    Integer,
    Ladder,
    Order,
    Rate,
    Real,
    Source,
)

half = sp.Rational(1, 2)
information, csq, sgd, kernel = 1 + gamma, gamma + k / sp.Integer(2), gamma + k - 1, p
count = M * (d + p - k)
tasks = d**gamma
along_d = Ladder(d, (1e3, 1e4, 1e5, 1e6))
along_tasks = Ladder(M, (1e3, 1e4, 1e5, 1e6))
SMALL = ((2, 4, 3, 4), (3, 5, 3, 5), (2, 6, 4, 6))  # (M, d, k, p)


def identified(witness: Any, point: Mapping[str, Any]) -> Certificate:
    """The differential of the values at M(d + p - k) points has full rank, and at M d points not."""
    found = [(values_rank(*case, points=case[0] * (case[1] + case[3] - case[2])), case) for case in witness]
    full = all(rank == case[0] * (case[1] + case[3] - case[2]) for rank, case in found)
    return Certificate(
        full, "exact", "; ".join(f"(M, d, k, p) = {case}: rank {rank} > {case[0] * case[1]} = Md" for rank, case in found)
    )


claim = Claim(
    id="additive.comparisons",
    title="At M = d^γ: information 1 + γ < correlational queries γ + k/2 < online SGD γ + k − 1 < kernels p, as exponents of d",
    truth=Inequality(information + half, csq),
    source=Source(DOCUMENT, "Complexity of Learning Additive Models", PAPER),
    domain=Domain(
        Integer(M, (2, sp.oo), (2, 30)),
        Integer(d, (2, sp.oo), (10, 1000)),
        Real(gamma, (0, half), (0.05, 0.5), edges=(0.5,)),
        Integer(k, (3, sp.oo), (3, 6)),
        Integer(p, (k + 1, sp.oo), (k + 1, 10)),
        Real(rho, (1, sp.oo), (1.2, 6)),
    ),
    also={
        "csq_below_sgd": Inequality(csq + half, sgd),
        "sgd_below_kernel": Inequality(sgd + sp.Rational(3, 2), kernel),
        "kernel": Rate(traceless(d, p), kernel, ladder=along_d, tolerance=0.05),
        "multi_index": Rate(sp.binomial(M + p, p), p, ladder=along_tasks, tolerance=0.05),
        "parameters": Order(tasks * (d + p - k), tasks * d, ladder=along_d, tolerance=0.02),
        "queries_above_information": Inequality(information, rho * information),
        "rank": Existence(
            SMALL,
            identified,
            text=r"\operatorname{rank}\frac{\partial(f_*(x_1),\dots,f_*(x_n))}{\partial(\theta,\alpha)}=M(d+p-k)"
            r"\quad(n=M(d+p-k))",
        ),
    },
    printed=Inequality(count, M * d),
    print_latex=r"\text{Learning is information-theoretically possible with }n\ge Md\text{ samples}",
    erratum=Erratum.condition_missing(
        "n ≥ Md must be n ≳ Md: with unknown links of degree p > k there are M(d + p − k) > Md parameters, so Md "
        "noiseless values leave a continuum of targets",
        part="parameters",
    ),
    mutants={
        "information_sum": Order(tasks * (d + p - k), tasks + d, ladder=along_d, tolerance=0.02),
        "csq_above_sgd": Inequality(sgd, csq),
        "kernel_exponent_k": Rate(traceless(d, p), k, ladder=along_d, tolerance=0.05),
        "multi_index_d": Rate(sp.binomial(M + p, p), 1, ladder=along_tasks, tolerance=0.05),
    },
    notes="That each exponent is attained or necessary is the theorem of its own claim; here the exponents are compared, "
    "and the counts behind "
    "the information, kernel and multi-index entries are checked. The exponent Θ(k) of the multi-index bound is not "
    "specified in the print.",
)


@claim.derivation
def _(step):
    j, g, q = sp.symbols("j gamma q", nonnegative=True)
    step("queries minus information, k = 3 + j", (csq - information - half).subs(k, 3 + j), j / 2, by="k ≥ 3")
    step("online SGD minus queries, k = 3 + j", (sgd - csq - half).subs(k, 3 + j), j / 2, by="k ≥ 3")
    step(
        "kernels minus online SGD, p = k + 1 + q, γ = 1/2 − g",
        (kernel - sgd - sp.Rational(3, 2)).subs({p: k + 1 + q, gamma: half - g}),
        q + g,
        by="p ≥ k + 1, γ ≤ 1/2",
    )
    x = sp.Symbol("x")
    for degree in (4, 5, 6):
        count_ = sp.expand(
            sp.expand_func(sp.binomial(x + degree - 1, degree)) - sp.expand_func(sp.binomial(x + degree - 3, degree - 2))
        )
        step(
            f"leading coefficient of B(d, {degree})",
            sp.Poly(count_, x).coeff_monomial(x**degree),
            1 / sp.factorial(degree),
            by="expansion of the binomials",
        )
    step.verify(
        "generic rank of the differential",
        identified(SMALL, {}),
        by="exact rank over a prime field, a lower bound of the rank over the rationals",
    )
    step.conclude(by="1 + γ + 1/2 ≤ γ + k/2 for k ≥ 3", given={k: 3 + sp.Symbol("j", nonnegative=True, integer=True)})
