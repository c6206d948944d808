"""Random subspaces and prompts; the label noise is averaged exactly. The sparse tasks are the same at every point."""

import torch

from lemmata.numerics.models.in_context.linear_in_context import known_subspace, lasso_against_minimum_norm, minimum_norm_risk
from lemmata.theory.icl_single_index.class_adaptivity import SHORT, SPARSE, WIDE, claim
from lemmata.verify import experiment

PENALTY = 0.01


@experiment(claim, points=(3, 12), resolution=(0.05, 0.025), replicates=(2**15, 2**19), first=512)
def class_adaptivity(p, draw, variant):
    zero = torch.zeros(draw.replicates, dtype=draw.dtype, device=draw.device)
    if variant:
        sparse = lasso_against_minimum_norm(WIDE, SHORT, SPARSE, PENALTY, draw)
        return {"R_S": zero, "R_d": zero, "R_lasso": sparse["lasso"], "R_sparse": sparse["minimum_norm"]}
    theta = torch.cat((draw.sphere(p.r), zero[:, None].expand(-1, p.d - p.r)), -1)
    return {
        "R_S": known_subspace(p.d, p.r, p.n, p.s, draw),
        "R_d": minimum_norm_risk(p.d, p["n_0"], theta, draw),
        "R_lasso": zero,
        "R_sparse": zero,
    }
