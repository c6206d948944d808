"""A random neuron; the derivative is taken along P_S w, w and a direction outside both."""

import torch

from lemmata.numerics.models.in_context.icl_single_index import correlation
from lemmata.theory.icl_single_index.phase1_direction import claim
from lemmata.verify import experiment


def instance(p, draw):
    r = min(p.r, p.d - 1)
    w = draw.sphere(p.d)
    inside = torch.cat((w[:, :r], torch.zeros_like(w[:, r:])), -1)
    square = inside.square().sum(-1)
    v = inside / square.sqrt()[:, None] + 0.5 * w + torch.cat((torch.zeros_like(w[:, :r]), 0.3 * draw.normal(p.d)[:, r:]), -1)
    return {"p2": square, "c_S": (inside * v).sum(-1), "c_w": (w * v).sum(-1), "w": w, "v": v}


@experiment(claim, instance=instance, points=(4, 20), resolution=(0.08, 0.03), replicates=(2**15, 2**17))
def phase1_direction(p, draw):
    return correlation(p.w[0], p.b, p.k, p.r, p.v[0], draw)
