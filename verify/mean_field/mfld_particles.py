"""Particles at N = 16, 32, 64, ... with steps 1/N, against the spectral solution of the Fokker-Planck equation."""

from functools import lru_cache

import torch

from lemmata.numerics.models.langevin.mean_field_flow import Equation, Landscape, particles
from lemmata.theory.mean_field.mfld_particles import claim
from lemmata.verify import experiment

START = 0.25  # variance of the start
STRONG = {"T": 1.0, "c": 2.0, "lambda": 0.5, "b": 8.0, "m_0": 0.5, "t": 1.0}


@lru_cache(maxsize=64)
def solution(land, mean, time, device):
    equation = Equation(land, torch.zeros((), dtype=torch.float64, device=device))
    return equation.measured(equation.run(land.gaussian(mean, START, equation.w), time))


def instance(p, draw):
    found = solution(Landscape(p.lam, p.c, p.T, scale=p.b, points=96), p.m_0, p.t, draw.device)
    return {"mu_2": found["second"][None], "mu_1": found["mean"][None], "F_t": found["F"][None]}


@experiment(
    claim,
    instance=instance,
    examples=(STRONG,),
    points=(0, 2),
    resolution=(0.2, 0.1),
    replicates=(512, 1024),
    chunk=512,
    first=64,
)
def mfld_particles(p, draw, variant):
    land = Landscape(p.lam, p.c, p.T, scale=p.b)
    found = particles(land, p.m_0, START, p.N, p.t, 1 / p.N, draw, variant)
    return {"second": found["second"], "first": found["mean"], "objective": found["F"]}
