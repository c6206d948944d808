"""A query of an additive label sees a task whose link is superorthogonal at a high order of M^(-1/2) only.

Of the label y = M^(-1/2)(g(z) + S) the query sin(y) sees z, at S = 0, through E sin(g/√M) z. If z has no correlation with g, ..., g^I, as holds
for an (I, 1)-superorthogonal link, that is of the order of M^(-(I+1)/2): of M^(-3/2) for He_3, where I = 2, and of M^(-5/2) for He_3 - (3/20) He_5,
where I = 4; the means of even powers vanish, as both are odd. What follows for the number of samples is additive.csq_sq.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.additive.notation import source

tasks = Symbol("N", "number of tasks", Naturals)
z = Symbol("z", "what the query sees")
Z = Sampled("Z", Normal())


def cubic(x):
    return He(3, x)


def quintic(x):
    return He(3, x) - Rational(3, 20) * He(5, x)


def seen(link, order):
    """A power of the link and the first Hermite polynomial."""
    return Mean(link(Z) ** order * Z)


def blind(link, order, words):
    value = seen(link, order)
    square = sp.Poly(((link(z) ** order * z) ** 2).doit(), z)
    size_of = sqrt(sum(c * sp.factorial2(n - 1) for (n,), c in square.terms() if n % 2 == 0))  # its root mean square
    return Part(Identity(value, 0, scale=size_of), proof="mean", says=words)


def query(link, slope, seen_before=0):
    """|E sin(g/√M) z| = |E cos(g/√M) g'|/√M (Stein), less the terms in 1 and g² whose means vanish by the other parts.

    1 - cos t is 2 sin²(t/2), so that nothing cancels. Beyond 8 less than a thousandth is left.
    """
    angle = link(z) / sqrt(tasks) / 2
    gone = 2 * (angle - sin(angle)) * (angle + sin(angle)) if seen_before else 2 * sin(angle) ** 2
    return Abs(sum(Integral(2 * gone * slope * phi(z), (z, a, a + 2)) for a in (0, 2, 4, 6))) / sqrt(tasks)


cubic_slope = 3 * He(2, z)
quintic_slope = cubic_slope - Rational(3, 4) * He(4, z)
along_tasks = Ladder(tasks, (10**5, 3 * 10**5, 10**6, 3 * 10**6, 10**7))
far_tasks = Ladder(tasks, (10**7, 3 * 10**7, 10**8, 3 * 10**8, 10**9))
HALF = Rational(1, 2)
EXPANSION = (1 / tasks, tasks**-2)

claim = Claim(
    "additive.blind_query",
    source=source("Theorem ([OSSW24] SQ Lower Bound)"),
    parts={
        "two_orders": Part(
            Rate(query(cubic, cubic_slope), -3 * HALF, ladder=far_tasks, expansion=EXPANSION),
            says="The query sin(y) sees one task with the link He_3 at the order M^(−3/2)",
            wrong={"one_order_visible": {"exponent": -HALF}, "half_orders": {"exponent": -1}},
        ),
        "four_orders": Part(
            Rate(query(quintic, quintic_slope, 1), -5 * HALF, ladder=along_tasks, expansion=EXPANSION),
            says="and with He_3 − (3/20) He_5 at the order M^(−5/2)",
        ),
        "invisible": blind(cubic, 1, "He_3 has no first Hermite coefficient"),
        "invisible_square": blind(cubic, 2, "nor has its square"),
        "quintic_once": blind(quintic, 1, "Neither has He_3 − (3/20) He_5"),
        "quintic_cubed": blind(quintic, 3, "nor its cube"),
    },
    uses=("additive.csq_sq",),
)
