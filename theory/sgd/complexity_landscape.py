r"""For a polynomial of degree p ≥ 2 and information exponent k the exponents of d are 1, 1, max(1, k/2), max(1, k − 1) and p.

In this order: the information limit, SGD with reused batches, the bound for correlational queries, online SGD, kernels. Always
$k\le p$, hence $1\le\max(1,\frac k2)\le\max(1,k-1)<p$. From $d^{\Theta(k)}$ alone, as printed, nothing follows for $k=p$: it
takes the constant of $k-1$. For large $k$ it is online SGD that cannot match the information limit; SGD with reuse does.
Simulated for $h_3$ ($k=p=3$): the growth of the hitting times between two dimensions, and the error $1-m^6$ of the network
against the bound $a_3(1-n/B)$ that holds for every kernel at the same number of samples $n$.
"""

import sympy as sp

from lemmata.theory.first import (
    Claim,
    Domain,
    Erratum,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Mean,
    Observable,
    Rate,
    Source,
)
from lemmata.theory.sgd.first_notation import DOCUMENT, k, p

D = sp.Symbol("D", integer=True, positive=True)
reuse_growth, online_growth, reuse_error, online_error, unfinished = map(
    Observable, ("reuse_growth", "online_growth", "reuse_error", "online_error", "unfinished")
)
information, csq, online = sp.Integer(1), sp.Max(1, k / 2), sp.Max(1, k - 1)
DIMENSION = 64
SPANS = (40, 100, 200)  # of reuse, in samples per dimension; online takes 3 d² samples


def traceless(size: sp.Expr, degree: sp.Expr) -> sp.Expr:
    """The dimension B(d, p) of the traceless polynomials."""
    return sp.binomial(size + degree - 1, degree) - sp.binomial(size + degree - 3, degree - 2)


def kernel_error(samples: int) -> sp.Rational:
    """The least error of any kernel on h_3 at d = DIMENSION."""
    share = sp.Integer(samples) / traceless(sp.Integer(DIMENSION), sp.Integer(3))
    return sp.Rational(DIMENSION - 1, DIMENSION + 2) * (1 - share)


after_reuse, after_online = kernel_error(sum(SPANS) * DIMENSION), kernel_error(3 * DIMENSION**2)
ladder = Ladder(D, (1000, 3000, 10_000, 30_000, 100_000), quick=(1000, 3000, 10_000, 40_000))
cubic = (k >= 3, p <= 3)  # the simulated case, k = p = 3

claim = Claim(
    id="sgd.complexity_landscape",
    title="Exponents of d: information 1, reuse 1, CSQ max(1, k/2), online SGD max(1, k − 1) < p of kernels (p ≥ 2)",
    truth=Inequality(online + 1, p),
    source=Source(DOCUMENT, "Complexity of SGD Learning", paper="lee2024"),
    domain=Domain(Integer(p, (2, sp.oo), (2, 6)), Integer(k, (1, p), (1, p))),
    printed=Inequality(k + 1, p),
    print_latex=r"n\gtrsim d^{\Theta(k)},\quad k\le p\implies\text{NN + GD outperforms the kernel model}",
    erratum=Erratum.condition_missing(
        "d^Θ(k) does not decide it: with the exponent k there is nothing to gain at k = p; it "
        "takes the exponent max(1, k − 1) of online SGD and p ≥ 2"
    ),
    also={
        "information_csq": Inequality(information, csq),
        "csq_online": Inequality(csq, online),
        "csq_below_online": Inequality(csq + sp.Rational(1, 2), online, provided=(k >= 3,)),
        "online_misses_the_limit": Inequality(information + 1, online, provided=(k >= 3,)),
        "kernel": Rate(traceless(D, p), p, ladder=ladder),
        "reuse_at_most": Inequality(Mean(reuse_growth), sp.Rational(4, 3), variant="chain", provided=cubic),
        "reuse_at_least": Inequality(Mean(2 - reuse_growth), sp.Rational(6, 5), variant="chain", provided=cubic),
        "online_at_most": Inequality(Mean(online_growth), sp.Rational(5, 2), variant="chain", provided=cubic),
        "online_at_least": Inequality(Mean(4 - online_growth), sp.Rational(5, 2), variant="chain", provided=cubic),
        "few_unfinished": Inequality(Mean(unfinished), sp.Rational(1, 3), variant="chain", provided=cubic),
        "reuse_beats_kernels": Inequality(Mean(reuse_error), after_reuse, variant="chain", provided=cubic),
        "online_beats_kernels": Inequality(Mean(online_error), after_online, variant="chain", provided=cubic),
    },
    mutants={
        "kernel_exponent_k": Rate(traceless(D, p), k, ladder=ladder, provided=(k < p,)),
        "online_exponent_k": Identity(Mean(online_growth), 3, variant="chain", provided=cubic),
        "reuse_exponent_k_1": Identity(Mean(reuse_growth), 2, variant="chain", provided=cubic),
        "kernel_wins_at_k_p": Inequality(Mean(1 - reuse_error), 1 - after_reuse, variant="chain", provided=cubic),
    },
    uses=(
        "sgd.kernel_lower_bound",
        "sgd.reduced_chain",
        "sgd.polynomial_complexity",
        "sgd.online_information_exponent",
        "sgd.csq_sq_bounds",
    ),
    notes="Growth: log(T(d')/T(d))/log(d'/d) of the time to m > 1/2 from m_0 = d^(-1/2), d = 64, 256 with reuse, 16, 64 "
    "online; times are cut off at 60 d and 4 d², unfinished counts those. The lower bounds for queries are theorems "
    "of the literature.",
)


@claim.derivation
def _(step):
    q = sp.Symbol("q", integer=True, nonnegative=True)
    step("k = 1, p = 2 + q: the gap p − 1 − max(1, k − 1)", (p - 1 - online).subs({p: 2 + q, k: 1}), q, by="max(1, 0) = 1")
    r = sp.Symbol("r", integer=True, nonnegative=True)
    step("k = 2 + r, p = k + q", (p - 1 - (k - 1)).subs(p, k + q).subs(k, 2 + r), q, by="max(1, k − 1) = k − 1 for k ≥ 2")
    step("k − 1 − k/2 for k = 2 + r", (k - 1 - k / 2).subs(k, 2 + r), r / 2, by="zero exactly at k = 2")
    step("B(d, 3)", traceless(D, sp.Integer(3)).expand(func=True), D * (D - 1) * (D + 4) / 6, by="expansion of the binomials")
    step.qed(by="every k ≤ p with p ≥ 2 is one of the two cases, and all gaps are non-negative")
