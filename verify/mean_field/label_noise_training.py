"""One fixed design, trained to time 150; the ends of the mean flows are computed with the same step."""

from functools import lru_cache

import torch

from lemmata.numerics.models.mean_field.label_noise_training import Training, flow, train
from lemmata.theory.mean_field.label_noise_training import claim
from lemmata.verify import experiment

TIME = 150
TWENTY = 20
TABLE = {"v": 0.3, "lambda": 0.02, "eta": 0.5}


def training(p, noise):
    return Training(noise, ridge=p.lam, step=p.eta, steps=round(TIME / p.eta))


@lru_cache(maxsize=256)
def end(settings, reading, device):
    return flow(settings, reading, torch.zeros((), dtype=torch.float64, device=device))


def instance(p, draw):
    noisy = training(p, p.v)
    values, function, nothing = (end(noisy, reading, draw.device) for reading in ("values", "function", "nothing"))
    found = {
        "DoF_A": values["DoF"],
        "F_A": values["F"],
        "F_B": function["F"],
        "F_C": nothing["F"],
        "DoF_0": end(training(p, 0.0), "values", draw.device)["DoF"],
        "DoF_half": end(training(p, p.v / 2), "values", draw.device)["DoF"],
    }
    return {name: value[None] for name, value in found.items()}


@experiment(
    claim,
    instance=instance,
    examples=(TABLE,),
    points=(0, 3),
    resolution=(0.2, 0.1),
    replicates=(64, 128),
    chunk=64,
    first=64,
)
def label_noise_training(p, draw, variant):
    draws = p.L if "L" in p else TWENTY
    return train(training(p, p.v), draws, draw, variant.removesuffix("twenty").strip("_"))
