"""The time of the flow by quadrature, and search times of the exact chain of overlaps along M (at d = 36) and along d (at M = 1)."""

from math import atanh

from numerics.models.additive_chain import growth_time
from theory.additive.sgd_complexity import claim
from verify import experiment

CUBIC = {"k": 3, "gamma": 0.25, "a": 1.0, "c": 0.1, "alpha1": 1.0, "alpha2": 2.0}


@experiment(claim, examples=(CUBIC,), points=(3, 12), replicates=(192, 768), chunk=768)
def sgd_complexity(p, draw):
    tasks, d = int(p.get("M", 1)), int(p.get("d", 36))
    a, pace, cap = (3, 0.15, 0.55) if "M" in p else (2, 0.2, 0.8)
    start = a / d**0.5
    travel = 1 + 3 * start * (atanh(1.5 * start) - atanh(start))
    return growth_time(tasks, d, start, 1.5, pace * tasks**-0.5 * d**-1.5, round(cap * travel * tasks * d**2), draw)
