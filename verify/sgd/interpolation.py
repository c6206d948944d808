"""Roots from the quadrature of drift and spread; the chain at d = 128, averaged over the second half of 40 d samples."""

from functools import lru_cache

import torch

from lemmata.numerics.models.single_index.chain import Sgd, reduced_paths
from lemmata.numerics.models.single_index.overlap_series import overlap_series
from lemmata.theory.sgd.interpolation import SMALL, TERMS, claim
from lemmata.verify import experiment

DIMENSION, SPANS = 128, 40


def link(z):
    return (z * z - 3) * z / 6**0.5


def slope(u):
    return -torch.cos(u / 2)


@lru_cache(maxsize=64)
def series(a):
    return overlap_series(Sgd(link, slope, 3, 1.0), a, TERMS)


def instance(p, draw):
    found = {"CA": series(p.a)[0], "CV": series(p.a)[1], "SA": series(float(SMALL))[0], "SV": series(float(SMALL))[1]}
    return {name: draw.tensor(value)[None] for name, value in found.items()}


EXAMPLES = tuple({"a": a, "kappa": kappa} for a, kappa in ((0.717, 0.3), (1.0, 0.5), (0.2, 0.2), (2.0, 0.3)))


@experiment(claim, instance=instance, examples=EXAMPLES, points=(1, 12), rounding=1e-6, replicates=(2**10, 2**13), first=64)
def interpolation(p, draw):
    algorithm = Sgd(link, slope, DIMENSION, p.a / DIMENSION, p.kappa / p.a)
    path = reduced_paths(algorithm, 0.5, SPANS * DIMENSION, DIMENSION, draw)
    return {"settled": path[:, SPANS // 2 :].mean(dim=1)}
