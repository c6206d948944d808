"""The time of the flow by quadrature, and search times of the exact chain of overlaps along M at d = 36."""

from math import atanh

from lemmata.numerics.models.additive.additive_chain import growth_time
from lemmata.theory.additive.sgd_complexity import claim
from lemmata.verify import experiment

D, START, PACE = 36, 0.5, 0.15
TRAVEL = 1 + 3 * START * (atanh(1.5 * START) - atanh(START))
CUBIC = {"k": 3, "gamma": 0.25, "a": 1.0, "c": 0.1, "alpha1": 1.0, "alpha2": 2.0}


@experiment(claim, examples=(CUBIC,), points=(3, 12), replicates=(192, 768), chunk=768)
def sgd_complexity(p, draw):
    tasks = int(p.M)
    return growth_time(tasks, D, START, 1.5, PACE * tasks**-0.5 * D**-1.5, round(0.55 * TRAVEL * tasks * D**2), draw)
