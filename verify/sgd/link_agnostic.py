"""Random neurons: the sign of their drift by quadrature, and whole runs in R^d; the rest is compiled from the statements."""

import math

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_sgd
from lemmata.numerics.models.single_index.random_activation import random_neuron_drift
from lemmata.numerics.models.single_index.second_layer import orthonormal
from lemmata.theory.sgd.link_agnostic import claim


def label(*coefficients):
    return lambda z: sum(c * h for c, h in zip(coefficients, orthonormal(len(coefficients), z)[1:], strict=True))


LINKS = {1: label(0.0, 0.0, 1.0), 2: label(0.0, 0.0, 0.0, 1.0), 3: label(0.0, 0.5**0.5, 0.5**0.5)}


def direction(p, draw):
    return {"drift": random_neuron_drift(label(p.b1, p.b2, p.b3, p.b4), p.t, draw, fine=(0.1, 0.2))}


def neuron(p, draw):
    psi, sign = draw.uniform(low=0.0, high=2 * math.pi), draw.rademacher()
    link = LINKS[p.link]
    run = Sgd(lambda z: sign * link(z), lambda v: torch.cos(v / 2 + psi), p.d, p.t / p.d, p.kept)
    return {"overlap": full_sgd(run, draw.sphere(p.d)[:, 0], p.samples, draw, fast=True)}


POINT = {"b": [0.5, 0.6, 0.7, 0.4], "t": 1.0, "d": 4, "η": 0.3, "a": 1.0, "p": 0.8, "q": 0.6, "y": 1.0, "u": 0.5}
settings = Settings(
    claim,
    examples=tuple({**POINT, "j": j} for j in (1, 2, 3)),
    core=(2, 8),
    rest=(0, 4),
    first=256,
    chunk=2**12,
    replicates=(2**14, 2**17),
    procedures={"direction": direction, "neuron": neuron},
)
