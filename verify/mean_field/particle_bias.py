"""Weights are redrawn at every N; the measure's own values come from the trapezoid rule."""

from lemmata.numerics.models.mean_field.particle_bias import excess, population
from lemmata.theory.mean_field.particle_bias import claim
from lemmata.verify import experiment

REFERENCE = {"n": 6, "P": 20, "lambda": 0.1, "b": 2.0, "m_0": 0.7, "s_0": 1.0}


def instance(p, draw):
    found = population(p.n, p.b, p.lam, p.m_0, p.s_0, draw.normal())
    return {
        "kernel": found["K"],
        "dual": found["dual"],
        "F": found["F"][None],
        "B": found["bias"][None],
        "B_raw": found["uncentred"][None],
    }


@experiment(
    claim,
    instance=instance,
    examples=(REFERENCE,),
    points=(2, 8),
    resolution=(0.4, 0.15),
    replicates=(2**14, 2**16),
    chunk=2**12,
    first=1024,
)
def particle_bias(p, draw):
    count = p.N if "N" in p else p.P
    return excess(p.kernel, p.dual, count, p.b, p.lam, p.m_0, p.s_0, draw)
