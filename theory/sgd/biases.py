"""Without biases a second layer on relu learns nothing of h_3; with random ones its error falls faster than N^−2.

Of neurons with one direction and no biases the functions are b relu(v) + c relu(−v), which span v and |v|: h_3 is not learnt at all, and
of h_4 at most the share 1/(12π). With N random biases on [−5, 5] the error falls faster than N^−2 from N = 10 to 80, so that N = Õ(1/ε) is
not tight.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.sgd.notation import source

plus, minus = Symbol("b", "coefficient of relu(v)", Reals), Symbol("c", "coefficient of relu(−v)", Reals)
v = sp.Symbol("v", real=True)
biases = Procedure(
    "biases",
    "least squares for h_3 in L²(N(0,1)) on relu(±z + b_j), b_j uniform on [−5, 5] and signs random",
    parameters=("few", "many"),
    outputs={"fall": "logarithm of the least error on the first few features over that on all"},
)
fall = biases(few=10, many=80)["fall"]


def he(degree, at):
    return h(degree, at).doit()


def unlearnt(degree):
    """The error of b relu(v) + c relu(−v) on h_degree."""
    return GaussMean((he(degree, v) - plus * Maximum(v, 0) - minus * Maximum(-v, 0)) ** 2, v)


third = 1 + (plus**2 + minus**2) / 2
fourth = third + (plus + minus) / sqrt(12 * pi)

claim = Claim(
    "sgd.biases",
    source=source("Architecture and Training Algorithm"),
    procedures=(biases,),
    parts={
        "no_biases_h3": Part(
            Identity(unlearnt(3), third),
            says="Without biases b relu(v) + c relu(−v) misses h_3 by 1 + (b² + c²)/2: nothing is learnt",
            wrong={"h3_without_biases": {"right": third - Rational(1, 100)}},
        ),
        "no_biases_h4": Part(
            Identity(unlearnt(4), fourth),
            says="It misses h_4 by 1 + (b² + c²)/2 + (b + c)/√(12π), which is at least 1 − 1/(12π)",
        ),
        "random_biases": Part(
            Within(Mean(fall), 2 * log(8), 5 * log(8)),
            says="From 10 to 80 random biases the geometric mean of the error of h_3 falls by a power of N between 2 and 5",
            wrong={"slope_1": {"low": log(8) / 2, "high": Rational(3, 2) * log(8)}},
        ),
    },
    notes="The draws of the biases scatter over a factor of ten, so that logarithms are averaged.",
)
