"""Derivatives of the coded velocity against the second variation, at saddles and at a student between two teachers."""

import torch

from lemmata.numerics.models.feature_attention import icl_escape, icl_particles
from lemmata.theory.icl.hessian_lemma import claim
from lemmata.verify import bind

EXAMPLES = (
    {"kind": "saddle", "l": 1, "c": 1.5, "activation": "tanh"},
    {"kind": "student", "l": 1, "c": 1.5, "activation": "tanh"},
)
POINTS = {1: 8, 2: 5}


def instance(p, draw):
    blind = p.kind == "saddle"
    make = (lambda *rest: icl_particles.saddle(int(p.l), *rest)) if blind else icl_particles.student
    problem, theta = make(p.c, POINTS[int(p.l)], draw, p.activation)
    blocks = problem.linearised(theta)
    index = torch.arange(theta.numel(), dtype=theta.dtype, device=draw.device)
    values, vectors = torch.linalg.eigh(blocks["symmetric"])
    mode = vectors[:, 0] / problem.masses.repeat_interleave(theta.shape[1]).sqrt()
    u, v = torch.cos(index + 1), torch.cos(2 * index)
    moved = torch.autograd.functional.jvp(lambda x: problem.velocity(x[None])[0][0], theta, v.view_as(theta))[1].flatten()
    size = 1.0 / p.get("n", 100.0)
    rest = problem.velocity((theta + size * v.view_as(theta))[None])[0].flatten() / size + blocks["operator"] @ v
    start = (mode + 0.2 * v / v.norm()).view_as(theta) * 0.1 * size
    found = {
        "D": theta.numel(),
        "G": blocks["local"],
        "H": blocks["operator"],
        "H_p": blocks["plain"],
        "H_B": blocks["no_zeta"],
        "H_s": blocks["symmetric"],
        "u": u[:, None],
        "v": v[:, None],
        "A": u @ moved,
        "rest": (rest + blocks["local"] @ v).norm(),
        "rest_p": rest.norm(),
        "blind": float(blind),
        "growth": icl_escape.growth(problem, theta, start, mode.view_as(theta), -values[0]) if blind else values[0],
    }
    return {name: value[None] if isinstance(value, torch.Tensor) else value for name, value in found.items()}


hessian_lemma = bind(claim, instance=instance, examples=EXAMPLES, points=(4, 24), resolution=(0.001, 0.0001), rounding=1e-10)
