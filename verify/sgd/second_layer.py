"""Weighted examples for the conditional error, least squares for the biases, relu features for the ridge."""

import torch

from lemmata.numerics.models.single_index.second_layer import conditional_residual, random_bias_errors
from lemmata.theory.sgd.second_layer import claim
from lemmata.verify import experiment

INPUTS = 5


def instance(p, draw):
    x, w, b = draw.normal(p.T_2, INPUTS), draw.sphere(INPUTS, p.N), draw.normal(p.N)
    return {"F": torch.relu(x @ w.mT + b[:, None, :]) / p.N**0.5, "y": draw.normal(p.T_2, 1)}


@experiment(claim, instance=instance, points=(2, 10), replicates=(1024, 8192), first=128, resolution=(0.1, 0.03))
def second_layer(p, draw, variant):
    if variant:
        few, many = random_bias_errors((10, 80), draw).unbind(1)
        value = torch.log(few / many)
    else:
        value = conditional_residual(p.alpha, p.m, draw, inner=512)
    return {"residual": value, "fall": value}
