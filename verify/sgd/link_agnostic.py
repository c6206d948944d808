"""Drifts and slopes by quadrature at a point and its mirror images; random neurons for the fractions."""

import math

import torch

from lemmata.numerics.models.single_index.random_activation import drift_and_slope, learning_neurons, random_neuron_drift
from lemmata.numerics.models.single_index.second_layer import orthonormal
from lemmata.theory.sgd.link_agnostic import claim
from lemmata.verify import experiment

DIMENSION, SPANS, MIX, FINE = 64, 120, 0.2, (0.02, 0.05)


def label(coefficients):
    return lambda z: sum(c * h for c, h in zip(coefficients, orthonormal(len(coefficients), z)[1:], strict=True))


def instance(p, draw):
    b = list(p.b)
    sign = draw.tensor([1.0, -1.0, -1.0, 1.0])
    phase = draw.tensor([p.psi, -p.psi, p.psi + math.pi, -p.psi])
    (drift, both, half, minus), (slope, slope_both, *_) = drift_and_slope(label(b), sign, phase, p.t, FINE)
    odd = drift_and_slope(label([b[0], 0.0, b[2], 0.0]), sign[[0, 3]], phase[[0, 3]], p.t, FINE)[0]
    even = drift_and_slope(label([0.0, b[1], 0.0, b[3]]), sign[:1], phase[:1], p.t, FINE)[0]
    flat = drift_and_slope(label(b), sign[:1], draw.tensor([math.pi / 2]), p.t, FINE)[0]
    found = {
        "A": drift,
        "A_both": both,
        "A_half": half,
        "A_minus": minus,
        "A_odd": odd[0],
        "A_odd_minus": odd[1],
        "A_even": even[0],
        "A_flat": flat[0],
        "B": slope,
        "B_both": slope_both,
        "size": draw.tensor(b).norm(),
    }
    return {name: value[None] for name, value in found.items()}


EXAMPLES = tuple({"b": (0.5, 0.6, 0.7, 0.4), "t": 1.0, "psi": 0.7, "link": name} for name in ("he3", "he4", "mixed"))


@experiment(
    claim,
    instance=instance,
    examples=EXAMPLES,
    points=(1, 8),
    resolution=(0.25, 0.06),
    rounding=1e-9,
    replicates=(2**11, 2**13),
    first=128,
)
def link_agnostic(p, draw, variant):
    if variant == "chain":
        event = learning_neurons(p.link, 1.0, MIX, DIMENSION, SPANS * DIMENSION, draw).abs() > 0.5
    else:
        event = random_neuron_drift(label(p.b), p.t, draw, fine=(0.1, 0.2)) > 0
    return {name: event.to(torch.float64) for name in ("towards", "learns")}
