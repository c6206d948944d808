"""The start of a neuron at overlap m = 0 with the target's direction: where it is critical, and when there is no escape.

With monic coefficients α of the target's link and β of the student's activation the loss −E[σ*(z) σ(u)] has at m = 0 the first
derivative −α_1β_1 and, for quadratic links, the second derivative −4α_2β_2. So the equator is critical if α_1β_1 = 0; at information
exponent 2 it is a saddle or maximum if α_2β_2 > 0, a local minimum, with no escape, if α_2β_2 < 0.
"""

from functools import partial

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.hermite.notation import SOME, n, source

z, y = sp.Symbol("z", real=True), sp.Symbol("y", real=True)
m = Symbol("m", "overlap of student and target")
alpha = Array("α", "monic coefficients of the target's link", 3, start=0, kind=SOME)
beta = Array("β", "monic coefficients of the student's activation", 3, start=0, kind=SOME)


def link(c, at):
    return sum(c[q] * He(Integer(q), at) for q in (0, 1, 2)).doit()


# −E[σ*(z) σ(u)], integrated exactly over z and u of covariance m
loss = -pair_expectation(sp.expand(link(alpha, z) * link(beta, y)), z, y, m)
at_start = partial(Slope, loss, m, 1, at=Integer(0))
size = sqrt(Sum((alpha[n] * n) ** 2 + 1, (n, 0, 2)) * Sum((beta[n] * n) ** 2 + 1, (n, 0, 2)))

claim = Claim(
    "hermite.equator",
    source=source(),
    parts={
        "critical": Part(
            Identity(at_start(order=1), -alpha[1] * beta[1], scale=size),
            says="The derivative of the loss −E[σ*(z)σ(u)] in the overlap is −α_1β_1 at the equator m = 0 (quadratic links)",
        ),
        "curvature": Part(
            Identity(at_start(order=2), -4 * alpha[2] * beta[2], scale=size),
            says="Its second derivative there is −4α_2β_2: so at k = 2 the start is a local minimum in m where α_2β_2 < 0 (quadratic links)",
            wrong={"half": {"right": -2 * alpha[2] * beta[2]}},
        ),
    },
    uses=("hermite.information_exponent",),
)
