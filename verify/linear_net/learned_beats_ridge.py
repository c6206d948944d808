"""Trainings on drawn designs: many tasks, isotropic tasks, no degrees of freedom, and few tasks at two levels."""

import torch

from lemmata import Settings
from lemmata.numerics.models.single_index.trained_net import Setting, pure_noise, trained
from lemmata.theory.linear_net.learned_beats_ridge import claim


def training(p, draw):
    n = int(p["n"])
    index = torch.arange(1, 3 * n + 1, dtype=torch.float64, device=draw.device)
    setting = Setting(1 / index, index ** -float(p["a"]), n, int(p["q"] * n), s2_prime=float(p["σ'²"]))
    return trained(setting, draw)


def spectrum(p, draw):
    return pure_noise(int(p["n"]), int(p["m"]), 1.0, 2.0, draw)


settings = Settings(
    claim,
    examples=({"n": 24, "q": 50.0, "a": 2.0},),
    core=(0, 2),
    rest=(0, 0),
    replicates=(64, 256),
    first=64,
    chunk=32,
    procedures={"training": training, "spectrum": spectrum},
)
