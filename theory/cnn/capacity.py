"""Without a signal and in few dimensions no weights at all fit random labels: a count of the sign patterns that a network can reach.

n noise patches in general position in R^d are cut by hyperplanes through 0 in C(n, d) = 2 Σ_{k<d} C(n-1, k) ways (Cover), as C(n + 1, d) = C(n, d) + C(n, d - 1). Given
which of the 2m neurons are active on which patches the outputs of a ReLU network are linear in 2md weights, so that they have at most
Π = C(n, d)^(2m) C(n, 2md) patterns of signs, whatever the weights are. Labels of balanced classes are one of C(n, n/2), and a pattern is within k misses of at
most Σ_{i≤k} C(n, i) of them: with probability at least 1 - Π Σ_{i≤k} C(n, i)/C(n, n/2) every network misses more than k labels, each at a loss of at least log 2.
At n = 1000, d = 4, m = 1 and k = 286 this is 1 - 2^(-20): all networks of this size miss 28.7 % at least. Cover's count for one hyperplane is judged on
drawn patches in the plane, where all lines are run through.
"""

import math

from lemmata import *
from lemmata.theory.cnn.notation import source

n, d = Symbol("n", "number of patches", Naturals), Symbol("d", "dimension", Naturals)
k = Index("k")
SAMPLES, MISSES = 1000, 286


def cuts(samples, dimension):
    """C(n, d)."""
    return 2 * Sum(binomial(samples - 1, k), (k, 0, dimension - 1))


def logs(dimension=4, misses=MISSES, neurons=1, samples=SAMPLES):
    """The logarithm of Π Σ C(n, i)/C(n, n/2), of whole numbers."""
    cells, linear = (2 * sum(math.comb(samples - 1, i) for i in range(size)) for size in (dimension, 2 * neurons * dimension))
    near = sum(math.comb(samples, i) for i in range(misses + 1))
    return log(Rational(cells ** (2 * neurons) * linear * near, math.comb(samples, samples // 2)))


lines = Procedure(
    "halfplanes",
    "n normal points of the plane and a line through 0 that is turned once around",
    ("n",),
    {"patterns": "number of different patterns of signs of the points"},
)
BITS = Rational(20)


def counted(dimension, parts=1):
    """The lines find this count, over parts."""
    return Abs(lines(n=n)["patterns"] - cuts(n, dimension) / parts) < Rational(1, 2)


claim = Claim(
    "cnn.capacity",
    source=source("MAIN RESULTS"),
    domain=Domain(d >= 2, core=(n <= 8, n >= 2, d <= 6)),
    parts={
        "main": Part(
            Inequality(logs(), -BITS * log(2)),
            says="At n = 1000, d = 4, m = 1 the bound Π on the reachable patterns times the labels within 286 misses of one is below 2^(−20) of all balanced labels",
            wrong={
                "more_misses": {"left": logs(misses=300)},
                "two_neurons_more": {"left": logs(neurons=3)},
                "in_eight_dimensions": {"left": logs(dimension=8)},
            },
        ),
        "more_neurons": Part(
            Inequality(Maximum(logs(neurons=2, misses=217), logs(neurons=4, misses=429, samples=2000)), -BITS * log(2)),
            says="as it is at n = 1000, m = 2 with 217 misses and at n = 2000, m = 4 with 429: 21.8 % and 21.5 % at least are missed",
            wrong={
                "more_misses": {"left": logs(neurons=2, misses=230)},
                "fewer_samples": {"left": logs(neurons=4, misses=215)},
            },
        ),
        "loss": Part(
            Inequality(Rational(198, 1000), Rational(MISSES + 1, SAMPLES) * log(2)),
            says="A share of 287 in 1000 samples with a loss of log 2 each, as those that are missed have at least, is a training loss above 0.198",
            wrong={"fifth": {"left": Rational(1, 5)}},
        ),
        "recursion": Part(
            Identity(cuts(n + 1, d), cuts(n, d) + cuts(n, d - 1)),
            says="Cover's count C(n, d) = 2 Σ_(k<d) C(n−1, k) obeys C(n + 1, d) = C(n, d) + C(n, d − 1): a new patch cuts the cells that its hyperplane meets",
            wrong={"same_dimension": {"right": 2 * cuts(n, d)}, "one_more": {"right": cuts(n, d + 1) + cuts(n, d - 1)}},
        ),
        "whole": Part(
            Identity(cuts(n, n), 2**n),
            says="In n dimensions it is 2ⁿ: all labels are reached",
            wrong={"one_less": {"left": cuts(n, n - 1)}},
        ),
        "plane": Part(
            Guarantee(counted(2), Rational(19, 20)),
            says="Drawn in the plane, the lines through 0 cut n points in C(n, 2) = 2n ways, with probability 19/20 at least",
            wrong={"three_dimensions": {"event": counted(3), "when": (n >= 3,)}, "half": {"event": counted(2, 2)}},
        ),
    },
    procedures=(lines,),
    uses=("cnn.overparam",),
    notes="That the outputs of a ReLU network with given active neurons are linear in its weights, and Cover's theorem in d > 2 dimensions, are quoted.",
)
