"""The effective rank R = (Σ l_j)²/Σ l_j² of the tail j > n of the eigenvalues l_j = j^-a, a > 1, is of the order n.

As the summands fall, the integrals n^(1-a)/(a-1) and (n+1)^(1-a)/(a-1) enclose Σ_{j>n} j^-a. So R/n is between (1 + 1/n)^(2-2a) and
(1 + 1/n)^(2a-1) times (2a-1)/(a-1)², its limit, and never ≫ n: such a tail is no penalty (ridge.tail_is_ridge). Sums beyond n are
written by Hurwitz' ζ(s, q) = Σ_{j>=0} (j + q)^-s.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.ridge.notation import n, source

a = Symbol("a", "decay of the spectrum", Positive)
rank = sp.zeta(a, n + 1) ** 2 / sp.zeta(2 * a, n + 1)
limit, more = (2 * a - 1) / (a - 1) ** 2, Rational(31, 30)
sizes, FIRST = Ladder(n, (30, 100, 300, 1000, 3000), quick=(30, 100, 300, 1000)), (1 / n, n**-2)


def ends(ratio, scale=1):
    """Where R/n lies at a given 1 + 1/n, in units of ``scale``."""
    return scale * ratio ** (2 - 2 * a), scale * ratio ** (2 * a - 1)


claim = Claim(
    "ridge.tail_rank",
    source=source("Slow decay plays regularization", "bartlett2019"),
    domain=Domain(a > 1, core=(a >= 1.25, a <= 2.5, n <= 200)),
    parts={
        "main": Part(
            Limit(rank / n, limit, ladder=sizes, expansion=FIRST),
            says="For a > 1 the tail beyond n has R ~ n(2a−1)/(a−1)²",
            wrong={"first_power": {"value": (2 * a - 1) / (a - 1)}, "regularises": {"value": 2 * (2 * a - 1) / (a - 1) ** 2}},
        ),
        "order": Part(
            Order(rank, n, ladder=sizes, constants=ends(more, limit), expansion=FIRST),
            says="It is of the order n, with constants: for n ≥ 30 between (31/30)^(2−2a) and (31/30)^(2a−1) times (2a−1)/(a−1)²",
            wrong={"first_power": {"constants": ends(more, limit * (a - 1))}, "square": {"scale": n**2}},
        ),
        "within": Part(
            Within(rank / (n * limit), *ends(1 + 1 / n)),
            says="and for every n between (1 + 1/n)^(2−2a) and (1 + 1/n)^(2a−1) times n(2a−1)/(a−1)²",
            wrong={"one": {"high": 1}},
        ),
    },
    uses=("ridge.tail_is_ridge", "ridge.effective_rank"),
)
