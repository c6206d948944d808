"""Neighbours of w in pairs; the gradient's second moment by weighted examples."""

from numerics.models.smoothing import gradient_noise, neighbour_powers
from theory.sgd.landscape_smoothing import claim
from verify import experiment

EXAMPLES = ({"k": 3, "d": 10, "m": 0.2, "lambda": 1.0}, {"k": 4, "d": 12, "m": 0.3, "lambda": 2.0}, {"k": 5, "d": 8, "m": 0.1, "lambda": 1.5})


@experiment(claim, examples=EXAMPLES, points=(1, 30), resolution=(0.06, 0.02), first=1024)
def landscape_smoothing(p, draw):
    return {"power": neighbour_powers(p.m, p.lam, p.d, p.k, draw), "noise": gradient_noise(p.lam, p.d, draw)}
