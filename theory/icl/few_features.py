"""No k features lose less than (k_true - k) r on k_true white ones, and mixtures of k of these attain it: the experiment's plateau.

With the true features F = √(Nr) U', UU' = 1, the loss is r k_true - r Tr[UPU'] with the projection P on the learned features, and
k - Tr[UPU'] = Tr[P(1 - U'U)] is not negative, nor is the loss.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.experiment import true
from lemmata.theory.icl.notation import H, N, k, loss, r, source

U = Array("U", "orthonormal directions of the true features, one a row", true, N, kind=OrthonormalRows)
C = Array("C", "mixing of the true features, of rank k", true, k)
white = sqrt(N * r) * U.T
seen = H * (H.T * H).inv() * H.T


def lost(h, f=white):
    return loss(h, f)


def few(kernel):
    """The loss is r(k_true - k) plus r|(1 - U'U)P|², as P is a projection."""
    rest = (sp.Identity(N) - U.T * U) * seen
    return kernel.to(kernel.compare(r * (true - k), r * (true - k) + r * sq(rest)), lost(H))


def many(kernel):
    """The loss is the mean square of what the regression leaves."""
    left = (sp.Identity(N) - seen) * white
    return kernel.to(kernel.nonneg(sq(left) / N), lost(H))


claim = Claim(
    "icl.few_features",
    source=source("Numerical experiment"),
    domain=Domain(N >= true, N >= k, eigenvalue(H.T * H, k) > 0, core=(true <= 7, k <= 5, N >= 12, N <= 40)),
    parts={
        "few": Part(
            Inequality(r * (true - k), lost(H)),
            when=(true > k,),
            says="k features lose at least (k_true − k)r on k_true > k white ones of second moment r",
            proof=few,
            wrong={"one_more_feature": {"left": r * (true - k + 1)}, "without_r": {"left": true - k}},
        ),
        "many": Part(Inequality(Integer(0), lost(H)), says="and at least 0 otherwise", proof=many),
        "attained": Part(
            Identity(lost(white * C), r * (true - k), scale=r * true),
            when=(true >= k, eigenvalue(r * C.T * U * U.T * C, k) > 0),
            says="Mixtures of k of the true features lose exactly that",
            proof="words",
            wrong={"least_without_r": {"right": true - k}},
        ),
    },
)
