"""Random prompts, with the query averaged exactly; layers and gradient steps on the same prompt."""

import torch

from lemmata.numerics.models.in_context.linear_in_context import attention_risk, layers_against_descent, minimum_norm_risk
from lemmata.theory.icl_single_index.linear_attention_baseline import claim
from lemmata.verify import experiment


@experiment(claim, points=(6, 20), resolution=(0.06, 0.03), replicates=(2**17, 2**19))
def linear_attention_baseline(p, draw, variant):
    zero = torch.zeros(draw.replicates, dtype=draw.dtype, device=draw.device)
    if variant:
        return {
            "R": zero,
            "R_ls": zero,
            "difference": layers_against_descent(p.d, p.n, p.L, p.eta, draw, masked=variant == "masked"),
        }
    squares = minimum_norm_risk(p.d, p.n, draw.sphere(p.d), draw) if p.n < p.d else zero
    return {"R": attention_risk(p.d, p.n, p.gamma, draw), "R_ls": squares, "difference": zero}
