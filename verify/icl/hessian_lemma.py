"""The loss is differentiated along fields; flows from disturbed saddles in batches."""

import torch

from lemmata import Settings
from lemmata.numerics.models.feature_attention import icl_particles
from lemmata.theory.icl.hessian_lemma import claim


def grown(p, draw):
    """From size/10 times the mode plus a fifth of a random direction, until the linearised flow has multiplied it by ten."""
    problem, theta = icl_particles.saddle(p.missed, p.gain, 3, draw, ("tanh", "erf")[p.activation], half=True)
    values, vectors = torch.linalg.eigh(problem.linearised(theta)["symmetric"])
    rate, masses = -values[0], problem.masses[:, None]
    mode = (vectors[:, 0] / masses.expand_as(theta).flatten().sqrt()).view_as(theta)
    noise = draw.normal(*theta.shape, dtype=torch.float64)
    start = (mode + 0.2 * noise / noise.flatten(1).norm(dim=1)[:, None, None]) * 0.1 * p.size
    time = 2.302585092994046 / rate
    end = icl_particles.flow(problem, theta + start, time, 40) - theta
    along = [(x * mode * masses).sum((-1, -2)) for x in (end, start)]
    return {"rate": (along[0] / along[1]).log() / 2.302585092994046}


settings = Settings(
    claim,
    core=(3, 16),
    rest=(0, 4),
    search=(20, 200),
    replicates=(512, 1024),
    first=256,
    chunk=256,
    procedures={"grown": grown},
)
