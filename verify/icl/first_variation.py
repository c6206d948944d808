"""Random measures and single particles; derivatives exact in the features, by differences in the particles."""

import torch

from lemmata.numerics.models.feature_attention import icl_flow
from lemmata.theory.icl.first_variation import claim
from lemmata.verify import bind


def instance(p, draw):
    case = icl_flow.random_case(p.k, p.n, p.d, p.M, p.g, draw)
    gradient = icl_flow.particle_gradient(case)
    motion = draw.normal(p.M, p.d)
    return {
        "F": case.problem.target[None],
        "H": case.features(case.theta),
        "H_1": icl_flow.features_of_one(case, p.g, draw),
        "H_2": icl_flow.features_of_one(case, p.g, draw),
        "Phi": case.neurons,
        "P": torch.diag_embed(case.problem.masses[None]),
        "q": gradient[..., : p.k],
        "q_w": gradient[..., p.k :],
        "v_w": motion,
        "rate": icl_flow.quotient(case, -gradient),
        "w_quotient": icl_flow.quotient(case, torch.cat([torch.zeros_like(case.heads), motion], dim=-1)),
    }


WIDE = {"k": 4, "n": 30, "d": 5, "M": 9, "g": 1.0}
first_variation = bind(claim, instance=instance, examples=(WIDE,), points=(8, 60), rounding=1e-6)
