"""Prompts from few inputs with known features; every prompt of length one or two enumerated."""

import torch

from lemmata.numerics.models.in_context import icl_prompts
from lemmata.theory.icl.expected_risk import claim
from lemmata.verify import experiment


def instance(p, draw):
    made = icl_prompts.tabulated(p.k, p.n_x, p.phase, draw)
    sizes = torch.diag_embed(made["f"].square().sum(-1))
    return {"F": made["f"], "H": made["h"], "Gamma": made["gamma"], "D": sizes}


EXAMPLES = ({"k": 2, "n_x": 8, "n": 1, "phase": 0.3}, {"k": 3, "n_x": 9, "n": 2, "phase": 1.0})


@experiment(
    claim,
    instance=instance,
    examples=EXAMPLES,
    points=(2, 20),
    resolution=(0.05, 0.01),
    replicates=(2**16, 2**20),
    rounding=1e-10,
)
def expected_risk(p, draw):
    return icl_prompts.prompt_loss(p.F, p.H, p.Gamma, p.n, draw)
