"""Particles against the spectral solution of the Fokker-Planck equation."""

from functools import lru_cache

import torch

from lemmata import Settings
from lemmata.numerics.models.langevin.mean_field_flow import Equation, Landscape, particles
from lemmata.theory.mean_field.mfld_particles import claim

START = 0.25  # variance of the start
CHANGED = ("", "head_frozen", "over_count", "half_noise", "free")


@lru_cache(maxsize=64)
def solution(land, mean, device):
    equation = Equation(land, torch.zeros((), dtype=torch.float64, device=device))
    return equation.measured(equation.run(land.gaussian(mean, START, equation.w), 1.0))


def update(p, draw):
    exact = solution(Landscape(p.ridge, p.confinement, p.temperature, scale=p.scale, points=96), p.mean, draw.device)
    land = Landscape(p.ridge, p.confinement, p.temperature, scale=p.scale)
    found = particles(land, p.mean, START, p.count, 1.0, 1 / p.steps, draw, CHANGED[p.changed])
    return {
        "second": found["second"] / exact["second"],
        "first": (found["mean"] - exact["mean"]) / exact["second"].sqrt(),
        "objective": found["F"] / exact["F"],
    }


STRONG = {"λ_T": 1.0, "c": 2.0, "λ": 0.5, "b": 8.0, "m": 0.5}
settings = Settings(
    claim,
    examples=(STRONG,),
    core=(1, 3),
    rest=(0, 0),
    replicates=(64, 256),
    first=32,
    chunk=64,
    procedures={"particles": update},
)
