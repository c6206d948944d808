"""Random measures whose flow is followed with two step sizes; gradients by automatic differentiation."""

import torch

from lemmata.numerics.models.feature_attention import icl_flow
from lemmata.theory.icl.conservation import claim
from lemmata.verify import bind


def instance(p, draw):
    case = icl_flow.random_case(p.k, p.n, p.d, p.M, p.g, draw, axes=True)
    slopes = icl_flow.particle_gradient(case)
    key = torch.eye(p.k, dtype=draw.dtype, device=draw.device) + draw.normal(p.k, p.k)
    flow = icl_flow.head_moment(case, p.time)
    return {
        "F": case.problem.target[None],
        "H": case.features(case.theta),
        "a": case.heads,
        "W": case.theta[..., p.k :],
        "q": slopes[..., : p.k],
        "p_w": slopes[..., p.k :],
        "q_joint": icl_flow.particle_gradient(case, key)[..., : p.k],
        "Phi": case.neurons,
        "P": torch.diag_embed(case.problem.masses[None]),
        "m_0": flow["before"],
        "m_t": flow["after"],
        "drift_coarse": flow["coarse"],
        "drift_fine": flow["fine"],
        "sup_h": flow["sup"],
    }


conservation = bind(claim, instance=instance, points=(6, 60), rounding=1e-6)
