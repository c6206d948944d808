"""The operator H at a saddle; escapes after two kinds of kick; static and modified models from one start."""

import torch

from lemmata.numerics.models.feature_attention import icl_escape, icl_particles, icl_training
from lemmata.theory.icl.modified_model import claim
from lemmata.verify import experiment

EXAMPLES = tuple({"c": c, "activation": "tanh", "k_true": true, "k": 5} for c, true in ((1.0, 5), (0.8, 7)))
POINTS = 8


def instance(p, draw):
    problem, theta = icl_particles.saddle(1, p.c, POINTS, draw, p.activation)
    operator = problem.linearised(theta)["symmetric"]
    return {"D": theta.numel(), "H": operator[None], "e": torch.linalg.eigh(operator)[1][:, :1][None]}


@experiment(claim, instance=instance, examples=EXAMPLES, points=(0, 1), replicates=(16, 24), rounding=1e-10)
def modified_model(p, draw, variant):
    if variant == "escape":
        return icl_escape.kicked_escape(p.c, 1 / p.n, draw, p.activation)
    return icl_training.compare(("static", "modified"), icl_training.Setup(k=p.k, true=p.k_true, steps=p.n), draw)
