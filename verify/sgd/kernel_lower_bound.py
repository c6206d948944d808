"""Errors of the best element of the span, exact given the points; the chaos' own kernel tests the size of B."""

from lemmata.numerics.models.mean_field.kernels import span_error
from lemmata.theory.sgd.kernel_lower_bound import claim
from lemmata.verify import experiment


def point(kernel, p, d, n):
    return {"kernel": kernel, "p": p, "d": d, "n": n}


EXAMPLES = (
    point("chaos", 2, 12, 20),
    point("chaos", 2, 12, 78),
    point("traces", 2, 5, 1),
    point("chaos", 3, 5, 36),
    point("rbf", 2, 10, 30),
    point("cubic", 3, 6, 20),
)


@experiment(claim, examples=EXAMPLES, points=(2, 20), resolution=(0.02, 0.01), replicates=(2**11, 2**13), first=32)
def kernel_lower_bound(p, draw):
    return {"err": span_error(p.kernel, p.d, p.p, p.n, draw)}
