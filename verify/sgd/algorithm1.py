"""Automatic differentiation of the whole network for a round of the algorithm; single steps in R^d for its drift."""

import torch

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.single_index.chain import Sgd, one_step
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.numerics.models.single_index.overlap_drift import drift_and_spread, finite_drift
from lemmata.theory.sgd.algorithm1 import claim, sigma, x
from lemmata.verify import experiment

ACTIVATION = compile_expr(sigma(x))


def round_of(p, w, a, samples):
    """Normalised weights after one round; one (x, y) per gradient step."""

    def slope(weights, data, label):
        at = weights.clone().requires_grad_(True)
        hidden = ACTIVATION({"c_1": p.c_1, "c_2": p.c_2, "x": at @ data}, check=False)
        (gradient,) = torch.autograd.grad((a @ hidden / p.N**0.5 - label) ** 2, at)
        return gradient - (gradient * w).sum(dim=1, keepdim=True) * w

    moved = w
    for data, label in samples:
        moved = moved - p.eta * slope(moved, data, label)
    moved = moved - p.xi * (moved - w)
    return moved / torch.linalg.vector_norm(moved, dim=1, keepdim=True)


def drift_algorithm(p):
    return Sgd(he3, minus_cos, p.d, p.a / p.d)


def instance(p, draw):
    w = draw.sphere(p.d, p.N)[0]
    a = draw.rademacher(p.N)[0] * draw.uniform(p.N, low=0.5, high=1.5)[0]
    data, label = draw.normal(2, p.d)[0], draw.uniform(2, low=0.5, high=2.0)[0]
    along = w @ data[0]
    across = data[0] - along[:, None] * w
    pairs = list(zip(data, label, strict=True))
    found = {
        "y": label[0],
        "z": data[0, 0],
        "m_after": round_of(p, w, a, [pairs[0]] * 2)[0, 0],
        "m_fresh": round_of(p, w, a, pairs)[0, 0],
    }
    return {
        **{k: v.reshape(1) for k, v in found.items()},
        "V": along[None],
        "A": a[None],
        "R": across.square().sum(dim=1)[None],
        "M": w[:, 0][None],
        "A_d": finite_drift(drift_algorithm(p), 0.0),
        "A_infinity": drift_and_spread(drift_algorithm(p), p.a, 0.0)[0],
    }


@experiment(
    claim,
    instance=instance,
    points=(2, 10),
    resolution=(0.25, 0.1),
    replicates=(2**18, 2**21),
    first=4096,
    rounding=1e-10,
    examples=({"d": 8, "N": 3, "eta": 0.5, "xi": 0.8, "c_1": 0.5, "c_2": 0.8, "a": 0.6},),
)
def algorithm1(p, draw, variant):
    options = {"": {}, "online": {"reuse": False}, "fresh": {"fresh": True}}[variant]
    return one_step(Sgd(he3, minus_cos, p.d, p.a / p.d, **options), 0.0, draw)["pull"]
