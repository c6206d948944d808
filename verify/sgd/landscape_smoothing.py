"""Neighbours of w in pairs; the gradient's second moment by weighted examples."""

from lemmata.numerics.models.single_index.smoothing import gradient_noise, neighbour_powers
from lemmata.theory.sgd.landscape_smoothing import claim
from lemmata.verify import experiment

POINTS = ((3, 10, 0.2, 1.0), (4, 12, 0.3, 2.0), (5, 8, 0.1, 1.5))
EXAMPLES = tuple({"k": k, "d": d, "m": m, "lambda": lam} for k, d, m, lam in POINTS)


@experiment(claim, examples=EXAMPLES, points=(1, 12), resolution=(0.06, 0.02), first=1024)
def landscape_smoothing(p, draw):
    return {"power": neighbour_powers(p.m, p.lam, p.d, p.k, draw), "noise": gradient_noise(p.lam, p.d, draw)}
