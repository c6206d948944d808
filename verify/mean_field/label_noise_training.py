"""One design, perturbed starts, trained to the time 150; the ends of the mean flows are computed with the same step."""

from lemmata import Settings
from lemmata.numerics.models.mean_field.label_noise_training import Training, flow, train
from lemmata.theory.mean_field.label_noise_training import claim

TIME = 150
CHANGED = ("", "noisy_loss", "noise_once", "sign")


def setting(p, noise):
    return Training(noise, ridge=p.ridge, step=p.step, steps=round(TIME / p.step))


def start(p, draw):
    """The particles of the design, perturbed."""
    design = setting(p, 0.0)
    return design.data(draw.normal())[2] + draw.normal(design.particles, 3) / 20


def training(p, draw):
    particles = start(p, draw)
    reading, noise = (("values", p.noise), ("function", p.noise), ("nothing", p.noise), ("values", 0.0))[p.flow]
    mean = flow(setting(p, noise), reading, particles)
    found = train(setting(p, p.noise), p.draws, draw, CHANGED[p.changed], particles)
    return {"dof": found["DoF"] / mean["DoF"], "objective": found["F"] / mean["F"]}


def flows(p, draw):
    particles = start(p, draw)
    none, half, whole = (flow(setting(p, noise), "values", particles)["DoF"] for noise in (0.0, p.noise / 2, p.noise))
    return {"half": half / none, "whole": whole / half}


settings = Settings(
    claim,
    examples=({"v": 0.3, "λ": 0.02, "η": 0.5},),
    core=(0, 3),
    rest=(0, 0),
    replicates=(64, 256),
    first=32,
    chunk=64,
    procedures={"training": training, "flows": flows},
)
