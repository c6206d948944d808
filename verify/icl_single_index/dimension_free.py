"""Neurons in a random plane S of R^d and Gamma from Phase II; predictions in R^d against predictions from the coordinates
in S."""

import torch

from lemmata.numerics.models.in_context import icl_single_index as model
from lemmata.theory.icl_single_index.dimension_free import claim
from lemmata.verify import experiment

TASKS = 600


def instance(p, draw):
    return model.trained_plane(p.N, TASKS, p.n_2, p.lambda_2, draw)


@experiment(claim, instance=instance, points=(2, 8), resolution=(0.1, 0.05), replicates=(2**14, 2**17), rounding=1e-9)
def dimension_free(p, draw, variant):
    w, b, gamma, n = p.w[0], p.b[0], p.Gamma[0], p["n_*"]
    zero = torch.zeros(draw.replicates, dtype=draw.dtype, device=draw.device)
    if variant:
        return {
            "R": zero,
            "difference": model.coordinates_suffice(w, b, gamma, n, p.d, draw, outside=0.5 * (variant == "outside")),
        }
    return {"R": model.ambient_risk(w, b, gamma, p.G[0], p.mixed[0], n, p.d, draw), "difference": zero}
