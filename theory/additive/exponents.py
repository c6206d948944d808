"""In which order the costs of M = d^γ tasks stand, as exponents of d: information, correlational queries, online SGD, kernels.

The claimed costs 1 + γ (information), γ + k/2 (correlational queries), γ + k - 1 (online SGD) and p (kernels) differ by at least 1/2, 1/2, 3/2
for k >= 3, γ <= 1/2, p > k. That they are necessary or attained belongs to other claims, and here only their order follows. The
exponent Θ(k) of the multi-index bound is not specified in the print.
"""

from lemmata import *
from lemmata.theory.additive.notation import gamma, k, p, rho, source

half = Rational(1, 2)
information, csq, sgd = 1 + gamma, gamma + k / 2, gamma + k - 1


def order(left, right, says, **wrong):
    """An inequality between exponents."""
    return Part(Inequality(left, right), proof="compare", says=says, wrong=wrong)


claim = Claim(
    "additive.exponents",
    source=source("Complexity of Learning Additive Models"),
    domain=Domain((gamma <= half, k >= 3, p >= k + 1, rho >= 1), core=(gamma >= 0.05, k <= 6, p <= 10, rho <= 6)),
    parts={
        "information_below_csq": order(
            information + half, csq, "As exponents of d at M = d^γ, 1 + γ is below γ + k/2 by at least 1/2, for k ≥ 3"
        ),
        "csq_below_sgd": order(
            csq + half, sgd, "that below γ + k − 1 by at least 1/2", csq_above_sgd={"left": sgd, "right": csq}
        ),
        "sgd_below_kernel": order(sgd + Rational(3, 2), p, "and that below p by at least 3/2, for γ ≤ 1/2 and p > k"),
        "queries_above_information": order(
            information, rho * information, "ρ(1 + γ), for statistical queries, is at least 1 + γ for ρ ≥ 1"
        ),
    },
)
