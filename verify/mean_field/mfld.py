"""Ornstein-Uhlenbeck in closed form; a nonlinear landscape by its Fokker-Planck equation; Euler's scheme by samples."""

import torch

from lemmata.numerics.models.langevin.langevin import overdamped
from lemmata.numerics.models.langevin.mean_field_flow import Equation, Landscape
from lemmata.theory.mean_field.mfld import claim
from lemmata.verify import experiment

START = 0.25  # variance of the nonlinear start
REST = {"lambda": 0.5, "b": 1.0, "eta": 0.2, "k": 10}
REFERENCE = {"T": 1.0, "c": 2.0, "m_0": 1.5, "s_0": 0.5, "t": 0.5, **REST}


def nonlinear(p, draw):
    land = Landscape(p.lam, p.c, p.T, scale=p.b)
    equation = Equation(land, draw.tensor([0.0])[0])
    rest = equation.measured(equation.stationary())["energy"]
    start = land.gaussian(p.m_0, START, equation.w)
    end = equation.run(start, p.t)
    initial, gap = (equation.measured(q)["energy"] - rest for q in (start, end))
    found = {
        "gap": gap,
        "gap_0": initial,
        "roughness": equation.y.square().sum() / (land.samples * p.lam),
        "above": p.T * equation.divergence(end, equation.gibbs(end)),
        "below": p.T * equation.divergence(end, equation.stationary()),
    }
    return {name: value.expand(draw.replicates) for name, value in found.items()}


@experiment(claim, examples=(REFERENCE,), points=(3, 4), resolution=(0.05, 0.02), replicates=(2**17, 2**19), first=1024)
def mfld(p, draw, variant):
    if variant == "nonlinear":
        return nonlinear(p, draw)
    beta = (2.0 if variant == "half_noise" else 1.0) / p.T
    start = draw.tensor([0.0])
    moved = overdamped(lambda x: p.c * x, start, p.eta, p.k, draw, beta=beta)
    return {"w": torch.squeeze(moved, -1)}
