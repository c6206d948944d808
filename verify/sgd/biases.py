"""Least squares on relu features with random biases."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.second_layer import random_bias_errors
from lemmata.theory.sgd.biases import claim


def biases(p, draw):
    few, many = random_bias_errors((p.few, p.many), draw).unbind(1)
    return {"fall": torch.log(few / many)}


# the least errors on random biases scatter over a factor of ten, and so do their ratios
settings = Settings(
    claim,
    core=(3, 8),
    rest=(0, 1),
    search=(100, 1000),
    first=2048,
    chunk=2048,
    replicates=(2**13, 2**15),
    kurtosis={"random_biases": 30},
    procedures={"biases": biases},
)
