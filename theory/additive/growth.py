"""Neurons trained on 4 to 8 orthonormal tasks take up one of them in a time that is proportional to the number of tasks.

Online SGD with h_3 links, one sample a step, of step 0.15 M^(-1/2)d^(-3/2) in R^20: the flow of the overlap with one task
(additive.sgd_complexity) needs M d^(3/2)/(3 · 0.15) ∫ dm/(m²(1 - m²)) steps from 1/2 to 3/4. A neuron that starts at overlap 1/2 with one task takes 1.2
times that in the mean of a pilot with its own key, and some fall back to the equator and take much longer: a share is stated,
not the mean.
"""

from lemmata import *
from lemmata.theory.additive.notation import M, source

u = Symbol("u", "overlap with the task")
half, DIMENSION, PACE = Rational(1, 2), 20, Rational(3, 20)
travel = Integral(1 / (u**2 * (1 - u**2)), (u, half, 3 * half / 2))
flow = M * sqrt(DIMENSION) ** 3 / (3 * PACE) * travel  # the time of the flow

growth = Procedure(
    "growth",
    "online SGD of one neuron on M orthonormal tasks with h_3 links in R^20, from the overlap 1/2 with one of them",
    ("M",),
    {"T": "steps until that overlap has grown by half"},
)
T = growth(M=M)["T"]


def between(time):
    """Within a factor 2 of the flow."""
    return And(time >= flow / 2, time <= 2 * flow)


claim = Claim(
    "additive.growth",
    source=source("Theorem ([OSSW24] Statistical Complexity of SGD Training)"),
    domain=Domain(M >= 4, M <= 8),
    parts={
        "main": Part(
            Guarantee(between(T), Rational(2, 3)),
            says="In R^20, with 4 to 8 tasks and c = 0.15, two neurons of three or more grow from overlap 1/2 to 3/4 in between 1/2 and 2 times "
            "the time of the flow, which is proportional to M",
            wrong={"tasks_squared_simulated": {"event": between(T / M)}, "no_tasks_simulated": {"event": between(T * M)}},
        )
    },
    procedures=(growth,),
    uses=("additive.sgd_complexity",),
    notes="A free neuron, which may take the nearest of M tasks, is faster by a power of log M.",
)
